/** The short benches run to their end, with next to no time for each contender. */
import { expect, it } from 'vitest';
import { GARNET } from '../../bench/problems/specifications.ts';
import { growthTable } from '../../bench/simulation/growthTable.ts';
import type { Effort } from '../../bench/harness/benchmark.ts';
import kernels from '../../bench/targeted/kernels.ts';
import localStep from '../../bench/targeted/localStep.ts';

const EFFORT: Effort = { quick: true, repetitions: 1, sample: 0.01 };

it.each([localStep, kernels])('$name shows what it asserted and a cost of every contender', async (bench) => {
  const tables = await bench.run(EFFORT);
  expect(tables.length).toBeGreaterThan(0);
  for (const { rows, checked } of tables) {
    expect(checked).not.toBe('');
    expect(rows.length).toBeGreaterThan(1);
    for (const { wall } of rows) expect(wall.median).toBeGreaterThan(0);
  }
});

it('a table of growth asserts that the same problem gives the same θ, and has a place for every run', async () => {
  const points = ['here', 'there'].flatMap((series) =>
    [2, 3].map((agents) => ({
      series,
      x: agents,
      specification: { ...GARNET, agents },
      localSteps: 2,
      placed: { placement: 'inline' } as const,
    })),
  );
  const growth = { key: 'k', title: 't', against: 'agents M', label: (M: number) => `M = ${M}`, points };
  const { rows, checked } = await growthTable(growth, 1000, EFFORT);
  expect(checked).toBe('4 runs of the same problems in different places: the same θ, bit for bit');
  expect(rows.map(({ name, place }) => ({ name, ...place }))).toEqual([
    { name: 'here, M = 2', series: 'here', x: 2 },
    { name: 'here, M = 3', series: 'here', x: 3 },
    { name: 'there, M = 2', series: 'there', x: 2 },
    { name: 'there, M = 3', series: 'there', x: 3 },
  ]);
});
