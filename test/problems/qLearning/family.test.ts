import { describe, expect, test } from 'vitest';
import { actionFeatures, addFeature } from '../../../src/problems/control/actionFeatures.ts';
import { machineReplacement } from '../../../src/problems/control/machineReplacement.ts';
import { randomDecisionProcess } from '../../../src/problems/control/randomDecisionProcess.ts';
import type { NonlinearMean } from '../../../src/problems/operator.ts';
import { qLearning } from '../../../src/problems/qLearning/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { QLearningSpecification } from '../../../src/problems/specification.ts';
import { InputError } from '../../../src/values/failure.ts';
import { jacobianOf } from '../../oracles/finiteDifferences.ts';
import { largestZ, meanAt, valuesOf } from '../../oracles/operatorCalls.ts';
import { add, relativeDistance, type Row, rowsOf, scale } from '../../oracles/plainMatrices.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../../oracles/tailBounds.ts';
import { specimen } from '../../oracles/specimens.ts';

const GARNET: QLearningSpecification = specimen('q-learning', {
  environment: { kind: 'garnet', states: 6, actions: 3, branching: 2, heterogeneity: 'high' },
});
const MACHINE: QLearningSpecification = {
  ...GARNET,
  environment: {
    kind: 'machine-replacement',
    levels: 8,
    wear: [0.2, 0.7],
    runningCost: [0.5, 2],
    price: 1.5,
  },
  behaviour: [0.75, 0.25],
  discount: 0.99,
};
const AGGREGATED = { kind: 'aggregated', groups: 3 } as const;
const RANDOM = { kind: 'random', dimension: 5 } as const;

/** One agent as nested arrays: P(s' | x), r(x), the law of the pairs, φ(x). */
function explicit(specification: QLearningSpecification, agent: number) {
  const { environment, seed } = specification;
  const process =
    environment.kind === 'garnet'
      ? randomDecisionProcess(environment, seed, agent)
      : machineReplacement(environment, seed, agent);
  const pairs = process.states * process.actions;
  const features = actionFeatures(specification.features, process.states, process.actions, seed);
  return {
    states: process.states,
    actions: process.actions,
    P: rowsOf(process.kernel, pairs, process.states),
    rewards: [...process.rewards],
    law: [...qLearning.build(specification).agent(agent).chain!.stationary],
    phi: Array.from({ length: pairs }, (_, x) => {
      const row = new Float64Array(features.dimension);
      addFeature(features, x, 1, row);
      return [...row];
    }),
  };
}
type Explicit = ReturnType<typeof explicit>;

const inner = (a: Row, b: Row): number => a.reduce((sum, x, j) => sum + x * b[j]!, 0);
const best = ({ actions, phi }: Explicit, theta: Row, s: number): number =>
  Math.max(...Array.from({ length: actions }, (_, a) => inner(phi[s * actions + a]!, theta)));
/** G(θ, (x, s')) */
const valueAt = (agent: Explicit, gamma: number, theta: Row, x: number, next: number): Row =>
  scale(agent.rewards[x]! + gamma * best(agent, theta, next) - inner(agent.phi[x]!, theta), agent.phi[x]!);

const CASES = [
  { title: 'a table on a Garnet', specification: GARNET },
  { title: 'groups of states on a Garnet', specification: { ...GARNET, features: AGGREGATED } },
  { title: 'random directions on a Garnet', specification: { ...GARNET, features: RANDOM } },
  { title: 'a table on machines', specification: MACHINE },
  { title: 'groups of wear on machines', specification: { ...MACHINE, features: AGGREGATED } },
] as const;

