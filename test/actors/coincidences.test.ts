/**
 * Where two algorithms are one: through the whole program, on the same observations, noise and all.
 * Paths that differ by rounding alone stay within 1e-12 of each other: 10³ local steps of a
 * contraction, each rounded at 1e-16.
 */
import { describe, expect, test } from 'vitest';
import type { AlgorithmConfiguration, RunConfiguration } from '../../src/configuration/configuration.ts';
import {
  configurationOf,
  FEDHSA,
  LOCAL_SA,
  LOCAL_SGD_M,
  MINIBATCH_SGD,
  replicationsOf,
  RICHARDSON_ROMBERG,
  SCAFFLSA,
  SCAFFOLD,
} from '../oracles/events.ts';
import { type ExplicitProblem, meansOf, randomProblem, specificationOf } from '../oracles/explicitProblem.ts';
import { noiselessRecursion } from '../oracles/noiselessRecursion.ts';
import { averageOf, averageOfRows, relativeDistance } from '../oracles/plainMatrices.ts';
import { bernoulli, deterministic, named } from '../oracles/triggers.ts';

/** Those whose local steps are corrected for the agents' differences. */
const CORRECTED = (stepSize: number): AlgorithmConfiguration[] => [
  SCAFFLSA(stepSize),
  FEDHSA(stepSize),
  SCAFFOLD(stepSize),
];

/** How far the paths of all further algorithms get from the first one's, and how far that one goes. */
async function distances(problem: ExplicitProblem, changes: Partial<RunConfiguration>) {
  const [first, ...others] = await replicationsOf(specificationOf(problem), configurationOf(changes));
  const start = first!.thetas[0]!;
  return {
    farthest: Math.max(...first!.thetas.map((theta) => relativeDistance(theta, start))),
    fromFirst: others.map(({ thetas }) => {
      expect(thetas).toHaveLength(first!.thetas.length);
      return Math.max(...first!.thetas.map((theta, t) => relativeDistance(theta, thetas[t]!)));
    }),
  };
}

