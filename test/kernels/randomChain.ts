/** Chains for kernels to run on: of any number of states, with sparse rows. */
import { generatorFor } from '../../src/maths/generator.ts';
import { stationaryDistribution } from '../../src/maths/markovChain.ts';
import type { ChainLaw } from '../../src/problems/operator.ts';

/** A chain of S states with up to `branches` + 1 successors each; one in common makes it one class. */
export function randomChain(S: number, branches: number, index: number): ChainLaw {
  const generator = generatorFor(11, 'chain', S, index);
  const transition = new Float64Array(S * S);
  for (let s = 0; s < S; s++) {
    transition[s * S] = 0.1;
    for (let b = 0; b < branches; b++) transition[s * S + generator.below(S)]! += generator.uniform();
    const row = transition.subarray(s * S, (s + 1) * S);
    const sum = row.reduce((a, b) => a + b);
    for (let next = 0; next < S; next++) row[next]! /= sum;
  }
  return { states: S, transition, stationary: stationaryDistribution(transition, S) };
}
