/** Coins: the same wherever parts run, new ones for each call, unrelated between purposes, agents and calls. */
import { describe, expect, test } from 'vitest';
import { algorithm } from '../../src/algorithms/algorithm.ts';
import { compressedLsa } from '../../src/algorithms/compressedLsa.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { message } from '../../src/algorithms/message.ts';
import { configured } from '../../src/algorithms/parts.ts';
import { callGenerator, PartCoins } from '../../src/maths/coins.ts';
import { stepSize } from '../../src/values/parameter.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { solveProblem } from '../../src/problems/root.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { exactCurves } from '../../src/runs/theory/exactCurves.ts';
import { agentKit, scriptedOperator } from '../../src/testing/index.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { randomProblem, specificationOf } from '../oracles/explicitProblem.ts';
import { messageOf } from '../oracles/givenMessages.ts';

const KEY = [0x12345678, 0x1abcdef0, 0x7fffffff, 5] as const;

/** The first uniforms of calls 1, …, n of a part. */
function firsts(coins: PartCoins, purpose: string, n: number): number[] {
  const drawn = coins.for(purpose);
  return Array.from({ length: n }, () => {
    coins.begin();
    return drawn.uniform();
  });
}

const correlation = (x: readonly number[], y: readonly number[]): number =>
  x.reduce((sum, a, k) => sum + (a - 0.5) * (y[k]! - 0.5), 0) / (x.length / 12);

describe('coins', () => {
  test('have known values: a change of the key would change every run', () => {
    expect([...callGenerator(KEY, 1).words]).toEqual([...callGenerator(KEY, 1).words]);
    expect([...callGenerator(KEY, 1).words].map((word) => word >>> 0)).toMatchInlineSnapshot(`
      [
        4017442772,
        2854099204,
        4022987605,
        3213444740,
      ]
    `);
    expect(firsts(new PartCoins(['a'], { seed: 1, part: 0 }), 'a', 2)).toMatchInlineSnapshot(`
      [
        0.9315680763886964,
        0.2840254820003092,
      ]
    `);
  });

  // 20,000 draws: a bin of 100 holds 200 ± 14; chi² of 99 degrees exceeds 172 with a probability of 1e-5, a correlation 0.035 with 1e-6
  test('of calls, agents and purposes are uniform and unrelated', () => {
    const n = 20_000;
    const keyed = (seed: number, part: number | 'server') => new PartCoins(['a', 'b'], { seed, part });
    const single = firsts(keyed(1, 0), 'a', n);
    const counts = new Array<number>(100).fill(0);
    for (const u of single) counts[Math.floor(100 * u)]!++;
    expect(counts.reduce((sum, count) => sum + (count - n / 100) ** 2 / (n / 100), 0)).toBeLessThan(172);
    const others = [
      [...single.slice(1), 0.5],
      firsts(keyed(1, 0), 'b', n),
      firsts(keyed(1, 1), 'a', n),
      firsts(keyed(2, 0), 'a', n),
      firsts(keyed(1, 'server'), 'a', n),
    ];
    for (const other of others) expect(Math.abs(correlation(single, other))).toBeLessThan(0.035);
  });

  test('do not depend on how many were drawn before', () => {
    const [some, all] = [0, 1].map(() => new PartCoins(['a'], { seed: 1, part: 3 }));
    const values = [some!, all!].map((coins, k) => {
      coins.begin();
      for (let j = 0; j < 5 * k; j++) coins.for('a').uniform();
      coins.begin();
      return [coins.for('a').uniform(), coins.for('a').below(9), coins.for('a').normal()];
    });
    expect(values[0]).toEqual(values[1]);
  });

  test('are refused under other names, outside calls, and where there is no seed', () => {
    const coins = new PartCoins(['a'], { seed: 1, part: 0 });
    expect(() => coins.for('b')).toThrow(/declares no coins "b"/);
    expect(() => coins.for('a').uniform()).toThrow(/within calls of the part/);
    const expected = new PartCoins(['a']).for('a');
    expect(expected.expected).toBe(true);
    for (const draw of [() => expected.uniform(), () => expected.below(2), () => expected.normal()])
      expect(draw).toThrow('its coins have no mean');
  });
});

const started = message('coinStarted', { theta: 'θ̄' });
const ended = message('coinEnded', { noise: 'z' });
/** What the agents' coins have shown. */
const seen: number[] = [];
/** Agents and the server add what their coins show; the server draws once in each of its calls. */
const coined = algorithm({
  name: 'coined',
  title: 'Coined',
  source: 'a test',
  parameters: { stepSize: stepSize('η', 'the step') },
  messages: { down: [started], up: [ended] },
  coins: ['noise'],
  agent: (_, { dimension, coins }) => {
    const noise = coins('noise');
    return {
      ask: (_message, work) => {
        work.advance(_message.theta, 0.1, undefined, 1);
      },
      answer: () => {
        const drawn = Float64Array.from({ length: dimension }, () => noise.normal());
        seen.push(drawn[0]!);
        return ended({ noise: drawn });
      },
    };
  },
  server: ({ stepSize }, { initial, coins }) => {
    const noise = coins('noise');
    let theta = initial;
    const step = (round: number, all: readonly Float64Array[]) => {
      theta = theta.map((x, j) => x + stepSize(round) * (noise.uniform() + all[0]![j]! + all.at(-1)![j]!));
    };
    return {
      model: () => theta,
      open: () => started({ theta }),
      receive: ({ all }, round) => {
        step(
          round,
          all.map(({ noise: z }) => z as Float64Array),
        );
        return { localModels: () => all.map(() => theta) };
      },
      free: {
        step: (updates) => {
          step(
            1,
            updates.map(({ answer }) => answer.noise as Float64Array),
          );
          return updates.map(({ weight }) => ({ weight, origin: theta, model: theta }));
        },
      },
    };
  },
});

