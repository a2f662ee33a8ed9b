/** The report of a run directory, as far as it is there. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';
import type { RunRequest } from './preparedRun.ts';

const REPORT_NAME = 'report.html';

/**
 * Whether a report is there, and no older than the run and its folder of figures: it is written last, so that a program that was killed
 * leaves one that is, and a figure that is removed changes the folder.
 */
export function isReported(path: string): boolean {
  if (!isOrdinaryFile(join(path, REPORT_NAME))) return false;
  const [report, ...before] = [REPORT_NAME, MANIFEST_NAME, 'figures'].map(
    (name) => statSync(join(path, name), { throwIfNoEntry: false })?.mtimeMs,
  );
  return before.every((time) => time !== undefined && time <= report!);
}

/** Begins to load what a report needs; errors surface when one is built. */
export function loadReport(): void {
  import('../report/buildReport.ts').catch(() => undefined);
}

/** Path of the report, if there is one; built, with what its readers play with, if it is wished for. */
export async function reportOf(
  path: string,
  { interactive, dataDirectory }: Pick<RunRequest, 'interactive' | 'dataDirectory'>,
  wished: boolean,
): Promise<string | undefined> {
  if (wished) {
    const { buildReport } = await import('../report/buildReport.ts');
    if (!interactive) return (await buildReport(path)).report;
    const { playOfRun } = await import('./play/playOfRun.ts');
    return (await buildReport(path, await playOfRun(path, dataDirectory))).report;
  }
  const report = join(path, REPORT_NAME);
  return existsSync(report) ? report : undefined;
}
