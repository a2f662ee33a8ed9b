/** Files of rows beside rounds.csv of which a replication has any number, together and in the order of the replications. */
import { join } from 'node:path';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { isTimed } from '../timing/isTimed.ts';
import { AGENT_ERRORS_HEADER, AGENT_ERRORS_NAME } from './agentErrors.ts';
import { AGENTS_HEADER, AGENTS_NAME, STALENESS_HEADER, STALENESS_NAME } from './agentRows.ts';
import type { RowFile } from './keptRows.ts';
import { UPDATES_HEADER, UPDATES_NAME } from './updates.ts';

export const SIDE_NAMES = [UPDATES_NAME, AGENTS_NAME, STALENESS_NAME, AGENT_ERRORS_NAME] as const;
export type SideName = (typeof SIDE_NAMES)[number];

/** True of the name of one of them. */
export const isSideName = (name: string): name is SideName =>
  (SIDE_NAMES as readonly string[]).includes(name);

const HEADERS: Readonly<Record<SideName, string>> = {
  [UPDATES_NAME]: UPDATES_HEADER,
  [AGENTS_NAME]: AGENTS_HEADER,
  [STALENESS_NAME]: STALENESS_HEADER,
  [AGENT_ERRORS_NAME]: AGENT_ERRORS_HEADER,
};

/** The names of those that a run has. */
export function sideNames(
  configuration: Pick<RunConfiguration, 'policy' | 'timing' | 'clock' | 'updates' | 'agentErrors'>,
): readonly SideName[] {
  const timed = isTimed(configuration);
  return SIDE_NAMES.filter((name) => {
    if (name === AGENT_ERRORS_NAME) return configuration.agentErrors ?? false;
    return name === UPDATES_NAME ? configuration.updates : timed;
  });
}

/** One of them in a run's folder. */
export function sideFile(directory: string, name: SideName): RowFile {
  return { path: join(directory, name), header: HEADERS[name] };
}

/** The first line of one of them. */
export const headerOf = (name: SideName): string => HEADERS[name];
