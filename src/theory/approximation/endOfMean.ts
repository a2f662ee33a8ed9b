/** Where the mean recursion of the rounds ends. */
import { ifComputable } from '../attempted.ts';
import { solve } from '../../maths/linearSolve.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { meanRound, type ServerState } from './serverState.ts';

/** Rounds of the mean recursion up to its end, at most. */
const MOST_ROUNDS = 20_000;
/** Rounds between extrapolations, the first of which are left out of them: fast modes die by themselves. */
const CYCLE = 40;
const LEFT_OUT = 10;
/** Change of a round, beside the largest coordinate so far, at which the recursion has ended. */
const ENDED = 1e-10;

/**
 * The end of `X ← R X + k` from a start.
 *
 * By rounds, and from time to time by reduced rank extrapolation (R. P. Eddy, 1979): the combination of the last rounds,
 * of weights of sum 1, whose change is the least. It is kept where it is nearer the end.
 *
 * @param maps - Φ̄_i `[d, size]` for each agent
 */
export function endOfMean(state: ServerState, maps: readonly Vector[], initial: Float64Array): Float64Array {
  let now = initial;
  let size = largest(initial);
  let recent: { readonly at: Float64Array; readonly change: Float64Array }[] = [];
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const next = meanRound(state, maps, now, 1, 1);
    const change = next.map((value, j) => value - now[j]!);
    size = Math.max(size, largest(next));
    if (!Number.isFinite(size)) return now;
    const before = now;
    now = next;
    if (largest(change) <= ENDED * size) break;
    if (round % CYCLE > LEFT_OUT) recent.push({ at: before, change });
    if (round % CYCLE !== 0) continue;
    const tried = extrapolated(recent);
    recent = [];
    if (tried === undefined) continue;
    const after = meanRound(state, maps, tried, 1, 1);
    if (largest(after.map((value, j) => value - tried[j]!)) < largest(change)) now = after;
  }
  return now;
}

/** Σ γ_j x_j with Σ γ_j = 1 that minimises ‖Σ γ_j change_j‖; `undefined` where that is not well-defined. */
function extrapolated(
  recent: readonly { readonly at: Vector; readonly change: Vector }[],
): Float64Array | undefined {
  const m = recent.length;
  const gram = new Float64Array(m * m);
  let trace = 0;
  recent.forEach(({ change }, i) => {
    for (let j = 0; j <= i; j++) {
      const overlap = dot(change, recent[j]!.change);
      gram[i * m + j] = overlap;
      gram[j * m + i] = overlap;
    }
    trace += gram[i * m + i]!;
  });
  if (!(trace > 0) || !Number.isFinite(trace)) return undefined;
  for (let i = 0; i < m; i++) gram[i * m + i]! += 1e-13 * trace;
  const weights = ifComputable(() => solve(gram, new Float64Array(m).fill(1), m));
  if (weights === undefined) return undefined;
  const sum = weights.reduce((total, value) => total + value, 0);
  const out = new Float64Array(recent[0]!.at.length);
  recent.forEach(({ at }, i) => {
    const weight = weights[i]! / sum;
    for (let j = 0; j < out.length; j++) out[j]! += weight * at[j]!;
  });
  return largest(out) < Infinity ? out : undefined;
}

function largest(values: Vector): number {
  let most = 0;
  for (const value of values) most = Number.isNaN(value) ? Infinity : Math.max(most, Math.abs(value));
  return most;
}
