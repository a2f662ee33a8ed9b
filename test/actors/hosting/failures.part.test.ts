/** A failing actor ends the run with its name, in every placement; it never hangs it. */
import { afterAll, describe, expect, test } from 'vitest';
import { algorithm } from '../../../src/algorithms/algorithm.ts';
import { message } from '../../../src/algorithms/message.ts';
import { configured } from '../../../src/algorithms/parts.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { ActorFailure } from '../../../src/values/failure.ts';
import { StrayFailure } from '../../../src/values/strayFailure.ts';
import { configurationOf, FEDHSA, replicationsIn, told, type Told } from '../../oracles/events.ts';
import { factoryOf, ModuleFolder } from '../../oracles/userModules.ts';
import { agentsThatDiffer } from '../timed/timedFixture.ts';
import { inSuite, oneIn } from '../../tooling/parts.ts';

const folder = new ModuleFolder();
afterAll(() => {
  folder.remove();
});

/** Agent 2 of 4 does what it is told at its k-th operator call; `options` say what and when. */
const FAILING = `
export function agent({ agent, options }) {
  let calls = 0;
  return {
    stream: { initial: () => 0, next: (o) => o + 1 },
    operator(theta, o, out) {
      calls++;
      out.fill(0);
      if (agent !== 2 || calls !== options.call) return;
      if (options.act === 'throw') throw new RangeError('agent two has had enough');
      if (options.act === 'throw text') throw 'a mere text';
      if (options.act === 'exit') process.exit(3);
      if (options.act === 'infinite') out.fill(Infinity);
      if (options.act === 'reject') void Promise.reject(new Error('no value'));
      if (options.act === 'return a promise') return Promise.reject(new Error('no value'));
    },
  };
}
`;

type Act = 'throw' | 'throw text' | 'exit' | 'infinite' | 'reject' | 'return a promise';

async function failing(act: Act, call: number, changes: Partial<RunConfiguration>): Promise<Told> {
  const specification = folder.write('failing.mjs', FAILING, {
    agents: 4,
    dimension: 2,
    options: { act, call },
  });
  const configuration = configurationOf({ budget: { kind: 'rounds', rounds: 1000 }, ...changes });
  return told(specification, configuration, { create: await factoryOf(specification) });
}

const INLINE = { title: 'inline', changes: { placement: 'inline' } } as const;
const THREADED = [
  { title: 'in own threads', changes: { placement: 'own-thread' } },
  { title: 'packed on 2 threads', changes: { placement: 'packed', threads: 2 } },
  {
    title: 'whole replications on 1 thread',
    changes: { placement: 'auto', threads: 1, seeds: [1, 2, 3, 4] },
  },
] as const;

/** Local step 11 with H = 3 is the second one of round 4: rounds 0 to 3 have been told. */
const CALL = 11;

function expectFailureAtRound4({ events, error, milliseconds }: Told, cause: RegExp): void {
  expect(error).toBeInstanceOf(ActorFailure);
  const failure = error as ActorFailure;
  expect(failure.at).toEqual({ agent: 2, round: 4, stage: 'local steps', algorithm: 'local-sa', seed: 1 });
  expect(failure.message).toMatch(/^agent 2 failed in local steps of round 4 \(local-sa, seed 1\): /);
  expect(failure.cause).toBeInstanceOf(Error);
  expect((failure.cause as Error).message).toMatch(cause);
  // most of it is the start of the threads; a hang would last until the test's time is over
  expect(milliseconds).toBeLessThan(20_000);
  const [replication, ...others] = replicationsIn(events);
  expect(others).toEqual([]);
  // a thread that dies takes along what its whole replications had not yet handed over
  expect(replication?.outcome).toBeUndefined();
}

