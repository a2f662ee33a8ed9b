/**
 * The exact errors against three independent computations: the joint-chain oracle in plain loops
 * (test/oracles/exactMoments.ts), every path of a tiny problem through the program's actors, and
 * closed forms.
 */
import type { Problem } from '../../../src/problems/operator.ts';
import { describe, expect, test } from 'vitest';
import { solveProblem } from '../../../src/problems/root.ts';
import type { TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { FEDHSA, LOCAL_SA, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import { exactMoments } from '../../oracles/exactMoments.ts';
import type { OneRun } from '../../oracles/momentsQuestion.ts';
import {
  type ExplicitProblem,
  randomProblem,
  rootOf,
  specificationOf,
} from '../../oracles/explicitProblem.ts';
import { noStream } from '../linearFixture.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import {
  type RewardProcess,
  temporalDifferenceAgent,
} from '../../../src/problems/temporalDifference/agent.ts';
import { gaussMarkovAgent, lawsOnly } from './observedProblems.ts';
import { enumeratedErrors } from './pathEnumeration.ts';
import { inSuite, oneIn, oneOfEach } from '../../tooling/parts.ts';

const minibatch = (serverStepSize: number): OneRun => ({
  name: 'minibatch-sgd',
  serverStepSize,
});
const momentum = (stepSize: number, serverStepSize: number, beta: number): OneRun => ({
  name: 'local-sgd-m',
  stepSize,
  serverStepSize,
  momentum: beta,
});
const every = (localSteps: number): TriggerConfiguration => ({ kind: 'deterministic', localSteps });
const coins = (probability: number): TriggerConfiguration => ({ kind: 'bernoulli', probability });

function computed(
  problem: Problem,
  configuration: {
    trigger: TriggerConfiguration;
    sampling: 'markov' | 'iid' | 'exact';
    initial: readonly number[];
  },
  algorithm: OneRun,
  rounds: readonly number[],
): { meanSquare: readonly number[]; biasSquare: readonly number[] } {
  const errors = exactErrors(problem, solveProblem(problem), configuration, algorithm, rounds);
  if (errors.kind === 'refused') throw new Error(errors.reason);
  return errors;
}

/** Both curves agree to 1e-10 of the largest error: a few hundred roundings of 1e-16 and to spare. */
function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 1e-10): void {
  expect(actual).toHaveLength(expected.length);
  const size = Math.max(...expected.map(Math.abs));
  actual.forEach((value, t) => expect(Math.abs(value - expected[t]!)).toBeLessThan(tolerance * size));
}

const SAMPLINGS = ['iid', 'markov'] as const;
const INITIAL = [1, -2];
const THREE: readonly OneRun[] = [LOCAL_SA(0.15), SCAFFLSA(0.15), FEDHSA(0.15, 1.3)];

describe('on the joint-chain oracle’s problems,', () => {
  const two = randomProblem(2, 2, 7);
  const three = randomProblem(3, 1, 8);
  const started: ExplicitProblem = [
    { ...two[0]!, initial: { state: 1 } },
    { ...two[1]!, initial: { distribution: [0.5, 0.2, 0.3] } },
  ];
  const cases = [
    { title: 'two agents in d = 2', problem: two, trigger: every(3) },
    { title: 'two agents, H = 1', problem: two, trigger: every(1) },
    { title: 'a given state and a given law', problem: started, trigger: every(2) },
    { title: 'three agents in d = 1', problem: three, trigger: every(4) },
    { title: 'one agent alone', problem: two.slice(0, 1), trigger: every(5) },
    { title: 'Bernoulli(0.6) gaps', problem: started, trigger: coins(0.6) },
  ];
  const runs = cases.flatMap((testCase) =>
    SAMPLINGS.map((sampling) => THREE.map((algorithm) => ({ ...testCase, sampling, algorithm }))),
  );
  test.each(oneOfEach(runs))(
    '$title, $sampling: every round of $algorithm.name to 1e-10',
    ({ problem, trigger, sampling, algorithm }) => {
      const initial = INITIAL.slice(0, problem[0]!.b[0]!.length);
      const T = 6;
      const oracle = exactMoments({ problem, algorithm, trigger, sampling, initial, rounds: T });
      const root = rootOf(problem);
      const rounds = Array.from({ length: T }, (_, t) => t + 1);
      const found = computed(
        finiteLinear.build(specificationOf(problem)),
        { trigger, sampling, initial },
        algorithm,
        rounds,
      );
      expectClose(
        found.meanSquare,
        oracle.map(({ error }) => error),
      );
      expectClose(
        found.biasSquare,
        oracle.map(({ mean }) => mean.reduce((sum, x, j) => sum + (x - root[j]!) ** 2, 0)),
      );
    },
  );
});

