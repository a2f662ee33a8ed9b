/** Runs in memory: their rounds as a list, or one after the other while they come. */
import type { Scenario } from '../../configuration/scenario.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { PanelChoice } from '../../inputs/panelTargets.ts';
import type { AlgorithmSummary } from '../../report/summary.ts';
import type { Prediction } from '../../theory/predictions.ts';
import type { MemoryResult } from '../executeInMemory.ts';
import type { RunRound } from '../runRound.ts';
import { loadedFor, observer, preparedRun, type RunCallOptions, type StopOption, watchOf } from './calls.ts';

/** What a run in memory takes beside the settings. */
export interface MemoryCallOptions
  extends StopOption, PanelChoice, Pick<RunCallOptions, 'dataDirectory' | 'nats' | 'signal' | 'observe'> {
  /** nothing is written */
  readonly out: false;
}

/** A finished run that is in no file. */
export interface MemoryOutcome extends MemoryResult {
  readonly algorithms: readonly AlgorithmSummary[];
  /** by algorithm, then by seed */
  readonly rounds: readonly RunRound[];
  /** of each algorithm */
  readonly predictions: readonly Prediction[];
}

/** What `run` does with `out: false`. */
export async function runInMemory(
  scenario: string | Scenario,
  settings: RunSettings,
  { out: _, ...options }: MemoryCallOptions,
): Promise<MemoryOutcome> {
  const { executeInMemory, runRound, seriesOf, summaryOfRounds } = await loadedFor('inMemory', options);
  const prepared = await preparedRun(scenario, settings, options);
  const rounds: RunRound[] = [];
  const { signal, observe } = watchOf(options);
  const result = await executeInMemory(prepared, signal, (inspection) => {
    observe(inspection);
    if (inspection.kind === 'roundRecorded')
      rounds.push(runRound(inspection.replication, inspection, prepared.configuration));
  });
  const { manifest } = result;
  const { algorithms } = summaryOfRounds(manifest, seriesOf(rounds), 1);
  return { ...result, algorithms, rounds, predictions: manifest.predictions };
}

/** Rounds that may be ahead of the loop over them, before the run waits. */
const MOST_AHEAD = 1000;

/**
 * Runs a scenario, or one panel of it, in memory, and gives each recorded round as soon as it is over. Leaving the loop ends the run.
 *
 * @param settings - win over those of the scenario
 * @throws InputError for bad input; Error with the line of a run that fails; the signal's reason where it came first
 */
export async function* runs(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: Omit<MemoryCallOptions, 'out'> = {},
): AsyncGenerator<RunRound, undefined> {
  const { BehaviorSubject, executeInMemory, runRound } = await loadedFor('inMemory', options);
  const prepared = await preparedRun(scenario, settings, options);
  const seen = observer('observe', options.observe);
  const left = new AbortController();
  const { signal = left.signal } = options;
  const held = new BehaviorSubject(false);
  let waiting: RunRound[] = [];
  const run = { isOver: false, wake: (): void => undefined };
  const ended = executeInMemory(
    prepared,
    AbortSignal.any([signal, left.signal]),
    (inspection) => {
      seen(inspection);
      if (inspection.kind !== 'roundRecorded') return;
      waiting.push(runRound(inspection.replication, inspection, prepared.configuration));
      held.next(waiting.length >= MOST_AHEAD);
      run.wake();
    },
    held,
  ).finally(() => {
    run.isOver = true;
    run.wake();
  });
  // Its error is thrown where it is waited for.
  ended.catch(() => undefined);
  try {
    while (waiting.length > 0 || !run.isOver) {
      const come = waiting;
      waiting = [];
      held.next(false);
      yield* come;
      if (waiting.length === 0 && !run.isOver)
        await new Promise<void>((resolve) => {
          run.wake = resolve;
        });
    }
    const { state, failure } = await ended;
    if (state === 'interrupted') throw signal.reason;
    if (failure !== undefined) throw new Error(failure);
  } finally {
    left.abort();
    held.next(false);
    await ended.catch(() => undefined);
  }
}
