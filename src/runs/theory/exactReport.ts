/** Adds exact curves to a run that was made before: what `fedsa report` does, with `--exact` however long they take. */
import { InputError } from '../../values/failure.ts';
import { writeManifest } from '../../recording/manifestFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { lacksTheoryFiles, writeTheoryFiles } from '../../recording/theoryFiles.ts';
import { type CurveProgress, withCurves } from './curvesInThread.ts';
import { exactRounds } from './exactRounds.ts';
import { problemOfManifest } from '../../inputs/problemOfManifest.ts';
import { curvesBeside, endlessCurves, missingCurves, type SettledCurves } from './runCurves.ts';

/**
 * Computes the curves that a run for a report has beside it, of one that was made without. A run whose problem cannot be built any more
 * stays without.
 *
 * @param directory - of a single run
 * @param signal - ends it
 */
export async function addMissingCurves(
  directory: string,
  signal: AbortSignal,
  dataDirectory?: string,
): Promise<void> {
  const { state, configuration, predictions, runs, problem } = readManifest(directory);
  const rounds = exactRounds(configuration, runs);
  const isMissing = missingCurves(predictions, { configuration, rounds }, problem.agents) !== undefined;
  if (state !== 'completed' || !isMissing) return;
  try {
    const { specification } = await problemOfManifest(directory, readManifest(directory), dataDirectory);
    const task = { specification, configuration, rounds, directory };
    keepCurves(directory, await curvesBeside(predictions, task, problem.agents)!.settle(signal));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}

/**
 * Computes the exact curves that a run lacks, however long they take, and writes them into its manifest,
 * which changes as a whole or not at all. The rows of the run are not touched.
 *
 * @param directory - of a single run
 * @param signal - ends it; the curves that are there by then are kept
 * @throws InputError where the run has not ended, or its problem cannot be built again
 */
export async function addExactCurves(
  directory: string,
  signal: AbortSignal,
  observe: (progress: CurveProgress) => void = () => undefined,
  dataDirectory?: string,
): Promise<void> {
  const manifest = readManifest(directory);
  if (manifest.state === 'running') {
    throw new InputError(
      `${directory}: the run has not ended; add exact curves after its end, or run it with --exact`,
    );
  }
  const { configuration, predictions } = manifest;
  const loaded = await problemOfManifest(directory, manifest, dataDirectory);
  const { specification } = loaded;
  const rounds = exactRounds(configuration, manifest.runs);
  const curves = endlessCurves(predictions, { specification, configuration, rounds, directory }, observe);
  if (curves !== undefined) keepCurves(directory, await curves.settle(signal));
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
