/** First and second moments of the error θ̄ − θ* round by round, by whichever way the setting allows. */
import { trace } from '../../maths/linearAlgebra.ts';
import { block, column, combination, matrix, numbersOf, square } from '../../maths/matrix.ts';
import { unpack } from '../../maths/packed.ts';
import { additiveRounds, hasAdditiveRounds } from './additiveRounds.ts';
import type { MomentBudget } from '../budgets.ts';
import { meanModels } from '../mean/meanRecursion.ts';
import { programRound } from '../mean/meanRound.ts';
import { mapsAt } from '../mean/roundMap.ts';
import { momentCurve } from './momentCurve.ts';
import { plannedRounds } from './plannedRounds.ts';
import type { Setting } from './setting.ts';
import { tooManyRounds, type Unknown } from '../unknown.ts';

/** What is known of e = θ̄ − θ* after a round. */
export interface ErrorMoments {
  /** E e `[d]` */
  readonly mean: Float64Array;
  /** E e eᵀ `[d, d]` */
  readonly second: Float64Array;
}

/** E‖e‖² */
export const squaredError = ({ second, mean }: ErrorMoments): number => trace(second, mean.length);

/** A mean of squares as it was summed: beyond all doubles NaN where infinities meet, and perhaps negative by rounding where it is 0. */
export const asSquare = (sum: number): number => (Number.isFinite(sum) ? Math.max(0, sum) : Infinity);

/** How far apart two approximations are. */
export interface Apart {
  /** of E e eᵀ, at least the difference of its traces */
  readonly second: number;
  /** of E e */
  readonly mean: number;
}

/** The moments at the rounds asked for. */
export interface ErrorCurve {
  readonly moments: readonly ErrorMoments[];
  /** about how many multiplications it took */
  readonly multiplications: number;
  /** what an approximation leaves out; absent where the moments are exact */
  readonly neglects?: string;
  /** the moments of the level before, and how far these are from them, where that says how far they are from the truth (see relativeErrors.ts) */
  readonly previous?: readonly ErrorMoments[];
  readonly added?: readonly Apart[];
  /** estimates of what E‖e‖² is wrong by for other reasons than the difference from `previous` */
  readonly doubt?: readonly number[];
  /** the same of E e: estimates of the length by which it is wrong */
  readonly meanDoubt?: readonly number[];
  /** the most chain factors that are followed; absent where the moments are exact */
  readonly level?: number;
  /** there, and true, where the rounds themselves show that an approximation's moments do not grow */
  readonly contracts?: true;
}

/** A way to the moments of the error: {@link errorMoments}, or an approximation. */
export type MomentsOf = (
  setting: Setting,
  rounds: readonly number[],
  budget: MomentBudget,
) => ErrorCurve | Unknown;

/**
 * The moments of the error at the given rounds.
 *
 * @param rounds - in increasing order; round 0 is the start
 */
export function errorMoments(
  setting: Setting,
  rounds: readonly number[],
  budget: MomentBudget,
): ErrorCurve | Unknown {
  const moments: ErrorMoments[] = [];
  const keep = (errorMoments: ErrorMoments): void => {
    moments.push(errorMoments);
    budget.progress?.(moments.length);
  };
  const d = setting.root.length;
  const everyone = setting.participation === undefined;
  const isPlain = everyone && setting.program.sent === undefined;
  const follow = (): { readonly multiplications: number } | Unknown => {
    if (isPlain && setting.sampling === 'exact' && setting.trigger.kind === 'deterministic')
      return meanRounds(setting, rounds, budget, (mean) => {
        keep({ mean, second: square(column(mean)).values });
      });
    if (isPlain && hasAdditiveRounds(setting))
      return additiveRounds(setting, rounds, budget, (mean, second) => {
        keep({ mean, second });
      });
    const plan = plannedRounds(setting, budget);
    if ('reason' in plan) return plan;
    return momentCurve(plan, plan.start, rounds, budget, (packed) => {
      keep(readMoments(packed, d, plan.blocks));
    });
  };
  const done = follow();
  return 'reason' in done ? done : { moments, ...done };
}

/** E[θ̄ − θ*] after round upon round without noise and with one gap: `visit` sees it at the wanted rounds. */
function meanRounds(
  { program, agents, root, trigger, initial }: Setting,
  wanted: readonly number[],
  budget: MomentBudget,
  visit: (mean: Float64Array) => void,
): { readonly multiplications: number } | Unknown {
  const d = root.length;
  const M = agents.length;
  const count = wanted.at(-1) ?? 0;
  const steps = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : 1;
  const perAgent = 3 * d * d * (program.evaluation === undefined ? 1 : 2);
  const ofServer = d * (program.memory ? 2 : 1);
  const roundCost = program.correction === 'kept' ? M * perAgent : ofServer ** 2;
  const cost = M * (perAgent * ofServer + 2 * steps * d ** 3) + count * roundCost;
  if (cost > budget.multiplications) return tooManyRounds(count, cost, budget);
  const problem = { dimension: d, agents: agents.map(({ mean }) => mean), root };
  const round = programRound(problem, program, trigger, mapsAt(problem, trigger))!;
  for (const model of meanModels(round, initial, wanted)) visit(model.slice());
  return { multiplications: cost };
}

/** From `blocks` packed lower triangles of E[x xᵀ; s] with x = (1, e, …). */
export function readMoments(packed: Float64Array, d: number, blocks: number): ErrorMoments {
  const length = packed.length / blocks;
  const sum = combination(
    Array.from({ length: blocks }, (_, s) => [1, column(packed.slice(s * length, (s + 1) * length))]),
  );
  const n = (Math.sqrt(8 * length + 1) - 1) / 2;
  const S = matrix(n, n, unpack(sum.values, n));
  return { mean: numbersOf(block(S, [1, d], [0, 1])), second: numbersOf(block(S, [1, d], [1, d])) };
}
