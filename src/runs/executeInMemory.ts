/** A run that is prepared like any other, and writes nothing. */
import type { BehaviorSubject } from 'rxjs';
import { isLimited } from '../configuration/budget.ts';
import type { Inspection } from '../events/inspection.ts';
import type { Manifest } from '../recording/manifest.ts';
import { type FinalState, Recording } from '../recording/recording.ts';
import { InputError } from '../values/failure.ts';
import { clusterOf } from './executeRun.ts';
import { manifestOf, type PreparedRun } from './preparedRun.ts';
import { simulateInto } from './simulateInto.ts';
import type { Slippage } from './slippage.ts';
import { RunPredictions } from './theory/runPredictions.ts';

/** A recording in no file. */
class RunInMemory extends Recording {
  constructor(manifest: Manifest) {
    super('', manifest);
  }

  protected has(): boolean {
    return false;
  }

  protected write(): void {
    // It has no file.
  }
}

/** How a run in memory ended. */
export interface MemoryResult {
  readonly state: FinalState;
  /** one line, where it failed */
  readonly failure: string | undefined;
  readonly manifest: Manifest;
  /** how far real time fell behind, where that was asked for (`strict`) */
  readonly slippage?: Slippage;
}

/**
 * Runs what was prepared.
 *
 * @param observe - sees every event of the inspection stream
 * @param held - holds the run up while it is true
 * @throws InputError where files are asked for
 */
export async function executeInMemory(
  prepared: PreparedRun,
  signal: AbortSignal,
  observe: (inspection: Inspection) => void,
  held?: BehaviorSubject<boolean>,
): Promise<MemoryResult> {
  const { configuration } = prepared;
  const file = (['trace', 'updates'] as const).find((name) => configuration[name]);
  if (file !== undefined)
    throw new InputError(`${file}: writes a file, and a run in memory has none; leave it out, or give out`);
  const theory = await RunPredictions.begin(prepared);
  const cluster = await clusterOf(prepared);
  try {
    const run = new RunInMemory(manifestOf(prepared));
    const places = { hosts: cluster?.hosts, held };
    const { state, failure, slippage } = await simulateInto(run, prepared, signal, observe, places);
    const { manifest } = run;
    if (state === 'completed' && isLimited(configuration.budget)) await theory.predictAgain(manifest.runs);
    const { predictions } = theory;
    return { state, failure, ...(slippage && { slippage }), manifest: { ...manifest, predictions } };
  } finally {
    await cluster?.close();
  }
}
