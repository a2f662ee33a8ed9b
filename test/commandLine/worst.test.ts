/** `fedsa worst`: what it prints, the run that it writes, and what it refuses. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { WorstOrders } from '../../src/index.ts';
import { contents, emptyFolder, fedsa, rows } from './builtProgram.ts';

const folder = emptyFolder();
const agent = (A: readonly (readonly number[])[]): object => ({
  ...{ transition: [[1]], A: [A], b: [[0, 0]], initial: 'stationary' },
});
writeFileSync(
  join(folder, 'two.json'),
  JSON.stringify({
    ...{ format: 'fedsa-problem/1', kind: 'linear', dimension: 2 },
    agents: [
      agent([
        [-0.5, 0],
        [0, 2],
      ]),
      agent([
        [2, 0],
        [0, -0.5],
      ]),
    ],
  }),
);
const ARGUMENTS = ['worst', 'two.json', '--algorithm', 'local-sa', '--step-size', '0.02', '--period', '4'];

test('worst prints the orders of two agents; --out writes a run that grows at their rate, and replays', async () => {
  const asynchronous = [...ARGUMENTS, '--policy', 'asynchronous:0.3'];
  const { status, stdout, stderr } = await fedsa(
    folder,
    ...asynchronous,
    ...['--initial=1,1', '--rounds', '400', '--out', 'run', '--no-report'],
  );
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/≤ 2 +0, 0, 1 +3 +0\.992216 +0\.992\d+ +stable in every order/);
  expect(stdout).toMatch(/≤ 3 +0, 0, 0, 1 +4 +1\.00078 +1\.00\d+ +unstable/);
  expect(stdout).toMatch(/at which all orders examined are stable: 2; at which every order is: 2\./);
  expect(stdout).toMatch(/\nFiles: run\n$/);
  const worstOrders = JSON.parse((await fedsa(folder, ...asynchronous, '--json')).stdout) as WorstOrders;
  const { order, rate, staleness } = worstOrders.rows.at(-1)!;
  expect([order, staleness]).toEqual([[[0], [0], [0], [1]], 3]);
  expect(stdout).toContain(JSON.stringify(worstOrders.timing));

  const written = rows(folder, 'run', 'rounds.csv');
  // Staleness of 0,0,0,1, from its second period on.
  expect(written.slice(5, 13).map(({ staleness }) => staleness)).toEqual([
    ...['1', '0', '0', '3'],
    ...['1', '0', '0', '3'],
  ]);
  const [before, last] = [-5, -1].map((at) => Math.sqrt(Number(written.at(at)!.error)));
  expect(Math.abs((last! / before!) ** (1 / 4) - rate)).toBeLessThan(1e-9);
  expect((await fedsa(folder, 'replay', 'run')).stdout).toMatch(/every number came out bit for bit/);
});

test.each([
  { more: [], message: /under the policy "synchronous" orders of arrivals are not searched/ },
  { more: ['--policy', 'sampled:1'], message: /under the policy "sampled" orders/ },
  {
    more: ['--policy', 'asynchronous:0.3', '--staleness', '0'],
    message: /within a staleness of 0 there is no order of 2 agents; it takes at least 1/,
  },
  {
    more: ['--policy', 'asynchronous:0.3', '--period', '1'],
    message: /no order of 2 agents within a staleness of 3 has a period of 1 or less/,
  },
  { more: ['--policy', 'asynchronous:0.3', '--staleness', 'many'], message: /'--staleness <d>'.*integer/ },
  {
    more: ['--policy', 'asynchronous:0.3', '--communication-probability', '0.1'],
    message: /how many local steps a dispatch takes is drawn/,
  },
])('worst $more refuses in one line', async ({ more, message }) => {
  const present = contents(folder);
  const { status, stdout, stderr } = await fedsa(folder, ...ARGUMENTS, ...more);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(contents(folder)).toEqual(present);
});
