/** A scenario's own metrics: the same bytes wherever agents live, against an identity; replayed, grown and drawn. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();

const METRICS = `import { metric } from 'fedsa';

export const consensus = metric({
  name: 'consensus',
  of: ({ theta, models }) => {
    let distance = 0;
    for (let j = 0; j < theta.length; j++) {
      const mean = models.reduce((sum, model) => sum + model[j]!, 0) / models.length;
      for (const model of models) distance += (model[j]! - mean) ** 2;
    }
    return distance / models.length;
  },
});

/** Rounds seen, recorded or not. */
export const seen = metric({
  name: 'seen',
  unit: 'rounds',
  begin: () => {
    let count = 0;
    return { each: () => void count++, of: ({ round }) => (round === 0 ? undefined : count) };
  },
});

export const fails = metric({
  name: 'fails',
  of: ({ round }) => {
    if (round === 7) throw new Error('no such thing');
    return 1;
  },
});
`;

const scenarioOf = (metrics: string): string => `import { scenario } from 'fedsa';
import { ${metrics} } from './metrics.ts';

export default scenario({
  name: 'own',
  title: 'Own metrics',
  question: '',
  problem: { kind: 'problem-file', path: 'two.json' },
  metrics: [${metrics}],
  algorithms: ['local-sa', 'scafflsa'],
  stepSize: 0.1,
  localSteps: 4,
  rounds: 30,
  seeds: 2,
  record: { every: 3 },
});
`;

const TIMED = ['--policy', 'asynchronous:0.5'];
const run = (out: string, ...args: readonly string[]) =>
  fedsa(folder, 'run', 'own.ts', '--out', out, '--quiet', '--no-report', ...args);

beforeAll(() => {
  writeTwoAgents(folder, 'two.json');
  writeFileSync(join(folder, 'metrics.ts'), METRICS);
  writeFileSync(join(folder, 'own.ts'), scenarioOf('consensus, seen'));
  writeFileSync(join(folder, 'fails.ts'), scenarioOf('fails'));
});

test('their columns come last, and hold what they are', async () => {
  expect(await run('inline', '--placement', 'inline')).toMatchObject({ status: 0, stderr: '' });
  const [header] = text(folder, 'inline', 'rounds.csv').split('\n');
  expect(header).toMatch(/,downlinkBytes,consensus,seen$/);
  const found = rows(folder, 'inline', 'rounds.csv');
  expect(found).toHaveLength(2 * 2 * 11);
  for (const row of found) {
    expect(row.seen).toBe(row.round === '0' ? '' : row.round);
    // Where θ̄ is the mean of the models: mean ‖θ_i − θ*‖² = ‖θ̄ − θ*‖² + mean ‖θ_i − θ̄‖².
    const expected = Number(row.agentError) - Number(row.error);
    expect(Math.abs(Number(row.consensus) - expected)).toBeLessThan(1e-13 * (1 + Number(row.agentError)));
  }
});

test.each([
  { name: 'threads', args: ['--threads', '2'], as: 'inline' },
  { name: 'packed', args: ['--placement', 'packed', '--threads', '2'], as: 'inline' },
  { name: 'own-thread', args: ['--placement', 'own-thread'], as: 'inline' },
  { name: 'timed', args: TIMED, as: undefined },
  { name: 'timed-threads', args: [...TIMED, '--placement', 'own-thread'], as: 'timed' },
])('$name: the same bytes, and again in a replay', async ({ name, args, as }) => {
  expect(await run(name, ...args)).toMatchObject({ status: 0, stderr: '' });
  if (as !== undefined) expect(text(folder, name, 'rounds.csv')).toBe(text(folder, as, 'rounds.csv'));
  expect(await fedsa(folder, 'replay', name)).toMatchObject({ status: 0, stderr: '' });
});

test('further seeds join a run, and its report draws each metric with its band', async () => {
  expect(await run('grown')).toMatchObject({ status: 0 });
  expect(await fedsa(folder, 'run', 'own.ts', '--out', 'grown', '--quiet', '--seeds', '3')).toMatchObject({
    status: 0,
  });
  await run('three', '--seeds', '3');
  expect(text(folder, 'grown', 'rounds.csv')).toBe(text(folder, 'three', 'rounds.csv'));
  const page = text(folder, 'grown', 'report.html');
  expect(page).toContain('own-consensus');
  expect(text(folder, 'grown', 'figures', 'own-seen.svg')).toContain('seen, in rounds');
  expect(text(folder, 'grown', 'figures', 'own-consensus.csv')).toMatch(/^algorithm,round,.*\nlocal-sa,0,/);
});

test.each([[], ['--placement', 'inline'], TIMED])(
  'a failure has one line, and its rows stay: %j',
  async (...args) => {
    const out = `fails${args.join('')}`.replace(':', '');
    const ended = await fedsa(folder, 'run', 'fails.ts', '--record', 'all', '--quiet', '--out', out, ...args);
    expect(ended).toMatchObject({
      status: 1,
      stderr: 'fedsa: metric fails failed in round 7 (local-sa, seed 1): no such thing\n',
    });
    expect(rows(folder, out, 'rounds.csv')).toHaveLength(7);
  },
);

test('a module that has changed is another run, and none of it is run in a replay', async () => {
  expect(await run('changed')).toMatchObject({ status: 0 });
  const file = join(folder, 'metrics.ts');
  writeFileSync(file, `${readFileSync(file, 'utf8')}throw new Error('was run');\n`);
  const { status, stderr } = await fedsa(folder, 'replay', 'changed');
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^fedsa: changed: file:.*own\.ts, which has the metric consensus.* has changed since the run.*\n$/,
  );
  writeFileSync(file, METRICS.replace('count++', 'count--'));
  const again = await run('changed');
  expect(again.status).toBe(2);
  expect(again.stderr).toMatch(/holds another run: configuration\.metrics\[0\]\.sha256 is/);
  writeFileSync(file, METRICS);
});

test('what a manifest names in place of the module is not run', async () => {
  expect(await run('told')).toMatchObject({ status: 0 });
  const file = join(folder, 'told', 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    configuration: { metrics: { module: string; sha256?: string }[] };
  };
  const replayed = async (module: string): Promise<string> => {
    for (const metric of manifest.configuration.metrics) {
      metric.module = module;
      if (module.startsWith('fedsa:')) delete metric.sha256;
    }
    writeFileSync(file, JSON.stringify(manifest));
    return (await fedsa(folder, 'replay', 'told')).stderr;
  };
  writeFileSync(join(folder, 'told', 'inside.js'), 'throw new Error("was run");');
  const inside = pathToFileURL(join(folder, 'told', 'inside.js')).href;
  expect(await replayed(inside)).toContain('nothing there is ever run');
  expect(await replayed('data:text/javascript,1')).toContain(
    'configuration.metrics[0].module: is not the path or the plain URL of a file',
  );
  expect(await replayed('fedsa:../src/index')).toContain('there is no shipped scenario ../src/index');
});
