/** Folders of results: their reports, tables, figures and comparisons, and whether their numbers come again; files that are checked, claims. */
import type { ClaimResult } from '../../claims/claim.ts';
import type { RunComparison } from '../../report/compareRuns.ts';
import type { ContestRecord } from '../../report/contest/curveComparison.ts';
import type { MadeFigure } from '../../report/paper/make.ts';
import {
  FIGURE_DEFAULTS,
  type Looks,
  type PaperFormat,
  type PlotChoice,
} from '../../report/paper/options.ts';
import type { BuiltReport } from '../../report/writePage.ts';
import type { Level } from '../../values/level.ts';
import type { CheckResult } from '../check/checkFile.ts';
import type { PanelReplay } from '../replayPanels.ts';
import type { ReplayResult } from '../replayRun.ts';
import type { ReportCallOptions } from '../reportFolder.ts';
import type { ReproduceResult } from '../reproduce/reproduce.ts';
import { loaded, loadedFor, neverAborted, observer, type RunCallOptions } from './calls.ts';

/**
 * (Re)builds the report of a run directory, or those of panels and their joint one; of a folder of runs their index: what
 * `fedsa report` does.
 *
 * @throws InputError for a folder that is no run directory and, with `exact`, where its problem is gone or another
 */
export async function report(directory: string, options: ReportCallOptions = {}): Promise<BuiltReport> {
  const { checkArguments, reportFolder } = await loadedFor('report', options);
  checkArguments({ directory });
  return reportFolder(directory, {
    ...options,
    observeCurves: observer('observeCurves', options.observeCurves),
  });
}

/**
 * Writes Parquet files beside the tables of a run directory, of each panel or of a sweep: what `fedsa export` does.
 *
 * @returns the paths of what was written
 * @param signal - ends it early: what was thrown is its reason then
 * @throws InputError in one line where the folder is none of these, rows of a complete run are missing, or another program
 * writes there
 */
export async function exportTables(directory: string, signal?: AbortSignal): Promise<string[]> {
  const { checkArguments, exportTables: written } = await loaded();
  checkArguments({ directory, signal });
  return written(directory, signal);
}

/** What `figure` may be given; lengths in points, of which an inch has 72. */
export interface FigureCallOptions extends Partial<PlotChoice>, Partial<Looks> {
  /** by default PDF, or what the name of `out` says */
  readonly formats?: readonly PaperFormat[];
  /** a shipped one by name, or a file */
  readonly font?: string;
  /** of PNG */
  readonly dotsPerInch?: number;
  /** a file, or a folder; by default the current one */
  readonly out?: string;
}

/**
 * Makes figures for a paper: what `fedsa figure` does.
 *
 * @param directories - run directories and folders of panels, or one sweep's
 * @returns the files of each, with its caption
 * @throws InputError in one line; nothing is written then
 */
export async function figure(
  directories: readonly string[],
  options: FigureCallOptions = {},
): Promise<MadeFigure[]> {
  const { checkFigure, makePaperFigures } = await loaded();
  checkFigure(directories, options);
  const { formats, out, scales, limits, ...chosen } = options;
  const usual = FIGURE_DEFAULTS;
  const { figures, panels, x, y, logX = false, linearY = false, band, overlay = false } = chosen;
  const { smooth = usual.smooth, width = usual.width, height, fontSize = usual.fontSize } = chosen;
  const { grey = false, legend = usual.legend, font = usual.font, dotsPerInch = usual.dotsPerInch } = chosen;
  return makePaperFigures(directories, {
    choice: { figures, panels, x, y, logX, linearY, band, smooth, scales, limits, overlay },
    looks: { width, height, fontSize, grey, legend },
    ...{ formats, font, dotsPerInch, out },
    command: `figure(${JSON.stringify(directories)})`,
  });
}

/**
 * Compares the configurations and results of two run directories: what `fedsa compare` does.
 *
 * @param epsilons - target errors; by default those that the runs' configurations name
 * @throws InputError in one line
 */
export async function compare(
  first: string,
  second: string,
  epsilons?: readonly Level[],
): Promise<RunComparison> {
  const { checkArguments, compareRuns } = await loaded();
  for (const directory of [first, second]) checkArguments({ directory, epsilons });
  return compareRuns([first, second], epsilons);
}

