/** The cost of a round of each algorithm: what cannot be said beforehand is taken from runs. */
import { keyOf } from '../../algorithms/parts.ts';
import type { ScheduledAlgorithm, TriggerConfiguration } from '../../configuration/configuration.ts';
import type { PlanCost } from '../../configuration/planField.ts';
import { expectedPace } from '../../theory/expectedPace.ts';
import { triggerOf } from '../../search/plan/searchRange.ts';
import { endsOf, gapsIn } from '../../search/plan/searchRange.ts';
import { deviationOf, mean } from '../../report/statistics.ts';
import { meanGap } from '../../triggers/index.ts';
import { withStep } from '../../theory/stability/scannedStep.ts';
import { isTimed } from '../../timing/isTimed.ts';
import type { PlanQuestion } from './planQuestion.ts';
import type { MeasuredRound, RoundCost } from './roundCost.ts';
import { recordedRounds } from './recordedRounds.ts';

/** Rounds, and the fewest seeds, from which bytes and seconds of a round are taken. */
const ROUNDS = 64;
const SEEDS = 16;
/** Seeds are doubled until the relative standard error of a round's mean cost is at most this, */
const PRECISE = 0.01;
/** as long as they are at most so many, with at most so many local steps of all agents. */
const MOST_SEEDS = 1024;
const MOST_STEPS = 2e7;
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
    means.forEach((cost, k) => measured[k]!.push({ gap, cost }));
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

/** The mean cost of a round of each algorithm, from runs without noise; empty where a signal came first. */
async function perRound(
  question: PlanQuestion,
  { trigger, seeds }: { readonly trigger: TriggerConfiguration; readonly seeds: number },
  signal: AbortSignal,
): Promise<number[]> {
  const { cost, configuration, loaded } = question;
  const { algorithms } = configuration;
  const costOf = COSTS[cost]!;
  const bySeed = new Map(algorithms.map((algorithm) => [keyOf(algorithm), [] as number[]]));
  const steps = ROUNDS * meanGap(trigger) * loaded.problem.agents * algorithms.length;
  const most = Math.min(MOST_SEEDS, MOST_STEPS / steps);
  const run = (first: number, count: number): Promise<void> =>
    recordedRounds(
      question,
      {
        algorithms: algorithms.map((algorithm) => withStep(algorithm, SMALL_STEP) as ScheduledAlgorithm),
        ...{ trigger, sampling: 'exact', placement: 'inline', threads: undefined },
        budget: { kind: 'rounds', rounds: ROUNDS },
        seeds: Array.from({ length: count }, (_, k) => first + k),
        recording: 'all',
      },
      signal,
      ({ algorithm }, { round, uplinkBytes, downlinkBytes, time }) => {
        if (round !== ROUNDS) return;
        const whole = costOf({ up: uplinkBytes, down: downlinkBytes, seconds: time });
        bySeed.get(algorithm)!.push(whole / ROUNDS);
      },
    );
  await run(1, seeds);
  for (let total = seeds; 2 * total <= most && ![...bySeed.values()].every(isPrecise); total *= 2) {
    if (signal.aborted) return [];
    await run(total + 1, total);
  }
  return [...bySeed.values()].map(mean);
}

/** Whether the standard error of a mean is small enough. */
const isPrecise = (values: readonly number[]): boolean =>
  values.length < 2 || deviationOf(values, mean(values)) <= PRECISE * mean(values) * Math.sqrt(values.length);
