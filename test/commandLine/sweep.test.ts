/**
 * Sweeps by the program: the same table however it came about, and faults that are told. Each starts a thread, a
 * third of a second of processor time. Scenarios and settings that are swept: sweptSettings.long.test.ts.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { tailOf } from '../../src/report/tail.ts';
import { emptyFolder, fedsa, library, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();

const GRID = ['--grid', 'step-size=0.02..0.2:log3', '--grid', 'local-steps=1,5'];
/** Some seeds reach the second at some points, none at others. */
const LEVELS = [0.1, 0.01, 'first:0.1'] as const;
const sweep = (out: string, ...more: string[]): string[] => [
  ...['sweep', 'problem.json', ...GRID, '--algorithm', 'local-sa,fedhsa', '--rounds', '20'],
  ...['--reach', LEVELS.join(), '--threads', '1', '--quiet', '--out', out, ...more],
];
const isSame = (first: string, other: string): boolean =>
  ['results.csv', 'reach.csv'].every((name) => text(folder, first, name) === text(folder, other, name));

interface SweepFile {
  readonly state: string;
  readonly points: readonly {
    readonly point: object;
    readonly runs: readonly { readonly algorithm: string; readonly key: string; readonly state: string }[];
  }[];
}
interface SweepResult {
  readonly reach: readonly {
    readonly algorithm: string;
    readonly key: string;
    readonly point: Readonly<Record<string, number>>;
    readonly levels: readonly {
      readonly level: number;
      readonly firstTouch?: true;
      readonly time: { readonly mean: { readonly value: number } | null };
    }[];
  }[];
}
const sweepFile = (out: string): SweepFile => JSON.parse(text(folder, out, 'sweep.json')) as SweepFile;

beforeAll(async () => {
  writeTwoAgents(folder);
  expect(await fedsa(folder, ...sweep('whole', '--seeds', '2'))).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
});

test('the library’s sweep writes the same table', async () => {
  const { state, states } = await library.sweep(
    join(folder, 'problem.json'),
    { grid: { 'step-size': '0.02..0.2:log3', 'local-steps': [1, 5] } },
    { algorithms: ['local-sa', 'fedhsa'], rounds: 20, seeds: 2, threads: 1, reach: LEVELS },
    { out: join(folder, 'library'), report: false },
  );
  expect({ state, runs: states.completed }).toEqual({ state: 'completed', runs: 12 });
  expect(isSame('library', 'whole')).toBe(true);
});

test('a sweep has a row for each point, algorithm and seed, in the order of the grid, with what its run directory holds', () => {
  const results = rows(folder, 'whole', 'results.csv');
  expect(Object.keys(results[0]!).join()).toBe(
    'key,step-size,local-steps,algorithm,seed,state,rounds,step,time,error,floor,operatorNorm,uplinkBytes',
  );
  const order = ['0.02', '0.0632455532033676', '0.2'].flatMap((step) =>
    ['1', '5'].flatMap((local) =>
      ['local-sa', 'fedhsa'].flatMap((name) => ['1', '2'].map((seed) => `${step} ${local} ${name} ${seed}`)),
    ),
  );
  expect(
    results.map((row) => `${row['step-size']} ${row['local-steps']} ${row.algorithm} ${row.seed}`),
  ).toEqual(order);
  for (const { key, algorithm, seed, ...row } of results) {
    const rounds = rows(folder, 'whole', 'runs', key!, 'rounds.csv').filter(
      (candidate) => candidate.seed === seed,
    );
    const last = rounds.at(-1)!;
    expect(last.algorithm).toBe(algorithm);
    const { first } = tailOf(20);
    const tail = rounds.filter(({ round }) => Number(round) >= first).map(({ error }) => Number(error));
    const { round, step, time, error, operatorNorm, uplinkBytes } = last;
    expect(row).toMatchObject({
      state: 'completed',
      rounds: round,
      step,
      time,
      error,
      operatorNorm,
      uplinkBytes,
    });
    expect(Number(row.floor)).toBeCloseTo(tail.reduce((sum, value) => sum + value, 0) / tail.length, 14);
  }
  const { state, points } = sweepFile('whole');
  expect(state).toBe('completed');
  expect(points[1]!.point).toEqual({ 'step-size': 0.02, 'local-steps': 5 });
  expect(points.flatMap(({ runs }) => runs.map((run) => run.state))).toEqual(new Array(12).fill('completed'));
});

