/** Fields that several kinds of problems share, and the conditions they must meet. */
import { z } from 'zod';
import type { InitialState } from '../problems/specification.ts';

const MOST_AGENTS = 1_000_000;
const MOST_DIMENSIONS = 10_000;
export const MOST_STATES = 100_000;

/** An integer from 1 to `most`. */
export const count = (most: number): z.ZodType<number> => z.int().min(1).max(most);
export const seed = z.int();
/** `[low, high]`, the ends of a uniform law. */
export const range = z
  .tuple([z.number(), z.number()])
  .refine(([low, high]) => low <= high, { error: 'must be [low, high] with low ≤ high' });
export const agents = count(MOST_AGENTS);
export const dimension = count(MOST_DIMENSIONS);

export const BRANCHES_TO_STATES = { path: ['branching'], error: 'must be at most the number of states' };
export const NEEDS_PERTURBATION = {
  path: ['perturbation'],
  error: 'is needed where heterogeneity is "low": the largest amount added to a transition probability',
};

/** Where an agent's chain starts. */
export const initial = z.union(
  [
    z.literal('stationary'),
    z.strictObject({ state: z.int().min(0) }),
    z.strictObject({ distribution: z.array(z.number().min(0)) }),
  ],
  { error: 'must be "stationary", { state } or { distribution }' },
);
export const STARTS_IN_STATES = {
  path: ['initial'],
  error: 'must be of states 0 to states − 1; a distribution has one probability for each and sums to 1',
};

/** Rows of an array sum to 1 within this, as in a problem file. */
const SUM_TOLERANCE = 1e-9;

/** Whether these are probabilities of one law. */
export const sumsToOne = (row: Iterable<number>): boolean => {
  let sum = 0;
  for (const p of row) {
    if (!(p >= 0)) return false;
    sum += p;
  }
  return Math.abs(sum - 1) <= SUM_TOLERANCE;
};

/** Whether a start is one in `states` states. */
export function startsIn(initial: InitialState, states: number): boolean {
  if (initial === 'stationary') return true;
  if ('state' in initial) return initial.state < states;
  return initial.distribution.length === states && sumsToOne(initial.distribution);
}
