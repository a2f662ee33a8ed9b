/** Trimmed mean: its server by hand, and whole runs against Local SA and against theory's reason. */
import { describe, expect, test } from 'vitest';
import { attacked } from '../../src/algorithms/attacked.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { configured } from '../../src/algorithms/parts.ts';
import { trimmed, trimmedMean } from '../../src/algorithms/trimmedMean.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { solveProblem } from '../../src/problems/root.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { exactCurves } from '../../src/runs/theory/exactCurves.ts';
import { serverKit } from '../../src/testing/index.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { randomProblem, specificationOf } from '../oracles/explicitProblem.ts';
import { answersOf } from '../oracles/givenMessages.ts';

const afterRound = (trim: number, models: readonly (readonly number[])[]) => {
  const server = serverKit(trimmedMean, { stepSize: 1, trim }, { initial: [0, 0], agents: models.length });
  server.open(1, 1);
  server.receive(answersOf('localModel', ...models.map((theta) => ({ theta }))));
  return server;
};

describe('its server', () => {
  test('drops the smallest and the largest of each coordinate, of whichever agents', () => {
    const server = afterRound(0.25, [
      [1, -9],
      [100, 4],
      [3, 2],
      [-50, 7],
    ]);
    server.expectRoundCompleted({ theta: [2, 3] }, 0);
  });

  test('drops ⌊βn⌋, also where βn is a whole number that rounding has made smaller', () => {
    // 0.29 · 100 is 28.999999999999996
    const models = Array.from({ length: 100 }, (_, i) => [i < 29 ? -1e6 : i, i]);
    afterRound(0.29, models).expectRoundCompleted({ theta: [(29 + 99 - 29) / 2, 49.5] }, 1e-12);
    // ⌊0.24 · 4⌋ = 0
    afterRound(0.24, [
      [1, 0],
      [2, 0],
      [3, 0],
      [10, 0],
    ]).expectRoundCompleted({ theta: [4, 0] }, 0);
  });

  test('says the same to the last bit in any order of the answers', () => {
    const models = [0.1, 0.7, 1e16, -3.3, 1e-9, 0.2, 5].map((x) => Float64Array.of(x, -x));
    const expected = trimmed(models, 2, 2);
    for (let shift = 1; shift < models.length; shift++)
      expect(trimmed([...models.slice(shift), ...models.slice(0, shift)], 2, 2)).toEqual(expected);
  });
});

describe('a run', () => {
  const problem = specificationOf(randomProblem(5, 3, 7));
  const errorsOf = async (algorithm: ScheduledAlgorithm, sampling: 'markov' | 'exact' = 'markov') => {
    const changes = { algorithms: [algorithm], sampling, initial: [1, 2, -1], recording: 'all' } as const;
    const configuration = configurationOf({ ...changes, budget: { kind: 'rounds', rounds: 60 } });
    const { records } = (await replicationsOf(problem, configuration))[0]!;
    expect(records.at(-1)!.round).toBe(60);
    return records.map(({ error }) => error);
  };
  const compute = (trim: number) => configured(trimmedMean, { stepSize: 0.1, trim }) as ScheduledAlgorithm;
  const local = configured(localSa, { stepSize: 0.1 }) as ScheduledAlgorithm;

  test('without trimming is Local SA, bit for bit, and with it is not', async () => {
    const expected = await errorsOf(local);
    expect(await errorsOf(compute(0))).toEqual(expected);
    expect(await errorsOf(compute(0.19))).toEqual(expected);
    expect((await errorsOf(compute(0.2))).at(-1)).not.toBeCloseTo(expected.at(-1)!, 6);
  });

  test('is hardly moved by an attacker that sends 10⁶, who moves Local SA by 2 · 10⁵', async () => {
    const attack = { agents: [3], attack: { constant: 1e6 } } as const;
    const under = (algorithm: typeof localSa | typeof trimmedMean) =>
      configured(attacked(algorithm, attack), { stepSize: 0.1, trim: 0.2 }) as ScheduledAlgorithm;
    expect((await errorsOf(under(localSa))).at(-1)).toBeGreaterThan(1e10);
    expect((await errorsOf(under(trimmedMean))).at(-1)).toBeLessThan(100);
  });

  test('has no exact curve, with any β, and says why', async () => {
    const built = buildProblem(problem);
    const configuration = configurationOf({ algorithms: [compute(0.2), compute(0)], sampling: 'iid' });
    const budget = { multiplications: 1e9, doubles: 1e7 };
    const curves = await exactCurves(built, solveProblem(built), configuration, [0, 1], budget);
    for (const curve of curves)
      expect(curve).toMatchObject({
        reason: expect.stringMatching(/not linear: the order of the answers/) as string,
      });
  });
});
