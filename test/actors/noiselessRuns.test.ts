/**
 * Noiseless runs (`sampling: 'exact'`) through the whole program, against the algorithms' own
 * recursions in plain loops, their limits in closed form, and each other.
 */
import { describe, expect, test } from 'vitest';
import type { TriggerConfiguration } from '../../src/protocol/configuration.ts';
import { ALL_THREE, configurationOf, FEDHSA, LOCAL_SA, replicationsOf, SCAFFLSA } from '../oracles/events.ts';
import { meansOf, randomProblem, rootOf, specificationOf } from '../oracles/explicitProblem.ts';
import { noiselessRecursion } from '../oracles/noiselessRecursion.ts';
import {
  apply,
  averageOf,
  averageOfRows,
  product,
  relativeDistance,
  type Rows,
  scaleRows,
  solution,
  unit,
  addRows,
} from '../oracles/plainMatrices.ts';

const deterministic = (localSteps: number): TriggerConfiguration => ({ kind: 'deterministic', localSteps });
const bernoulli = (probability: number): TriggerConfiguration => ({ kind: 'bernoulli', probability });

/** A case with its trigger in words, for its title. */
const named = <Case extends { readonly trigger: TriggerConfiguration }>(cases: readonly Case[]) =>
  cases.map((one) => ({
    ...one,
    when:
      one.trigger.kind === 'deterministic'
        ? `H = ${one.trigger.localSteps}`
        : `p = ${one.trigger.probability}`,
  }));

/**
 * Both sides round differently at each of up to 10⁵ steps of a contraction, so their distance stays
 * near 10⁻¹⁵ times the condition of the map; 10⁻¹⁰ leaves four orders for it.
 */
const CLOSE = 1e-10;

describe('a noiseless run follows the recursion to 1e-10 over all its rounds', () => {
  test.each(
    named([
      { M: 1, d: 1, trigger: deterministic(1), stepSize: 0.3, rounds: 300 },
      { M: 2, d: 3, trigger: deterministic(7), stepSize: 0.05, rounds: 400 },
      { M: 50, d: 2, trigger: deterministic(10), stepSize: 0.03, rounds: 300 },
      { M: 3, d: 60, trigger: deterministic(4), stepSize: 0.05, rounds: 60 },
      { M: 3, d: 4, trigger: deterministic(1000), stepSize: 0.0005, rounds: 100 },
      { M: 1, d: 5, trigger: bernoulli(0.2), stepSize: 0.05, rounds: 200 },
      { M: 5, d: 8, trigger: bernoulli(0.1), stepSize: 0.02, rounds: 300 },
      { M: 4, d: 3, trigger: bernoulli(1), stepSize: 0.3, rounds: 300 },
      { M: 2, d: 2, trigger: bernoulli(0.005), stepSize: 0.0005, rounds: 200 },
    ]),
  )('M = $M, d = $d, $when, η = $stepSize', async ({ M, d, trigger, stepSize, rounds }) => {
    const problem = randomProblem(M, d, 17 * M + d);
    const agents = problem.map(meansOf);
    const initial = Array.from({ length: d }, (_, j) => 1 + j);
    const algorithms = [LOCAL_SA(stepSize), SCAFFLSA(stepSize), FEDHSA(stepSize, 0.8)];
    const runs = await replicationsOf(
      specificationOf(problem),
      configurationOf({
        algorithms,
        trigger,
        sampling: 'exact',
        initial,
        budget: { kind: 'rounds', rounds },
      }),
    );
    expect(runs.map(({ algorithm }) => algorithm)).toEqual(['local-sa', 'scafflsa', 'fedhsa']);
    for (const [k, { records, thetas }] of runs.entries()) {
      expect(records).toHaveLength(rounds + 1);
      const gaps = records.slice(1).map(({ step }, t) => step - records[t]!.step);
      if (trigger.kind === 'deterministic') expect(new Set(gaps)).toEqual(new Set([trigger.localSteps]));
      const expected = noiselessRecursion(agents, algorithms[k]!, trigger, gaps, initial);
      const worst = Math.max(...thetas.map((theta, t) => relativeDistance(theta, expected[t]!)));
      expect(worst, algorithms[k]!.name).toBeLessThan(CLOSE);
    }
  });
});

