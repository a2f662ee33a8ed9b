/** What a plan is asked for: as a scenario may say it, and the library is given it. */
import * as z from 'zod';

/** What a plan makes least of: T, the local steps of an agent, bytes sent to the server, by it or both, or virtual seconds. */
export const PLAN_COSTS = ['rounds', 'steps', 'bytes', 'bytes:down', 'bytes:both', 'seconds'] as const;
export type PlanCost = (typeof PLAN_COSTS)[number];

/** How costs are found: by theory, and by simulation where that has no curve; or by one of the two alone. */
export const PLAN_WAYS = ['theory', 'simulation'] as const;
export type PlanWay = (typeof PLAN_WAYS)[number];

/** Least and most seeds with which a plan is verified. */
export const VERIFYING_SEEDS = [2, 100_000] as const;

/** A number, some numbers, or all between two. */
export type PlanRange = number | readonly number[] | { readonly from: number; readonly to: number };

export interface PlanField {
  /** levels of E‖θ̄ − θ*‖² to be reached, each above 0 */
  readonly epsilon: number | readonly number[];
  /** by default rounds */
  readonly cost?: PlanCost | undefined;
  /** values to choose from, by the names of settings: `{ stepSize: { from: 0.001, to: 1 }, localSteps: [1, 10, 100] }` */
  readonly over?: Readonly<Record<string, PlanRange>> | undefined;
  readonly by?: PlanWay | undefined;
  /** policies under each of which every algorithm is planned, as on the command line; the run's alone if left out */
  readonly policies?: readonly string[] | undefined;
}

/** Its schema; made only where there is one to check. */
export function planField() {
  const positive = z.number().positive();
  const level = positive.max(Number.MAX_VALUE);
  const range = z.union(
    [
      positive,
      z.array(positive).min(1),
      z
        .strictObject({ from: positive, to: positive })
        .refine(({ from, to }) => from <= to, { error: 'must have from ≤ to' }),
    ],
    { error: 'must be a number above 0, a list of them, or { from, to } with from ≤ to' },
  );
  return z.strictObject({
    epsilon: z.union([level, z.array(level).min(1)], {
      error: 'must be a number above 0, or a list of them',
    }),
    cost: z.enum(PLAN_COSTS).optional(),
    over: z.record(z.string(), range).optional(),
    by: z.enum(PLAN_WAYS).optional(),
    policies: z.array(z.string()).min(1).optional(),
  });
}