describe('a run with coins', () => {
  const [N, d] = [5, 3];
  const problem = specificationOf(randomProblem(N, d, 7));
  const compressed = (compressor: string, label?: string) =>
    ({
      ...configured(compressedLsa, { stepSize: 0.1, compressor }),
      ...(label && { key: label }),
    }) as ScheduledAlgorithm;
  const recordsOf = async (algorithms: readonly ScheduledAlgorithm[], changes: object = {}) => {
    const configuration = configurationOf({
      ...{ algorithms, sampling: 'markov', initial: [1, 2, -1], recording: 'all' },
      ...{ bits: true, trigger: { kind: 'deterministic', localSteps: 4 } },
      ...{ budget: { kind: 'rounds', rounds: 40 }, ...changes },
    });
    return await replicationsOf(problem, configuration);
  };
  const thetasOf = async (algorithm: ScheduledAlgorithm, changes: object = {}) =>
    (await recordsOf([algorithm], changes))[0]!.thetas;
  const timing = {
    compute: { kind: 'exponential', mean: 1 },
    uplinkLatency: { kind: 'exponential', mean: 0.5 },
    crash: { at: { kind: 'exponential', mean: 20 }, returnsAfter: 2 },
  };

  test.each(['own-thread', 'packed'] as const)(
    'has the same iterates in the placement %s, in rounds and along event times with crashes',
    async (placement) => {
      for (const algorithm of [compressed('rand-k:1'), compressed('qsgd:2')]) {
        for (const changes of [
          {},
          { policy: { kind: 'buffered', count: 2, weight: { kind: 'constant' } }, timing },
        ])
          expect(await thetasOf(algorithm, { ...changes, placement })).toEqual(
            await thetasOf(algorithm, { ...changes, placement: 'inline' }),
          );
      }
    },
  );

  test('repeats itself, server and all, and never shows coins twice: a crash takes none back', async () => {
    const algorithm = configured(coined, { stepSize: 0.01 }) as ScheduledAlgorithm;
    const crash = { at: { kind: 'exponential', mean: 4 }, returnsAfter: 1 };
    const policy = { kind: 'buffered', count: 2, weight: { kind: 'constant' } };
    const runs = [];
    for (const placement of ['inline', 'inline']) {
      seen.length = 0;
      runs.push(await thetasOf(algorithm, { policy, timing: { ...timing, crash }, placement }));
      expect(seen.length).toBeGreaterThan(60);
      expect(new Set(seen).size).toBe(seen.length);
    }
    expect(runs[0]).toEqual(runs[1]);
  });

  test('with rand-k of all d coordinates is the run without compression, bit for bit, and that is Local SA to rounding', async () => {
    const whole = await thetasOf(compressed('none'));
    expect(await thetasOf(compressed('rand-k:3'))).toEqual(whole);
    expect(await thetasOf(compressed('rand-k:2'))).not.toEqual(whole);
    const plain = await thetasOf(configured(localSa, { stepSize: 0.1 }) as ScheduledAlgorithm);
    plain.forEach((theta, t) => {
      theta.forEach((x, j) => {
        expect(whole[t]![j]).toBeCloseTo(x, 12);
      });
    });
  });

  test('has no exact curve where what its coins add is no quadratic form, and says why', async () => {
    const built = buildProblem(problem);
    const configuration = configurationOf({ algorithms: [compressed('natural')], sampling: 'iid' });
    const [curve] = await exactCurves(built, solveProblem(built), configuration, [0, 1], {
      multiplications: 1e9,
      doubles: 1e7,
    });
    expect(curve).toMatchObject({
      reason: expect.stringMatching(/what natural adds to the variance is no quadratic form/) as string,
    });
  });
});

test('each message to an agent has new coins', () => {
  const operator = () => scriptedOperator(Array.from({ length: 9 }, () => ({ a: 0, b: [1, 1, 1] })));
  const asked = messageOf({ kind: 'roundStarted', theta: [0, 0, 0], localSteps: 1 });
  const kit = agentKit(compressedLsa, { stepSize: 1, compressor: 'rand-k:1' }, { operator });
  const moves = Array.from({ length: 8 }, () => JSON.stringify(kit.receive(asked)));
  expect(new Set(moves).size).toBe(3);
});
