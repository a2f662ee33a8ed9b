/** Adds exact curves to a run that was made before: what `fedsa report` does, with `--exact` however long they take. */
import { InputError } from '../../values/failure.ts';
import { writeManifest } from '../../recording/manifestFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { lacksTheoryFiles, writeTheoryFiles } from '../../recording/theoryFiles.ts';
import { type CurveProgress, withCurves } from './curvesInThread.ts';
import { exactRounds } from './exactRounds.ts';
import { problemOfManifest } from '../../inputs/problemOfManifest.ts';
import { curvesBeside, endlessCurves, missingCurves, type SettledCurves } from './runCurves.ts';

/** Which curves are added, and who hears of them. */
export interface AddedCurves {
  /** whether all are, however long they take; by default those that a run for a report has beside it, where it was made without */
  readonly exact?: boolean | undefined;
  /** ends them; the curves that are there by then are kept */
  readonly signal: AbortSignal;
  readonly observeCurves?: ((progress: CurveProgress) => void) | undefined;
  /** where recorded data lie */
  readonly dataDirectory?: string | undefined;
}

/**
 * Computes curves that a run lacks, and writes them into its manifest, which changes as a whole or not at all. The rows of the run
 * are not touched.
 *
 * @param directory - of a single run
 * @throws InputError where all are asked for, and the run has not ended or its problem cannot be built again; it stays without others
 */
export async function addCurves(
  directory: string,
  { exact = false, signal, observeCurves = () => undefined, dataDirectory }: AddedCurves,
): Promise<void> {
  const manifest = readManifest(directory);
  const { state, configuration, predictions, runs, problem } = manifest;
  if (exact && state === 'running') {
    throw new InputError(
      `${directory}: the run has not ended; add exact curves after its end, or run it with --exact`,
    );
  }
  const rounds = exactRounds(configuration, runs);
  const isMissing = missingCurves(predictions, { configuration, rounds }, problem.agents) !== undefined;
  if (!exact && !(isMissing && state === 'completed')) return;
  try {
    const { specification } = await problemOfManifest(directory, manifest, dataDirectory);
    const task = { specification, configuration, rounds, directory };
    const curves = exact
      ? endlessCurves(predictions, task, observeCurves)
      : curvesBeside(predictions, task, problem.agents);
    if (curves !== undefined) keepCurves(directory, await curves.settle(signal));
  } catch (error) {
    if (exact || !(error instanceof InputError)) throw error;
  }
}

/**
 * Writes curves into the manifest of a run that has ended, and beside it. A run whose own curves were cut stays without the files
 * beside it, by which the next one knows that curves are missing.
 */
export function keepCurves(directory: string, { curves, isCut }: SettledCurves): void {
  // Read again: computing took its time.
  const manifest = readManifest(directory);
  const predictions = withCurves(manifest.predictions, curves);
  if (curves.size > 0) writeManifest(directory, { ...manifest, predictions });
  if (!isCut || !lacksTheoryFiles(directory, manifest))
    writeTheoryFiles(directory, { ...manifest, predictions });
}
