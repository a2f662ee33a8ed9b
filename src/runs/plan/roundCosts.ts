/** The cost of a round of each algorithm: what cannot be said beforehand is taken from runs. */
import { keyOf } from '../../algorithms/parts.ts';
import type { ScheduledAlgorithm, TriggerConfiguration } from '../../configuration/configuration.ts';
import type { PlanCost } from '../../configuration/planField.ts';
import { expectedPace } from '../../theory/expectedPace.ts';
import { triggerOf } from '../../search/plan/searchRange.ts';
import { endsOf, gapsIn } from '../../search/plan/searchRange.ts';
import { withStep } from '../../theory/stability/scannedStep.ts';
import { isTimed } from '../../timing/isTimed.ts';
import type { PlanQuestion } from './planQuestion.ts';
import type { MeasuredRound, RoundCost } from './roundCost.ts';
import { recordedRounds } from './recordedRounds.ts';

/** Rounds, and seeds, from which bytes and seconds of a round are taken. */
const ROUNDS = 64;
const SEEDS = 16;
/** Gaps at which timed rounds are measured lie apart by so much. */
const GAPS_APART = 3;

/** The cost of a round of each algorithm. */
export async function roundCosts(question: PlanQuestion, signal: AbortSignal): Promise<RoundCost[]> {
  const { cost, configuration, gap, loaded } = question;
  const { algorithms } = configuration;
  if (cost === 'rounds' || cost === 'steps') return algorithms.map(() => ({ kind: cost }));
  const { low, high } = endsOf(gap.range);
  if (!isTimed(configuration)) {
    if (cost === 'seconds') return algorithms.map(() => ({ kind: 'steps' }));
    // In lockstep all rounds send the same.
    const known = await measuredAt(question, { gaps: [low], seeds: 1 }, signal);
    return known.map(([round]) => ({ kind: 'constant', cost: round!.cost }));
  }
  const hasPace = (at: number): boolean =>
    expectedPace(loaded.problem, { ...configuration, trigger: triggerOf(gap.kind, at) }) !== undefined;
  if (cost === 'seconds' && [low, high].every(hasPace)) return algorithms.map(() => ({ kind: 'pace' }));
  const measured = await measuredAt(question, { gaps: gapsIn(gap, GAPS_APART), seeds: SEEDS }, signal);
  return measured.map((known) => ({ kind: 'measured', known }));
}

/** What rounds cost at some gaps. */
async function measuredAt(
  question: PlanQuestion,
  { gaps, seeds }: { readonly gaps: readonly number[]; readonly seeds: number },
  signal: AbortSignal,
): Promise<(readonly MeasuredRound[])[]> {
  const measured = question.configuration.algorithms.map((): MeasuredRound[] => []);
  for (const gap of gaps) {
    const means = await perRound(question, { trigger: triggerOf(question.gap.kind, gap), seeds }, signal);
    if (signal.aborted) return [];
    means.forEach((mean, k) => measured[k]!.push({ gap, cost: COSTS[question.cost]!(mean) }));
  }
  return measured;
}

interface PerRound {
  readonly up: number;
  readonly down: number;
  readonly seconds: number;
}

const COSTS: Partial<Record<PlanCost, (mean: PerRound) => number>> = {
  bytes: ({ up }) => up,
  'bytes:down': ({ down }) => down,
  'bytes:both': ({ up, down }) => up + down,
  seconds: ({ seconds }) => seconds,
};

/** A step size at which no run diverges: messages and times are those of all. */
const SMALL_STEP = 1e-9;

/** Means of a round of each algorithm, from runs without noise. */
async function perRound(
  question: PlanQuestion,
  { trigger, seeds }: { readonly trigger: TriggerConfiguration; readonly seeds: number },
  signal: AbortSignal,
): Promise<PerRound[]> {
  const { algorithms } = question.configuration;
  const sums = new Map<string, PerRound>();
  await recordedRounds(
    question,
    {
      algorithms: algorithms.map((algorithm) => withStep(algorithm, SMALL_STEP) as ScheduledAlgorithm),
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
  return algorithms.map((algorithm) => sums.get(keyOf(algorithm))!);
}
