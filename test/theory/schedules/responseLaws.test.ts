/** The probability that an agent has answered by a time, for each law of times, against draws of the timing model. */
import { expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { answeredBy } from '../../../src/theory/schedules/answeredBy.ts';
import { cycleOf } from '../../../src/theory/schedules/cycle.ts';
import { type Distribution, draw } from '../../../src/timing/distribution.ts';

const DRAWS = 20_000;
/** A correct program fails in one of 10⁷ comparisons: 5.33 standard errors of a share, plus one draw. */
const bound = (p: number): number => 5.33 * Math.sqrt((p * (1 - p)) / DRAWS) + 1 / DRAWS;

/** Laws, and how many draws a cycle has: sums have a closed form for the gamma family alone. */
const CASES: readonly { law: Exclude<Distribution, number>; gap: number }[] = [
  { law: { kind: 'exponential', mean: 2 }, gap: 1 },
  { law: { kind: 'exponential', mean: 2 }, gap: 3 },
  { law: { kind: 'gamma', shape: 1.5, scale: 0.7 }, gap: 1 },
  { law: { kind: 'gamma', shape: 1.5, scale: 0.7 }, gap: 3 },
  { law: { kind: 'shifted-exponential', shift: 0.5, scale: 2 }, gap: 1 },
  { law: { kind: 'shifted-exponential', shift: 0.5, scale: 2 }, gap: 3 },
  { law: { kind: 'uniform', low: 1, high: 4 }, gap: 1 },
  { law: { kind: 'log-normal', median: 2, sigma: 0.8 }, gap: 1 },
  { law: { kind: 'pareto', scale: 1, shape: 1.5 }, gap: 1 },
  { law: { kind: 'half-normal', scale: 2 }, gap: 1 },
  { law: { kind: 'weibull', scale: 2, shape: 1.7 }, gap: 1 },
];

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

// Twenty thousand cycles of each, at six times from soon to late.
test.each(CASES)('$law.kind, $gap local steps', ({ law, gap }) => {
  const [slowness, latency] = [1.5, 0.25];
  const cycle = cycleOf({ compute: law, slowness, uplinkLatency: latency }, gap, 2, undefined)!;
  const generator = generatorFor(7, 'cycles');
  const cycles = sorted(
    Array.from({ length: DRAWS }, () => {
      let seconds = latency;
      for (let step = 0; step < gap; step++) seconds += slowness * draw(law, generator);
      return seconds;
    }),
  );
  for (const share of [0.02, 0.2, 0.4, 0.6, 0.8, 0.98]) {
    const at = cycles[Math.floor(share * DRAWS)]!;
    const found = answeredBy(cycle, at)!;
    expect(Math.abs(found - share), `F(${at})`).toBeLessThan(bound(share));
  }
  expect(answeredBy(cycle, latency / 2)).toBe(0);
});

test.each([
  { law: { kind: 'uniform', low: 1, high: 4 }, why: 'a sum of uniform times' },
  { law: { kind: 'empirical', values: [1, 2] }, why: 'measured times' },
] as const)('has no closed form for $why', ({ law }) => {
  expect(answeredBy(cycleOf({ compute: law }, 2, 2, undefined)!, 5)).toBeUndefined();
});
