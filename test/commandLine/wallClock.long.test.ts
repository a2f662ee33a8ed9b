/**
 * Twenty agents on the wall clock that are late, away, gone and back, under every policy: what was recorded happens again bit
 * for bit. Own threads of twenty agents take a second of processor time to start, hence one run in them and two threads for the rest.
 */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { PolicySettings } from '../../src/policies/index.ts';
import { replay, run } from '../../src/index.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { comparedRows, emptyFolder, fedsa, rows, start } from './builtProgram.ts';
import { writeAgents, writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const AGENTS = 20;
/** s, when some crash */
const CRASH = 0.015;

beforeAll(() => {
  writeTwoAgents(folder);
  writeAgents(folder, AGENTS, 'twenty.json');
});

/** Agents that are away now and then, three that crash and return, and heavy tails. */
const CALM = {
  compute: { kind: 'exponential', mean: 0.0005 },
  uplinkLatency: { kind: 'exponential', mean: 0.001 },
  downlinkLatency: { kind: 'uniform', low: 0, high: 0.002 },
  duplication: 0.1,
  availability: { on: { kind: 'exponential', mean: 0.1 }, off: { kind: 'exponential', mean: 0.01 } },
  agents: [
    { agents: [1, 3], crash: { at: CRASH, returnsAfter: 0.01 } },
    { agents: [5, 6], compute: { kind: 'pareto', scale: 0.0005, shape: 1.5 } },
  ],
} as const;
/** Messages are lost and one agent never returns, too: no policy for that which waits for all. */
const ROUGH = {
  ...CALM,
  loss: { uplink: 0.05, downlink: 0.05 },
  agents: [...CALM.agents, { agents: [4, 4], crash: { at: CRASH } }],
} as const;

const weight = { kind: 'polynomial', exponent: 0.5 } as const;
interface Case {
  readonly policy: PolicySettings;
  readonly timing: TimingModel;
  readonly rounds: number;
  readonly placement?: 'own-thread';
}
const CASES: readonly Case[] = [
  { policy: { kind: 'synchronous' }, timing: CALM, rounds: 20 },
  { policy: { kind: 'first', count: 8, late: 'drop' }, timing: ROUGH, rounds: 30, placement: 'own-thread' },
  {
    policy: { kind: 'first', count: 4, of: 8, among: 'present', deadline: 0.05, late: 'carry' },
    timing: ROUGH,
    rounds: 20,
  },
  { policy: { kind: 'deadline', seconds: 0.005, late: 'drop' }, timing: ROUGH, rounds: 20 },
  { policy: { kind: 'sampled', count: 5 }, timing: CALM, rounds: 20 },
  {
    policy: { kind: 'buffered', count: 5, weight, largestStaleness: 3, concurrency: 10, arrivals: 2000 },
    timing: ROUGH,
    rounds: 100,
  },
  { policy: { kind: 'asynchronous', mixing: 0.5, weight }, timing: ROUGH, rounds: 300 },
  { policy: { kind: 'bounded-staleness', staleness: 20, mixing: 0.5, weight }, timing: CALM, rounds: 300 },
];

test.each(CASES)('under $policy it replays bit for bit', async ({ policy, timing, rounds, placement }) => {
  const out = join(folder, `${CASES.findIndex((testCase) => testCase.policy === policy)}`);
  const where = placement === undefined ? ({ placement: 'packed', threads: 2 } as const) : { placement };
  const settings = {
    stepSize: 0.05,
    localSteps: 3,
    rounds,
    clock: 'wall',
    policy,
    timing,
    ...where,
  } as const;
  await run(join(folder, 'twenty.json'), { ...settings, algorithms: ['local-sa'] }, { out, report: false });
  const found = await replay(out);
  expect(found).toMatchObject({
    state: 'same',
    difference: undefined,
    rows: comparedRows(out),
    complete: true,
  });
  const arrivals = rows(out, 'arrivals.csv');
  for (const { time, due } of arrivals) expect(Number(time)).toBeGreaterThanOrEqual(Number(due));
  const crashed = arrivals.filter(({ due }) => Number(due) === CRASH).map(({ agent }) => Number(agent));
  expect(crashed.sort()).toEqual(timing === CALM ? [1, 2, 3] : [1, 2, 3, 4]);
});

test('a run that is killed in the middle is replayed to where it stopped, and completed it replays in full', async () => {
  const args = [
    ...['run', 'problem.json', '--algorithm', 'compressed-lsa', '--compressor', 'rand-k:1'],
    ...['--step-size', '0.05', '--local-steps', '3'],
    ...['--policy', 'asynchronous:0.5', '--compute', 'exponential:0.0002', '--clock', 'wall'],
    ...[
      '--placement',
      'inline',
      '--no-report',
      '--json',
      '--rounds',
      '150',
      '--seeds',
      '2',
      '--out',
      'killed',
    ],
  ];
  const started = start(folder, ...args);
  const underWay = /"type":"progress","rounds":[1-9]/;
  await started.saw((stdout) => underWay.test(stdout));
  started.child.kill('SIGKILL');
  await started.ended;
  const recorded = rows(folder, 'killed', 'rounds.csv').length;
  expect(recorded).toBeLessThan(2 * 151);
  const ended = await fedsa(folder, 'replay', 'killed', '--json');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(ended.stdout)).toMatchObject({
    type: 'replay',
    state: 'same',
    complete: false,
    rows: comparedRows(join(folder, 'killed')),
  });

  expect((await fedsa(folder, ...args)).status).toBe(0);
  expect(await replay(join(folder, 'killed'))).toMatchObject({
    state: 'same',
    complete: true,
    rows: comparedRows(join(folder, 'killed')),
  });
});