/** What the program's own TD(0) agent tells. */
const lawOfTransitions = (process: RewardProcess): FiniteObservations =>
  temporalDifferenceAgent(process, 0).observations!() as FiniteObservations;

/** Two agents on two states each, d = 2: TD(0) with its transitions, or explicit matrices. */
function tinyTd(): { problem: Problem; laws: FiniteObservations[] } {
  const laws = [
    {
      transition: [0.7, 0.3, 0.4, 0.6],
      stationary: [4 / 7, 3 / 7],
      rewards: [1, -0.5],
      features: [1, 0.2, -0.3, 0.9],
    },
    {
      transition: [0.1, 0.9, 0.5, 0.5],
      stationary: [5 / 14, 9 / 14],
      rewards: [0.3, 2],
      features: [0.6, -0.8, 0.5, 1],
    },
  ].map(({ transition, stationary, rewards, features }) =>
    lawOfTransitions({
      chain: {
        states: 2,
        transition: Float64Array.from(transition),
        stationary: Float64Array.from(stationary),
      },
      rewards: Float64Array.from(rewards),
      features: Float64Array.from(features),
      dimension: 2,
      discount: 0.6,
    }),
  );
  return {
    problem: lawsOnly(
      2,
      laws.map((law) => ({ mean: meanOf(law, 2), law })),
    ),
    laws,
  };
}

/** Ā and b̄ summed over transitions. */
function meanOf(law: FiniteObservations, d: number): { kind: 'linear'; A: Float64Array; b: Float64Array } {
  const { states: S, transition, stationary } = law.chain;
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const a = new Float64Array(d * d);
  const c = new Float64Array(d);
  for (let s = 0; s < S; s++) {
    for (let next = 0; next < S; next++) {
      law.affine(s, next, a, c);
      const p = stationary[s]! * transition[s * S + next]!;
      a.forEach((value, j) => (A[j]! += p * value));
      c.forEach((value, j) => (b[j]! += p * value));
    }
  }
  return { kind: 'linear', A, b };
}

const SIX: readonly OneRun[] = [
  LOCAL_SA(0.3),
  SCAFFLSA(0.3),
  FEDHSA(0.3, 0.8),
  SCAFFOLD(0.3, 1.4),
  minibatch(0.5),
  momentum(0.3, 0.7, 0.4),
];

describe('averaged over all paths of a tiny TD problem through the program’s actors,', () => {
  const { problem, laws } = tinyTd();
  const root = solveProblem(problem).root!;
  const enumerated = (
    sampling: 'markov' | 'iid',
    algorithm: OneRun,
    trigger: TriggerConfiguration,
    gaps: readonly number[],
  ): { square: number; bias: number; mass: number } => {
    const { mean, square, mass } = enumeratedErrors(
      laws,
      sampling,
      algorithm,
      trigger,
      Float64Array.from(INITIAL),
      root,
      gaps,
    );
    return { square, mass, bias: mean.reduce((sum, x, j) => sum + (x - mass * root[j]!) ** 2, 0) };
  };

  const paths = SAMPLINGS.flatMap((sampling) => SIX.map((algorithm) => ({ sampling, algorithm })));
  test.each(oneIn(2, paths))(
    '$algorithm.name has the exact errors after 1 and 2 rounds of H = 2, $sampling',
    ({ algorithm, sampling }) => {
      // Under i.i.d. sampling two agents have 4⁴ paths of 4 transitions each: one round, and two of H = 1.
      const cases = sampling === 'iid' ? [[2], [1, 1]] : [[2], [2, 2]];
      for (const gaps of cases) {
        const trigger = every(gaps[0]!);
        const exact = enumerated(sampling, algorithm, trigger, gaps);
        expect(exact.mass).toBeCloseTo(1, 12);
        const found = computed(problem, { trigger, sampling, initial: INITIAL }, algorithm, [gaps.length]);
        expectClose(found.meanSquare, [exact.square]);
        expectClose(found.biasSquare, [exact.bias], 1e-9);
      }
    },
  );

  test.each(oneIn(2, paths.toReversed()))(
    '$algorithm.name has the exact errors after 2 rounds of rare coins, $sampling',
    ({ algorithm, sampling }) => {
      // Two rounds take more than `most` steps with probability q^most + most p q^(most − 1): 1.3e-5 for
      // 5 steps, 3.0e-4 for 3; the errors of those stay below 10 times the rest, hence the tolerances. Of
      // independent observations there are far more sequences, so they get fewer steps.
      const [most, p] = sampling === 'markov' ? [5, 0.96] : [3, 0.99];
      const trigger = coins(p);
      let square = 0;
      for (let first = 1; first < most; first++) {
        for (let second = 1; first + second <= most; second++) {
          const weight = p * p * (1 - p) ** (first + second - 2);
          square += weight * enumerated(sampling, algorithm, trigger, [first, second]).square;
        }
      }
      const found = computed(problem, { trigger, sampling, initial: INITIAL }, algorithm, [2]);
      expectClose(found.meanSquare, [square], sampling === 'markov' ? 1.3e-4 : 3e-3);
    },
  );
});