describe('the algorithms coincide', () => {
  const problem = randomProblem(5, 3, 11);
  const base = { initial: [1, 2, 3], budget: { kind: 'rounds' as const, rounds: 200 } };

  test('Local SA with H = 1 is centralised SA with the average operator', async () => {
    const means = problem.map(meansOf);
    const centralised = { A: averageOfRows(means.map(({ A }) => A)), b: averageOf(means.map(({ b }) => b)) };
    const trigger = deterministic(1);
    const [run] = await replicationsOf(
      specificationOf(problem),
      configurationOf({ ...base, algorithms: [LOCAL_SA(0.3)], trigger, sampling: 'exact' }),
    );
    const gaps = new Array<number>(200).fill(1);
    const expected = noiselessRecursion([centralised], LOCAL_SA(0.3), trigger, gaps, base.initial);
    expect(Math.max(...run!.thetas.map((theta, t) => relativeDistance(theta, expected[t]!)))).toBeLessThan(
      1e-12,
    );
  });

  test.each(['exact', 'markov', 'iid'] as const)(
    'FedHSA with H = 1 and α_g = 1 is Local SA with H = 1 (%s)',
    async (sampling) => {
      const [local, fedhsa] = await replicationsOf(
        specificationOf(problem),
        configurationOf({
          ...base,
          algorithms: [LOCAL_SA(0.2), FEDHSA(0.2)],
          trigger: deterministic(1),
          sampling,
        }),
      );
      const distances = local!.thetas.map((theta, t) => relativeDistance(theta, fedhsa!.thetas[t]!));
      expect(Math.max(...distances)).toBeLessThan(1e-12);
    },
  );

  test.each(
    named([
      { sampling: 'exact' as const, trigger: deterministic(6) },
      { sampling: 'markov' as const, trigger: deterministic(6) },
      { sampling: 'iid' as const, trigger: bernoulli(0.2) },
    ]),
  )(
    'with one agent the corrected algorithms are Local SA: $sampling, $when',
    async ({ sampling, trigger }) => {
      const [local, ...others] = await replicationsOf(
        specificationOf(problem.slice(0, 1)),
        configurationOf({ ...base, algorithms: [LOCAL_SA(0.1), ...CORRECTED(0.1)], trigger, sampling }),
      );
      for (const other of others) {
        // FedHSA's θ̄ + (θ − θ̄) rounds, once a round
        const distances = local!.thetas.map((theta, t) => relativeDistance(theta, other.thetas[t]!));
        expect(Math.max(...distances), other.algorithm).toBeLessThan(1e-12);
      }
    },
  );

  test.each(
    named([
      { sampling: 'exact' as const, trigger: deterministic(6) },
      { sampling: 'markov' as const, trigger: deterministic(6) },
      { sampling: 'markov' as const, trigger: deterministic(1) },
      { sampling: 'iid' as const, trigger: deterministic(3) },
    ]),
  )(
    'SCAFFOLD with α_g = 1 is SCAFFLSA, whatever the agents: $sampling, $when',
    async ({ sampling, trigger }) => {
      const algorithms = [SCAFFLSA(0.1), SCAFFOLD(0.1)];
      const { fromFirst, farthest } = await distances(problem, { ...base, algorithms, trigger, sampling });
      expect(fromFirst[0]).toBeLessThan(1e-12);
      expect(farthest).toBeGreaterThan(0.5);
    },
  );

  test('SCAFFOLD is not SCAFFLSA with α_g = 0.9, nor under the Bernoulli trigger, where it divides by each gap', async () => {
    const algorithms = [SCAFFLSA(0.1), SCAFFOLD(0.1, 0.9)];
    const slower = await distances(problem, { ...base, algorithms, trigger: deterministic(6) });
    expect(slower.fromFirst[0]).toBeGreaterThan(1e-3);
    const same = [SCAFFLSA(0.1), SCAFFOLD(0.1)];
    const random = await distances(problem, { ...base, algorithms: same, trigger: bernoulli(0.2) });
    expect(random.fromFirst[0]).toBeGreaterThan(1e-3);
  });

  test.each(['exact', 'markov', 'iid'] as const)(
    'Minibatch SGD of one observation a round with γ = η is Local SA with H = 1 (%s)',
    async (sampling) => {
      for (const trigger of [deterministic(1), bernoulli(1)]) {
        const algorithms = [LOCAL_SA(0.3), MINIBATCH_SGD(0.3)];
        const { fromFirst, farthest } = await distances(problem, { ...base, algorithms, trigger, sampling });
        // θ + γ mean G_i against mean (θ + ηG_i): they round differently
        expect(fromFirst[0]).toBeLessThan(1e-13);
        expect(farthest).toBeGreaterThan(0.5);
      }
    },
  );

  test('Minibatch SGD of one agent and one observation a round is Local SA with H = 1, bit for bit', async () => {
    const algorithms = [LOCAL_SA(0.3), MINIBATCH_SGD(0.3)];
    const alone = problem.slice(0, 1);
    const { fromFirst } = await distances(alone, { ...base, algorithms, trigger: deterministic(1) });
    expect(fromFirst).toEqual([0]);
  });

  test('Minibatch SGD without noise is the same for every number of observations', async () => {
    const path = async (H: number): Promise<number[][]> => {
      const configuration = { ...base, algorithms: [MINIBATCH_SGD(0.3)], trigger: deterministic(H) };
      const [run] = await replicationsOf(
        specificationOf(problem),
        configurationOf({ ...configuration, sampling: 'exact' }),
      );
      return run!.thetas;
    };
    const [once, often] = [await path(1), await path(50)];
    expect(Math.max(...once.map((theta, t) => relativeDistance(theta, often[t]!)))).toBeLessThan(1e-13);
  });

  test.each(['exact', 'markov', 'iid'] as const)(
    'Local SGD-M with β = 1 and γ = ηK is Local SA (%s)',
    async (sampling) => {
      for (const H of [1, 6]) {
        const algorithms = [LOCAL_SA(0.1), LOCAL_SGD_M(0.1, 0.1 * H, 1)];
        const trigger = deterministic(H);
        const { fromFirst, farthest } = await distances(problem, { ...base, algorithms, trigger, sampling });
        expect(fromFirst[0]).toBeLessThan(1e-12);
        expect(farthest).toBeGreaterThan(0.5);
      }
    },
  );

  test('Local SGD-M with β = 1, K = 1 and γ = 0.3 is Minibatch SGD with γ = 0.3, for every η', async () => {
    const algorithms = [MINIBATCH_SGD(0.3), LOCAL_SGD_M(0.01, 0.3, 1), LOCAL_SGD_M(0.7, 0.3, 1)];
    const { fromFirst } = await distances(problem, { ...base, algorithms, trigger: deterministic(1) });
    // At η = 0.01 the difference w − w_{i,1} loses two digits.
    for (const distance of fromFirst) expect(distance).toBeLessThan(1e-11);
  });

  test.each(
    named([{ trigger: deterministic(1) }, { trigger: deterministic(6) }, { trigger: bernoulli(0.2) }]),
  )('with equal agents and no noise every corrected algorithm is Local SA, $when', async ({ trigger }) => {
    const equal = Array.from({ length: 4 }, () => problem[2]!);
    const algorithms = [LOCAL_SA(0.1), ...CORRECTED(0.1)];
    const { fromFirst, farthest } = await distances(equal, {
      ...base,
      algorithms,
      trigger,
      sampling: 'exact',
    });
    for (const distance of fromFirst) expect(distance).toBeLessThan(1e-12);
    expect(farthest).toBeGreaterThan(0.5);
  });

  test.each(
    named([{ trigger: deterministic(1) }, { trigger: deterministic(6) }, { trigger: bernoulli(0.2) }]),
  )(
    'Richardson–Romberg on common noise is twice Local SA at γ less Local SA at 2γ, bit for bit, $when',
    async ({ trigger }) => {
      const path = async (algorithm: AlgorithmConfiguration) => {
        const changes = { ...base, algorithms: [algorithm], trigger };
        const [run] = await replicationsOf(specificationOf(problem), configurationOf(changes));
        return run!.thetas;
      };
      const [fine, coarse] = [await path(LOCAL_SA(0.04)), await path(LOCAL_SA(0.08))];
      const expected = fine.map((theta, t) => theta.map((x, j) => 2 * x - coarse[t]![j]!));
      expect(await path(RICHARDSON_ROMBERG(0.04, 'step-size', 'common'))).toEqual(expected);
      const independent = await path(RICHARDSON_ROMBERG(0.04));
      expect(relativeDistance(independent.at(-1)!, expected.at(-1)!)).toBeGreaterThan(1e-3);
    },
  );

  test('Richardson–Romberg in the local steps is Local SA with H and 2H on two streams, weighed', async () => {
    // Without noise the streams do not matter; the weights at H = 5 are 9/5 and −4/5.
    const changes = { ...base, sampling: 'exact' as const };
    const path = async (algorithm: AlgorithmConfiguration, H: number) => {
      const configuration = configurationOf({
        ...changes,
        algorithms: [algorithm],
        trigger: deterministic(H),
      });
      const [run] = await replicationsOf(specificationOf(problem), configuration);
      return run!.thetas;
    };
    const [fine, coarse] = [await path(LOCAL_SA(0.04), 5), await path(LOCAL_SA(0.04), 10)];
    const extrapolated = await path(RICHARDSON_ROMBERG(0.04, 'local-steps'), 5);
    for (const [t, theta] of extrapolated.entries()) {
      const expected = theta.map((_, j) => (9 * fine[t]![j]! - 4 * coarse[t]![j]!) / 5);
      expect(relativeDistance(theta, expected)).toBeLessThan(1e-13);
    }
  });

  test('with H = 1, where Local SA has no bias, extrapolating in the local steps changes nothing', async () => {
    const algorithms = [LOCAL_SA(0.1), RICHARDSON_ROMBERG(0.1, 'local-steps')];
    const { fromFirst } = await distances(problem, { ...base, algorithms, trigger: deterministic(1) });
    expect(fromFirst[0]).toBe(0);
  });
});
