/** Replications kept by what they are of: the same bytes with a store as without, and nothing computed twice. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { run } from '../../src/index.ts';
import { RunStore } from '../../src/runs/store/runStore.ts';
import { emptyFolder, type Ended, fedsa, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
writeTwoAgents(folder);

const RUN = ['run', 'problem.json', '--step-size', '0.1', '--rounds', '6', '--placement', 'inline'];
const runInto = (out: string, ...more: string[]): Promise<Ended> =>
  fedsa(folder, ...RUN, '--no-report', '--out', out, ...more);
const sweepInto = (out: string, ...more: string[]): Promise<Ended> =>
  fedsa(
    folder,
    ...['sweep', 'problem.json', '--grid', 'step-size=0.1,0.2', '--rounds', '6', '--no-report'],
    ...['--algorithm', 'local-sa', '--threads', '1', '--out', out, ...more],
  );
const isSame = (first: string, other: string, files: readonly string[]): boolean =>
  files.every((file) => text(folder, first, file) === text(folder, other, file));
/** Parts of a store, `KEY/seeds-…`, by their seeds. */
const partsOf = (store: string): string[] =>
  readdirSync(join(folder, store)).flatMap((key) =>
    readdirSync(join(folder, store, key)).map((part) => join(folder, store, key, part)),
  );

/** Changes the last digit of a part's last error, hash and all: numbers of another machine. */
function plantOther(part: string): void {
  const file = join(part, 'rounds.csv');
  const lines = readFileSync(file, 'utf8').split('\n');
  const cells = lines.at(-2)!.split(',');
  cells[5] = cells[5]!.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
  lines[lines.length - 2] = cells.join(',');
  writeFileSync(`${file}.new`, lines.join('\n'));
  cpSync(`${file}.new`, file);
  const path = join(part, 'result.json');
  const result = JSON.parse(readFileSync(path, 'utf8')) as {
    replications: Record<string, { rows: Record<string, { offset: number; bytes: number; sha256: string }> }>;
  };
  for (const { rows: held } of Object.values(result.replications)) {
    const { offset, bytes } = held['rounds.csv']!;
    const slice = readFileSync(file).subarray(offset, offset + bytes);
    held['rounds.csv']!.sha256 = createHash('sha256').update(slice).digest('hex');
  }
  writeFileSync(path, JSON.stringify(result));
}

afterEach(() => {
  delete process.env.FEDSA_STORE;
});

test('a run takes seeds and algorithms from the store and computes the others, to the same bytes in any order of seeds', async () => {
  const variants = ['--algorithm', 'local-sa,fedhsa', '--seeds', '3,1,2'];
  expect(await runInto('plain', ...variants)).toMatchObject({ status: 0 });
  expect(await runInto('first', '--algorithm', 'local-sa', '--seeds', '2', '--store', 'kept')).toMatchObject({
    status: 0,
  });
  const { stdout } = await runInto('second', ...variants, '--store', 'kept');
  expect(stdout).toContain('\n2 of 6 replications came from the store\n');
  const third = await runInto('third', ...variants, '--store', 'kept', '--json');
  expect(JSON.parse(third.stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({ fromStore: 6 });
  for (const out of ['second', 'third'])
    expect(isSame(out, 'plain', ['rounds.csv', 'iterates.csv'])).toBe(true);
  expect(partsOf('kept').map((part) => part.split('/').at(-1))).toEqual(
    expect.arrayContaining(['seeds-1..2', 'seeds-3', 'seeds-1..3']),
  );
  // A part is a run directory like any other.
  expect(await fedsa(folder, 'replay', partsOf('kept')[0]!)).toMatchObject({ status: 0, stderr: '' });
});

test('variants of one algorithm, timed with their updates, and one that diverges come back under their own names', async () => {
  writeFileSync(
    join(folder, 'variants.ts'),
    `import { scenario } from 'fedsa';
     export default scenario({
       name: 'variants', title: 'Variants', question: '', problem: { kind: 'problem-file', path: 'problem.json' },
       algorithms: [{ name: 'local-sa', stepSize: 0.1 }, { name: 'local-sa', stepSize: 9 }],
       rounds: 300, seeds: 2, policy: 'first:1', updates: true, allowDivergence: true, placement: 'inline',
     });`,
  );
  const args = ['run', 'variants.ts', '--no-report', '--quiet', '--out'];
  await fedsa(folder, ...args, 'unkept');
  await fedsa(folder, ...args, 'keeping', '--store', 'variants');
  const again = await fedsa(folder, ...args, 'taken', '--store', 'variants');
  expect(again).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(new Set(rows(folder, 'taken', 'rounds.csv').map(({ algorithm }) => algorithm)).size).toBe(2);
  const files = ['rounds.csv', 'iterates.csv', 'updates.csv', 'agents.csv', 'staleness.csv'];
  expect(isSame('taken', 'unkept', files) && isSame('keeping', 'unkept', files)).toBe(true);
  const records = (out: string): unknown =>
    (JSON.parse(text(folder, out, 'manifest.json')) as { runs: unknown }).runs;
  expect(records('taken')).toEqual(records('unkept'));
  expect(JSON.stringify(records('taken'))).toContain('diverged');
});

test('rows that have changed, and different rows of one seed, end in one line each that names the files', async () => {
  await runInto('sound', '--algorithm', 'local-sa', '--seeds', '1', '--store', 'faulty');
  const [part] = partsOf('faulty') as [string];
  const file = join(part, 'rounds.csv');
  const sound = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    sound.replace(/\d(?=\n$)/, (digit) => String((Number(digit) + 1) % 10)),
  );
  const torn = await runInto('torn', '--algorithm', 'local-sa', '--seeds', '2', '--store', 'faulty');
  expect(torn.status).toBe(2);
  expect(torn.stderr).toMatch(
    /^fedsa: \S+seeds-1\/rounds\.csv: its rows have changed since they were computed.*\n$/,
  );
  expect(existsSync(join(folder, 'torn'))).toBe(false);

  writeFileSync(file, sound);
  await sweepInto('mine', '--seeds', '1', '--quiet');
  plantOther(part);
  const { status, stderr } = await sweepInto('mine', '--seeds', '1', '--store', 'faulty', '--quiet');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^fedsa: step-size=0.1: local-sa: mine\/runs\/\w+\/rounds\.csv and faulty\/\w+\/seeds-1\/rounds\.csv: hold different rows of seed 1 under the same key, .*\n$/,
  );
  // Two parts of the store itself.
  cpSync(join(folder, 'mine', 'runs', part.split('/').at(-2)!), join(part, '..', 'seeds-1,'), {
    recursive: true,
  });
  const both = await runInto('both', '--algorithm', 'local-sa', '--seeds', '1', '--store', 'faulty');
  expect(both.status).toBe(2);
  expect(both.stderr).toMatch(
    /seeds-1\/rounds\.csv and \S+seeds-1,\/rounds\.csv: hold different rows of seed 1/,
  );
});

