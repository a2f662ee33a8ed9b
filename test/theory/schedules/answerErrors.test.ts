/**
 * Moments in expectation over the order of answers: against every order and observation, written out; against the
 * mean, over every order, of the moments along it, for each algorithm; against plain SA where there is one agent.
 */
import { describe, expect, test } from 'vitest';
import type { ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { type PolicyConfiguration, policyOf } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { Problem, Sampling } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { arrivalErrors } from '../../../src/theory/arrivals/arrivalErrors.ts';
import type { PartCall, TakenUpdate } from '../../../src/theory/arrivals/schedule.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { LOCAL_SA, LOCAL_SGD_M, MINIBATCH_SGD, RICHARDSON_ROMBERG, SCAFFOLD } from '../../oracles/events.ts';
import { randomProblem, rootOf, specificationOf } from '../../oracles/explicitProblem.ts';
import { stationaryLaw } from '../../oracles/plainMatrices.ts';
import { gaussMarkovAgent, lawsOnly } from '../moments/observedProblems.ts';

const EXPLICIT = randomProblem(2, 2, 11);
const ROOT = rootOf(EXPLICIT);
const INITIAL = [2, -1];
const STEP = 0.3;
const weight = { kind: 'constant' } as const;
const fedAsync = (mixing: number): PolicyConfiguration => ({ kind: 'asynchronous', mixing, weight });
const fedBuff = (count: number, more: object = {}): PolicyConfiguration => ({
  kind: 'buffered',
  count,
  weight,
  ...more,
});

/** Agent 0 is three times as fast as the others. */
const uneven: TimingModel = {
  compute: { kind: 'exponential', mean: 3 },
  computeDraw: 'dispatch',
  agents: [{ agents: [0, 0], compute: { kind: 'exponential', mean: 1 } }],
};
const even: TimingModel = { compute: { kind: 'exponential', mean: 3 }, computeDraw: 'dispatch' };

const configurationOf = (
  policy: PolicyConfiguration,
  timing: TimingModel,
  sampling: Sampling,
  localSteps: number,
) => ({
  trigger: { kind: 'deterministic', localSteps } as const,
  initial: INITIAL,
  policy,
  timing,
  sampling,
});

/** Every order of so many answers, with its probability. */
function orders(chances: readonly number[], length: number): { order: number[]; probability: number }[] {
  if (length === 0) return [{ order: [], probability: 1 }];
  return orders(chances, length - 1).flatMap(({ order, probability }) =>
    chances.map((p, agent) => ({ order: [...order, agent], probability: probability * p })),
  );
}

const square = (e: readonly number[]): number => e.reduce((sum, x) => sum + x * x, 0);

test('FedAsync with H = 1 and two agents: every order of four answers and every observation', () => {
  const alpha = 0.6;
  interface State {
    readonly probability: number;
    readonly theta: readonly number[];
    readonly sent: readonly (readonly number[])[];
  }
  const laws = EXPLICIT.map(({ transition }) => stationaryLaw(transition));
  let states: State[] = [{ probability: 1, theta: INITIAL, sent: [INITIAL, INITIAL] }];
  for (let step = 0; step < 4; step++) {
    states = states.flatMap(({ probability, theta, sent }) =>
      [3 / 4, 1 / 4].flatMap((p, agent) =>
        laws[agent]!.map((weight, s) => {
          const { A, b } = EXPLICIT[agent]!;
          const from = sent[agent]!;
          const model = from.map(
            (x, i) => x + STEP * (b[s]![i]! - A[s]![i]!.reduce((sum, a, j) => sum + a * from[j]!, 0)),
          );
          const next = theta.map((x, j) => (1 - alpha) * x + alpha * model[j]!);
          return {
            probability: probability * p * weight,
            theta: next,
            sent: sent.map((entry, i) => (i === agent ? next : entry)),
          };
        }),
      ),
    );
  }
  const errors = states.map(({ probability, theta }) => ({
    probability,
    e: theta.map((x, j) => x - ROOT[j]!),
  }));
  const expected = {
    meanSquare: errors.reduce((sum, { probability, e }) => sum + probability * square(e), 0),
    biasSquare: square(
      [0, 1].map((j) => errors.reduce((sum, { probability, e }) => sum + probability * e[j]!, 0)),
    ),
  };
  const problem = buildProblem(specificationOf(EXPLICIT));
  const found = exactErrors(
    problem,
    solveProblem(problem),
    configurationOf(fedAsync(alpha), uneven, 'iid', 1),
    LOCAL_SA(STEP),
    [0, 4],
  );
  if (found.kind === 'refused') throw new Error(found.reason);
  expect(found.meanSquare[1]! / expected.meanSquare).toBeCloseTo(1, 11);
  expect(found.biasSquare[1]! / expected.biasSquare).toBeCloseTo(1, 11);
});

/** The calls of the parts where answers come in this order, so many to a step. */
function callsOf(
  order: readonly number[],
  agents: number,
  count: number,
  alpha: number,
  localSteps: number,
): PartCall[] {
  const calls: PartCall[] = [];
  let made = 0;
  const given = (message: number, taken: boolean) => ({ message, round: 1, localSteps, taken });
  const open = (): number => {
    calls.push({ kind: 'open', message: made, round: 1, localSteps });
    return made++;
  };
  const sent = Array.from({ length: agents }, open);
  const answered = sent.map(() => false);
  let buffer: TakenUpdate[] = [];
  for (const agent of order) {
    const asked = given(sent[agent]!, answered[agent]!);
    answered[agent] = true;
    calls.push({ kind: 'ask', agent, asked, answer: made });
    buffer.push({ agent, answered: asked, answer: made++, weight: alpha });
    if (buffer.length === count) {
      calls.push({ kind: 'step', updates: buffer, tier: 0 });
      buffer = [];
    }
    sent[agent] = open();
  }
  return calls;
}

describe('the mean over every order of the moments along it:', () => {
  const chained = buildProblem(specificationOf(EXPLICIT));
  const noisy = lawsOnly(2, [
    gaussMarkovAgent([1, 0.2, -0.1, 0.8], [1, 0], [0.6, 0.1, 0, 0.5], 0.4, 'stationary'),
    gaussMarkovAgent([0.7, 0, 0.3, 1.2], [-1, 2], [0.2, 0, 0.3, 0.7], 0.2, 'zero'),
  ]);
  const [explicitAgent] = randomProblem(1, 2, 3);
  /** Agents 0, 2 and 3 are the same, agent 0 by its rate another. */
  const four = buildProblem(specificationOf([explicitAgent!, EXPLICIT[0]!, explicitAgent!, explicitAgent!]));
  const five = buildProblem(
    specificationOf([explicitAgent!, explicitAgent!, explicitAgent!, explicitAgent!, explicitAgent!]),
  );
  const deltas = lawsOnly(
    2,
    [0, 1, 2, 3].map(() =>
      gaussMarkovAgent([1, 0.2, -0.1, 0.8], [1, 0], [0.6, 0.1, 0, 0.5], 0.4, 'stationary'),
    ),
  );

  test.each<[string, ConfiguredAlgorithm, PolicyConfiguration, Problem, Sampling, TimingModel]>([
    ['Local SA', LOCAL_SA(STEP), fedAsync(0.4), chained, 'iid', uneven],
    ['Local SA without noise', LOCAL_SA(STEP), fedAsync(1), chained, 'exact', uneven],
    ['Local SA, remembered noise', LOCAL_SA(STEP), fedAsync(0.4), noisy, 'markov', uneven],
    ['Local SA of FedBuff', LOCAL_SA(STEP), fedBuff(2), chained, 'iid', uneven],
    [
      'Local SA of FedBuff by three, with a server step',
      LOCAL_SA(STEP),
      fedBuff(3, { serverStepSize: 0.7, momentum: 0.5 }),
      chained,
      'iid',
      uneven,
    ],
    ['FedBuff, remembered noise', LOCAL_SA(STEP), fedBuff(2), noisy, 'markov', uneven],
    ['Minibatch SGD', MINIBATCH_SGD(STEP), fedAsync(0.5), chained, 'iid', uneven],
    ['SCAFFOLD', SCAFFOLD(STEP, 0.9), fedAsync(0.5), chained, 'iid', uneven],
    ['SCAFFOLD of FedBuff', SCAFFOLD(STEP), fedBuff(2), chained, 'iid', uneven],
    ['SCAFFOLD, remembered noise', SCAFFOLD(STEP), fedAsync(0.5), noisy, 'markov', uneven],
    ['Local SGD-M of FedBuff', LOCAL_SGD_M(STEP, 0.6, 0.3), fedBuff(2), chained, 'iid', uneven],
    ['Richardson–Romberg', RICHARDSON_ROMBERG(0.1), fedAsync(0.5), chained, 'iid', uneven],
    [
      'Richardson–Romberg of FedBuff',
      RICHARDSON_ROMBERG(0.1),
      fedBuff(2, { momentum: 0.5 }),
      chained,
      'iid',
      uneven,
    ],
    ['two groups of agents', LOCAL_SA(STEP), fedAsync(0.5), four, 'iid', uneven],
    ['two groups of agents, SCAFFOLD', SCAFFOLD(STEP), fedAsync(0.5), four, 'iid', even],
    ['five agents that are alike', LOCAL_SA(STEP), fedAsync(0.5), five, 'iid', even],
    ['four agents that are alike, FedBuff', SCAFFOLD(STEP), fedBuff(2), deltas, 'exact', even],
    ['four agents that are alike, remembered noise', LOCAL_SA(STEP), fedAsync(0.5), deltas, 'markov', even],
  ])('%s', (_, algorithm, policy, problem, sampling, timing) => {
    const localSteps = 2;
    const solution = solveProblem(problem);
    const configuration = configurationOf(policy, timing, sampling, localSteps);
    const known = knownProblem(problem, solution, configuration);
    if ('reason' in known) throw new Error(known.reason);
    const set = policyOf(policy);
    const { free } = set;
    const pace = set.pace(problem.agents);
    const count = pace?.kind === 'own' ? pace.answers : 0;
    const steps = problem.agents > 2 && count === 1 ? 3 : Math.floor((count === 3 ? 6 : 4) / count);
    const rates: number[] = Array.from({ length: problem.agents }, (__, i) =>
      timing === uneven && i === 0 ? 3 : 1,
    );
    const total = rates.reduce((a, b) => a + b);
    const rounds = Array.from({ length: steps + 1 }, (__, t) => t);
    const expected = { meanSquare: rounds.map(() => 0) };
    for (const { order, probability } of orders(
      rates.map((rate) => rate / total),
      steps * count,
    )) {
      const schedule = {
        calls: callsOf(order, problem.agents, count, free!.weight(0, 0), localSteps),
        fold: free,
        noiseFree: rounds.map(() => new Float64Array(2).fill(NaN)),
      };
      const along = arrivalErrors(
        { ...known, algorithm, initial: INITIAL as never },
        schedule,
        rounds,
        PATIENT_BUDGET,
      );
      if ('reason' in along) throw new Error(along.reason);
      along.meanSquare.forEach((x, t) => (expected.meanSquare[t]! += probability * x));
    }
    const found = exactErrors(problem, solution, configuration, algorithm as never, rounds);
    if (found.kind === 'refused') throw new Error(found.reason);
    found.meanSquare.forEach((x, t) => {
      expect(x / expected.meanSquare[t]!).toBeCloseTo(1, 9);
    });
  });
});
