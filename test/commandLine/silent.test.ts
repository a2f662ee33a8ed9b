/** Algorithms of files whose agents may be silent: wherever they live, on either clock, replayed, and what theory says of them. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeAgents } from './twoAgents.ts';

const folder = emptyFolder();
beforeAll(async () => {
  writeAgents(folder, 4);
  for (const name of ['lazySa', 'triggeredScafflsa']) await fedsa(folder, 'init', name, '--from', name);
});

const OWN =
  'problem.json --algorithm ./lazySa/algorithms/lazySa.ts,./triggeredScafflsa/algorithms/triggeredScafflsa.ts --set lazy-sa.threshold=0.3 --set triggered-scafflsa.threshold=0.2 --step-size 0.1 --local-steps 3 --rounds 20 --seeds 2';
const run = async (more: string): Promise<string> => {
  const { status, stdout, stderr } = await fedsa(folder, 'run', ...`${OWN} ${more}`.split(' '));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
};
const same = async (out: string): Promise<void> => {
  expect((await fedsa(folder, 'replay', out)).status).toBe(0);
};

// Threads take their time to start: two seconds.
test.each([
  ['barrier', ''],
  ['clock', ' --compute exponential:1 --uplink-latency 0.5 --verify --updates'],
])('the same in threads as inline, and on replay (%s)', async (name, timing) => {
  await run(`--placement inline --out ${name}-inline --no-report${timing}`);
  await run(`--placement packed --threads 2 --out ${name}-packed --no-report${timing}`);
  await run(`--placement own-thread --seeds 1 --out ${name}-own --no-report${timing}`);
  const rounds = text(folder, `${name}-inline`, 'rounds.csv');
  expect(text(folder, `${name}-packed`, 'rounds.csv')).toBe(rounds);
  const first = rounds.split('\n').filter((line) => !/^[a-z-]+,2,/.test(line));
  expect(text(folder, `${name}-own`, 'rounds.csv')).toBe(first.join('\n'));
  await same(`${name}-inline`);
  // Some speak and some are silent.
  for (const algorithm of ['lazy-sa', 'triggered-scafflsa']) {
    const last = rows(folder, `${name}-inline`, 'rounds.csv').findLast((row) => row.algorithm === algorithm)!;
    expect(Number(last.uplinkVectors)).toBeGreaterThan(4);
    expect(Number(last.uplinkVectors)).toBeLessThan(Number(last.downlinkVectors) - 4);
  }
});

test('on the wall clock a run with silent agents is replayed from its record', async () => {
  await run(
    '--placement inline --clock wall --compute exponential:0.001 --rounds 10 --seeds 1 --out wall --no-report',
  );
  await same('wall');
});

test('theory has the run without noise where there is none, else its reason', async () => {
  interface Known {
    readonly predicted: readonly { kind: string; reason: string }[];
    readonly predictions: readonly { noiseFree: { reason?: string; rounds: number[]; errors: number[] } }[];
  }
  const theory = async (more: string): Promise<Known> => {
    const { stdout } = await fedsa(folder, 'theory', ...`${OWN} ${more} --json`.split(' '));
    return (JSON.parse(stdout) as { run: Known }).run;
  };
  const noisy = await theory('--sampling markov');
  for (const { kind, reason } of noisy.predicted) {
    expect(kind).toBe('none');
    expect(reason).toBe('no exact moments: its agents may be silent, which depends on their numbers');
  }
  for (const { noiseFree } of noisy.predictions)
    expect(noiseFree).toEqual({
      reason: 'no run on mean operators: its agents may be silent, and noise decides when',
    });
  const known = await theory('--sampling exact');
  await run('--sampling exact --placement inline --out exact --no-report');
  const errors = rows(folder, 'exact', 'rounds.csv').filter(({ seed }) => seed === '1');
  for (const [k, algorithm] of ['lazy-sa', 'triggered-scafflsa'].entries()) {
    const measured = errors.filter((row) => row.algorithm === algorithm).map(({ error }) => Number(error));
    const { rounds, errors: foretold } = known.predictions[k]!.noiseFree;
    expect(rounds.at(-1)).toBe(20);
    for (const [at, t] of rounds.entries())
      expect(Math.abs(foretold[at]! - measured[t]!)).toBeLessThan(1e-12);
  }
  const late = OWN.replace(/,\S*Scafflsa.ts/, '').replace(/--set trig\S* /, '');
  const { stdout } = await fedsa(
    folder,
    ...`theory ${late} --policy asynchronous:0.5 --compute exponential:1 --json`.split(' '),
  );
  expect((JSON.parse(stdout) as { run: Known }).run.predicted[0]).toMatchObject({
    kind: 'none',
    reason: expect.stringContaining('its agents may be silent') as string,
  });
});

test('check tries them', async () => {
  for (const file of ['lazySa/algorithms/lazySa.ts', 'triggeredScafflsa/algorithms/triggeredScafflsa.ts']) {
    const { status, stdout } = await fedsa(folder, 'check', join('.', file));
    expect({ status, stdout }).toMatchObject({ status: 0 });
  }
});

test.each(['theory', 'simulation'])('no plan by bytes, which depend on numbers: by %s', async (way) => {
  const words = '--epsilon 0.5 --cost bytes --set lazy-sa.threshold=0.3 --local-steps 1..3 --json --by';
  const { stdout } = await fedsa(
    folder,
    ...`plan problem.json --algorithm ./lazySa/algorithms/lazySa.ts ${words} ${way}`.split(' '),
  );
  const { plans } = JSON.parse(stdout) as { plans: { kind: string; reason: string }[] };
  expect(plans).toMatchObject([
    {
      kind: 'none',
      reason: expect.stringMatching(/^the bytes of its rounds depend on its numbers/) as string,
    },
  ]);
});
