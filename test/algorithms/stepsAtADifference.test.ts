/** Steps that see G(θ, o) − G(origin, o): the observation is the same in both, so noise that is added to G cancels. */
import { expect, test } from 'vitest';
import { algorithm } from '../../src/algorithms/algorithm.ts';
import { averaging } from '../../src/algorithms/averaging.ts';
import { message } from '../../src/algorithms/message.ts';
import { configured } from '../../src/algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { agentKit, scriptedOperator } from '../../src/testing/index.ts';
import { stepSize } from '../../src/values/parameter.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
const ORIGIN = Float64Array.of(1, -2, 3);
const H = 3;

/** Local steps along G, or along G less G at the origin. */
const steps = (name: string, origin: Float64Array | undefined) =>
  algorithm({
    ...{ name, title: name, source: 'a test', parameters: { stepSize: stepSize('η', 'the step') } },
    messages: { down: [started], up: [ended] },
    agent: ({ stepSize: eta }) => ({
      ask: ({ theta, round }, work) => {
        const move = (x: Float64Array, value: Float64Array) => {
          for (let j = 0; j < x.length; j++) x[j]! += eta(round) * value[j]!;
        };
        work.each(theta, H, move, origin);
      },
      answer: (_, work) => ended({ theta: work.theta }),
    }),
    server: (_, { initial }) => averaging(initial, started),
  });
const difference = configured(steps('difference', ORIGIN), { stepSize: 0.1 }) as ScheduledAlgorithm;
const plain = configured(steps('plain', undefined), { stepSize: 0.1 }) as ScheduledAlgorithm;

const problem = {
  kind: 'gauss-markov-quadratic',
  agents: 4,
  dimension: 3,
  noiseVariance: 4,
  noiseSpectralRadius: 0.5,
  curvature: 'convex',
  offsetScale: 1,
  initialNoise: 'stationary',
  seed: 5,
} as const;

async function thetasOf(run: ScheduledAlgorithm, changes: object): Promise<readonly (readonly number[])[]> {
  const configuration = configurationOf({
    ...{ algorithms: [run], initial: [2, 0, -1], recording: 'all', sampling: 'markov' },
    ...{ trigger: { kind: 'deterministic', localSteps: H }, budget: { kind: 'rounds', rounds: 12 } },
    ...changes,
  });
  const [first] = await replicationsOf(problem, configuration);
  return first!.thetas.map((theta) => [...theta]);
}

const distance = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number =>
  Math.max(...a.flatMap((theta, t) => theta.map((x, j) => Math.abs(x - b[t]![j]!))));

test.each([1, 3])(
  'with stride %i noise cancels to rounding, and without the origin it does not',
  async (stride) => {
    const along = { stride };
    const exact = await thetasOf(difference, { sampling: 'exact' });
    expect(distance(await thetasOf(difference, along), exact)).toBeLessThan(1e-12);
    const noiseFree = await thetasOf(plain, { sampling: 'exact' });
    expect(distance(await thetasOf(plain, along), noiseFree)).toBeGreaterThan(0.1);
    expect(distance(exact, noiseFree)).toBeGreaterThan(0.1);
  },
);

test('every placement has the same bytes', async () => {
  const inline = await thetasOf(difference, { placement: 'inline' });
  for (const placement of ['own-thread', 'packed'])
    expect(await thetasOf(difference, { placement })).toEqual(inline);
});

test('each step uses one observation up: the difference at it, then the next', () => {
  const seen: number[] = [];
  const watched = algorithm({
    ...{ name: 'watched', title: 'Watched', source: 'a test', parameters: {} },
    messages: { down: [started], up: [ended] },
    agent: () => ({
      ask: ({ theta, localSteps, round }, work) => {
        const step = (_: Float64Array, value: Float64Array) => {
          seen.push(value[0]!);
        };
        work.each(theta, localSteps, step, round === 1 ? ORIGIN : undefined);
      },
      answer: (_, work) => ended({ theta: work.theta }),
    }),
    server: (_, { initial }) => averaging(initial, started),
  });
  // G = 10 − a θ with a = 1, 2, …, 5, at θ = 3, where the origin is 1
  const operator = () => scriptedOperator([1, 2, 3, 4, 5].map((a) => ({ a, b: [10, 10, 10] })));
  const kit = agentKit(watched, {}, { operator });
  const theta = Float64Array.of(3, 3, 3);
  kit.receive({ ...started({ theta }), round: 1, localSteps: 3 });
  kit.receive({ ...started({ theta }), round: 2, localSteps: 2 });
  expect(seen).toEqual([-2, -4, -6, 10 - 4 * 3, 10 - 5 * 3]);
});
