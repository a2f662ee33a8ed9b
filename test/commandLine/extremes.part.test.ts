/** Runs at the ends of what settings accept: made, and read by the commands that read runs. More: extremes.endurance.test.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { inLong, oneIn } from '../tooling/parts.ts';
import { emptyFolder, fedsa } from './builtProgram.ts';
import { refusedOf } from './extremes.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
beforeAll(() => {
  writeTwoAgents(folder);
});

const EXTREMES = [
  '--algorithm local-sa --step-size 0.1 --communication-probability 1e-300 --rounds 0',
  '--algorithm scafflsa,fedhsa,scaffold --step-size 0.1 --local-steps 2147483647 --rounds 0',
  '--algorithm local-sa --step-size 0.1 --local-steps 2 --rounds 2 --initial=5e-324,-0',
  '--algorithm local-sgd-m --server-step-size 1e300 --momentum 1e-300 --communication-probability=5e-324 --rounds=0 --step-size=2 --sampling=exact',
  '--algorithm scafflsa --step-size=1e-9 --rounds=2 --seconds=1e-300 --policy=sampled:1 --trace',
  '--algorithm local-sa --step-size=0.1 --rounds=2 --bandwidth=5e-324',
  '--algorithm local-sa --step-size=0.1 --rounds=2 --availability=markov:1,1e300,start=stationary',
];

test.each(oneIn(7, EXTREMES))('%s', async (options) => {
  expect(await refusedOf(folder, options.split(' '))).toBeUndefined();
});

inLong.test(
  'a step size far beyond stability: the run diverges, and its theory is absent with the reason',
  async () => {
    const options = 'quickstart --agents 4 --step-size 40 --algorithm local-sa --rounds 20'.split(' ');
    const made = await fedsa(folder, 'run', ...options, '--seeds', '1', '--quiet', '--out', 'steep');
    expect(made).toMatchObject({ status: 1 });
    expect(made.stderr).toMatch(/^fedsa: local-sa with seed 1 diverged in round 1/);
    const { predictions } = JSON.parse(readFileSync(join(folder, 'steep/manifest.json'), 'utf8')) as {
      predictions: { exact: { reason: string } }[];
    };
    const reason = 'moments with at most two chain factors take about';
    expect(predictions[0]!.exact.reason).toContain(reason);
    expect(readFileSync(join(folder, 'steep/report.html'), 'utf8')).toContain(reason);
    const { status, stdout } = await fedsa(folder, 'theory', ...options);
    expect(status).toBe(0);
    expect(stdout).not.toContain('NaN');
  },
);
