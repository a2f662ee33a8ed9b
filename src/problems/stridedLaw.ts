/**
 * The law of every q-th observation: a law of the same kind, of which every observation is used.
 *
 * States o = s_0, s_q, s_2q, … are a chain with transitions P^q. Of transitions o = (s, s′) the pairs are the states: after
 * (s, s′) comes (u, u′) with probability P^{q−1}(s′, u) P(u, u′). Gauss–Markov noise has Q^q and Σ_{j<q} Q^j v (Q^j)ᵀ.
 */
import { identity, matrixPower, multiply, sameMatrix, transpose } from '../maths/linearAlgebra.ts';
import { closedClasses } from '../maths/markovChain.ts';
import { sparseRows } from '../maths/sparseRows.ts';
import type { FiniteObservations, GaussMarkovObservations, ObservationLaw } from './observationLaw.ts';

/** Numbers of a chain of pairs, beyond which it is not made. */
const MOST_PAIRS = 4e6;

/**
 * The law of observations 0, q, 2q, …
 *
 * @param stride - q ≥ 1
 * @returns a reason where there is none of the same kind
 */
export function stridedLaw(
  law: ObservationLaw,
  stride: number,
): ObservationLaw | { readonly reason: string } {
  if (stride === 1) return law;
  if (law.kind === 'gauss-markov') return stridedNoise(law, stride);
  const { states, transition } = law.chain;
  const kernel = matrixPower(transition, states, stride);
  if (closedClasses(kernel, states).length > 1)
    return {
      reason: `with a stride of ${stride} the chain remembers where it started: the stride and its period have a common divisor`,
    };
  return law.observes === 'states'
    ? { ...law, chain: { states, transition: kernel, stationary: law.chain.stationary } }
    : stridedPairs(law, stride);
}

function stridedPairs(law: FiniteObservations, stride: number): ObservationLaw | { readonly reason: string } {
  const { states, transition, stationary } = law.chain;
  const { offset, column, value } = sparseRows(transition, states, states);
  const pairs = column.length;
  if (pairs ** 2 > MOST_PAIRS)
    return {
      reason: `with a stride of ${stride} the pairs of states are the chain, and ${pairs} are too many`,
    };
  const first = Int32Array.from({ length: pairs }, (_, pair) => offset.findLastIndex((from) => from <= pair));
  const between = matrixPower(transition, states, stride - 1);
  const weighted = (law: ArrayLike<number>): Float64Array => value.map((p, pair) => law[first[pair]!]! * p);
  const kernel = new Float64Array(pairs ** 2);
  for (let pair = 0; pair < pairs; pair++) {
    const next = column[pair]!;
    kernel.set(weighted(between.subarray(next * states, (next + 1) * states)), pair * pairs);
  }
  return {
    kind: 'finite',
    observes: 'states',
    chain: { states: pairs, transition: kernel, stationary: weighted(stationary) },
    start: weighted(law.start),
    affine: (pair, _, A, b) => {
      law.affine(first[pair]!, column[pair]!, A, b);
    },
  };
}

/** Noise whose coordinates stay independent, of one variance; theory has no other. */
function stridedNoise(
  law: GaussMarkovObservations,
  stride: number,
): ObservationLaw | { readonly reason: string } {
  const d = Math.sqrt(law.Q.length);
  const unit = identity(d);
  let power = unit;
  const sum = new Float64Array(d * d);
  for (let j = 0; j < stride; j++) {
    multiply(power, transpose(power, d), d).forEach((x, at) => (sum[at]! += x));
    power = multiply(power, law.Q, d);
  }
  const [variance] = sum;
  if (
    !sameMatrix(
      sum,
      unit.map((x) => x * variance!),
    )
  )
    return { reason: `with a stride of ${stride} the coordinates of the noise are correlated` };
  return { ...law, Q: power, variance: law.variance * variance! };
}
