/** The report of a folder, built again: of a run, of panels and the joint one, of a sweep, or the index of several runs. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { whileLocked } from '../recording/directoryLock.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { isFolder } from '../recording/ordinaryFile.ts';
import { holdsPanels, readPanels, writePanels } from '../recording/panelsFile.ts';
import { readManifest } from '../recording/readManifest.ts';
import { holdsSweep } from '../recording/sweepFile.ts';
import { writeTheoryFiles } from '../recording/theoryFiles.ts';
import { buildJointReport } from '../report/buildJointReport.ts';
import { buildReport } from '../report/buildReport.ts';
import { buildIndex } from '../report/folder/buildIndex.ts';
import { begunPanels } from '../report/panelData.ts';
import type { BuiltReport } from '../report/writePage.ts';
import { InputError } from '../values/failure.ts';
import type { Level } from '../values/level.ts';
import { panelsOfRuns } from './panelsOfRuns.ts';
import type { CurveProgress } from './theory/curvesInThread.ts';
import { withLatePredictions } from './theory/latePredictions.ts';
import { withLevels } from './withLevels.ts';

/** What the report is to have. */
export interface ReportCallOptions {
  /** whether exact curves are computed however long they take */
  readonly exact?: boolean | undefined;
  /** where recorded data lie */
  readonly dataDirectory?: string | undefined;
  /** ends the exact curves; those that are there are kept */
  readonly signal?: AbortSignal | undefined;
  /** target errors for which the report says when they are reached, instead of those of the run; `'first:0.1'` asks for a first touch */
  readonly reach?: readonly Level[];
  /** whether readers of the report can compute the run again in their browser, and with other settings */
  readonly interactive?: boolean | undefined;
  /** whether all parts of the page are open; those without a finding are closed otherwise */
  readonly full?: boolean | undefined;
  /** sees how far exact curves are */
  readonly observeCurves?: ((progress: CurveProgress) => void) | undefined;
}

/** Builds what there is to be built. @throws InputError for a folder that is no run directory and, with `exact`, where its problem is gone or another */
export async function reportFolder(directory: string, options: ReportCallOptions): Promise<BuiltReport> {
  if (holdsSweep(directory)) {
    if (options.interactive)
      throw new InputError(
        `\`interactive\`: ${directory}: is a sweep, whose page computes nothing; name one of its runs, ${directory}/runs/KEY`,
      );
    return (await import('./sweep/sweepReport.ts')).sweepReport(directory, options);
  }
  if (!holdsPanels(directory)) {
    const isFolderOfRuns = isFolder(directory) && !existsSync(join(directory, MANIFEST_NAME));
    if (!isFolderOfRuns) return reportOfRun(directory, options);
    const panels = await panelsOfRuns(directory);
    if (panels === undefined) return indexOf(directory, options);
    writePanels(directory, panels);
  }
  // Before anything is written, as the lock is.
  readPanels(directory);
  return whileLocked(directory, async () => {
    for (const panel of begunPanels(directory)) await reportOfRun(panel, options);
    return buildJointReport(directory, options.full);
  });
}

async function indexOf(
  directory: string,
  { exact, interactive, reach, full }: ReportCallOptions,
): Promise<BuiltReport> {
  const [option] = Object.entries({ exact, interactive, reach, full }).find(([, value]) => value) ?? [];
  if (option !== undefined)
    throw new InputError(`--${option}: ${directory}: is the folder of several runs; name one of them`);
  return buildIndex(directory);
}

async function reportOfRun(directory: string, options: ReportCallOptions): Promise<BuiltReport> {
  // Before anything is written, as the lock is.
  readManifest(directory);
  return whileLocked(directory, async () => {
    const { signal = new AbortController().signal, dataDirectory } = options;
    await withLatePredictions(directory, dataDirectory);
    if (!signal.aborted) {
      const { addCurves } = await import('./theory/exactReport.ts');
      await addCurves(directory, { ...options, signal });
    }
    if (options.reach !== undefined) withLevels(directory, options.reach);
    // Runs of a sweep come without them, and so do those of earlier versions.
    writeTheoryFiles(directory, readManifest(directory));
    const play = options.interactive
      ? await (await import('./play/playOfRun.ts')).playOfRun(directory, dataDirectory)
      : undefined;
    return buildReport(directory, play, options.full);
  });
}
