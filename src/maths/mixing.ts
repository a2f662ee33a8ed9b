/**
 * How fast a finite Markov chain forgets where it was. Kernels and times are as in markovChain.ts.
 *
 * Levin, Peres and Wilmer, "Markov Chains and Mixing Times", 2nd ed. 2017, §4.3–4.5.
 */
import { eigenvalues } from './eigenvalues.ts';
import { identity, multiply } from './linearAlgebra.ts';
import { closedClasses, period } from './markovChain.ts';
import type { Vector } from './vector.ts';

/**
 * τ(ε), the smallest t ≥ 0 with `max_x TV(Pᵗ(x, ·), π) ≤ ε`, over all starting states x, where
 * `TV(μ, ν) = ½ Σ_y |μ(y) − ν(y)|`; Infinity if the chain is periodic or has several closed classes,
 * or needs more than 2⁵² steps.
 *
 * Exact, up to rounding, by powers of P: the maximum does not increase with t (Levin et al.,
 * Exercise 4.2), so doubling t brackets τ and bisection finds it. O(S³ log τ).
 *
 * @param stationary - π `[S]`
 * @throws RangeError if ε is not in (0, 1]
 */
export function mixingTime(P: Vector, states: number, stationary: Vector, epsilon: number): number {
  if (!(epsilon > 0 && epsilon <= 1)) throw new RangeError(`a mixing time needs ε in (0, 1], got ${epsilon}`);
  if (distanceToStationary(identity(states), states, stationary) <= epsilon) return 0;
  if (!mixes(P, states)) return Infinity;
  // powers[j] = P^(2^j), all but the last of them too far from π.
  const powers: Float64Array[] = [Float64Array.from(P)];
  while (distanceToStationary(powers.at(-1)!, states, stationary) > epsilon) {
    if (powers.length > 52) return Infinity;
    powers.push(stochasticProduct(powers.at(-1)!, powers.at(-1)!, states));
  }
  if (powers.length === 1) return 1;
  let time = 2 ** (powers.length - 2);
  let reached = powers[powers.length - 2]!;
  for (let j = powers.length - 3; j >= 0; j--) {
    const further = stochasticProduct(reached, powers[j]!, states);
    if (distanceToStationary(further, states, stationary) > epsilon) {
      reached = further;
      time += 2 ** j;
    }
  }
  return time + 1;
}

/**
 * The absolute spectral gap: 1 − the largest modulus among the eigenvalues of P without the
 * eigenvalue 1 itself; 0 for a periodic chain or several closed classes; 1 for a single state.
 */
export function spectralGap(P: Vector, states: number): number {
  if (!mixes(P, states)) return 0;
  const spectrum = eigenvalues(P, states);
  let unit = 0;
  const distance = (index: number): number => Math.hypot(spectrum[index]!.re - 1, spectrum[index]!.im);
  for (let index = 1; index < states; index++) if (distance(index) < distance(unit)) unit = index;
  let second = 0;
  spectrum.forEach(({ re, im }, index) => {
    if (index !== unit) second = Math.max(second, Math.hypot(re, im));
  });
  return Math.max(0, 1 - second);
}

/**
 * C_∞ = max P(x, y)/π(y) over recurrent x, y: how much likelier one step can make a state than the
 * stationary law; 1 for independent observations.
 *
 * @param stationary - π `[S]`
 */
export function supremumRatio(P: Vector, states: number, stationary: Vector): number {
  let largest = 0;
  for (let x = 0; x < states; x++) {
    if (!(stationary[x]! > 0)) continue;
    for (let y = 0; y < states; y++) {
      if (stationary[y]! > 0) largest = Math.max(largest, P[x * states + y]! / stationary[y]!);
    }
  }
  return largest;
}

/** Whether there is one closed class, and it is aperiodic. */
export function mixes(P: Vector, states: number): boolean {
  const classes = closedClasses(P, states);
  return classes.length === 1 && period(P, states, classes[0]!) === 1;
}

function distanceToStationary(power: Vector, states: number, stationary: Vector): number {
  let largest = 0;
  for (let x = 0; x < states; x++) {
    let sum = 0;
    for (let y = 0; y < states; y++) sum += Math.abs(power[x * states + y]! - stationary[y]!);
    largest = Math.max(largest, sum / 2);
  }
  return largest;
}

/** The product of two kernels, its rows scaled back to sum 1 so that rounding does not build up. */
export function stochasticProduct(A: Vector, B: Vector, states: number): Float64Array {
  const out = multiply(A, B, states);
  for (let x = 0; x < states; x++) {
    let sum = 0;
    for (let y = 0; y < states; y++) sum += out[x * states + y]!;
    for (let y = 0; y < states; y++) out[x * states + y]! /= sum;
  }
  return out;
}
