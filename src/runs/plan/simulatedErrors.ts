/** Errors of settings of one algorithm by runs on the same seeds. */
import type { ScheduledAlgorithm, TriggerConfiguration } from '../../configuration/configuration.ts';
import type { MeasuredErrors } from './measuredPassage.ts';
import type { PlanQuestion } from './planQuestion.ts';
import { recordedRounds } from './recordedRounds.ts';

/** What is run: settings that share their gaps. */
export interface SimulatedSettings {
  /** the algorithm with the parameters of each */
  readonly algorithms: readonly ScheduledAlgorithm[];
  readonly trigger: TriggerConfiguration;
  readonly rounds: number;
  readonly seeds: readonly number[];
}

/** The errors of each; what comes after a divergence is infinite. */
export async function simulatedErrors(
  question: Pick<PlanQuestion, 'loaded' | 'solution' | 'configuration'>,
  { algorithms, trigger, rounds, seeds }: SimulatedSettings,
  signal: AbortSignal,
): Promise<MeasuredErrors[]> {
  const errors = new Map<string, Map<number, number>>();
  const recorded = new Set<number>();
  const keyed = algorithms.map((algorithm, k) => ({ ...algorithm, key: `${algorithm.name}@${k + 1}` }));
  await recordedRounds(
    question,
    {
      ...{ algorithms: keyed, trigger, seeds, allowDivergence: true, iterates: false, recording: 'default' },
      budget: { kind: 'rounds', rounds },
    },
    signal,
    ({ algorithm, seed }, { round, error }) => {
      const key = `${algorithm} ${seed}`;
      let ofSeed = errors.get(key);
      if (ofSeed === undefined) errors.set(key, (ofSeed = new Map<number, number>()));
      ofSeed.set(round, error);
      recorded.add(round);
    },
  );
  const all = [...recorded].sort((a, b) => a - b);
  return keyed.map(({ key }) => ({
    rounds: all,
    bySeed: seeds.map((seed) => all.map((round) => errors.get(`${key} ${seed}`)?.get(round) ?? Infinity)),
  }));
}
