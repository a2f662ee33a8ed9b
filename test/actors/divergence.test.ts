/**
 * A run that blows up ends as diverged, in the round in which its error passes the limit, whatever the
 * algorithm, the placement, the policy, and the rounds that are recorded.
 */
import { describe, expect, test } from 'vitest';
import { algorithmOf } from '../../src/algorithms/parts.ts';
import type { FiniteLinearSpecification } from '../../src/problems/specification.ts';
import type { AlgorithmConfiguration, RunConfiguration } from '../../src/configuration/configuration.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import { policyFault } from '../../src/algorithms/policyFault.ts';
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
  type ToldReplication,
} from '../oracles/events.ts';

const H = 3;
/** θ* = 0 and θ̄_0 = 1, so that the limit is 10¹². */
const LIMIT = 1e12;

/** M agents of G_i(θ) = −θ, one dimension, one state: noiseless, and all alike. */
const alike = (agents: number): FiniteLinearSpecification => ({
  kind: 'finite-linear',
  dimension: 1,
  agents: Array.from({ length: agents }, () => ({
    transition: Float64Array.of(1),
    A: Float64Array.of(1),
    b: Float64Array.of(0),
    states: 1,
    initial: 'stationary' as const,
  })),
});

/** The model after each round, written out independently. */
type Recursion = (round: number) => number;

/** Agents that are alike need no correction: SCAFFLSA, FedHSA and SCAFFOLD are Local SA, factor (1 − η)^H. */
const LOCAL: Recursion = (round) => (-2) ** (H * round);

/** v ← (1/(ηMK)) Σ (w − w_{i,K}); w ← w − γ v, local steps v_k = βw_k + (1 − β)v. */
function momentum(stepSize: number, serverStepSize: number, beta: number): Recursion {
  return (rounds) => {
    let [w, v] = [1, 0];
    for (let t = 0; t < rounds; t++) {
      let local = w;
      for (let k = 0; k < H; k++) local -= stepSize * (beta * local + (1 - beta) * v);
      v = (w - local) / (stepSize * H);
      w -= serverStepSize * v;
    }
    return w;
  };
}

const CASES: readonly { readonly algorithm: AlgorithmConfiguration; readonly model: Recursion }[] = [
  { algorithm: LOCAL_SA(3), model: LOCAL },
  { algorithm: SCAFFLSA(3), model: LOCAL },
  { algorithm: FEDHSA(3), model: LOCAL },
  { algorithm: SCAFFOLD(3), model: LOCAL },
  { algorithm: MINIBATCH_SGD(7), model: (round) => (-6) ** round },
  { algorithm: LOCAL_SGD_M(0.01, 9, 0.5), model: momentum(0.01, 9, 0.5) },
  {
    algorithm: RICHARDSON_ROMBERG(3, 'step-size', 'common'),
    model: (round) => 2 * LOCAL(round) - (-5) ** (H * round),
  },
];

const POLICIES: readonly PolicyConfiguration[] = [
  { kind: 'synchronous' },
  { kind: 'first', count: 2, late: 'drop' },
  { kind: 'first', count: 2, late: 'carry' },
  { kind: 'deadline', seconds: 1, late: 'drop' },
  { kind: 'deadline', seconds: 1, late: 'carry' },
  { kind: 'sampled', count: 2 },
  { kind: 'buffered', count: 2, weight: { kind: 'constant' } },
  { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } },
  { kind: 'bounded-staleness', staleness: 2, mixing: 0.5, weight: { kind: 'polynomial', exponent: 0.5 } },
];

/** Rounds enough for every case, the slow mixing of single answers included. */
const ROUNDS = 2000;
const COMPUTE = { compute: { kind: 'exponential', mean: 1 } } as const;

const runsOf = (
  algorithms: readonly AlgorithmConfiguration[],
  changes: Partial<RunConfiguration> = {},
): Promise<ToldReplication[]> =>
  replicationsOf(
    alike(3),
    configurationOf({
      algorithms,
      trigger: { kind: 'deterministic', localSteps: H },
      budget: { kind: 'rounds', rounds: ROUNDS },
      initial: [1],
      ...changes,
    }),
  );

/** The first round whose error is above the limit. */
function lastRound(model: Recursion): number {
  let round = 0;
  while (model(round) ** 2 <= LIMIT) round++;
  return round;
}

const ALL = CASES.map(({ algorithm }) => algorithm);
const OUTCOMES = CASES.map(({ model }) => {
  const round = lastRound(model);
  return { kind: 'diverged', round, steps: round * H };
});

test('every algorithm diverges in the round in which its error passes 10¹², and what is recorded is finite', async () => {
  const runs = await runsOf(ALL);
  expect(runs.map(({ outcome }) => outcome)).toEqual(OUTCOMES);
  runs.forEach(({ records, algorithm }, k) => {
    expect(records).toHaveLength(OUTCOMES[k]!.round);
    records.forEach(({ error }, t) => {
      const relative = Math.abs(error / CASES[k]!.model(t) ** 2 - 1);
      expect([algorithm, t, relative < 1e-9]).toEqual([algorithm, t, true]);
    });
  });
});

test.each([
  { place: 'with few records', changes: { recording: { every: 300 } } },
  { place: 'on two threads', changes: { placement: 'packed', threads: 2 } },
  { place: 'by replication', changes: { placement: 'auto', threads: 1 } },
  { place: 'on a clock', changes: { timing: COMPUTE } },
  { place: 'with the mean operator', changes: { sampling: 'exact' } },
] as const satisfies readonly { place: string; changes: Partial<RunConfiguration> }[])(
  'the same $place',
  async ({ changes }) => {
    const runs = await runsOf(ALL, changes);
    expect(runs.map(({ outcome }) => outcome)).toMatchObject(OUTCOMES);
  },
);

describe.each(POLICIES)('under $kind', (policy) => {
  test('every algorithm that goes with it diverges, without a record near the blow-up', async () => {
    const algorithms = ALL.filter(
      (configuration) => policyFault(algorithmOf(configuration), policy) === undefined,
    );
    const runs = await runsOf(algorithms, { policy, timing: COMPUTE, recording: { every: ROUNDS } });
    expect(runs.map(({ outcome }) => outcome!.kind)).toEqual(algorithms.map(() => 'diverged'));
    expect(runs.flatMap(({ records }) => records).every(({ error }) => error <= LIMIT)).toBe(true);
  });
});