describe.each(CASES)('the operator of $title', ({ specification }) => {
  const problem = qLearning.build(specification);
  const d = problem.dimension;
  const thetas = [1, 2, 3].map((k) => Array.from({ length: d }, (_, j) => 3 * Math.sin(5 * k + 2 * j)));
  const agent = explicit(specification, 1);
  const owner = problem.agent(1);
  const { mean } = owner;

  test('takes one of the values that some pair and successor of positive probability give, at 100 observations', () => {
    for (const theta of thetas) {
      const possible = agent.P.flatMap((row, x) =>
        row.flatMap((p, next) => (p > 0 ? [valueAt(agent, specification.discount, theta, x, next)] : [])),
      );
      for (const value of valuesOf(owner.operator('markov', 1), theta, 100)) {
        expect(Math.min(...possible.map((other) => relativeDistance(value, other)))).toBeLessThan(1e-14);
      }
    }
  });

  test('has as its mean the sum over all pairs and successors, by their probabilities', () => {
    for (const theta of thetas) {
      let sum = new Array<number>(d).fill(0);
      agent.P.forEach((row, x) =>
        row.forEach((p, next) => {
          sum = add(sum, scale(agent.law[x]! * p, valueAt(agent, specification.discount, theta, x, next)));
        }),
      );
      expect(relativeDistance(meanAt(mean!, theta), sum)).toBeLessThan(1e-14);
    }
  });

  test('has a mean whose Jacobian is that of finite differences to 1e-9, away from ties', () => {
    // Piecewise linear: central differences are exact up to rounding, 1e-15/1e-5.
    for (const theta of thetas) {
      const jacobian = new Float64Array(d * d).fill(NaN);
      (mean as NonlinearMean).jacobian!(Float64Array.from(theta), jacobian);
      const expected = jacobianOf((t) => meanAt(mean!, t), theta);
      expect(relativeDistance(jacobian, expected)).toBeLessThan(1e-9);
    }
  });

  test('has an average over 20,000 independent observations within 6 standard errors of the mean', () => {
    const values = valuesOf(owner.operator('iid', 3), thetas[0]!, 20_000);
    // Coordinates of pairs that are rare have few values that are not 0, and skewed averages.
    const frequent = Array.from({ length: d }, (_, j) => j).filter(
      (j) => values.filter((value) => value[j] !== 0).length > 400,
    );
    expect(frequent.length).toBeGreaterThanOrEqual(5);
    const only = (row: Row): Row => frequent.map((j) => row[j]!);
    expect(largestZ(values.map(only), only(meanAt(mean!, thetas[0]!)))).toBeLessThan(6);
  });
});

/**
 * Value iteration on the average problem: `θ(c) ← Σ_i Σ_{x in c} π_i(x) (r_i(x) + γ Σ P_i max θ) / Σ π_i(x)`,
 * c the pairs of one coordinate; a γ-contraction in the maximum norm, run until γᵏ is below 1e-17.
 */
function byValueIteration(specification: QLearningSpecification): Row {
  const { discount: gamma, agents } = specification;
  const all = Array.from({ length: agents }, (_, i) => explicit(specification, i));
  const d = all[0]!.phi[0]!.length;
  const coordinate = all[0]!.phi.map((phi) => phi.indexOf(1));
  let theta = new Array<number>(d).fill(0);
  for (let k = 0; k < Math.ceil(-40 / Math.log(gamma)); k++) {
    const [top, weight] = [new Array<number>(d).fill(0), new Array<number>(d).fill(0)];
    for (const agent of all) {
      const values = Array.from({ length: agent.states }, (_, s) => best(agent, theta, s));
      agent.P.forEach((row, x) => {
        top[coordinate[x]!]! += agent.law[x]! * (agent.rewards[x]! + gamma * inner(row, values));
        weight[coordinate[x]!]! += agent.law[x]!;
      });
    }
    theta = top.map((t, c) => t / weight[c]!);
  }
  return theta;
}

