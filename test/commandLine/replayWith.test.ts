/** The events of a run with other step sizes, and a run directory as a scenario. */
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const TIMED = [
  ...[
    'problem.json',
    '--algorithm',
    'local-sa,scaffold',
    '--policy',
    'buffered:1',
    '--seeds',
    '2',
    '--updates',
  ],
  ...[
    '--local-steps',
    '3',
    '--rounds',
    '30',
    '--compute',
    'exponential:1',
    '--uplink-latency',
    'uniform:0,2',
  ],
];
const run = async (...words: string[]): Promise<void> => {
  const ended = await fedsa(folder, 'run', ...words, '--quiet', '--no-report');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
};
/** What a run has but its errors: who was taken in, when, how stale. */
const events = (out: string): unknown[] => rows(folder, out, 'updates.csv');

beforeAll(async () => {
  writeTwoAgents(folder);
  await run(...TIMED, '--step-size', '0.05', '--out', 'first');
});

test('another step size on the same events gives the rows of a run with it', async () => {
  await run(...TIMED, '--step-size', '0.1', '--out', 'direct');
  const words = ['replay', 'first', '--with', 'step-size=0.1', '--out', 'other', '--quiet'];
  expect(await fedsa(folder, ...words)).toMatchObject({ status: 0, stderr: '' });
  expect(text(folder, 'other', 'rounds.csv')).toBe(text(folder, 'direct', 'rounds.csv'));
  expect(text(folder, 'other', 'rounds.csv')).not.toBe(text(folder, 'first', 'rounds.csv'));
  expect(events('other')).toEqual(events('first'));
  const { status, stdout } = await fedsa(folder, 'replay', 'other');
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('bit for bit') as string,
  });
  expect(text(folder, 'other', 'report.html')).toContain('with step-size=0.1');
});

test('one algorithm’s parameter, and the policy’s strength', async () => {
  const changes = ['--with', 'scaffold.step-size=0.02', '--with', 'policy.server-step-size=0.5'];
  await fedsa(folder, 'replay', 'first', ...changes, '--out', 'several', '--quiet', '--no-report');
  const { configuration } = JSON.parse(text(folder, 'several', 'manifest.json')) as {
    configuration: { algorithms: { stepSize: number }[]; policy: object };
  };
  expect(configuration.algorithms.map(({ stepSize }) => stepSize)).toEqual([0.05, 0.02]);
  expect(configuration.policy).toMatchObject({ kind: 'buffered', count: 1, serverStepSize: 0.5 });
  expect(events('several')).toEqual(events('first'));
});

test('on the wall clock the recorded events happen again, and are recorded', async () => {
  const wall = [...TIMED.slice(0, 10), '--rounds', '20', '--compute', 'exponential:0.001', '--clock', 'wall'];
  await run(...wall, '--step-size', '0.05', '--out', 'wall');
  const words = [
    'replay',
    'wall',
    '--with',
    'step-size=0.1',
    '--out',
    'wall-other',
    '--quiet',
    '--no-report',
  ];
  expect(await fedsa(folder, ...words)).toMatchObject({ status: 0, stderr: '' });
  const times = (out: string): unknown =>
    rows(folder, out, 'rounds.csv').map(({ seed, round, time }) => [seed, round, time]);
  expect(times('wall-other')).toEqual(times('wall'));
  expect(events('wall-other')).toEqual(events('wall'));
  expect(text(folder, 'wall-other', 'rounds.csv')).not.toBe(text(folder, 'wall', 'rounds.csv'));
  expect((await fedsa(folder, 'replay', 'wall-other')).status).toBe(0);
});

test.each([
  [
    ['--with', 'local-steps=5'],
    'it changes how long agents compute, and so the order of events; fedsa run DIR --local-steps',
  ],
  [['--with', 'policy=synchronous'], 'it decides which answers a server step waits for'],
  [['--with', 'policy.count=2'], 'it decides when the server steps'],
  [['--with', 'uplink-latency=1'], 'it changes when messages arrive'],
  [['--with', 'rounds=5'], 'it changes how many events there are'],
  [['--with', 'seeds=5'], 'the recorded events are of the run’s own seeds'],
  [['--with', 'threads=2'], 'it affects no number'],
  [['--with', 'momentum=0.1'], 'fedsa run takes it'],
  [['--with', 'step-sise=0.1'], 'did you mean step-size?'],
  [['--with', 'step-size=-1'], '--with step-size: '],
  [['--with', 'step-size'], 'is not NAME=VALUE'],
  [['--with', 'initial=1,2,3'], 'has 3 numbers; θ has 2'],
  [['--out', 'x'], 'are for a replay --with another value'],
])('%j is refused in a line', async (words, line) => {
  const { status, stdout, stderr } = await fedsa(folder, 'replay', 'first', ...words);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^fedsa: [^\n]*\n$/);
  expect(stderr).toContain(line);
});

test('a run directory is a scenario: its run again, with options on top', async () => {
  await run('first', '--out', 'again');
  expect(text(folder, 'again', 'rounds.csv')).toBe(text(folder, 'first', 'rounds.csv'));
  await run('first', '--policy', 'asynchronous:0.5', '--step-size', '0.02', '--out', 'changed');
  await run(...TIMED, '--policy', 'asynchronous:0.5', '--step-size', '0.02', '--out', 'direct-change');
  expect(text(folder, 'changed', 'rounds.csv')).toBe(text(folder, 'direct-change', 'rounds.csv'));
  const theory = await fedsa(folder, 'theory', 'first', '--json');
  expect(theory.status).toBe(0);
});

test('panels and sweeps are no single run; a folder of something else holds none', async () => {
  for (const [name, line] of [
    ['.', 'this is a folder without a manifest.json'],
    ['nowhere', 'nor a run directory'],
  ] as const) {
    const { status, stderr } = await fedsa(folder, 'run', name);
    expect([status, stderr.includes(line)]).toEqual([2, true]);
  }
});