describe('an operator that throws at its 11th call (H = 3)', () => {
  test.each(oneIn(2, [INLINE, ...THREADED]))(
    'ends the run with agent 2, round 4, its stage and cause, $title',
    async ({ changes }) => {
      const end = await failing('throw', CALL, changes);
      expectFailureAtRound4(end, /^agent two has had enough$/);
      expect(replicationsIn(end.events)[0]!.records.map(({ round }) => round)).toEqual([0, 1, 2, 3]);
    },
  );

  test.each(oneIn(3, [INLINE, THREADED[0], THREADED[2]]))(
    'which throws a text ends it the same way, $title',
    async ({ changes }) => {
      const end = await failing('throw text', CALL, changes);
      expect(end.error).toBeInstanceOf(ActorFailure);
      expect((end.error as ActorFailure).message).toBe(
        'agent 2 failed in local steps of round 4 (local-sa, seed 1): a mere text',
      );
    },
  );

  inSuite.test(
    'tells FedHSA’s evaluation as part of its round: call 4 H + 5 = 17 is the peek of round 5',
    async () => {
      // One peek and three local steps are four calls a round; call 17 opens round 5.
      const end = await failing('throw', 17, { algorithms: [FEDHSA(0.1)] });
      expect((end.error as ActorFailure).at).toMatchObject({ agent: 2, round: 5, algorithm: 'fedhsa' });
    },
  );
});

describe('a promise that an operator rejects', () => {
  // Inline it is the command's thread that hears of it: test/commandLine/endings.test.ts.
  test.each(oneIn(3, THREADED))(
    'ends the run with its reason, also in the last round, $title',
    async ({ changes }) => {
      const { error } = await failing('reject', CALL, { ...changes, budget: { kind: 'rounds', rounds: 4 } });
      expect(error).toBeInstanceOf(StrayFailure);
      expect((error as Error).message).toMatch(/not awaited threw .*: Error: no value$/);
    },
  );

  test.each(oneIn(4, [INLINE, ...THREADED]))(
    'is named where the operator returns it, $title',
    async ({ changes }) => {
      expectFailureAtRound4(await failing('return a promise', CALL, changes), /^operator gives a promise; /);
    },
  );
});

describe('process.exit(3) inside a worker', () => {
  test.each(oneIn(2, [THREADED[1], THREADED[0], THREADED[2]]))(
    'ends the run with agent 2, round 4, its stage and exit code 3, $title',
    async ({ changes }) => {
      const end = await failing('exit', CALL, changes);
      expectFailureAtRound4(end, /\b3\b/);
    },
  );

  inSuite.test('leaves the rows that agents in own threads had made before: rounds 0 to 3', async () => {
    const { events } = await failing('exit', CALL, { placement: 'own-thread' });
    expect(replicationsIn(events)[0]!.records.map(({ round }) => round)).toEqual([0, 1, 2, 3]);
  });
});

describe('a failure at the start of an agent', () => {
  const STARTING = `
    export function agent({ agent, options }) {
      return {
        stream: {
          initial: (g) => {
            if (agent === 1 && options.act === 'throw') throw new Error('no first observation');
            if (agent === 1 && options.act === 'exit at the second run' && ++globalThis.runs === 2) process.exit(3);
            return 0;
          },
          next: (o) => o,
        },
        operator: (theta, o, out) => { out.fill(0); },
      };
    }
    globalThis.runs = 0;
  `;
  const starting = async (act: string, changes: Partial<RunConfiguration>): Promise<Told> => {
    const specification = folder.write('starting.mjs', STARTING, {
      agents: 3,
      dimension: 2,
      options: { act },
    });
    return told(specification, configurationOf(changes), { create: await factoryOf(specification) });
  };

  test.each(oneIn(2, [THREADED[0], THREADED[1], INLINE, THREADED[2]]))(
    'is told as the start of agent 1 in round 0, $title',
    async ({ changes }) => {
      const { error } = await starting('throw', changes);
      expect(error).toBeInstanceOf(ActorFailure);
      expect((error as ActorFailure).at).toMatchObject({ agent: 1, stage: 'start', round: 0 });
      expect((error as ActorFailure).message).toContain('no first observation');
    },
  );

  inSuite.test(
    'of a later replication in one thread is told with that seed and round 0, not the round before',
    async () => {
      const seeds = Array.from({ length: 40 }, (_, k) => k + 1);
      const { error } = await starting('exit at the second run', { placement: 'auto', threads: 1, seeds });
      expect(error).toBeInstanceOf(ActorFailure);
      expect((error as ActorFailure).at).toMatchObject({ agent: 1, stage: 'start', round: 0, seed: 2 });
    },
  );
});