describe('the root', () => {
  // Rounding of a fixed point of a γ-contraction is amplified by 1/(1 − γ).
  test.each([
    { title: 'a table on Garnets', specification: GARNET },
    {
      title: 'a table on ten Garnets that differ little',
      specification: {
        ...GARNET,
        agents: 10,
        environment: { ...GARNET.environment, heterogeneity: 'low', perturbation: 0.05 },
      } as QLearningSpecification,
    },
    { title: 'groups of states on Garnets', specification: { ...GARNET, features: AGGREGATED } },
    { title: 'a table on machines', specification: MACHINE },
    { title: 'groups of wear on machines', specification: { ...MACHINE, features: AGGREGATED } },
  ])('of $title is what value iteration on the average problem converges to', ({ specification }) => {
    for (let seed = 1; seed <= 3; seed++) {
      const single = { ...specification, seed };
      const { root } = solveProblem(qLearning.build(single));
      expect(relativeDistance(root!, byValueIteration(single))).toBeLessThan(1e-11);
    }
  });

  test('of a table with equal worlds is one Q*, whatever each agent’s behaviour: all single roots are alike', () => {
    const environment = { ...GARNET.environment, heterogeneity: 'low', perturbation: 0 } as const;
    const kind = (change: Partial<QLearningSpecification>): Float64Array =>
      solveProblem(qLearning.build({ ...GARNET, environment, ...change })).root!;
    const all = kind({});
    expect(relativeDistance(all, kind({ agents: 1 }))).toBeLessThan(1e-13);
    expect(relativeDistance(all, kind({ behaviour: 'uniform' }))).toBeLessThan(1e-13);
    expect(relativeDistance(all, kind({ behaviour: [0.2, 0.5, 0.3] }))).toBeLessThan(1e-13);
  });

  // Two levels: replacing costs k and is then as running a new machine, so Q(w, replace) = Q(0, keep) − k.
  const two = (price: number): Row => [
    ...solveProblem(
      qLearning.build({
        ...MACHINE,
        agents: 1,
        environment: { kind: 'machine-replacement', levels: 2, wear: [0.5, 0.5], runningCost: [2, 2], price },
        discount: 0.5,
      }),
    ).root!,
  ];

  test('of one machine of two levels that is cheap to replace is V_0 = (1 − γqk)/(1 − γ), V_1 = V_0 − k', () => {
    // γ = ½, q = ½, c = 2, k = 1: V_0 = (1 − ¼)/½ = 3/2, V_1 = ½ from replacing;
    // keeping the worn one gives 1 − 2 + ½·½ = −¾.
    expect(relativeDistance(two(1), [1.5, 0.5, -0.75, 0.5])).toBeLessThan(1e-15);
  });

  test('of one machine of two levels that is dear to replace is V_1 = (1 − c)/(1 − γ), V_0 = (1 + γqV_1)/(1 − γ(1 − q))', () => {
    // k = 4: V_1 = −1/½ = −2, V_0 = (1 − ½)/(¾) = ⅔; replacing gives ⅔ − 4 = −10/3 in both states.
    expect(relativeDistance(two(4), [2 / 3, -10 / 3, -2, -10 / 3])).toBeLessThan(1e-15);
  });

  test('of one machine replaces from some wear on, for 20 machines', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { root } = solveProblem(qLearning.build({ ...MACHINE, agents: 1, seed }));
      const replaces = Array.from({ length: 8 }, (_, w) => root![2 * w + 1]! > root![2 * w]!);
      expect(replaces[0]).toBe(false);
      expect(replaces.slice(replaces.indexOf(true)).every((r) => r)).toBe(replaces.includes(true));
    }
  });

  test('of random directions makes the average mean operator 0 where there is one, and is refused in one line where not', () => {
    const outcomes = Array.from({ length: 20 }, (_, k) => {
      const problem = qLearning.build({
        ...MACHINE,
        agents: 5,
        seed: k + 1,
        features: { kind: 'random', dimension: 4 },
      });
      try {
        const { root, mean } = solveProblem(problem);
        expect(Math.max(...meanAt(mean!, [...root!]).map(Math.abs))).toBeLessThan(1e-12);
        return 'found';
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        expect(error.message).toMatch(/^Newton’s method[^\n]*$/);
        return 'refused';
      }
    });
    expect(new Set(outcomes)).toEqual(new Set(['found', 'refused']));
  });
});

describe('the stream of a table', () => {
  const problem = qLearning.build(GARNET);
  const agent = explicit(GARNET, 2);
  // With θ = −10 for all pairs, G(x) = r(x) + (1 − γ)·10 > 0 at the pair of the observation alone.
  const pairs = (sampling: 'markov' | 'iid', n: number, seed = 1): number[] =>
    valuesOf(problem.agent(2).operator(sampling, seed), new Array<number>(18).fill(-10), n).map((value) =>
      value.findIndex((x) => x !== 0),
    );

  test('drawn independently visits pairs by their law: χ² of 20,000', () => {
    const counts = new Array<number>(18).fill(0);
    for (const x of pairs('iid', 20_000)) counts[x]!++;
    expect(pearson(counts, agent.law)).toBeLessThan(chiSquareBound(17, ONE_IN_1E8));
  });

  test('along the chain goes from pair to pair as the kernel and the behaviour policy say: χ² of each row', () => {
    const seen = pairs('markov', 40_001);
    const transition = rowsOf(problem.agent(2).chain!.transition, 18, 18);
    transition.forEach((row, from) => {
      const counts = new Array<number>(18).fill(0);
      for (let k = 0; k < 40_000; k++) if (seen[k] === from) counts[seen[k + 1]!]!++;
      expect(pearson(counts, row)).toBeLessThan(chiSquareBound(17, ONE_IN_1E8));
    });
  });

  test('starts from the stationary law: χ² of the first pairs of 4,000 seeds', () => {
    const counts = new Array<number>(18).fill(0);
    for (let seed = 0; seed < 4000; seed++) counts[pairs('markov', 1, seed)[0]!]!++;
    expect(pearson(counts, agent.law)).toBeLessThan(chiSquareBound(17, ONE_IN_1E8));
  });

  test('looks one state ahead along the chain: the successor of an observation is the next one’s state', () => {
    // θ(s, 0) = s for each state, so that max θ(s', ·) = s' tells the successor: G(x) = r(x) + γ s' − θ(x).
    const theta = Array.from({ length: 18 }, (_, x) => (x % 3 === 0 ? x / 3 : -1));
    const values = valuesOf(problem.agent(2).operator('markov', 5), theta, 300);
    const observed = values.map((value) => {
      const x = value.findIndex((g) => g !== 0);
      return { state: Math.floor(x / 3), next: (value[x]! + theta[x]! - agent.rewards[x]!) / 0.9 };
    });
    for (let k = 0; k + 1 < observed.length; k++) {
      expect(Math.abs(observed[k]!.next - observed[k + 1]!.state)).toBeLessThan(1e-13);
    }
  });
});
