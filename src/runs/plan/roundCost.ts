/** The cost of one round, of whatever kind a plan makes least of. */
import { lastValueFrom, tap } from 'rxjs';
import { runExperiment } from '../../../actors/experiment/experiment.ts';
import { keyOf } from '../../algorithms/parts.ts';
import type { RunConfiguration, TriggerConfiguration } from '../../configuration/configuration.ts';
import type { Problem } from '../../problems/operator.ts';
import { expectedPace } from '../../theory/expectedPace.ts';
import { triggerOf } from '../../theory/plan/algorithmPlan.ts';
import { inRatios, endsOf } from '../../theory/plan/searchRange.ts';
import { meanGap } from '../../triggers/index.ts';
import { isTimed } from '../../timing/isTimed.ts';
import type { PlanQuestion } from './planQuestion.ts';

/** Of one algorithm. Plain data. */
export type RoundCost =
  | { readonly kind: 'rounds' | 'steps' }
  /** of each round, whatever the gap */
  | { readonly kind: 'bytes'; readonly bytes: number }
  /** in closed form */
  | { readonly kind: 'pace' }
  /** mean over seeds at some gaps, between which it is interpolated */
  | { readonly kind: 'seconds'; readonly at: readonly { readonly gap: number; readonly seconds: number }[] };

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
  const inside = inRatios(low, high, GAPS_APART);
  const gaps =
    gap.range.kind === 'list'
      ? gap.range.values
      : gap.kind === 'localSteps'
        ? [...new Set(inside.map(Math.round))]
        : inside;
  const at: { gap: number; seconds: number }[][] = algorithms.map(() => []);
  for (const known of [...gaps].sort((a, b) => a - b)) {
    const means = await perRound(question, { trigger: triggerOf(gap.kind, known), seeds: SEEDS }, signal);
    means.forEach(({ seconds }, k) => at[k]!.push({ gap: known, seconds }));
  }
  return at.map((seconds) => ({ kind: 'seconds', at: seconds }));
}

/** The cost of a round at a gap. */
export function costAt(
  cost: RoundCost,
  gap: number,
  trigger: TriggerConfiguration,
  problem: Problem,
  configuration: RunConfiguration,
): number {
  switch (cost.kind) {
    case 'rounds':
      return 1;
    case 'steps':
      return meanGap(trigger);
    case 'bytes':
      return cost.bytes;
    case 'pace':
      return expectedPace(problem, { ...configuration, trigger })!.stepSeconds;
    case 'seconds':
      return interpolated(cost.at, gap);
  }
}

/** Seconds grow about in proportion to local steps; NaN beyond the gaps at which they are known. */
function interpolated(at: Extract<RoundCost, { kind: 'seconds' }>['at'], gap: number): number {
  const above = at.findIndex((known) => known.gap >= gap);
  if (at[above]?.gap === gap) return at[above].seconds;
  if (above <= 0) return NaN;
  const [left, right] = [at[above - 1]!, at[above]!];
  const share = (gap - left.gap) / (right.gap - left.gap);
  return left.seconds + share * (right.seconds - left.seconds);
}

interface PerRound {
  readonly up: number;
  readonly down: number;
  readonly seconds: number;
}

/** Means of a round of each algorithm, from runs without noise, whose messages and times are those of all. */
async function perRound(
  { loaded, solution, configuration }: PlanQuestion,
  { trigger, seeds }: { readonly trigger: TriggerConfiguration; readonly seeds: number },
  signal: AbortSignal,
): Promise<PerRound[]> {
  const sums = new Map<string, PerRound>();
  const { specification, problem } = loaded;
  await lastValueFrom(
    runExperiment({
      ...{ specification, problem, signal },
      answer: { ...solution, metrics: [] },
      configuration: {
        ...configuration,
        ...{ trigger, sampling: 'exact', placement: 'inline', threads: undefined },
        budget: { kind: 'rounds', rounds: ROUNDS },
        seeds: Array.from({ length: seeds }, (_, k) => k + 1),
        recording: 'all',
      },
    }).pipe(
      tap((inspection) => {
        if (inspection.kind !== 'roundRecorded') return;
        const { record, replication } = inspection;
        const { algorithm } = replication;
        if (record.round !== ROUNDS) return;
        const { up, down, seconds } = sums.get(algorithm) ?? { up: 0, down: 0, seconds: 0 };
        sums.set(algorithm, {
          up: up + record.uplinkBytes / ROUNDS / seeds,
          down: down + record.downlinkBytes / ROUNDS / seeds,
          seconds: seconds + record.time / ROUNDS / seeds,
        });
      }),
    ),
    { defaultValue: undefined },
  );
  return configuration.algorithms.map((algorithm) => sums.get(keyOf(algorithm))!);
}