inSuite.describe('in closed form,', () => {
  test('one agent with scalar Gauss–Markov noise follows the AR(1) variance, stationary and from z = 0', () => {
    // e ← (1 − ηa) e + η z with z ← ρ z + ε. With B = 1 − ηa the three moments u = E e², c = E e z, v = E z²
    // follow u⁺ = B² u + 2Bη c + η² v, c⁺ = ρ (B c + η v), v⁺ = ρ² v + s²; every round is H = 3 of them.
    const [a, eta, rho, variance, e0] = [2, 0.1, 0.7, 0.3, 1.5];
    const B = 1 - eta * a;
    for (const start of ['zero', 'stationary'] as const) {
      const problem = lawsOnly(1, [gaussMarkovAgent([a], [0], [rho], variance, start)]);
      let [u, c, v] = [e0 * e0, 0, start === 'zero' ? 0 : variance / (1 - rho * rho)];
      const expected = [u];
      for (let t = 0; t < 8; t++) {
        for (let k = 0; k < 3; k++) {
          [u, c, v] = [
            B * B * u + 2 * B * eta * c + eta * eta * v,
            rho * (B * c + eta * v),
            rho * rho * v + variance,
          ];
        }
        expected.push(u);
      }
      const rounds = expected.map((_, t) => t);
      const configuration = { trigger: every(3), sampling: 'markov', initial: [e0] } as const;
      const found = computed(problem, configuration, LOCAL_SA(eta), rounds);
      expectClose(found.meanSquare, expected, 1e-13);
      expectClose(
        found.biasSquare,
        rounds.map((t) => (e0 * B ** (3 * t)) ** 2),
        1e-13,
      );
    }
  });

  test('i.i.d. Gauss–Markov noise leaves Local SA the variance (1/M²) Σ η² σ_i² (1 − B_i^{2H})/(1 − B_i²) a round', () => {
    // B = 1 − ηa, equal for both agents; σ_i² = s²/(1 − ρ_i²); round: E e² ← B^{2H} E e² + the sum.
    const [a, eta, H, variance] = [0.5, 0.2, 7, 0.4];
    const rhos = [0.3, -0.8];
    const problem = lawsOnly(
      1,
      rhos.map((rho) => gaussMarkovAgent([a], [1], [rho], variance, 'zero')),
    );
    const B = 1 - eta * a;
    const added =
      rhos.reduce(
        (sum, rho) => sum + ((eta * eta * variance) / (1 - rho * rho)) * ((1 - B ** (2 * H)) / (1 - B * B)),
        0,
      ) / 4;
    const expected = [4]; // root 1/a = 2, from 0
    for (let t = 0; t < 10; t++) expected.push(B ** (2 * H) * expected.at(-1)! + added);
    const rounds = expected.map((_, t) => t);
    const configuration = { trigger: every(H), sampling: 'iid', initial: [0] } as const;
    expectClose(computed(problem, configuration, LOCAL_SA(eta), rounds).meanSquare, expected, 1e-13);
  });

  test('without noise and with Bernoulli gaps a scalar round is E[B^{2K}] = p B²/(1 − q B²)', () => {
    const [a, eta, p] = [1, 0.3, 0.25];
    const problem = lawsOnly(1, [gaussMarkovAgent([a], [0], [0], 1, 'zero')]);
    const B = 1 - eta * a;
    const factor = (p * B * B) / (1 - (1 - p) * B * B);
    const bias = ((p * B) / (1 - (1 - p) * B)) ** 2;
    const configuration = { trigger: coins(p), sampling: 'exact', initial: [1] } as const;
    const found = computed(problem, configuration, LOCAL_SA(eta), [1, 2, 5]);
    expectClose(found.meanSquare, [factor, factor ** 2, factor ** 5], 1e-13);
    expectClose(found.biasSquare, [bias, bias ** 2, bias ** 5], 1e-13);
  });
});

