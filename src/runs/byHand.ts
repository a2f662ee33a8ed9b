/** What was done by hand to messages of a run that is stepped through, from one session to the next. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { readManifest } from '../recording/readManifest.ts';

/**
 * The run with what was done by hand in its folder before it was interrupted: that is done again, and so it is the same run.
 *
 * @throws InputError where the folder holds no readable manifest
 */
export function withInterventionsOf<Run extends { readonly configuration: RunConfiguration }>(
  path: string,
  run: Run,
): Run {
  if (!existsSync(join(path, MANIFEST_NAME))) return run;
  const { interventions } = readManifest(path).configuration;
  return interventions === undefined
    ? run
    : { ...run, configuration: { ...run.configuration, interventions } };
}
