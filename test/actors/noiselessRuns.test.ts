/**
 * Noiseless runs (`sampling: 'exact'`) through the whole program, against the algorithms' own
 * recursions in plain loops and their limits in closed form.
 */
import { describe, expect, test } from 'vitest';
import type { AlgorithmConfiguration, ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
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
import { bernoulli, deterministic, named } from '../oracles/triggers.ts';

/**
 * Both sides round differently at each of up to 10⁵ steps of a contraction, so their distance stays
 * near 10⁻¹⁵ times the condition of the map; 10⁻¹⁰ leaves four orders for it.
 */
const CLOSE = 1e-10;

/** No two rounds have one η, so that a round with another's is found out. */
const decreasing = { kind: 'decreasing', scale: 0.5, offset: 4, exponent: 1 } as const;
/** Epochs of 5, 10, 20 and 40 rounds with η = 0.17, 0.11, 0.06 and 0.04. */
const doubling = { kind: 'doubling', firstRounds: 5, agents: 3, localSteps: 4, monotonicity: 4.8 } as const;

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
      { M: 3, d: 2, trigger: deterministic(5), stepSize: decreasing, rounds: 60 },
      { M: 3, d: 2, trigger: bernoulli(0.25), stepSize: decreasing, rounds: 60 },
      { M: 3, d: 2, trigger: deterministic(4), stepSize: doubling, rounds: 60 },
    ]),
  )('M = $M, d = $d, $when, η = $stepSize', async ({ M, d, trigger, stepSize, rounds }) => {
    const problem = randomProblem(M, d, 17 * M + d);
    const agents = problem.map(meansOf);
    const initial = Array.from({ length: d }, (_, j) => 1 + j);
    const algorithms = [
      LOCAL_SA(1),
      SCAFFLSA(1),
      FEDHSA(1, 0.8),
      MINIBATCH_SGD(0.4),
      LOCAL_SGD_M(1, 0.5, 0.3),
      SCAFFOLD(1, 0.8),
      RICHARDSON_ROMBERG(1),
      { name: 'importance-averaging', stepSize: 1 } as const,
      { name: 'trimmed-mean', stepSize: 1, trim: 0.2 } as const,
      { name: 'ef-td', stepSize: 1, compressor: 'top-k:1', feedback: 'on', radius: 0 } as const,
      { name: 'compressed-lsa', stepSize: 1, compressor: 'top-k:1' } as const,
    ].map((algorithm): ScheduledAlgorithm =>
      'stepSize' in algorithm ? { ...algorithm, stepSize } : algorithm,
    );
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
    expect(runs.map(({ algorithm }) => algorithm)).toEqual(algorithms.map(({ name }) => name));
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

test('a noiseless run of the extrapolation in the local steps follows its recursion', async () => {
  const problem = randomProblem(4, 3, 6);
  const algorithm = RICHARDSON_ROMBERG(0.05, 'local-steps');
  for (const H of [1, 2, 9]) {
    const [run] = await replicationsOf(
      specificationOf(problem),
      configurationOf({
        algorithms: [algorithm],
        trigger: deterministic(H),
        sampling: 'exact',
        initial: [3, 2, 1],
        budget: { kind: 'rounds', rounds: 200 },
      }),
    );
    const gaps = new Array<number>(200).fill(H);
    const expected = noiselessRecursion(problem.map(meansOf), algorithm, deterministic(H), gaps, [3, 2, 1]);
    const worst = Math.max(...run!.thetas.map((theta, t) => relativeDistance(theta, expected[t]!)));
    expect(worst, `H = ${H}`).toBeLessThan(CLOSE);
  }
});

describe('the limits without noise', () => {
  const M = 4;
  const d = 3;
  const H = 8;
  const stepSize = 0.05;
  const problem = randomProblem(M, d, 5);
  const means = problem.map(meansOf);
  const root = rootOf(problem);
  const run = async (algorithm: AlgorithmConfiguration, trigger = deterministic(H)) => {
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

  test.each([
    { title: 'Local SA', algorithm: LOCAL_SA(stepSize), localStep: stepSize, at: 'η' },
    {
      title: 'Local SGD-M with γ = 0.7 and β = 0.4',
      algorithm: LOCAL_SGD_M(2 * stepSize, 0.7, 0.4),
      localStep: 2 * stepSize * 0.4,
      at: 'ηβ',
    },
    {
      title: 'Local SGD-M with γ = 0.2 and β = 0.9',
      algorithm: LOCAL_SGD_M(2 * stepSize, 0.2, 0.9),
      localStep: 2 * stepSize * 0.9,
      at: 'ηβ',
    },
  ])(
    '$title settles at (I − mean Γ_c)⁻¹ mean (I − Γ_c) θ_c*, Γ_c = (I − sĀ_c)^H with s = $at, and not at θ*',
    async ({ algorithm, localStep }) => {
      // Local SGD-M: its server stands still only with v = 0, and then its agents take steps of ηβ.
      const rest = means.map(({ A }) => power(addRows(unit(d), scaleRows(-localStep, A)), H));
      const away = rest.map((gamma) => addRows(unit(d), scaleRows(-1, gamma)));
      const pulled = averageOf(means.map(({ A, b }, c) => apply(away[c]!, solution(A, b))));
      const limit = solution(averageOfRows(away), pulled);
      const { thetas, records } = await run(algorithm);
      expect(relativeDistance(thetas.at(-1)!, limit)).toBeLessThan(1e-12);
      expect(relativeDistance(root, limit)).toBeGreaterThan(1e-3);
      const squaredBias = limit.reduce((sum, x, j) => sum + (x - root[j]!) ** 2, 0);
      expect(Math.abs(records.at(-1)!.error - squaredBias)).toBeLessThan(1e-12);
    },
  );

  test.each(
    named([
      { algorithm: SCAFFLSA(stepSize), trigger: deterministic(H) },
      { algorithm: FEDHSA(stepSize), trigger: deterministic(H) },
      { algorithm: SCAFFLSA(stepSize), trigger: bernoulli(1 / H) },
      { algorithm: FEDHSA(stepSize), trigger: bernoulli(1 / H) },
      { algorithm: SCAFFOLD(stepSize, 1.2), trigger: deterministic(H) },
      { algorithm: SCAFFOLD(stepSize, 1.2), trigger: bernoulli(1 / H) },
      { algorithm: MINIBATCH_SGD(0.4), trigger: deterministic(H) },
      { algorithm: MINIBATCH_SGD(0.4), trigger: bernoulli(1 / H) },
    ]),
  )('$algorithm.name settles at θ*, $when', async ({ algorithm, trigger }) => {
    const { thetas, records } = await run(algorithm, trigger);
    expect(relativeDistance(thetas.at(-1)!, root)).toBeLessThan(1e-12);
    expect(records.at(-1)!.error).toBeLessThan(1e-24);
    expect(records.at(-1)!.operatorNorm).toBeLessThan(1e-24);
  });

  test.each([SCAFFLSA(stepSize), FEDHSA(stepSize), SCAFFOLD(stepSize)])(
    '$name reaches θ* by rounds whose drift is not zero before the end',
    async (algorithm) => {
      const { records } = await run(algorithm);
      expect(records[1]!.drift).toBeGreaterThan(1);
      // at the fixed point the corrections cancel the local operators: agents stay where they are
      expect(records.at(-1)!.drift).toBeLessThan(1e-24);
    },
  );
});

test('Minibatch SGD has no drift, and its agents are where the round began', async () => {
  const problem = randomProblem(3, 2, 8);
  const [run] = await replicationsOf(
    specificationOf(problem),
    configurationOf({ algorithms: [MINIBATCH_SGD(0.4)], sampling: 'markov', initial: [4, -4] }),
  );
  const { records } = run!;
  expect(records).toHaveLength(11);
  for (let t = 1; t <= 10; t++) {
    expect(records[t]!.drift).toBe(0);
    // the mean of three equal numbers
    expect(Math.abs(records[t]!.agentError / records[t - 1]!.error - 1)).toBeLessThan(1e-15);
  }
});