test('reach.csv has the round from which the error stays at each level, or first touches it, of each row of results.csv', () => {
  const reach = rows(folder, 'whole', 'reach.csv');
  expect(Object.keys(reach[0]!).slice(3).join()).toBe(
    'algorithm,seed,state,quantity,level,time,uplinkBytes,downlinkBytes,round,step,' +
      'afterTime,afterUplinkBytes,afterDownlinkBytes,afterRound,afterStep',
  );
  const expected = rows(folder, 'whole', 'results.csv').flatMap(({ key, seed, state, ...point }) => {
    const rounds = rows(folder, 'whole', 'runs', key!, 'rounds.csv').filter(
      (candidate) => candidate.seed === seed,
    );
    return LEVELS.map((level) => {
      const epsilon = Number(String(level).replace('first:', ''));
      const errors = rounds.map(({ error }) => Number(error));
      const isMeanBelow = (stretch: readonly number[]): boolean =>
        stretch.reduce((sum, error) => sum + error - epsilon, 0) <= 0;
      // Every round is recorded: so each has weight 1.
      const row = errors.findIndex((error, t) =>
        typeof level === 'number'
          ? errors.slice(t).every((_, length) => isMeanBelow(errors.slice(t, t + length + 1)))
          : error <= epsilon,
      );
      const { time = '', uplinkBytes = '', downlinkBytes = '', round = '', step = '' } = rounds[row] ?? {};
      const after = rounds[row] ?? rounds.at(-1)!;
      const named = { key, 'step-size': point['step-size'], 'local-steps': point['local-steps'] };
      const cells = {
        seed,
        state,
        quantity: 'error',
        level: String(level),
        time,
        uplinkBytes,
        downlinkBytes,
        round,
        step,
        afterTime: after.time,
        afterUplinkBytes: after.uplinkBytes,
        afterDownlinkBytes: after.downlinkBytes,
        afterRound: after.round,
        afterStep: after.step,
      };
      return { ...named, algorithm: point.algorithm, ...cells };
    });
  });
  expect(reach).toEqual(expected);
  const reached = reach.filter(({ round }) => round !== '').length;
  expect(reached > 0 && reached < reach.length).toBe(true);
});

test('a point’s folder is a run directory: its rows are those of fedsa run, and it replays', async () => {
  const [first] = sweepFile('whole').points;
  const { key } = first!.runs[1]!;
  const replayed = await fedsa(folder, 'replay', join('whole', 'runs', key));
  expect(replayed).toMatchObject({ status: 0, stderr: '' });
  const alone = [
    '--algorithm',
    'fedhsa',
    '--step-size',
    '0.02',
    '--local-steps',
    '1',
    '--rounds',
    '20',
    '--seeds',
    '2',
  ];
  await fedsa(
    folder,
    'run',
    'problem.json',
    ...alone,
    '--placement',
    'inline',
    '--no-report',
    '--quiet',
    '--out',
    'alone',
  );
  for (const file of ['rounds.csv', 'iterates.csv'])
    expect(text(folder, 'whole', 'runs', key, file)).toBe(text(folder, 'alone', file));
});