/**
 * Compares the curves of one folder with one another, of a run, its panels or a sweep: what `fedsa compare` does with one folder.
 *
 * @param epsilons - target errors; by default those that the runs ask for, or three where curves lie
 * @param base - key of the curve that others are compared with; by default the first, or of a sweep the best point
 * @throws InputError in one line
 */
export async function compareCurves(
  directory: string,
  epsilons?: readonly Level[],
  base?: string,
): Promise<ContestRecord[]> {
  const { checkArguments, compareCurves: compared, contestRecord } = await loaded();
  checkArguments({ directory, epsilons, base });
  const { contests } = await compared(directory, epsilons, base);
  return contests.map(contestRecord);
}

/**
 * Runs a run directory again, and compares every number: what `fedsa replay` does.
 *
 * @throws InputError for a folder that is no run directory, and where its scenario or problem is gone
 *   or another by now
 */
export async function replay(
  directory: string,
  options: Pick<RunCallOptions, 'signal' | 'dataDirectory'> = {},
): Promise<ReplayResult> {
  const { checkArguments, replayRun } = await loadedFor('replay', options);
  checkArguments({ directory });
  const { signal = neverAborted(), dataDirectory } = options;
  return replayRun(directory, signal, dataDirectory);
}

/**
 * Replays every panel of a folder that holds several: what `fedsa replay` does with it.
 *
 * @returns what was found of each by its name; one that was not begun, or cannot be replayed, is without `result`
 * @throws InputError for a folder that holds no panels
 */
export async function replayPanels(
  directory: string,
  options: Pick<RunCallOptions, 'signal' | 'dataDirectory'> = {},
): Promise<Readonly<Record<string, PanelReplay>>> {
  const { checkArguments, replayPanels: replayed } = await loadedFor('replay', options);
  checkArguments({ directory });
  const { signal = neverAborted(), dataDirectory } = options;
  const found: Record<string, PanelReplay> = {};
  await replayed(directory, signal, dataDirectory, (panel) => {
    found[panel.name] = panel;
  });
  return found;
}

/**
 * Finds mistakes in a scenario, a module or a problem file by trying it: what `fedsa check` does.
 *
 * @param name - path of a file, or name of a shipped scenario
 */
export async function check(
  name: string,
  options: Pick<RunCallOptions, 'dataDirectory'> = {},
): Promise<CheckResult> {
  const { checkFile, checkArguments } = await loadedFor('check', options);
  checkArguments({ name });
  return checkFile(name, options.dataDirectory);
}

/** What `reproduce` takes beside the names of claims. */
export interface ReproduceCallOptions extends Pick<RunCallOptions, 'out' | 'dataDirectory' | 'signal'> {
  /** smaller and shorter runs instead of the sizes of the papers */
  readonly quick?: boolean;
  /** on how many draws of its problems each claim is decided, that of the scenarios included: 1 by default */
  readonly problemSeeds?: number;
  /** folder of another call, whose numbers stand beside these */
  readonly against?: string;
  /** sees each claim as soon as it is decided */
  readonly decided?: (result: ClaimResult) => void;
}

/**
 * Tests the papers' claims: what `fedsa reproduce` does.
 *
 * @param names - of claims; all of them where none is named
 * @throws InputError for bad input; a run that fails is a result with state `failed`
 */
export async function reproduce(
  names: readonly string[] = [],
  options: ReproduceCallOptions = {},
): Promise<ReproduceResult> {
  const { checkArguments, chooseClaims, reproduce: test } = await loadedFor('reproduce', options);
  checkArguments({ names });
  const { out, dataDirectory, signal = neverAborted(), quick = false } = options;
  const { problemSeeds, against, decided } = options;
  const nothing = (): void => undefined;
  return test(
    {
      claims: chooseClaims(names),
      quick,
      out,
      data: dataDirectory,
      problemSeeds,
      against,
      commandArguments: ['reproduce', ...names],
    },
    signal,
    { progress: nothing, runEnded: nothing, decided: observer('decided', decided) },
  );
}
