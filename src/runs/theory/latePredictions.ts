/** Theory for a run that was made without: of a sweep's runs it is computed when somebody looks. */
import { keepingAgents } from '../../problems/keptAgents.ts';
import { InputError } from '../../values/failure.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { writeManifest } from '../../recording/manifestFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { removeTemporary } from '../../recording/temporaryName.ts';
import { problemOfManifest } from '../../inputs/problemOfManifest.ts';
import { solveLoaded } from '../../inputs/target.ts';
import { exactRounds } from './exactRounds.ts';
import { withStartCurves } from './startCurves.ts';
import { startPredictions } from './startPredictions.ts';

/**
 * The manifest of a run, with predictions where it had none; they are kept in it. A run whose problem cannot be built any
 * more stays without.
 */
export async function withLatePredictions(directory: string, dataDirectory?: string): Promise<Manifest> {
  const manifest = readManifest(directory);
  if (manifest.predictions.length > 0 || manifest.state === 'running') return manifest;
  try {
    const loaded = await problemOfManifest(directory, manifest, dataDirectory);
    const problem = keepingAgents(loaded.problem);
    const solution = solveLoaded({ ...loaded, problem });
    const { configuration, scenario } = manifest;
    const predictions = await withStartCurves(
      startPredictions(problem, solution, configuration),
      { problem, solution, configuration, measure: scenario.measure },
      exactRounds(configuration, manifest.runs),
      directory,
    );
    const whole = { ...manifest, predictions };
    // A program that was killed here left the folder whole, so that no run opens it again.
    removeTemporary(directory);
    writeManifest(directory, whole, () => undefined);
    return whole;
  } catch (error) {
    if (error instanceof InputError) return manifest;
    throw error;
  }
}