test('a program that computes the same at the same time changes nothing, or is refused', async () => {
  const settings = {
    algorithms: ['local-sa'],
    stepSize: 0.1,
    rounds: 6,
    seeds: 2,
    placement: 'inline',
  } as const;
  const call = (out: string, store: string) =>
    run(join(folder, 'problem.json'), settings, {
      out: join(folder, `${out}-out`),
      store: join(folder, store),
      report: false,
    });
  // Another program adds its rows after this one has looked and before it adds its own.
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own `this`
  const put = RunStore.prototype.put;
  const meanwhile = async (out: string, other: () => void) => {
    RunStore.prototype.put = function (this: RunStore, ...args) {
      RunStore.prototype.put = put;
      put.apply(this, args);
      other();
      put.apply(this, [args[0], args[1], []]);
    };
    return call(out, out);
  };
  expect(await meanwhile('raced', () => undefined)).toMatchObject({ state: 'completed' });
  expect(partsOf('raced')).toHaveLength(1);
  const lost = await meanwhile('lost', () => {
    plantOther(partsOf('lost')[0]!);
  });
  expect(lost.state).toBe('failed');
  expect(lost.failure).toMatch(/hold different rows of seed 2 under the same key/);
  const full = await meanwhile('full', () => {
    throw new Error('full/KEY: could not be written (ENOSPC: no space left on device)');
  });
  expect(full.failure).toBe(
    'nothing could be added to the store: full/KEY: could not be written (ENOSPC: no space left on device)',
  );
});

test('an interrupted run keeps the replications that are whole', async () => {
  const stop = new AbortController();
  const settings = {
    algorithms: ['local-sa'],
    stepSize: 0.1,
    rounds: 6,
    seeds: 500,
    placement: 'inline',
  } as const;
  const paths = { store: join(folder, 'broken'), report: false };
  const first = await run(join(folder, 'problem.json'), settings, {
    ...paths,
    out: join(folder, 'broken-off'),
    signal: stop.signal,
    observe: ({ kind }) => {
      if (kind === 'replicationEnded') stop.abort();
    },
  });
  const whole = first.manifest.runs.filter(({ state }) => state === 'completed').length;
  expect(first.state).toBe('interrupted');
  expect(whole).toBeGreaterThan(0);
  const second = await run(
    join(folder, 'problem.json'),
    { ...settings, seeds: whole + 1 },
    { ...paths, out: join(folder, 'gone-on') },
  );
  expect(second.fromStore).toBe(whole);
});

test.each([
  [['--clock', 'wall'], /^fedsa: --store: on the wall clock a run differs each time; leave it out\n$/],
  [['--trace'], /^fedsa: --store: --trace records timelines/],
  [['--verify'], /^fedsa: --store: --verify checks a run while it computes/],
])(
  '%j has no store: refused where one is named, and run without where it is the environment’s',
  async (more, pattern) => {
    const args = ['--algorithm', 'local-sa', '--rounds', '1', ...more];
    const refused = await runInto('refused', ...args, '--store', 'none');
    expect(refused).toMatchObject({ status: 2, stderr: expect.stringMatching(pattern) as string });
    process.env.FEDSA_STORE = 'none';
    expect(await runInto(`unkept${more[0]!}`, ...args)).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'none')) || existsSync(join(folder, 'refused'))).toBe(false);
  },
);

test('the environment names a store for all runs', async () => {
  process.env.FEDSA_STORE = 'everywhere';
  await runInto('here', '--algorithm', 'local-sa', '--seeds', '1');
  const { stdout } = await runInto('there', '--algorithm', 'local-sa', '--seeds', '2');
  expect(stdout).toContain('1 of 2 replications came from the store');
});

test.each(['problem.json', 'problem.json/kept', '/proc/kept'])(
  'a store in which nothing can be added is refused before anything is computed: %s',
  async (store) => {
    const ended = await runInto('refused', '--store', store);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toMatch(
      /^fedsa: \S+: nothing can be added to this store \(.+\); name another folder\n$/,
    );
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  },
);
