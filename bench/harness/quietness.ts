/**
 * How much of a core a thread has. The hardware threads of a core share what executes operations, and a
 * virtual machine does not see who has the other one: a neighbour there slows what does much at once, and
 * hardly what waits for its own results. Two loops without memory show the difference.
 */

import type { CoreTimes } from './benchmark.ts';
import { medianOf } from './compare.ts';

/** Passes of a sample, some milliseconds. */
const PASSES = 400_000;
const SAMPLES = 9;
const FACTOR = 0.999999999;
const TERM = 1e-9;

/** Medians of samples in turns. */
export function coreTimes(): CoreTimes {
  const samples = Array.from({ length: SAMPLES + 1 }, () => ({
    chained: timed(chained),
    sideBySide: timed(sideBySide),
  }));
  // The first turn is before compilers are done.
  samples.shift();
  const median = (loop: keyof CoreTimes): number => medianOf(samples.map((sample) => sample[loop]));
  return { chained: median('chained'), sideBySide: median('sideBySide') };
}

function timed(loop: (passes: number) => number): number {
  const start = performance.now();
  const result = loop(PASSES);
  const end = performance.now();
  if (!(result > 0)) throw new RangeError('the loop has lost its numbers');
  return ((end - start) * 1e6) / PASSES;
}

function chained(passes: number): number {
  let x = 1;
  for (let k = 0; k < passes; k++) x = x * FACTOR + TERM;
  return x;
}

/** As many chains as two units for products and two for sums can be at, three cycles each. */
function sideBySide(passes: number): number {
  let a = 1.5;
  let b = 2.5;
  let c = 3.5;
  let d = 4.5;
  let e = 5.5;
  let f = 6.5;
  let u = 7.5;
  let v = 8.5;
  let w = 9.5;
  let x = 10.5;
  let y = 11.5;
  let z = 12.5;
  for (let k = 0; k < passes; k++) {
    a *= FACTOR;
    b *= FACTOR;
    c *= FACTOR;
    d *= FACTOR;
    e *= FACTOR;
    f *= FACTOR;
    u += TERM;
    v += TERM;
    w += TERM;
    x += TERM;
    y += TERM;
    z += TERM;
  }
  return a + b + c + d + e + f + u + v + w + x + y + z;
}