inSuite.describe('between algorithms and samplings,', () => {
  const three = randomProblem(3, 2, 5);
  const problem = finiteLinear.build(specificationOf(three));
  const rounds = [0, 1, 2, 5, 20];

  test.each(['iid', 'markov', 'exact'] as const)(
    'SCAFFOLD with server step 1 is SCAFFLSA, %s',
    (sampling) => {
      const configuration = { trigger: every(4), sampling, initial: INITIAL };
      const scaffold = computed(problem, configuration, SCAFFOLD(0.1), rounds);
      const scafflsa = computed(problem, configuration, SCAFFLSA(0.1), rounds);
      expectClose(scaffold.meanSquare, scafflsa.meanSquare, 1e-12);
      expectClose(scaffold.biasSquare, scafflsa.biasSquare, 1e-12);
    },
  );

  test('Local SGD-M with β = 1 and γ = ηK is Local SA, and so is Minibatch SGD with K = 1 and γ = η', () => {
    for (const sampling of ['iid', 'markov', 'exact'] as const) {
      for (const [H, other] of [
        [4, momentum(0.1, 0.4, 1)],
        [1, minibatch(0.1)],
      ] as const) {
        const configuration = { trigger: every(H), sampling, initial: INITIAL };
        const plain = computed(problem, configuration, LOCAL_SA(0.1), rounds);
        expectClose(computed(problem, configuration, other, rounds).meanSquare, plain.meanSquare, 1e-12);
      }
    }
  });

  test('without noise the mean square is the square of the mean, and the bias that of any sampling that is i.i.d.', () => {
    for (const algorithm of SIX) {
      const exact = computed(
        problem,
        { trigger: every(3), sampling: 'exact', initial: INITIAL },
        algorithm,
        rounds,
      );
      const iid = computed(
        problem,
        { trigger: every(3), sampling: 'iid', initial: INITIAL },
        algorithm,
        rounds,
      );
      expect(exact.meanSquare).toEqual(exact.biasSquare);
      expectClose(iid.biasSquare, exact.biasSquare, 1e-12);
      // Round 0 is certain; later the observations add a variance.
      expect(iid.meanSquare[0]).toBeCloseTo(iid.biasSquare[0]!, 13);
      rounds
        .slice(1)
        .forEach((_, t) => expect(iid.meanSquare[t + 1]!).toBeGreaterThan(iid.biasSquare[t + 1]! + 1e-6));
    }
  });

  test('many rounds, which are tabulated, continue the curve of few, which are not', () => {
    // 60 rounds of 3 coordinates: their 6 packed moments make a table cheaper; 3 rounds do not.
    const configuration = { trigger: coins(0.3), sampling: 'iid', initial: INITIAL } as const;
    const many = computed(problem, configuration, FEDHSA(0.1), [1, 2, 3, 60]);
    const few = computed(problem, configuration, FEDHSA(0.1), [1, 2, 3]);
    expectClose(many.meanSquare.slice(0, 3), few.meanSquare, 1e-12);
  });
});