test('seeds, then points and algorithms are added to what is there, and slices are put together, to the same bytes', async () => {
  const fewer = [
    'sweep',
    'problem.json',
    '--grid',
    'local-steps=5',
    '--grid',
    'step-size=0.2',
    '--algorithm',
    'fedhsa',
  ];
  await fedsa(folder, ...fewer, '--rounds', '20', '--threads', '1', '--quiet', '--out', 'grown');
  expect(readdirSync(join(folder, 'grown', 'runs'))).toHaveLength(1);
  for (const slice of [1, 0])
    await fedsa(folder, ...sweep(`slice${slice}`, '--seeds', '2', '--index', `${slice}`, '--of', '2'));
  const counts = [0, 1].map((slice) => readdirSync(join(folder, `slice${slice}`, 'runs')).length);
  expect(counts[0]! + counts[1]!).toBe(12);
  // Into the one that has begun with less.
  cpSync(join(folder, 'slice0', 'runs'), join(folder, 'grown', 'runs'), { recursive: true, force: false });
  cpSync(join(folder, 'slice1', 'runs'), join(folder, 'grown', 'runs'), { recursive: true, force: false });
  expect(await fedsa(folder, ...sweep('grown', '--seeds', '2'))).toMatchObject({ status: 0 });
  expect(isSame('grown', 'whole')).toBe(true);
  const told = await fedsa(folder, ...sweep('grown', '--seeds', '3', '--list'));
  expect(told.stdout.trimEnd().split('\n').at(-1)).toBe(
    '6 points, 12 runs of 3 seeds: 36 replications, 24 of them done',
  );
});

test('a row that has changed, and rows of another program under the same key, are told and nothing else suffers', async () => {
  cpSync(join(folder, 'whole'), join(folder, 'faulty'), { recursive: true });
  const [{ runs }, next] = sweepFile('faulty').points as [SweepFile['points'][0], SweepFile['points'][0]];
  const planted = join(folder, 'faulty', 'runs', runs[0]!.key, 'rounds.csv');
  writeFileSync(
    planted,
    readFileSync(planted, 'utf8').replace(/\d(?=\n$)/, (digit) => String((Number(digit) + 1) % 10)),
  );
  // The folder of another point, under this one's name.
  const [mine, theirs] = [next.runs[0]!.key, next.runs[1]!.key].map((key) =>
    join(folder, 'faulty', 'runs', key),
  );
  rmSync(mine!, { recursive: true });
  cpSync(theirs!, mine!, { recursive: true });
  const { status, stderr } = await fedsa(folder, ...sweep('faulty', '--seeds', '2'));
  expect(status).toBe(1);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(
      /^fedsa: step-size=0.02, local-steps=1: local-sa: .*rounds.csv: its rows have changed since they were computed/,
    ),
    expect.stringMatching(
      /^fedsa: step-size=0.02, local-steps=5: local-sa: .*result.json: does not belong to this point/,
    ),
  ]);
  const failed = rows(folder, 'faulty', 'results.csv').filter(({ state }) => state === 'failed');
  expect(failed.map(({ key, seed }) => `${key} ${seed}`)).toEqual(
    [runs[0]!.key, next.runs[0]!.key].flatMap((key) => [`${key} 1`, `${key} 2`]),
  );
});

test('a run that has lost its manifest is made again of its rows', async () => {
  cpSync(join(folder, 'whole'), join(folder, 'lost'), { recursive: true });
  const [{ runs }] = sweepFile('lost').points as [SweepFile['points'][0]];
  const names = ['lost', 'runs', runs[0]!.key] as const;
  rmSync(join(folder, ...names, 'manifest.json'));
  expect(await fedsa(folder, ...sweep('lost', '--seeds', '2'))).toMatchObject({ status: 0, stderr: '' });
  expect(await fedsa(folder, 'replay', join(...names))).toMatchObject({ status: 0, stderr: '' });
  expect(isSame('lost', 'whole')).toBe(true);
});