inSuite.test(
  'a module that does not export the function is refused with its name before anything runs',
  async () => {
    const specification = folder.write('empty.mjs', 'export const other = 1;', { agents: 1, dimension: 1 });
    await expect(factoryOf(specification)).rejects.toThrow(
      /no function "agent" is exported \(exported: other\)/,
    );
  },
);

describe('an infinite θ is an outcome, not a failure', () => {
  test.each(oneIn(2, [INLINE, ...THREADED]))(
    'diverged at round 4, rows before it told, the next seed run, $title',
    async ({ changes }) => {
      const { events, error } = await failing('infinite', CALL, {
        ...changes,
        budget: { kind: 'rounds', rounds: 6 },
      });
      expect(error).toBeUndefined();
      const [first] = replicationsIn(events);
      expect(first!.outcome).toEqual({ kind: 'diverged', round: 4, steps: 12 });
      expect(first!.records.map(({ round }) => round)).toEqual([0, 1, 2, 3]);
      for (const { outcome } of replicationsIn(events).slice(1)) {
        expect(outcome).toEqual({ kind: 'completed', rounds: 6, steps: 18 });
      }
    },
  );

  inSuite.test('θ doubled by every step leaves the last error below 10¹² in round 6 of H = 3', async () => {
    // G(θ) = θ with η = 1: ‖θ_t‖² = 64^t, which passes 10¹² between t = 6 and 7.
    const text = `export const agent = () => ({
      stream: { transition: [[1]] },
      operator: (theta, o, out) => { out[0] = theta[0]; },
      mean: { kind: 'linear', A: Float64Array.of(-1), b: Float64Array.of(0) },
    });`;
    const specification = folder.write('doubling.mjs', text, { agents: 1, dimension: 1 });
    const configuration = configurationOf({
      algorithms: [{ name: 'local-sa', stepSize: 1 }],
      initial: [1],
      budget: { kind: 'rounds', rounds: 500 },
    });
    const { events } = await told(specification, configuration, { create: await factoryOf(specification) });
    const [run] = replicationsIn(events);
    expect(run!.thetas.at(-1)).toEqual([8 ** 6]);
    expect(run!.outcome).toEqual({ kind: 'diverged', round: 7, steps: 21 });
  });
});

inSuite.test.each([{}, { timing: {} }])(
  'an agent’s part that throws is reported with its own number, %j',
  async (changes) => {
    const started = message('started', { theta: 'θ̄' });
    const ended = message('ended', { theta: 'θ_i' });
    const theta = Float64Array.of(0, 0);
    const faulty = algorithm({
      name: 'faulty',
      title: 'Faulty',
      source: 'a user',
      parameters: {},
      messages: { down: [started], up: [ended] },
      agent: (_, { agent }) => ({
        ask: () => undefined,
        answer: ({ round }) => {
          if (agent === 1 && round === 2) throw new Error('enough');
          return ended({ theta });
        },
      }),
      server: () => ({
        model: () => theta,
        open: () => started({ theta }),
        receive: () => ({ localModels: () => [theta] }),
      }),
    });
    const algorithms = [configured(faulty, {}) as ScheduledAlgorithm];
    const { error } = await told(agentsThatDiffer(4), configurationOf({ algorithms, ...changes }));
    expect((error as ActorFailure).at).toEqual({
      agent: 1,
      round: 2,
      stage: 'local steps',
      algorithm: 'faulty',
      seed: 1,
    });
  },
);
