/** Files of events that a complete run must have, and a folder has lost. */
import { join } from 'node:path';
import { ARRIVALS_NAME } from './arrivals.ts';
import type { Manifest } from './manifest.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';
import { sideNames } from './sideFiles.ts';
import { TRACE_NAME } from './traceWriter.ts';

/** Their names. A run that is not complete has lost none: the files are still to come. */
export function lostFiles(
  directory: string,
  { state, configuration }: Pick<Manifest, 'state' | 'configuration'>,
): readonly string[] {
  if (state !== 'completed') return [];
  const names = [
    ...sideNames(configuration),
    ...(configuration.trace ? [TRACE_NAME] : []),
    ...(configuration.clock === 'wall' ? [ARRIVALS_NAME] : []),
  ];
  return names.filter((name) => !isOrdinaryFile(join(directory, name)));
}