test('a point that diverges is listed, ends no other, and is a result where that is allowed', async () => {
  const args = [
    'sweep',
    'problem.json',
    '--grid',
    'step-size=9,0.1',
    '--algorithm',
    'local-sa',
    '--rounds',
    '300',
  ];
  const { status, stderr } = await fedsa(folder, ...args, '--threads', '1', '--quiet', '--out', 'diverged');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^fedsa: step-size=9: local-sa: seed 1 diverged after round \d+; --allow-divergence accepts it\n$/,
  );
  expect(rows(folder, 'diverged', 'results.csv').map(({ state }) => state)).toEqual([
    'diverged',
    'completed',
  ]);
  const allowed = await fedsa(
    folder,
    ...args,
    '--threads',
    '1',
    '--quiet',
    '--out',
    'diverged',
    '--allow-divergence',
  );
  expect(allowed).toEqual({ status: 0, stdout: '', stderr: '' });
});

test.each([
  [['--grid', 'nonsense=1'], /nonsense is no option of a run that changes its numbers/],
  [['--grid', 'seeds=1,2'], /seeds is no option/],
  [['--grid', 'stepsize=1,2'], /stepsize is no option [^;]*\(did you mean step-size\?\); name one/],
  [['--grid', 'step-size=a'], /--grid step-size: a: must be a number/],
  [['--grid', 'step-size=-1,0.1'], /--grid step-size: -1: must be a number above 0/],
  [['--grid', 'problem.nope=1'], /--grid problem.nope: problem: has an unknown field, "nope"/],
  [['--grid', 'fedhsa.nope=1'], /: --grid fedhsa\.nope: fedhsa has no parameter nope/],
  [['--grid', 'fedhsa.step-size=-1'], /: --grid fedhsa\.step-size: must be a number above 0 \(found -1\)/],
  [['--grid', 'lyapunov=perhaps'], /true or false/],
  [['--grid', 'sampling=iid', '--index', '2', '--of', '2'], /--index: 2 is not below --of 2/],
  [['--grid', 'sampling=iid', '--of', '2'], /--index and --of go together/],
  [['--grid', 'sampling=iid', '--print', 'slurm', '--nats'], /--print: .* leave --nats out/],
  [['--grid', 'sampling=iid', '--clock', 'wall'], /on the wall clock/],
  [['--grid', 'sampling=iid', '--store', 'problem.json/kept'], /nothing can be added to this store/],
  [[], /name what is swept/],
])('%j is refused in one line, and nothing is written', async (more, pattern) => {
  const { status, stderr } = await fedsa(
    folder,
    'sweep',
    'problem.json',
    '--step-size',
    '0.1',
    '--out',
    'bad',
    ...more,
  );
  expect({ status, lines: stderr.trimEnd().split('\n').length }).toEqual({ status: 2, lines: 1 });
  expect(stderr).toMatch(pattern);
  expect(existsSync(join(folder, 'bad'))).toBe(false);
});

test('a folder that is removed while its sweep computes ends it in one line', async () => {
  const out = join(folder, 'removed');
  const removing = library.sweep(
    join(folder, 'problem.json'),
    { grid: { 'step-size': [0.1, 0.2] } },
    { algorithms: ['local-sa'], rounds: 2 },
    {
      ...{ out, report: false },
      observe: () => {
        rmSync(out, { recursive: true, force: true });
      },
    },
  );
  await expect(removing).rejects.toThrow(/removed\/runs: was removed during the sweep[^\n]*ENOENT[^\n]*$/);
  expect(existsSync(out)).toBe(false);
});

