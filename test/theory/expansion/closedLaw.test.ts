/** Stationary laws off linear operators against exact ones of two agents that toss coins. */
import { describe, expect, test } from 'vitest';
import type { AlgorithmConfiguration } from '../../../src/protocol/configuration.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { firstOrders } from '../../../src/theory/expansion/firstOrder.ts';
import { predict } from '../../../src/theory/predictions.ts';
import { COIN_ROUNDS, type CoinRound, stationaryCoins } from './coinRounds.ts';
import { FEDHSA, LOCAL_SA, LOCAL_SGD_M, MINIBATCH_SGD, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';

/** An operator of agent i at θ, of its coin. */
type Curved = (theta: number, s: number, agent: number) => number;

/** Noise that does not know θ; noise that grows with it, and agents that differ; skewed noise. */
const OPERATORS: Readonly<Record<string, Curved>> = {
  bend: (t, s, i) => -(t + 0.4 * (1 - Math.cos(t))) * (1 + 0.3 * i) + (s === 0 ? 0.7 : -0.7),
  heteroscedastic: (t, s, i) =>
    -(t + 0.4 * (1 - Math.cos(t))) * (1 + 0.3 * i) +
    (s === 0 ? 1 : -1) * (0.6 + 0.3 * Math.sin(t)) +
    (i - 0.5) * 0.6,
  logistic: (t, s, i) =>
    (s === 0 ? 1.5 : -0.9) / (1 + Math.exp((s === 0 ? 1.5 : -0.9) * t)) - 0.3 * t + 0.2 * (i - 0.5),
};

function problemOf(operator: Curved) {
  const fair = [0.5, 0.5];
  const problem = buildProblem(
    { kind: 'module', module: 'x.ts', export: 'agent', agents: 2, dimension: 1 },
    ({ agent }) => ({
      stream: { transition: [fair, fair] },
      operator: (theta: Readonly<Float64Array>, s: number, out: Float64Array) => {
        out[0] = operator(theta[0]!, s, agent);
      },
    }),
  );
  return { problem, solution: solveProblem(problem) };
}

const steps = (localSteps: number) => ({ kind: 'deterministic', localSteps }) as const;

/** Each algorithm with its exact rounds, about θ*. */
const RUNS: readonly {
  readonly algorithm: (step: number) => AlgorithmConfiguration;
  readonly round: (
    agents: Parameters<(typeof COIN_ROUNDS)['local-sa']>[0],
    step: number,
    H: number,
  ) => CoinRound;
}[] = [
  { algorithm: LOCAL_SA, round: (agents, step, H) => COIN_ROUNDS['local-sa'](agents, step, H, 3) },
  {
    algorithm: (step) => FEDHSA(step, 0.8),
    round: (agents, step, H) => COIN_ROUNDS.fedhsa(agents, step, H, 3, 0.8),
  },
  { algorithm: MINIBATCH_SGD, round: (agents, step, H) => COIN_ROUNDS['minibatch-sgd'](agents, step, H, 3) },
  { algorithm: SCAFFLSA, round: (agents, step, H) => COIN_ROUNDS.scafflsa(agents, step, H, 1.6) },
  {
    algorithm: (step) => SCAFFOLD(step, 0.8),
    round: (agents, step, H) => COIN_ROUNDS.scaffold(agents, step, H, 1.6, 0.8),
  },
  {
    algorithm: (step) => LOCAL_SGD_M(step, 2 * step, 0.6),
    round: (agents, step, H) => COIN_ROUNDS['local-sgd-m'](agents, step, H, 1.9, 2 * step, 0.6),
  },
];

const at = RUNS.flatMap((run) =>
  Object.keys(OPERATORS).map((name) => ({ ...run, name, title: run.algorithm(1).name })),
);

describe('two agents, H = 2, γ = 0.1', () => {
  test.each(at)(
    '$title, $name: true errors are at most twice their estimates',
    ({ algorithm, round, name }) => {
      const operator = OPERATORS[name]!;
      const { problem, solution } = problemOf(operator);
      const root = solution.root![0]!;
      const [step, H] = [0.1, 2];
      const exact = stationaryCoins(
        round([(t, s) => operator(t + root, s, 0), (t, s) => operator(t + root, s, 1)], step, H),
      );
      const asked = { algorithms: [algorithm(step)], trigger: steps(H), sampling: 'iid', stride: 1 } as const;
      const [law] = firstOrders(problem, solution, asked);
      expect(law!.relativeError).toBeLessThan(0.03);
      expect(Math.abs(law!.meanSquare! / exact.square - 1)).toBeLessThan(2 * law!.relativeError!);
      expect(Math.abs(law!.biasSquare! / exact.mean ** 2 - 1)).toBeLessThan(2 * law!.biasError!);
      const [prediction] = predict(problem, solution, asked);
      expect(prediction).toMatchObject({ limitKind: 'closure', limitError: law!.biasSquare });
      expect(prediction).toMatchObject({ stationary: law!.meanSquare, stationaryError: law!.relativeError });
    },
  );
});

test('steps so large that a first order is none: no numbers, and the estimate as the reason', () => {
  const { problem, solution } = problemOf((t, s, i) => 4 * OPERATORS.heteroscedastic!(t, s, i));
  const algorithms = [FEDHSA(0.2), SCAFFOLD(0.3)];
  const asked = { algorithms, trigger: steps(10), sampling: 'iid', stride: 1 } as const;
  const laws = firstOrders(problem, solution, asked);
  for (const { meanSquare, biasSquare, reason } of laws) {
    expect({ meanSquare, biasSquare }).toEqual({ meanSquare: null, biasSquare: null });
    expect(reason).toMatch(/estimated error|too far for a closure|do not settle|no stationary law/);
  }
  for (const { limitError, source } of predict(problem, solution, asked)) {
    expect(limitError).toBeNull();
    expect(source).toMatch(/^none: /);
  }
});

test('Bernoulli gaps: the same law as rounds of one step where p = 1, and one near rounds of 1/p', () => {
  const { problem, solution } = problemOf(OPERATORS.bend!);
  for (const algorithm of [LOCAL_SA(0.05), FEDHSA(0.05), SCAFFLSA(0.05), SCAFFOLD(0.05)]) {
    const squareAt = (trigger: Parameters<typeof firstOrders>[2]['trigger']): number => {
      const asked = { algorithms: [algorithm], trigger, sampling: 'iid', stride: 1 } as const;
      const [law] = firstOrders(problem, solution, asked);
      return law!.meanSquare!;
    };
    expect(squareAt({ kind: 'bernoulli', probability: 1 }) / squareAt(steps(1))).toBeCloseTo(1, 6);
    expect(Math.abs(squareAt({ kind: 'bernoulli', probability: 0.5 }) / squareAt(steps(2)) - 1)).toBeLessThan(
      0.05,
    );
  }
});
