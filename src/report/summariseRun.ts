/** The numbers that lead of a run, read back from its directory: what the report tabulates, without drawing. */
import { keyOf } from '../algorithms/parts.ts';
import { groupByAlgorithm } from './curve.ts';
import { mainColumn } from './figureList.ts';
import { panelsBeside } from '../recording/panelsFile.ts';
import type { Manifest } from '../recording/manifest.ts';
import { readManifest } from '../recording/readManifest.ts';
import { readRounds, type Series } from './readRounds.ts';
import { type AlgorithmSummary, summarise } from './summary.ts';
import type { Measure } from '../configuration/scenario.ts';

export interface RunSummary {
  /** what the floors are of: the error, or the mean operator's norm where the root is unknown */
  readonly column: Measure;
  readonly algorithms: readonly AlgorithmSummary[];
  /** estimate of E‖θ̂ − θ*‖², where the root is an estimate */
  readonly rootError?: number;
}

/**
 * Summarises each algorithm of a run.
 *
 * @throws InputError, one line, if the directory holds no readable run
 */
export async function summariseRun(directory: string): Promise<RunSummary> {
  const manifest = readManifest(directory);
  return summaryOfRounds(manifest, await readRounds(directory, manifest), panelsBeside(directory));
}

/** The same of rounds that are read already. */
export function summaryOfRounds(manifest: Manifest, series: readonly Series[], panels: number): RunSummary {
  const configured = manifest.configuration.algorithms.map(keyOf);
  const data = groupByAlgorithm(configured, series, manifest.runs, manifest.configuration);
  const column = mainColumn(data, manifest);
  const { rootError } = manifest.problem;
  return {
    ...{ column, algorithms: data.map((algorithm) => summarise(algorithm, column, manifest, panels)) },
    ...(rootError !== undefined && { rootError }),
  };
}