/** Aᵏ by k products. */
function power(A: Rows, k: number): Rows {
  let out = unit(A.length);
  for (let j = 0; j < k; j++) out = product(out, A);
  return out;
}

describe('the limits without noise', () => {
  const M = 4;
  const d = 3;
  const H = 8;
  const stepSize = 0.05;
  const problem = randomProblem(M, d, 5);
  const means = problem.map(meansOf);
  const root = rootOf(problem);
  const run = async (algorithm: ReturnType<typeof LOCAL_SA>, trigger = deterministic(H)) => {
    const [only] = await replicationsOf(
      specificationOf(problem),
      configurationOf({
        algorithms: [algorithm],
        trigger,
        sampling: 'exact',
        initial: [5, -5, 5],
        budget: { kind: 'rounds', rounds: 1500 },
      }),
    );
    return only!;
  };

  test('Local SA settles at (I − mean Γ_c)⁻¹ mean (I − Γ_c) θ_c*, Γ_c = (I − ηĀ_c)^H, and not at θ*', async () => {
    const rest = means.map(({ A }) => power(addRows(unit(d), scaleRows(-stepSize, A)), H));
    const away = rest.map((gamma) => addRows(unit(d), scaleRows(-1, gamma)));
    const pulled = averageOf(means.map(({ A, b }, c) => apply(away[c]!, solution(A, b))));
    const limit = solution(averageOfRows(away), pulled);
    const { thetas, records } = await run(LOCAL_SA(stepSize));
    expect(relativeDistance(thetas.at(-1)!, limit)).toBeLessThan(1e-12);
    expect(relativeDistance(root, limit)).toBeGreaterThan(1e-3);
    const squaredBias = limit.reduce((sum, x, j) => sum + (x - root[j]!) ** 2, 0);
    expect(Math.abs(records.at(-1)!.error - squaredBias)).toBeLessThan(1e-12);
  });

  test.each(
    named([
      { algorithm: SCAFFLSA(stepSize), trigger: deterministic(H) },
      { algorithm: FEDHSA(stepSize), trigger: deterministic(H) },
      { algorithm: SCAFFLSA(stepSize), trigger: bernoulli(1 / H) },
      { algorithm: FEDHSA(stepSize), trigger: bernoulli(1 / H) },
    ]),
  )('$algorithm.name settles at θ*, $when', async ({ algorithm, trigger }) => {
    const { thetas, records } = await run(algorithm, trigger);
    expect(relativeDistance(thetas.at(-1)!, root)).toBeLessThan(1e-12);
    expect(records.at(-1)!.error).toBeLessThan(1e-24);
    expect(records.at(-1)!.operatorNorm).toBeLessThan(1e-24);
  });

  test('SCAFFLSA and FedHSA reach θ* by rounds whose drift is not zero before the end', async () => {
    const { records } = await run(SCAFFLSA(stepSize));
    expect(records[1]!.drift).toBeGreaterThan(1);
    // at the fixed point the corrections cancel the local operators: agents stay where they are
    expect(records.at(-1)!.drift).toBeLessThan(1e-24);
  });
});

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
  )('with one agent all three are one: $sampling, $when', async ({ sampling, trigger }) => {
    const [local, ...others] = await replicationsOf(
      specificationOf(problem.slice(0, 1)),
      configurationOf({ ...base, algorithms: ALL_THREE(0.1), trigger, sampling }),
    );
    for (const other of others) {
      // FedHSA's θ̄ + (θ − θ̄) rounds, once a round
      const distances = local!.thetas.map((theta, t) => relativeDistance(theta, other.thetas[t]!));
      expect(Math.max(...distances), other.algorithm).toBeLessThan(1e-12);
    }
  });
});
