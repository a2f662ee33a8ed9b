/** The cost of a round of each algorithm: what cannot be said beforehand is taken from runs. */
import { keyOf } from '../../algorithms/parts.ts';
import type { TriggerConfiguration } from '../../configuration/configuration.ts';
import { expectedPace } from '../../theory/expectedPace.ts';
import { triggerOf } from '../../theory/plan/planSearch.ts';
import { endsOf, gapsIn } from '../../theory/plan/searchRange.ts';
import { isTimed } from '../../timing/isTimed.ts';
import type { PlanQuestion } from './planQuestion.ts';
import type { RoundCost } from './roundCost.ts';
import { recordedRounds } from './recordedRounds.ts';

/** Rounds, and seeds, from which bytes and seconds of a round are taken. */
const ROUNDS = 64;
const SEEDS = 16;
/** Gaps at which seconds are measured lie apart by so much. */
const GAPS_APART = 3;

/** The cost of a round of each algorithm. */
export async function roundCosts(question: PlanQuestion, signal: AbortSignal): Promise<RoundCost[]> {
  const { cost, configuration, gap, loaded } = question;
  const { algorithms } = configuration;
  if (cost === 'rounds' || cost === 'steps') return algorithms.map(() => ({ kind: cost }));
  const { low, high } = endsOf(gap.range);
  if (cost !== 'seconds') {
    const means = await perRound(question, { trigger: triggerOf(gap.kind, low), seeds: 1 }, signal);
    return means.map(({ up, down }) => ({
      kind: 'bytes',
      bytes: (cost === 'bytes:down' ? 0 : up) + (cost === 'bytes' ? 0 : down),
    }));
  }
  const hasPace = (at: number): boolean =>
    expectedPace(loaded.problem, { ...configuration, trigger: triggerOf(gap.kind, at) }) !== undefined;
  if (!isTimed(configuration)) return algorithms.map(() => ({ kind: 'steps' }));
  if ([low, high].every(hasPace)) return algorithms.map(() => ({ kind: 'pace' }));
  const measured: { gap: number; seconds: number }[][] = algorithms.map(() => []);
  for (const value of gapsIn(gap, GAPS_APART)) {
    const means = await perRound(question, { trigger: triggerOf(gap.kind, value), seeds: SEEDS }, signal);
    means.forEach(({ seconds }, k) => measured[k]!.push({ gap: value, seconds }));
  }
  return measured.map((known) => ({ kind: 'seconds', known }));
}

interface PerRound {
  readonly up: number;
  readonly down: number;
  readonly seconds: number;
}

/** Means of a round of each algorithm, from runs without noise, whose messages and times are those of all. */
async function perRound(
  question: PlanQuestion,
  { trigger, seeds }: { readonly trigger: TriggerConfiguration; readonly seeds: number },
  signal: AbortSignal,
): Promise<PerRound[]> {
  const sums = new Map<string, PerRound>();
  await recordedRounds(
    question,
    {
      ...{ trigger, sampling: 'exact', placement: 'inline', threads: undefined },
      budget: { kind: 'rounds', rounds: ROUNDS },
      seeds: Array.from({ length: seeds }, (_, k) => k + 1),
      recording: 'all',
    },
    signal,
    ({ algorithm }, record) => {
      if (record.round !== ROUNDS) return;
      const { up, down, seconds } = sums.get(algorithm) ?? { up: 0, down: 0, seconds: 0 };
      sums.set(algorithm, {
        up: up + record.uplinkBytes / ROUNDS / seeds,
        down: down + record.downlinkBytes / ROUNDS / seeds,
        seconds: seconds + record.time / ROUNDS / seeds,
      });
    },
  );
  return question.configuration.algorithms.map((algorithm) => sums.get(keyOf(algorithm))!);
}
