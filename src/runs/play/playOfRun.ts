/** What readers of a run's report play with, where it is asked for. */
import type { Html } from '../../report/html.ts';
import { recordedRun } from './recordedRun.ts';
import { playSection } from './playSection.ts';

/** @throws InputError in one line for a run that a page cannot compute */
export const playOfRun = async (directory: string, dataDirectory: string | undefined): Promise<Html> =>
  playSection(await recordedRun(directory, dataDirectory));
