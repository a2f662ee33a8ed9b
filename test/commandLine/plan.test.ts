/** `fedsa plan`: its JSON to the letter, what it prints, and what it refuses; by simulation: plan.long.test.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanReport } from '../../src/index.ts';
import { contents, emptyFolder, fedsa } from './builtProgram.ts';
import { ROOT } from '../documentation/documents.ts';
import { writeUserScenario } from './userScenario.ts';
import { planFolder, plannedIn } from './plannedAgents.ts';

const folder = planFolder();
const planned = (...words: string[]): Promise<PlanReport> => plannedIn(folder, ...words);

test('two levels, three algorithms: sorted by cost within each level, every field as promised', async () => {
  const report = await planned(
    ...['--epsilon', '0.05,0.02', '--algorithm', 'local-sa,fedhsa,minibatch-sgd', '--cost', 'bytes'],
    ...['--step-size', '0.002..2.5', '--local-steps', '1,5,20'],
  );
  expect([report.format, report.cost, report.plans.length]).toEqual(['fedsa-plan/1', 'bytes', 6]);
  for (const [k, epsilon] of [0.05, 0.02].entries()) {
    const plans = report.plans.slice(3 * k, 3 * k + 3);
    expect(plans.map((plan) => plan.epsilon)).toEqual([epsilon, epsilon, epsilon]);
    const costs = plans.map(({ cost }) => cost!);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
    for (const plan of plans) {
      expect(Object.keys(plan)).toEqual([
        ...['epsilon', 'algorithm', 'kind', 'stepSize', 'serverStepSize', 'localSteps', 'rounds', 'cost'],
        ...['floor', 'relativeError', 'stepSizeRange', 'byLocalSteps', 'reason'],
      ]);
      expect([plan.kind, plan.relativeError, plan.reason]).toEqual(['exact', 0, null]);
      // a vector of one double from each of two agents; FedHSA sends twice
      expect(plan.cost! / plan.rounds!).toBe(plan.algorithm === 'fedhsa' ? 32 : 16);
      expect(plan.floor).toBeLessThan(epsilon);
      const [low, high] = plan.stepSizeRange!;
      expect(low).toBeLessThanOrEqual(plan.stepSize!);
      expect(high).toBeGreaterThan(plan.stepSize!);
      expect(plan.byLocalSteps.map(({ localSteps }) => localSteps)).toEqual([1, 5, 20]);
      expect(Object.keys(plan.byLocalSteps[0]!)).toEqual(['localSteps', 'stepSize', 'rounds', 'cost']);
    }
    const stepOf = (name: string) => plans.find(({ algorithm }) => algorithm === name)!;
    expect(stepOf('local-sa').serverStepSize).toBeNull();
    expect(stepOf('fedhsa').serverStepSize).toBe(1);
    expect(stepOf('minibatch-sgd').serverStepSize).toBe(stepOf('minibatch-sgd').stepSize);
  }
});

test('T is the last crossing of the curve that theory prints', async () => {
  const { plans } = await planned('--epsilon', '0.05', '--algorithm', 'scafflsa', '--local-steps', '3');
  const { rounds, stepSize } = plans[0]!;
  for (const [last, isReached] of [
    [rounds!, true],
    [rounds! - 1, false],
  ] as const) {
    const { stdout } = await fedsa(
      ...([
        folder,
        'theory',
        'two.json',
        '--algorithm',
        'scafflsa',
        '--step-size',
        String(stepSize),
      ] as const),
      ...['--local-steps', '3', '--rounds', String(last), '--only', 'curves', '--json'],
    );
    const curve = (JSON.parse(stdout) as { run: { predicted: { meanSquare: number[] }[] } }).run
      .predicted[0]!;
    expect(curve.meanSquare.at(-1)! <= 0.05).toBe(isReached);
  }
});

test('what is given wins over the ranges of the scenario, one by one', async () => {
  const words = ['plan', 'plan-quickstart', '--algorithm', 'local-sa', '--json'];
  const plan = async (...more: string[]) =>
    (JSON.parse((await fedsa(folder, ...words, ...more)).stdout) as PlanReport).plans[0]!;
  const { byLocalSteps } = await plan('--local-steps', '20', '--step-size', '0.1..0.2');
  expect(byLocalSteps.map(({ localSteps }) => localSteps)).toEqual([20]);
  expect((await plan('--step-size', '0.1')).stepSize).toBe(0.1);
});

test('a length of runs in local steps is no length of plans', async () => {
  const words = ['--epsilon', '0.05', '--algorithm', 'local-sa', '--local-steps', '5'];
  expect(await planned(...words, '--steps', '50')).toEqual(await planned(...words));
});

test('seconds of constant times: a round takes its steps and the messages', async () => {
  const { plans } = await planned(
    ...['--epsilon', '0.05', '--algorithm', 'local-sa', '--local-steps', '4', '--cost', 'seconds'],
    ...['--compute', '0.5', '--uplink-latency', '3'],
  );
  expect(plans[0]!.cost! / plans[0]!.rounds!).toBeCloseTo(4 * 0.5 + 3, 12);
});

test('seconds of random times: the first of two exponential times of mean 1 is there after half a second on average', async () => {
  const { plans } = await planned(
    ...['--epsilon', '0.1', '--algorithm', 'local-sa', '--local-steps', '1', '--cost', 'seconds'],
    ...['--sampling', 'iid', '--policy', 'first:1', '--compute', 'exponential:1', '--step-size', '0.02'],
  );
  // Sixteen seeds of 64 rounds are 4 % off.
  expect(Math.abs(plans[0]!.cost! / plans[0]!.rounds! / 0.5 - 1)).toBeLessThan(0.03);
});

test('bytes of a round under a policy that does not wait for all are those of runs at that H', async () => {
  const timed = [
    ...['--algorithm', 'local-sa', '--sampling', 'iid', '--policy', 'first:1', '--step-size', '0.02'],
    ...['--compute', 'exponential:1', '--uplink-latency', '0.5'],
  ];
  const words = ['--epsilon', '0.1', '--cost', 'bytes', '--local-steps', '1,40', '--by', 'theory'];
  const { plans } = await planned(...timed, ...words);
  const perRound = plans[0]!.byLocalSteps.map(({ cost, rounds }) => cost / rounds);
  // of 64 rounds and 100 seeds
  [11.16, 8.34].forEach((bytes, k) => {
    expect(Math.abs(perRound[k]! / bytes - 1)).toBeLessThan(0.03);
  });
});

test('what a round sends is known where all step sizes of the range diverge', async () => {
  const words = ['--epsilon', '0.05', '--algorithm', 'local-sa', '--local-steps', '5', '--cost', 'bytes'];
  const [plan] = (await planned(...words, '--step-size', '5..10')).plans;
  expect(plan!.reason).toBe('its expected error grows at all step sizes in the range');
});

test('a probability takes the place of H, and a server step is searched beside η', async () => {
  const { plans } = await planned(
    ...['--epsilon', '0.05', '--algorithm', 'fedhsa', '--communication-probability', '0.8..1'],
    ...['--server-step-size', '0.5,1', '--step-size', '0.01..0.1'],
  );
  const [plan] = plans;
  expect(plan).toMatchObject({ communicationProbability: 0.8, kind: 'exact' });
  expect([0.5, 1]).toContain(plan!.serverStepSize);
  expect(plan!.byLocalSteps[0]).toHaveProperty('communicationProbability');
});

test('--verify runs the plan: its cost lies in the interval of 40 seeds', async () => {
  const words = ['--epsilon', '0.1', '--algorithm', 'local-sa', '--local-steps', '5', '--verify', '40'];
  const { plans } = await planned(...words);
  const { verified, cost } = plans[0]!;
  expect(verified).toMatchObject({ seeds: 40, reached: true });
  expect(verified!.low).toBeLessThanOrEqual(cost!);
  expect(verified!.high).toBeGreaterThanOrEqual(cost!);
  expect((await fedsa(folder, 'plan', 'two.json', ...words)).stdout).toMatch(
    /Local SA: measured with 40 seeds \d+, 95 % interval \[\d+, \d+\]/,
  );
});

test('an error out of reach is said with the least floor, on every level of the command', async () => {
  const words = [
    '--epsilon',
    '1e-9',
    '--algorithm',
    'local-sa',
    '--step-size',
    '0.01..1',
    '--local-steps',
    '5',
  ];
  const { plans } = await planned(...words);
  expect(plans[0]).toMatchObject({
    kind: 'none',
    stepSize: null,
    rounds: null,
    cost: null,
    byLocalSteps: [],
  });
  expect(plans[0]!.floor).toBeGreaterThan(1e-9);
  const { stdout } = await fedsa(folder, 'plan', 'two.json', ...words);
  expect(stdout).toContain(
    `no plan: ε is out of reach: the least final error in these ranges is ${plans[0]!.floor!.toPrecision(3)}`,
  );
});

test('an operator that throws while settings race is one line, and no fault of the program', async () => {
  const wet = emptyFolder();
  writeUserScenario(wet, "if (agent === 3) throw new Error('wet');");
  const words = ['plan', 'mine.ts', '--epsilon', '0.1', '--algorithm', 'local-sa', '--local-steps', '2'];
  const { status, stdout, stderr } = await fedsa(wet, ...words);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^fedsa: agent 3 failed in local steps of round 1 \([^\n]*\): [^\n]*wet[^\n]*\n$/);
});

describe('refusals, in one line, with exit status 2', () => {
  test('a problem whose root is not found', async () => {
    const unrooted = emptyFolder();
    writeUserScenario(unrooted);
    const file = join(unrooted, 'mine.ts');
    const source = readFileSync(file, 'utf8')
      .replace(/^ +mean: .*\n/m, '')
      .replace('- theta[0]!', '');
    writeFileSync(file, source);
    const { status, stderr } = await fedsa(unrooted, 'plan', 'mine.ts', '--epsilon', '0.1');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^fedsa: a plan needs the root θ\*[^\n]*: give its module a mean\n$/);
  });

  test.each([
    [['--local-steps', '5'], /needs the error to be reached: give --epsilon/],
    [['--epsilon', '0'], /--epsilon.*must be a number above 0/i],
    [['--epsilon', '0.1,x'], /must be a number above 0/],
    [['--epsilon', '0.1', '--step-size', '1..0.1'], /must go from a number to one that is not smaller/],
    [['--epsilon', '0.1', '--step-size', '0..1'], /must be/],
    [['--epsilon', '0.1', '--local-steps', '0..5'], /must be/],
    [['--epsilon', '0.1', '--local-steps', '1.5,5'], /must be/],
    [['--epsilon', '0.1', '--communication-probability', '0.5..2'], /must be/],
    [['--epsilon', '0.1', '--local-steps', '1..5', '--communication-probability', '0.5..1'], /not over both/],
    [['--epsilon', '0.1', '--algorithm', 'local-sgd-m'], /`?--?server-?step-?size`?|serverStepSize/i],
    [
      ['--epsilon', '0.1', '--algorithm', 'local-sa', '--server-step-size', '0.1..1'],
      /local-sa has no such parameter/,
    ],
    [['--epsilon', '0.1', '--cost', 'money'], /Allowed choices are rounds, steps/],
    [
      ['--epsilon', '0.1', '--policy', 'synchronous,first:3'],
      /first:3 waits for 3 agents; the problem has 2/,
    ],
    [
      ['--epsilon', '0.1', '--policy', 'synchronous,frist:1'],
      /--policy <policy>' argument 'synchronous,frist:1'/,
    ],
    [
      ['--epsilon', '0.1', '--algorithm', 'fedhsa', '--policy', 'asynchronous:0.5,buffered:1'],
      /none of the algorithms can run: fedhsa does not go with asynchronous/,
    ],
    [['--epsilon', '0.1', '--verify', '1'], /must be an integer from 2/],
    [
      ['--epsilon', '0.1', '--trigger', join(ROOT, 'scenarios/triggers/growing.ts')],
      /--trigger: a plan is over --local-steps or --communication-probability/,
    ],
  ])('%j', async (words, message) => {
    const { status, stdout, stderr } = await fedsa(folder, 'plan', 'two.json', ...words);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(message);
    expect(contents(folder)).toEqual(['two.json']);
  });
});
