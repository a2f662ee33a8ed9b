/** A limit of bytes in each direction: rows, manifest, replay, a grid, and what is refused. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunSettings } from '../../src/index.ts';
import type { Manifest } from '../../src/recording/manifest.ts';
import { emptyFolder, fedsa, library, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const { replay, run } = library;

const folder = emptyFolder();
writeTwoAgents(folder);
const problem = join(folder, 'problem.json');
// A round of SCAFFLSA takes 32 bytes each way: a vector of 16 bytes for each of 2 agents.
const SETTINGS: RunSettings = {
  algorithms: ['scafflsa'],
  stepSize: 0.05,
  localSteps: 2,
  placement: 'inline',
};

test.each([
  [1000, (up: number) => up],
  ['1000:down', (_: number, down: number) => down],
  ['1000:both', (up: number, down: number) => up + down],
] as const)('%s: the last row is the last within it, in the run and its replay', async (bytes, sent) => {
  const out = join(folder, String(bytes).replace(':', '-'));
  const { manifest } = await run(problem, { ...SETTINGS, bytes }, { out, report: false });
  expect(manifest.configuration.budget).toEqual({ kind: 'limits', bytes });
  const sums = rows(out, 'rounds.csv').map(({ uplinkBytes, downlinkBytes }) =>
    sent(Number(uplinkBytes), Number(downlinkBytes)),
  );
  const [last, before] = [sums.at(-1)!, sums.at(-2)!];
  expect(last).toBeLessThanOrEqual(1000);
  expect(2 * last - before).toBeGreaterThan(1000);
  expect(await replay(out)).toMatchObject({ state: 'same' });
});

test('on the command line, over a grid, and what is refused', async () => {
  const command = 'problem.json --algorithm scafflsa --step-size 0.05 --local-steps 2 --quiet --no-report';
  const words = `sweep ${command} --grid bytes=500,500:down,500:both --out grid`.split(' ');
  expect(await fedsa(folder, ...words)).toMatchObject({ status: 0 });
  expect(rows(join(folder, 'grid'), 'results.csv').map((row) => Number(row.rounds))).toEqual([15, 15, 7]);
  const ended = await fedsa(folder, ...`run ${command} --bytes 500:both --out one`.split(' '));
  expect(ended).toMatchObject({ status: 0 });
  const { configuration } = JSON.parse(text(folder, 'one', 'manifest.json')) as Manifest;
  expect(configuration.budget).toEqual({ kind: 'limits', bytes: '500:both' });
  const { status, stderr } = await fedsa(folder, ...`run ${command} --bytes 500:up --out refused`.split(' '));
  expect(status).toBe(2);
  expect(stderr).toContain(
    "argument '500:up' is invalid. It must be a whole number from 0, alone or followed by :down or :both",
  );
});
