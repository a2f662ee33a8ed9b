/** Steps of a finite linear agent with d = 2 as one function, with everything written out. */
import seedrandom from 'seedrandom';
import { Generator } from '../../../src/maths/generator.ts';
import type { FiniteLinearAgent } from '../../../src/problems/specification.ts';
import type { Steps } from './monolithicTd.ts';

/**
 * @param agent - d = 2, two states, started in state 0
 * @param role - names its generator
 */
export function monolithicLinear({ A, b, transition }: FiniteLinearAgent, role: string): Steps {
  const arc4 = seedrandom(role);
  const generator = new Generator([arc4.int32(), arc4.int32(), arc4.int32(), arc4.int32()]);
  // Of two slots, Vose's method fills the poorer: which word stays in its own state?
  const thresholds = [0, 0, 0, 0];
  const alias = [0, 1, 0, 1];
  for (let s = 0; s < 2; s++) {
    const poor = transition[2 * s]! < transition[2 * s + 1]! ? 0 : 1;
    thresholds[2 * s + poor] = Math.round(2 * transition[2 * s + poor]! * 2 ** 32);
    alias[2 * s + poor] = 1 - poor;
  }
  let s = 0;
  return (theta, stepSize, count) => {
    let x = theta[0]!;
    let y = theta[1]!;
    for (let k = 0; k < count; k++) {
      const a = 4 * s;
      const g0 = b[2 * s]! - (A[a]! * x + A[a + 1]! * y);
      const g1 = b[2 * s + 1]! - (A[a + 2]! * x + A[a + 3]! * y);
      x += stepSize * g0;
      y += stepSize * g1;
      const product = generator.uint32() * 2;
      const custom = product >= 4_294_967_296 ? 1 : 0;
      s = product >>> 0 < thresholds[2 * s + custom]! ? custom : alias[2 * s + custom]!;
    }
    theta[0] = x;
    theta[1] = y;
  };
}