test('a policy and a trigger in files are known by what the files hold, wherever they lie', async () => {
  const growing = (growth: number): string =>
    `import { trigger } from 'fedsa'; export default trigger({
       name: 'growing', settings: {}, gap: (_, round) => 1 + ${growth} * round, symbol: () => 'H', text: () => 'growing',
     });`;
  const all = `import { everyAgent, gathering, policy } from 'fedsa'; export default policy({
    name: 'all', settings: {}, text: () => 'all', heldUpBy: () => 'silence',
    machine: (_, { agents }) => gathering({ choose: () => everyAgent(agents) }),
  });`;
  const keys = async (place: string, growth: number): Promise<string[]> => {
    mkdirSync(join(folder, place), { recursive: true });
    writeFileSync(join(folder, place, 'trigger.ts'), growing(growth));
    writeFileSync(join(folder, place, 'policy.ts'), all);
    const ours = ['--trigger', `./${place}/trigger.ts`, '--policy', `./${place}/policy.ts`];
    const swept = ['sweep', 'problem.json', '--grid', 'step-size=0.1,0.2', '--algorithm', 'local-sa'];
    const { stdout, stderr } = await fedsa(folder, ...swept, '--rounds', '5', ...ours, '--list');
    expect(stderr).toBe('');
    return stdout.match(/^[0-9a-f]{64}/gm)!;
  };
  const first = await keys('first', 1);
  expect(first).toHaveLength(2);
  expect(await keys('second', 1)).toEqual(first);
  expect((await keys('second', 2)).some((key) => first.includes(key))).toBe(false);
});

test('a policy or trigger that a program has made, in no file, is refused in one line', async () => {
  const text = (): string => 'own';
  const custom = library.trigger({ name: 'own', settings: {}, gap: () => 2, symbol: text, text });
  const swept = { grid: { 'step-size': [0.1, 0.2] } };
  const settings = { algorithms: ['local-sa'], rounds: 2 } as const;
  const out = join(folder, 'inProgram');
  await expect(
    library.sweep(
      join(folder, 'problem.json'),
      swept,
      { ...settings, trigger: custom },
      { out, report: false },
    ),
  ).rejects.toThrow(/^step-size=0.1: --trigger: a sweep needs your own code in files .*; put own in one$/);
  expect(existsSync(out)).toBe(false);
});