inSuite.describe('what is not computed is refused with the reason:', () => {
  const refusal = (
    problem: Problem,
    configuration: { trigger: TriggerConfiguration; sampling: 'markov' | 'iid' | 'exact' },
    algorithm: OneRun,
    count = 10,
  ): string => {
    const initial = new Array<number>(problem.dimension).fill(0);
    const errors = exactErrors(problem, solveProblem(problem), { ...configuration, initial }, algorithm, [
      0,
      count,
    ]);
    if (errors.kind === 'exact') throw new Error('it was computed');
    return errors.reason;
  };

  test('a joint chain that is too large', () => {
    // Chains of 2, 3 and 4 states in turn: 12 agents have 24⁴ = 331776 joint states.
    const problem = finiteLinear.build(specificationOf(randomProblem(12, 2, 1)));
    const reason = refusal(problem, { trigger: every(2), sampling: 'markov' }, LOCAL_SA(0.1));
    expect(reason).toMatch(
      /^no exact moments: under Markov sampling they need the joint chain of all agents/,
    );
    expect(reason).toContain('3e+5 joint states (M = 12)');
  });

  test('a state that is too large, and rounds that are too many', () => {
    const wide = lawsOnly(
      30,
      Array.from({ length: 200 }, () => gaussMarkovAgent(unit(30), ones(30), unit(30, 0.5), 1, 'zero')),
    );
    // Gaps that differ are followed by the whole state's moments: (1 + 2 · 200) · 30 + 1 coordinates.
    expect(refusal(wide, { trigger: coins(0.5), sampling: 'markov' }, SCAFFLSA(0.1))).toContain(
      'has 12031 coordinates (M = 200, d = 30)',
    );
    const problem = finiteLinear.build(specificationOf(randomProblem(10, 4, 1)));
    const reason = refusal(problem, { trigger: every(10), sampling: 'iid' }, SCAFFLSA(0.1), 1e6);
    expect(reason).toMatch(/1,000,000 rounds take about \de\+1\d multiplications, more than 3e\+9/);
  });

  test('Bernoulli gaps whose mean square does not exist', () => {
    // B = 1 − 0.5·5 = −1.5: the gaps' E[B^{2K}] = Σ p (q B²)^K/q diverges for q B² = 0.5·2.25 > 1.
    const problem = lawsOnly(1, [gaussMarkovAgent([5], [0], [0], 1, 'zero')]);
    for (const sampling of ['iid', 'markov', 'exact'] as const) {
      expect(refusal(problem, { trigger: coins(0.5), sampling }, LOCAL_SA(0.5))).toContain(
        'the mean square over the Bernoulli gaps does not exist at this step size',
      );
    }
  });

  test('an agent without the law of its observations', () => {
    const problem = lawsOnly(1, [gaussMarkovAgent([1], [0], [0], 1, 'zero')]);
    const silent: Problem = {
      ...problem,
      agent: () => ({ mean: problem.agent(0).mean, chain: undefined, operator: noStream }),
    };
    expect(refusal(silent, { trigger: every(2), sampling: 'iid' }, LOCAL_SA(0.1))).toBe(
      'no exact moments: agent 0 does not give the law of its observations',
    );
    const chain = { states: 1, transition: Float64Array.of(1), stationary: Float64Array.of(1) };
    const chained: Problem = { ...silent, agent: () => ({ ...silent.agent(0), chain }) };
    expect(refusal(chained, { trigger: every(2), sampling: 'iid' }, LOCAL_SA(0.1))).toBe(
      'no exact moments: agent 0 gives the chain of its observations, but an operator that is not known to be linear in θ in each state',
    );
  });
});

const ones = (d: number): number[] => new Array<number>(d).fill(1);
const unit = (d: number, scale = 1): number[] =>
  Array.from({ length: d * d }, (_, j) => (j % (d + 1) === 0 ? scale : 0));

inSuite.test('errors beyond all doubles are Infinity, never NaN', () => {
  const problem = lawsOnly(1, [gaussMarkovAgent([100], [0], [0], 1, 'zero')]);
  const configuration = { trigger: every(50), sampling: 'iid', initial: [1] } as const;
  const found = computed(problem, configuration, LOCAL_SA(1), [1, 100]);
  expect(Number.isFinite(found.meanSquare[0])).toBe(true);
  expect(found.meanSquare[1]).toBe(Infinity);
  expect(found.biasSquare[1]).toBe(Infinity);
});
