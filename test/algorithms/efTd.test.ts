/** Error feedback: its parts by hand, its identities, and the bits that runs with it count. */
import { describe, expect, test } from 'vitest';
import { efTd } from '../../src/algorithms/efTd.ts';
import { message } from '../../src/algorithms/message.ts';
import { minibatchSgd } from '../../src/algorithms/minibatchSgd.ts';
import { configured } from '../../src/algorithms/parts.ts';
import { compressorNamed } from '../../src/algorithms/compression/compressors.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { solveProblem } from '../../src/problems/root.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { MessageLayout } from '../../src/algorithms/messageLayout.ts';
import { mean } from '../../src/report/statistics.ts';
import { exactCurves } from '../../src/runs/theory/exactCurves.ts';
import { agentKit, scriptedOperator, serverKit } from '../../src/testing/index.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { randomProblem, specificationOf } from '../oracles/explicitProblem.ts';
import { answersOf, answersTo, messageOf } from '../oracles/givenMessages.ts';

const asked = { kind: 'roundStarted', theta: [0, 0, 0] } as const;
const observed = (...values: number[][]) => scriptedOperator(values.map((b) => ({ a: 0, b })));

describe('its agent', () => {
  test('sends the largest coordinate of the sum of its H values, and remembers the others', () => {
    const kit = agentKit(
      efTd,
      { stepSize: 1, compressor: 'top-k:1' },
      { operator: () => observed([1, 2, 0], [1, 2, -3], [1, 0, 0]) },
    );
    answersTo(kit, [
      [
        { ...asked, localSteps: 2 },
        { kind: 'compressedUpdate', update: [0, 4, 0] },
      ],
    ]);
    expect([...kit.states.error!]).toEqual([2, 0, -3]);
    answersTo(kit, [[{ ...asked, localSteps: 1 }, { update: [3, 0, 0] }]]);
    expect([...kit.states.error!]).toEqual([0, 0, -3]);
  });

  test('takes back what the server did not take, and without feedback remembers nothing', () => {
    const parameters = { stepSize: 1, compressor: 'top-k:1' };
    const operator = () => observed([5, 2, 0], [0, 0, 0]);
    const lost = { ...asked, localSteps: 1, taken: false };
    answersTo(agentKit(efTd, parameters, { operator }), [
      [{ ...asked, localSteps: 1 }, { update: [5, 0, 0] }],
      [lost, { update: [5, 0, 0] }],
    ]);
    answersTo(agentKit(efTd, { ...parameters, feedback: 'off' }, { operator }), [
      [{ ...asked, localSteps: 1 }, { update: [5, 0, 0] }],
      [lost, { update: [0, 0, 0] }],
    ]);
  });
});

test('its server projects onto a ball, where there is one', () => {
  for (const [radius, theta] of [
    [0, [3, 4]],
    [10, [3, 4]],
    [5, [3, 4]],
    [2.5, [1.5, 2]],
  ] as const) {
    const server = serverKit(efTd, { stepSize: 1, radius }, { initial: [1, 1], agents: 1 });
    server.open(1, 1);
    server.receive(answersOf('compressedUpdate', { update: [2, 3] }));
    server.expectRoundCompleted({ theta: [...theta] }, 1e-15);
  }
});

test('its server steps along the mean of the updates', () => {
  const server = serverKit(efTd, { stepSize: 0.5 }, { initial: [1, 1], agents: 2 });
  server.open(1, 1);
  server.receive(answersOf('compressedUpdate', { update: [2, 0] }, { update: [0, -4] }));
  server.expectRoundCompleted({ theta: [1.5, 0] }, 0);
});

test('whatever Q is, θ̄ + (η/N) Σ e_i takes the steps η mean g_i, and ‖e⁺‖² ≤ (1 − 1/δ)‖e + g‖²', () => {
  const [N, d, eta] = [3, 6, 0.3];
  for (const [compressor, share] of [
    ['top-k:1', 1 / d],
    ['top-k:2', 2 / d],
    ['sign', 1 / d],
  ] as const) {
    const generator = generatorFor(3, 'updates');
    const drawn = Array.from({ length: N }, () =>
      Array.from({ length: 50 }, () => Array.from({ length: d }, () => generator.normal())),
    );
    const kits = drawn.map((values) =>
      agentKit(efTd, { stepSize: eta, compressor }, { operator: () => observed(...values) }),
    );
    let theta = new Array<number>(d).fill(0);
    const plain = new Array<number>(d).fill(0);
    for (let round = 0; round < 50; round++) {
      const before = kits.map(({ states }) => [...states.error!]);
      const updates = kits.map((kit) => {
        const answer = kit.receive(messageOf({ ...asked, theta: theta.slice(), localSteps: 1 }));
        return (answer as unknown as { readonly update: Float64Array }).update;
      });
      theta = theta.map((x, j) => x + (eta / N) * updates.reduce((sum, update) => sum + update[j]!, 0));
      for (let j = 0; j < d; j++) {
        plain[j]! += (eta / N) * drawn.reduce((sum, values) => sum + values[round]![j]!, 0);
        const remembered = (eta / N) * kits.reduce((sum, { states }) => sum + states.error![j]!, 0);
        expect(theta[j]! + remembered).toBeCloseTo(plain[j]!, 12);
      }
      kits.forEach(({ states }, i) => {
        const wanted = before[i]!.map((e, j) => e + drawn[i]![round]![j]!);
        const left = states.error!.reduce((sum, e) => sum + e * e, 0);
        expect(left).toBeLessThanOrEqual(
          (1 - share) * wanted.reduce((sum, x) => sum + x * x, 0) * (1 + 1e-12),
        );
      });
    }
  }
});