test('the report of a sweep has a figure for each name, with theory’s floor, and cells that lead to the runs', async () => {
  const { status, stdout } = await fedsa(folder, 'report', 'whole');
  expect({ status, stdout }).toEqual({ status: 0, stdout: `Report: ${join('whole', 'report.html')}\n` });
  const page = text(folder, 'whole', 'report.html');
  for (const { runs } of sweepFile('whole').points) {
    for (const { key } of runs) expect(page).toContain(`href="runs/${key}/"`);
  }
  // One word for one thing: what the data call floor is the final error.
  const words = page.replace(/<(style|script|metadata)[^]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ');
  expect(words.match(/.{20}\bfloors?\b.{20}/gi)).toBeNull();
  // Rounds of a seed are whole: 20, not 20.0.
  const leastRounds = page.match(/<div>[^<]* rounds/g)!;
  expect(leastRounds.filter((words) => /\.0+\b/.test(words) || !/seeds \d/.test(words))).toEqual([]);
  const floors = rows(folder, 'whole', 'figures', 'floors-step-size.csv');
  const [best] = rows(folder, 'whole', 'figures', 'best-step-size.csv');
  expect(floors.map(({ series }) => series)).toEqual(
    ['Local SA', 'Local SA expected', 'FedHSA', 'FedHSA expected'].flatMap((name) => [name, name, name]),
  );
  // The best of all values of H at the first step size, from results.csv.
  const means = ['1', '5'].map((steps) => {
    const custom = rows(folder, 'whole', 'results.csv').filter(
      (row) => row.algorithm === 'local-sa' && row['local-steps'] === steps && row['step-size'] === '0.02',
    );
    return custom.reduce((sum, { floor }) => sum + Number(floor), 0) / custom.length;
  });
  expect(Number(best!.floor)).toBe(Math.min(...means));
  // Theory was computed for the runs that are drawn, and their own report has it.
  const drawn = sweepFile('whole').points.flatMap(({ runs }) =>
    runs.map(({ key }) => text(folder, 'whole', 'runs', key, 'manifest.json')),
  );
  const told = drawn.filter(
    (manifest) => (JSON.parse(manifest) as { predictions: unknown[] }).predictions.length > 0,
  );
  expect(told.length).toBeGreaterThanOrEqual(6);
  const again = await fedsa(folder, ...sweep('whole', '--seeds', '2', '--json'));
  expect(again).toMatchObject({ status: 0, stderr: '' });
  // How soon levels are reached: the object, the page and its figures say what reach.csv has.
  const { reach } = JSON.parse(again.stdout.trimEnd().split('\n').at(-1)!) as SweepResult;
  expect(reach).toHaveLength(12);
  const soonest = new Map<string, number>();
  for (const { algorithm, key, point, levels } of reach) {
    expect(levels.map(({ level, firstTouch }) => (firstTouch ? `first:${level}` : level))).toEqual(LEVELS);
    const custom = rows(folder, 'whole', 'reach.csv').filter((row) => row.key === key && row.level === '0.1');
    const seconds = custom.filter(({ round }) => round !== '').map(({ time }) => Number(time));
    expect(levels[0]).toMatchObject({ reached: seconds.length, seeds: 2 });
    if (seconds.length < 2) expect(levels[0]!.time.mean).toBeNull();
    else expect(levels[0]!.time.mean!.value).toBe((seconds[0]! + seconds[1]!) / 2);
    const place = `${algorithm} ${point['step-size']}`;
    const mean = levels[0]!.time.mean?.value ?? Infinity;
    soonest.set(place, Math.min(mean, soonest.get(place) ?? Infinity));
  }
  for (const quantity of ['seconds', 'uplink-bytes', 'all-bytes', 'rounds'])
    expect(page).toContain(`id="reach-step-size-1-${quantity}"`);
  const least = Math.min(...[...soonest].filter(([place]) => place.startsWith('fedhsa')).map(([, at]) => at));
  const drawnSeconds = rows(folder, 'whole', 'figures', 'reach-step-size-1-seconds.csv');
  const ofFedHsa = drawnSeconds.filter(({ series }) => series === 'FedHSA').map((row) => Number(row.seconds));
  expect(Math.min(...ofFedHsa)).toBe(least);
});

test('the paper figure of a sweep has the floors of its report, and a figure that it has not is refused', async () => {
  const words = 'figure whole --figure floors-step-size --format svg --out paper';
  const made = await fedsa(folder, ...words.split(' '));
  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(made.stdout).toContain(`${join('paper', 'problem-floors-step-size.svg')}\n`);
  const wide = rows(folder, 'paper', 'problem-floors-step-size.csv');
  const floors = rows(folder, 'whole', 'figures', 'floors-step-size.csv');
  for (const [column, title] of [
    ['local-sa_mean', 'Local SA'],
    ['fedhsa_mean', 'FedHSA'],
  ] as const)
    expect(wide.map((row) => row[column])).toEqual(
      floors.filter(({ series }) => series === title).map(({ floor }) => floor),
    );
  const { status, stderr } = await fedsa(folder, 'figure', 'whole', '--figure', 'floor');
  expect(status).toBe(2);
  expect(stderr).toMatch(
    /^fedsa: whole: the sweep has no figure "floor"; there are: floors-step-size, [^\n]+\n$/,
  );
});

test('a task of the printed Slurm script computes its slice', async () => {
  const { stdout } = await fedsa(folder, ...sweep('array', '--seeds', '2', '--print', 'slurm', '--of', '2'));
  // What its last line hands to fedsa, word by word.
  const printed = execFileSync(
    'bash',
    ['-c', `fedsa() { printf '%s\\n' "$@"; }; exec() { "$@"; }\n${stdout}`],
    { cwd: folder, env: { ...process.env, SLURM_ARRAY_TASK_ID: '1' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const slice = String(printed).trimEnd().split('\n');
  expect(slice.slice(-4)).toEqual(['--index', '1', '--of', '2']);
  expect(await fedsa(folder, ...slice)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(readdirSync(join(folder, 'array', 'runs')).sort()).toEqual(
    readdirSync(join(folder, 'slice1', 'runs')).sort(),
  );
});
