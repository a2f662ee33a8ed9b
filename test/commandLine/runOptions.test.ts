/** What the options of `fedsa run` do to a run, seen in its files. */
import { beforeAll, describe, expect, test } from 'vitest';
import { contents, emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
let runs = 0;

beforeAll(() => {
  writeTwoAgents(folder);
});

interface Configuration {
  readonly algorithms: readonly { readonly name: string; readonly serverStepSize: number }[];
  readonly trigger: object;
  readonly budget: object;
  readonly seeds: readonly number[];
  readonly initial: readonly number[];
  readonly sampling: string;
}

/** A run with these options, without a report. */
async function run(...options: readonly string[]) {
  const out = `out-${runs++}`;
  const ended = await fedsa(
    folder,
    ...['run', 'problem.json', '--step-size', '0.1', '--no-report', '--placement', 'inline', '--out', out],
    ...options,
  );
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  const manifest = JSON.parse(text(folder, out, 'manifest.json')) as { configuration: Configuration };
  return { ...ended, configuration: manifest.configuration, rows: rows(folder, out, 'rounds.csv'), out };
}

test('by default three algorithms make 200 rounds of 10 Markov steps from zero, with seed 1 and server step size 1', async () => {
  const { configuration, rows: found } = await run();
  expect(configuration).toMatchObject({
    algorithms: [
      { name: 'local-sa', stepSize: 0.1 },
      { name: 'scafflsa', stepSize: 0.1 },
      { name: 'fedhsa', stepSize: 0.1, serverStepSize: 1 },
    ],
    trigger: { kind: 'deterministic', localSteps: 10 },
    budget: { kind: 'rounds', rounds: 200 },
    seeds: [1],
    initial: [0, 0],
    sampling: 'markov',
  });
  expect(found).toHaveLength(3 * 201);
  expect(found[200]).toMatchObject({
    algorithm: 'local-sa',
    seed: '1',
    round: '200',
    step: '2000',
    time: '2000',
  });
});

test.each(['fedlsa', 'fedavg', 'local-sgd'])('%s is Local SA by another name', async (alias) => {
  const { configuration, out } = await run('--algorithm', alias, '--rounds', '3');
  const proper = await run('--algorithm', 'local-sa', '--rounds', '3');
  expect(configuration).toEqual(proper.configuration);
  expect(text(folder, out, 'rounds.csv')).toBe(text(folder, proper.out, 'rounds.csv'));
});

test('with several algorithms each takes those parameters that it has', async () => {
  const { configuration } = await run(
    '--algorithm',
    'fedavg,fedhsa',
    '--server-step-size',
    '0.5',
    '--rounds',
    '2',
  );
  expect(configuration.algorithms).toEqual([
    { name: 'local-sa', stepSize: 0.1 },
    { name: 'fedhsa', stepSize: 0.1, serverStepSize: 0.5 },
  ]);
});

test.each([
  { given: '5', seeds: [1, 2, 3, 4, 5] },
  { given: '3..7', seeds: [3, 4, 5, 6, 7] },
  { given: '4,2', seeds: [4, 2] },
])('--seeds $given runs the seeds $seeds', async ({ given, seeds }) => {
  const { rows: found } = await run('--algorithm', 'local-sa', '--rounds', '1', '--seeds', given);
  expect(found.map(({ seed, round }) => `${seed}/${round}`)).toEqual(
    seeds.flatMap((s) => [`${s}/0`, `${s}/1`]),
  );
});

test('--initial=1,-2 starts there', async () => {
  const { out } = await run('--algorithm', 'local-sa', '--rounds', '1', '--initial=1,-2');
  expect(rows(folder, out, 'iterates.csv')[0]).toMatchObject({ round: '0', theta_0: '1', theta_1: '-2' });
});

test('--rounds 0 records the start and nothing else', async () => {
  const { rows: found } = await run('--rounds', '0');
  expect(found.map(({ algorithm, round }) => `${algorithm} ${round}`)).toEqual([
    'local-sa 0',
    'scafflsa 0',
    'fedhsa 0',
  ]);
});

describe('--steps 25', () => {
  test('with H = 10 communicates after steps 10 and 20, and the block of 5 steps that is left ends without', async () => {
    const { rows: found } = await run('--algorithm', 'local-sa', '--steps', '25', '--local-steps', '10');
    expect(found.map(({ round, step }) => [round, step])).toEqual([
      ['0', '0'],
      ['1', '10'],
      ['2', '20'],
    ]);
    // two agents, a vector of two doubles each way, two rounds
    expect(found[2]).toMatchObject({
      uplinkVectors: '4',
      downlinkVectors: '4',
      uplinkBytes: '64',
      downlinkBytes: '64',
    });
  });

  test('with H = 5 communicates five times, the last one at the very end', async () => {
    const { rows: found } = await run('--algorithm', 'local-sa', '--steps', '25', '--local-steps', '5');
    expect(found.map(({ step }) => step)).toEqual(['0', '5', '10', '15', '20', '25']);
  });

  test('with p = 1 communicates after every step', async () => {
    const { rows: found } = await run(
      '--algorithm',
      'local-sa',
      '--steps',
      '25',
      '--communication-probability',
      '1',
    );
    expect(found.map(({ step }) => Number(step))).toEqual(Array.from({ length: 26 }, (_, k) => k));
  });
});

test('FedHSA exchanges two vectors each way in a round, and the other algorithms one', async () => {
  const { rows: found } = await run('--rounds', '3');
  const last = found.filter(({ round }) => round === '3');
  // 2 agents × 3 rounds × 1 or 2 vectors, of 16 bytes
  expect(last.map((row) => [row.algorithm, row.uplinkVectors, row.downlinkBytes])).toEqual([
    ['local-sa', '6', '96'],
    ['scafflsa', '6', '96'],
    ['fedhsa', '12', '192'],
  ]);
});

test('--average adds the columns of the Polyak–Ruppert average, over the rounds after the fraction left out', async () => {
  const { out } = await run('--algorithm', 'local-sa', '--rounds', '4', '--average', '0.5');
  expect(text(folder, out, 'rounds.csv').split('\n', 1)[0]).toMatch(/,downlinkBytes,averageError$/);
  const path = rows(folder, out, 'iterates.csv');
  const averages = path.map((row) => row.average_0);
  // rounds 3 and 4 are averaged
  const [third, fourth] = [Number(path[3]!.theta_0), Number(path[4]!.theta_0)];
  expect(averages.slice(0, 3)).toEqual(['', '', '']);
  expect(Number(averages[3])).toBe(third);
  expect(Math.abs(Number(averages[4]) - (third + fourth) / 2)).toBeLessThan(1e-15);
});

test('--quiet prints nothing', async () => {
  expect(await run('--rounds', '2', '--quiet')).toMatchObject({ stdout: '', stderr: '' });
});

test('without --quiet a line for each algorithm is printed, and where the files are', async () => {
  const { stdout, out } = await run('--rounds', '2', '--seeds', '3');
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toEqual([
    'Squared error ‖θ̄ − θ*‖², mean of round 2 and of 3 seeds',
    expect.stringMatching(
      /^Local SA  \S+ \(seeds \S+, \S+, \S+\) +expected \S+ = bias² \S+ \+ variance \S+$/,
    ),
    expect.stringMatching(/^SCAFFLSA  .* expected /),
    expect.stringMatching(/^FedHSA    .* expected /),
    'Expected: the exact mean of the same rounds, computed without simulating.',
    expect.stringMatching(/^Bias²: /),
    `Files: ${out}`,
  ]);
});

test('--json prints one object a line and nothing else: progress, and at the end the result', async () => {
  const { stdout, out } = await run(
    '--json',
    '--rounds',
    '60000',
    '--algorithm',
    'local-sa,fedhsa',
    '--seeds',
    '2',
  );
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const progress = lines.slice(0, -1);
  expect(progress.length).toBeGreaterThan(0);
  for (const line of progress) {
    expect(line).toEqual({
      type: 'progress',
      rounds: expect.any(Number) as number,
      totalRounds: 240_000,
      error: expect.any(Number) as number,
    });
  }
  expect(lines.at(-1)).toMatchObject({
    type: 'result',
    state: 'completed',
    failure: null,
    directory: out,
    report: null,
    column: 'error',
    algorithms: [
      { algorithm: 'local-sa', floor: { seeds: 2, firstRound: 42_001, lastRound: 60_000, trend: 'level' } },
      {
        algorithm: 'fedhsa',
        expected: { neglects: null },
        slope: null,
        last: { round: 60_000 },
        limitKind: 'exact',
      },
    ],
  });
});

test('without --out each run gets a folder of its own under runs, named by the problem', async () => {
  const elsewhere = emptyFolder();
  writeTwoAgents(elsewhere, 'My problem (2).json');
  const args = [
    'run',
    'My problem (2).json',
    '--step-size',
    '0.1',
    '--rounds',
    '1',
    '--no-report',
    '--quiet',
  ];
  for (const status of [0, 0])
    expect(await fedsa(elsewhere, ...args)).toEqual({ status, stdout: '', stderr: '' });
  const made = contents(elsewhere).filter((name) => name.endsWith('manifest.json'));
  expect(made).toHaveLength(2);
  for (const name of made)
    expect(name).toMatch(/^runs\/My-problem-2-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-[0-9a-f]{4}\//);
});

test('--help of the program and of every command ends with examples, and is no error', async () => {
  for (const command of [[], ['run'], ['list'], ['theory'], ['report']]) {
    const ended = await fedsa(folder, ...command, '--help');
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^Usage: fedsa/);
    expect(ended.stdout).toMatch(/Examples?:\n {2}fedsa/);
  }
});

test('--help of the program has lines of at most 80 columns', async () => {
  const { stdout } = await fedsa(folder, '--help');
  const [help] = stdout.split('Examples:');
  for (const line of help!.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});

test('--help of commands with many options has at most 60 lines, and --help-all has every option', async () => {
  for (const command of ['run', 'sweep', 'theory']) {
    const [usual, all] = await Promise.all(
      ['--help', '--help-all'].map((word) => fedsa(folder, command, word)),
    );
    expect([usual!.status, all!.status]).toEqual([0, 0]);
    expect(usual!.stdout.split('\n').length).toBeLessThanOrEqual(61);
    const options = [...all!.stdout.matchAll(/^ {2}(?:-h, )?--[a-z-]+/gm)].length;
    expect(usual!.stdout).toContain(`All ${options - 1} options: fedsa ${command} --help-all`);
    expect(options).toBeGreaterThan(45);
  }
});

test('without a command it prints its help, and that is no error', async () => {
  const { status, stdout, stderr } = await fedsa(folder);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: fedsa [^]*Exit status/);
});