describe('a run', () => {
  const [N, d] = [5, 3];
  const problem = specificationOf(randomProblem(N, d, 7));
  const efTdWith = (compressor: string, feedback = 'on') =>
    configured(efTd, { stepSize: 0.1, compressor, feedback }) as ScheduledAlgorithm;
  const recordsOf = async (algorithm: ScheduledAlgorithm, changes: object = {}) => {
    const configuration = configurationOf({
      ...{ algorithms: [algorithm], sampling: 'markov', initial: [1, 2, -1], recording: 'all' },
      ...{ bits: true, trigger: { kind: 'deterministic', localSteps: 1 } },
      ...{ budget: { kind: 'rounds', rounds: 60 }, ...changes },
    });
    return (await replicationsOf(problem, configuration))[0]!.records;
  };
  const errorsOf = async (...given: Parameters<typeof recordsOf>) =>
    (await recordsOf(...given)).map(({ error }) => error);

  test('without compression is Minibatch SGD with γ = η and H = 1, bit for bit; so is top-d', async () => {
    const expected = await errorsOf(configured(minibatchSgd, { serverStepSize: 0.1 }) as ScheduledAlgorithm);
    for (const compressor of ['none', 'top-k:3'])
      expect(await errorsOf(efTdWith(compressor))).toEqual(expected);
    expect((await errorsOf(efTdWith('top-k:2'))).at(-1)).not.toBe(expected.at(-1));
  });

  test('without noise ends (η/N)‖Σ e_i‖ from θ* with feedback: like η², without it a bias stays', async () => {
    const ends = async (feedback: string) =>
      await Promise.all(
        [0.08, 0.02].map(async (stepSize) => {
          const algorithm = { ...efTdWith('top-k:1', feedback), stepSize } as ScheduledAlgorithm;
          const budget = { kind: 'rounds', rounds: 200 / stepSize };
          const errors = await errorsOf(algorithm, { sampling: 'exact', budget });
          return mean(errors.slice(-1000));
        }),
      );
    const [long, short] = await ends('on');
    expect(long! / short!).toBeGreaterThan(8);
    expect(long! / short!).toBeLessThan(32);
    const [longOff, shortOff] = await ends('off');
    expect(longOff! / shortOff!).toBeLessThan(2);
    expect(shortOff!).toBeGreaterThan(10 * long!);
  });

  test('counts the bits of its messages, and ends where its bytes are used up', async () => {
    const size = compressorNamed('top-k:1').bits(d);
    const records = await recordsOf(efTdWith('top-k:1'));
    expect(records.at(-1)).toMatchObject({
      ...{ uplinkBits: 60 * N * size, downlinkBits: 60 * N * 64 * d },
      ...{ uplinkBytes: Math.ceil((60 * N * size) / 8), uplinkVectors: 60 * N },
    });
    const limited = { budget: { kind: 'limits', bytes: Math.floor((20.5 * N * size) / 8) } };
    expect((await recordsOf(efTdWith('top-k:1'), limited)).at(-1)!.round).toBe(20);
  });

  test('has no exact curve, and says why', async () => {
    const built = buildProblem(problem);
    const configuration = configurationOf({ algorithms: [efTdWith('top-k:2')], sampling: 'iid' });
    const budget = { multiplications: 1e9, doubles: 1e7 };
    const [curve] = await exactCurves(built, solveProblem(built), configuration, [0, 1], budget);
    expect(curve).toMatchObject({
      reason: expect.stringMatching(/not linear: compressed updates/) as string,
    });
  });
});

test('a size is asked of the vectors of each message, and must be a whole number', () => {
  const sparse = message('sparse', { x: 'x' }, { bits: ({ x }) => 70 * x.filter((y) => y !== 0).length });
  const layout = new MessageLayout(
    { name: 'own', messages: { down: [sparse], up: [message('answer', { x: 'x', y: 'y' })], notices: [] } },
    4,
  );
  expect(layout.bits(sparse({ x: Float64Array.of(0, 1, 2, 0) }))).toBe(140);
  expect(layout.bits(sparse({ x: new Float64Array(4) }))).toBe(0);
  expect(layout.bits(messageOf({ kind: 'answer' }))).toBe(2 * 4 * 64);
  for (const size of [NaN, -1, 1.5]) {
    const bad = message('bad', { x: 'x' }, { bits: () => size });
    const custom = { name: 'own', messages: { down: [bad], up: [bad], notices: [] } };
    expect(() =>
      new MessageLayout({ ...custom, messages: { ...custom.messages, up: [] } }, 4).bits(
        messageOf({ kind: 'bad' }),
      ),
    ).toThrow(
      `the size of the message "bad", round 1: it must be a whole number of bits from 0 (found ${size})`,
    );
  }
});
