/**
 * Expected errors along the arrivals of timed runs: against every outcome of the observations of a tiny run, for each
 * pair of policy and algorithm that there is; against the exact moments of rounds, where all take part; against
 * a run without noise.
 */
import { describe, expect, test } from 'vitest';
import { algorithm } from '../../../src/algorithms/algorithm.ts';
import { averaging } from '../../../src/algorithms/averaging.ts';
import { message } from '../../../src/algorithms/message.ts';
import { algorithmOf, configured as configuredAlgorithm } from '../../../src/algorithms/parts.ts';
import { type PolicyConfiguration, policyOf } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { Problem } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { AlgorithmConfiguration, RunConfiguration } from '../../../src/configuration/configuration.ts';
import { arrivalCurve } from '../../../src/runs/theory/arrivalCurve.ts';
import { arrivalSchedule, openSchedule } from '../../../src/runs/theory/arrivalSchedule.ts';
import { arrivalErrors, errorsAlong, THIRD_NEGLECTED } from '../../../src/theory/arrivals/arrivalErrors.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { knownProblem, type KnownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { stepSize } from '../../../src/values/parameter.ts';
import { agentsThatDiffer, storyOf } from '../../actors/timed/timedFixture.ts';
import {
  ALL_SEVEN,
  configurationOf,
  LOCAL_SA,
  RICHARDSON_ROMBERG,
  SCAFFLSA,
  SCAFFOLD,
} from '../../oracles/events.ts';
import { randomProblem, rootOf, specificationOf } from '../../oracles/explicitProblem.ts';
import { gaussMarkovAgent, lawsOnly } from '../moments/observedProblems.ts';
import { overEveryOutcome } from './everyOutcome.ts';

const exponential = (mean: number) => ({ kind: 'exponential', mean }) as const;

/** One agent is four times slower, and messages take their time. */
const slow: TimingModel = {
  compute: exponential(1),
  uplinkLatency: exponential(1),
  agents: [{ agents: [0, 0], compute: exponential(4) }],
};

/** Agent 1 forgets everything soon after the start; some answers never come. */
const faulty: TimingModel = {
  ...slow,
  dropout: 0.2,
  loss: { uplink: 0.2, downlink: 0.1 },
  duplication: 0.3,
  agents: [{ agents: [1, 1], crash: { at: 4, returnsAfter: 1 } }],
};

const late = ['drop', 'carry'] as const;
const POLICIES: readonly PolicyConfiguration[] = [
  { kind: 'sampled', count: 1 },
  ...late.map((late) => ({ kind: 'first', count: 1, late }) as const),
  ...late.map((late) => ({ kind: 'deadline', seconds: 2, late }) as const),
  { kind: 'buffered', count: 2, weight: { kind: 'polynomial', exponent: 0.5 } },
  { kind: 'asynchronous', mixing: 0.6, weight: { kind: 'hinge', slope: 1, from: 0 } },
  { kind: 'bounded-staleness', staleness: 1, mixing: 0.7, weight: { kind: 'constant' } },
  { kind: 'tiers', tiers: 2 },
];

const deterministic = (localSteps: number) => ({ kind: 'deterministic', localSteps }) as const;

interface Pair {
  readonly policy: PolicyConfiguration;
  readonly algorithm: AlgorithmConfiguration;
  readonly timing: TimingModel;
}

const PAIRS: readonly Pair[] = POLICIES.flatMap((policy) =>
  ALL_SEVEN(0.3).flatMap((algorithm) => {
    const { under } = algorithmOf(algorithm);
    if (under?.(policyOf(policy), deterministic(1)) !== undefined) return [];
    const stalls =
      policy.kind === 'sampled' ||
      policy.kind === 'bounded-staleness' ||
      ['fedhsa', 'richardson-romberg'].includes(algorithm.name);
    return (stalls ? [slow] : [slow, faulty]).map((timing) => ({ policy, algorithm, timing }));
  }),
);

/** Two agents of two states, d = 1. */
const twoAgents = [5, 9].flatMap((seed) => randomProblem(1, 1, seed));
const root = rootOf(twoAgents);

function configured(
  { policy, algorithm, timing }: Pair,
  changes: Partial<RunConfiguration> = {},
): RunConfiguration {
  // The first step of FedHSA after its evaluation has no noise of its own.
  const localSteps = algorithm.name === 'fedhsa' ? 2 : 1;
  const mixes = policyOf(policy).free?.fold === 'mix';
  // Two runs side by side square the number of outcomes.
  const rounds = Number(mixes) + (algorithm.name === 'richardson-romberg' ? 1 : 2);
  return configurationOf({
    algorithms: [algorithm],
    policy,
    timing,
    trigger: deterministic(localSteps),
    budget: { kind: 'rounds', rounds },
    sampling: 'iid',
    initial: [4],
    recording: 'all',
    ...changes,
  });
}

const roundsOf = ({ budget }: RunConfiguration): number[] =>
  Array.from({ length: (budget.kind === 'rounds' ? budget.rounds : 0) + 1 }, (_, t) => t);

/** The curve of the first algorithm. */
async function curveOf(problem: Problem, configuration: RunConfiguration, budget = PATIENT_BUDGET) {
  const rounds = roundsOf(configuration);
  const [algorithm] = configuration.algorithms;
  const curve = await arrivalCurve(problem, solveProblem(problem), configuration, algorithm!, rounds, budget);
  if (curve.kind === 'refused') throw new Error(curve.reason);
  return curve;
}

const close = (found: readonly number[], wanted: readonly number[], digits = 1e-11): void => {
  expect(found).toHaveLength(wanted.length);
  wanted.forEach((value, at) => {
    expect(Math.abs(found[at]! - value), `at ${at}: ${found[at]} for ${value}`).toBeLessThan(
      digits * (1 + value),
    );
  });
};

const problemOfTwo = buildProblem(specificationOf(twoAgents));

describe('over every outcome of the observations, of a seed’s run', () => {
  test.each(
    PAIRS.map(
      (pair) =>
        [
          pair.policy.kind,
          'late' in pair.policy ? pair.policy.late : '',
          pair.algorithm.name,
          pair.timing === faulty ? 'with faults' : '',
          pair,
        ] as const,
    ),
  )('%s %s, %s %s', async (_, _late, _name, _faults, pair) => {
    const configuration = configured(pair);
    const seed = 3;
    const wanted = await overEveryOutcome(twoAgents, root, configuration, pair.algorithm, seed);
    expect(wanted.outcomes).toBeGreaterThan(3);
    const found = await curveOf(problemOfTwo, { ...configuration, seeds: [seed] });
    close(found.meanSquare, wanted.meanSquare);
    close(found.biasSquare, wanted.biasSquare);
  });
});

describe('Richardson–Romberg on common noise, over every outcome:', () => {
  const algorithm = RICHARDSON_ROMBERG(0.3, 'step-size', 'common');
  test.each([POLICIES[0]!, POLICIES[5]!, POLICIES[6]!].map((policy) => [policy.kind, policy] as const))(
    '%s',
    async (_, policy) => {
      const asked = configured({ policy, algorithm, timing: slow }, { trigger: deterministic(2) });
      const configuration = { ...asked, budget: { kind: 'rounds', rounds: 2 } as const };
      const wanted = await overEveryOutcome(twoAgents, root, configuration, algorithm, 3);
      const found = await curveOf(problemOfTwo, { ...configuration, seeds: [3] });
      close(found.meanSquare, wanted.meanSquare);
      close(found.biasSquare, wanted.biasSquare);
    },
  );
});

test.each(['zero', 'stationary'] as const)(
  'Richardson–Romberg on common Gauss–Markov noise from %s, two local steps a round: of θ, θ′ and z, step by step',
  async (start) => {
    const [a, b, q, v, eta] = [1.3, 0.7, 0.6, 0.4, 0.1];
    const agents = [1, 2].map(() => gaussMarkovAgent([a], [b], [q], v, start));
    const configuration = configurationOf({
      algorithms: [RICHARDSON_ROMBERG(eta, 'step-size', 'common')],
      policy: { kind: 'sampled', count: 2 },
      timing: slow,
      initial: [2],
      trigger: deterministic(2),
      budget: { kind: 'rounds', rounds: 5 },
    });
    const found = await curveOf(lawsOnly(1, agents), configuration);
    // Covariances of (θ, θ′, z) of each of two alike agents, and of (θ, θ′) and z with the other's.
    const F = [
      [1 - eta * a, 0, eta],
      [0, 1 - 2 * eta * a, 2 * eta],
      [0, 0, q],
    ];
    const times = (A: number[][], B: number[][]): number[][] =>
      A.map((row) => B[0]!.map((_, j) => row.reduce((sum, x, k) => sum + x * B[k]![j]!, 0)));
    const moved = (S: number[][]): number[][] =>
      times(
        times(F, S),
        F[0]!.map((_, j) => F.map((row) => row[j]!)),
      );
    const zero = (): number[][] => [0, 1, 2].map(() => [0, 0, 0]);
    let [ours, across] = [zero(), zero()];
    if (start === 'stationary') ours[2]![2] = v / (1 - q * q);
    const theta = [2 - b / a, 2 - b / a];
    for (let round = 1; round <= 5; round++) {
      for (let h = 0; h < 2; h++) {
        [ours, across] = [moved(ours), moved(across)];
        ours[2]![2]! += v;
        theta[0]! *= 1 - eta * a;
        theta[1]! *= 1 - 2 * eta * a;
      }
      // Averaging makes the models of both one and the same.
      const mixed = ours.map((row, i) => row.map((x, j) => (x + across[i]![j]!) / 2));
      ours = ours.map((row, i) => row.map((x, j) => (i === 2 && j === 2 ? x : mixed[i]![j]!)));
      across = across.map((row, i) => row.map((x, j) => (i === 2 && j === 2 ? x : mixed[i]![j]!)));
      const bias = (2 * theta[0]! - theta[1]!) ** 2;
      const variance = 4 * ours[0]![0]! - 4 * ours[0]![1]! + ours[1]![1]!;
      expect(found.biasSquare[round]).toBeCloseTo(bias, 13);
      expect(found.meanSquare[round]! / (bias + variance)).toBeCloseTo(1, 11);
    }
  },
);

test('Richardson–Romberg on common independent Gaussian noise, two local steps a round: of θ and θ′, step by step', async () => {
  const [a, b, q, v, eta] = [1.3, 0.7, 0.6, 0.4, 0.1];
  const agents = [1, 2].map(() => gaussMarkovAgent([a], [b], [q], v, 'stationary'));
  const configuration = configurationOf({
    algorithms: [RICHARDSON_ROMBERG(eta, 'step-size', 'common')],
    policy: { kind: 'sampled', count: 2 },
    sampling: 'iid',
    timing: slow,
    initial: [2],
    trigger: deterministic(2),
    budget: { kind: 'rounds', rounds: 5 },
  });
  const found = await curveOf(lawsOnly(1, agents), configuration);
  const kept = [1 - eta * a, 1 - 2 * eta * a] as const;
  const noise = v / (1 - q * q);
  // E of the products θθ, θθ′ and θ′θ′ of deviations; both agents add independent noise to the average.
  const products = [
    { factor: kept[0] ** 2, gain: eta ** 2, weight: 4 },
    { factor: kept[0] * kept[1], gain: 2 * eta ** 2, weight: -4 },
    { factor: kept[1] ** 2, gain: 4 * eta ** 2, weight: 1 },
  ].map((product) => ({ ...product, value: 0 }));
  for (let round = 1; round <= 5; round++) {
    for (const product of products)
      for (let h = 0; h < 2; h++) product.value = product.factor * product.value + (product.gain * noise) / 2;
    const [fine, coarse] = kept.map((factor) => factor ** (2 * round) * (2 - b / a));
    const bias = (2 * fine! - coarse!) ** 2;
    const variance = products.reduce((sum, { weight, value }) => sum + weight * value, 0);
    expect(found.biasSquare[round]).toBeCloseTo(bias, 13);
    expect(found.meanSquare[round]! / (bias + variance)).toBeCloseTo(1, 11);
  }
});

describe('on chains under Markov sampling, over every outcome:', () => {
  const starts = ['stationary', { state: 1 }] as const;
  const chains = twoAgents.map((agent, k) => ({ ...agent, initial: starts[k]! }));
  // Noise that is added: A is that of the first state.
  const additive = chains.map((agent) => ({ ...agent, A: agent.A.map(() => agent.A[0]!) }));
  test.each(
    PAIRS.filter((_, k) => k % 5 === 0).flatMap((pair) =>
      [chains, additive].map(
        (agents) =>
          [
            pair.policy.kind,
            pair.algorithm.name,
            agents === chains ? 'on the joint chain' : 'with additive noise',
            agents,
            pair,
          ] as const,
      ),
    ),
  )('%s %s, %s', async (_policy, _name, _way, agents, pair) => {
    const configuration = configured(pair, { sampling: 'markov' });
    const wanted = await overEveryOutcome(agents, rootOf(agents), configuration, pair.algorithm, 3);
    const problem = buildProblem(specificationOf(agents));
    const found = await curveOf(problem, { ...configuration, seeds: [3] });
    expect(found.neglects).toBeUndefined();
    close(found.meanSquare, wanted.meanSquare);
    close(found.biasSquare, wanted.biasSquare);
  });
});

describe('TD(0) on two small Garnets under Markov sampling,', () => {
  const garnets = buildProblem({
    ...{ kind: 'garnet', agents: 2, states: 3, actions: 2, branching: 2, dimension: 2 },
    ...{ discount: 0.8, heterogeneity: 'high', initialState: { state: 0 }, seed: 3 },
  } as never);
  const configuration = (algorithm: AlgorithmConfiguration): RunConfiguration =>
    configurationOf({
      algorithms: [algorithm],
      timing: slow,
      initial: [3, -2],
      trigger: deterministic(4),
      budget: { kind: 'rounds', rounds: 6 },
    });

  test.each(ALL_SEVEN(0.2).map((algorithm) => [algorithm.name, algorithm] as const))(
    'in rounds that all take part in it is that of the joint chain: %s',
    async (_, algorithm) => {
      const asked = configuration(algorithm);
      const wanted = exactErrors(garnets, solveProblem(garnets), asked, algorithm, roundsOf(asked));
      if (wanted.kind === 'refused') throw new Error(wanted.reason);
      const found = await curveOf(garnets, asked);
      close(found.meanSquare, wanted.meanSquare, 1e-10);
      close(found.biasSquare, wanted.biasSquare, 1e-10);
    },
  );

  test('a closure takes the place of what does not fit into memory, and says so', async () => {
    const asked = {
      ...configuration(SCAFFOLD(0.2)),
      policy: POLICIES[5]!,
      budget: { kind: 'rounds', rounds: 60 } as const,
    };
    const exact = await curveOf(garnets, asked);
    const closed = await curveOf(garnets, asked, { ...PATIENT_BUDGET, doubles: 5000 });
    expect(exact.neglects).toBeUndefined();
    expect(closed.neglects).toBe(THIRD_NEGLECTED);
    const ratios = closed.meanSquare.map((value, t) => value / exact.meanSquare[t]!);
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
    expect(Math.abs(ratios.at(-1)! - 1)).toBeGreaterThan(1e-6);
  });
});

describe('where all agents take part in each round, it is that of rounds:', () => {
  const algorithms = [...ALL_SEVEN(0.05), RICHARDSON_ROMBERG(0.05, 'local-steps')];
  const draw = (seed: number) => (k: number) => Math.sin(7.3 * k + seed);
  const matrix = (seed: number, d: number, scale: number, diagonal: number): number[] =>
    Array.from({ length: d * d }, (_, k) => scale * draw(seed)(k) + (k % (d + 1) === 0 ? diagonal : 0));
  const gaussMarkov = lawsOnly(
    2,
    [1, 2, 3].map((seed) =>
      gaussMarkovAgent(
        matrix(seed, 2, 0.3, 1.2),
        [draw(seed)(11), draw(seed)(12)],
        matrix(seed + 5, 2, 0.2, 0.6),
        0.4,
        seed === 2 ? 'zero' : 'stationary',
      ),
    ),
  );
  const finite = buildProblem(agentsThatDiffer(3));
  const sameAsRounds = async (algorithm: AlgorithmConfiguration, count: number): Promise<void> => {
    for (const [problem, sampling] of [
      [finite, 'iid'],
      [gaussMarkov, 'markov'],
    ] as const) {
      const configuration = configurationOf({
        algorithms: [algorithm],
        timing: slow,
        sampling,
        initial: [3, -2],
        trigger: deterministic(4),
        budget: { kind: 'rounds', rounds: count },
      });
      const rounds = roundsOf(configuration);
      const wanted = exactErrors(problem, solveProblem(problem), configuration, algorithm, rounds);
      if (wanted.kind === 'refused') throw new Error(wanted.reason);
      const found = await curveOf(problem, configuration);
      close(found.meanSquare, wanted.meanSquare, 1e-10);
      close(found.biasSquare, wanted.biasSquare, 1e-10);
    }
  };
  test.each(algorithms.map((algorithm, k) => [algorithm.name, k] as const))('%s (%i)', (_, k) =>
    sameAsRounds(algorithms[k]!, 6),
  );

  // What is not symmetric to the last bit in a covariance grows.
  test('and stays so: SCAFFOLD, 150 rounds', () => sameAsRounds(SCAFFOLD(0.15, 0.8), 150));
});

// Chains without memory give the moments of i.i.d. observations, by the joint chain as by one covariance.
test('with chains that forget at once it is that of i.i.d. sampling: Local SGD-M under FedBuff, 60 steps', async () => {
  const agents = randomProblem(2, 2, 11).map((explicitAgent) => ({
    ...explicitAgent,
    transition: explicitAgent.transition.map(() => explicitAgent.transition[0]!),
  }));
  const problem = buildProblem(specificationOf(agents));
  const curveUnder = (sampling: 'iid' | 'markov') =>
    curveOf(
      problem,
      configurationOf({
        algorithms: [{ name: 'local-sgd-m', stepSize: 0.05, serverStepSize: 0.7, momentum: 0.3 }],
        policy: { kind: 'buffered', count: 2, weight: { kind: 'constant' } },
        timing: slow,
        trigger: deterministic(3),
        budget: { kind: 'rounds', rounds: 60 },
        sampling,
        initial: [3, -2],
      }),
    );
  const [markov, iid] = [await curveUnder('markov'), await curveUnder('iid')];
  close(markov.meanSquare, iid.meanSquare, 1e-9);
  close(markov.biasSquare, iid.biasSquare, 1e-9);
});

test.each([{}, { serverStepSize: 0.7, momentum: 0.6, concurrency: 2, largestStaleness: 1, arrivals: 0.5 }])(
  'without noise it is the run itself, for random gaps and a step size that falls, with %o',
  async (more) => {
    const specification = agentsThatDiffer(3);
    const configuration = configurationOf({
      algorithms: [
        {
          name: 'scaffold',
          stepSize: { kind: 'decreasing', scale: 1, offset: 10, exponent: 0.7 },
          serverStepSize: 0.8,
        } as never,
      ],
      policy: { kind: 'buffered', count: 2, weight: { kind: 'constant' }, ...more },
      timing: slow,
      trigger: { kind: 'bernoulli', probability: 0.3 },
      sampling: 'exact',
      initial: [3, -2],
      recording: 'all',
    });
    const { records } = await storyOf(specification, configuration);
    const { meanSquare } = await curveOf(buildProblem(specification), configuration);
    close(
      meanSquare,
      records.map(({ error }) => error),
      1e-13,
    );
  },
);

describe('an algorithm of one’s own, heavy-ball momentum at the server,', () => {
  const started = message('started', { theta: 'θ̄' });
  const ended = message('ended', { theta: 'θ_i' });
  const heavyBall = (namesAll: boolean) =>
    algorithm({
      name: namesAll ? 'heavy-ball' : 'forgetful-ball',
      title: 'Heavy ball',
      source: 'Polyak 1964',
      parameters: { stepSize: stepSize('η', 'the local step size') },
      messages: { down: [started], up: [ended] },
      agent: ({ stepSize: eta }) => ({
        ask: ({ theta, round, localSteps }, work) => {
          work.advance(theta, eta(round), undefined, localSteps);
        },
        answer: (_, work) => ended({ theta: work.theta }),
      }),
      server: (_, { initial }) => {
        let velocity = new Float64Array(initial.length);
        const average = averaging(initial, started, (theta, mean) => {
          velocity = velocity.map((v, j) => 0.5 * v + mean[j]! - theta[j]!);
          return velocity.map((v, j) => theta[j]! + v);
        });
        return { ...average, kept: () => [...average.kept(), ...(namesAll ? [velocity] : [])] };
      },
    });
  const asked = (namesAll: boolean): RunConfiguration =>
    configured(
      {
        policy: POLICIES[6]!,
        algorithm: configuredAlgorithm(heavyBall(namesAll), { stepSize: 0.3 }) as AlgorithmConfiguration,
        timing: slow,
      },
      { seeds: [3], budget: { kind: 'rounds', rounds: 5 } },
    );

  test('has a curve where its parts name all that they keep', async () => {
    const configuration = asked(true);
    const wanted = await overEveryOutcome(twoAgents, root, configuration, configuration.algorithms[0]!, 3);
    const found = await curveOf(problemOfTwo, configuration);
    close(found.meanSquare, wanted.meanSquare);
  });

  test('and none where they do not', async () => {
    await expect(curveOf(problemOfTwo, asked(false))).rejects.toThrow(/`kept` does not name/);
  });
});

describe('of several seeds it is the mean of theirs, and each is kept:', () => {
  const configuration = configured(
    { policy: POLICIES[6]!, algorithm: LOCAL_SA(0.3), timing: slow },
    { seeds: [1, 2, 7] },
  );

  test('FedAsync', async () => {
    const { arrivals, meanSquare } = await curveOf(problemOfTwo, configuration);
    expect(arrivals!.map(({ seed }) => seed)).toEqual([1, 2, 7]);
    const alone = await curveOf(problemOfTwo, { ...configuration, seeds: [7] });
    expect(arrivals![2]!.meanSquare).toEqual(alone.meanSquare);
    close(
      meanSquare,
      meanSquare.map((_, at) =>
        arrivals!.reduce((sum, seedErrors) => sum + seedErrors.meanSquare[at]! / 3, 0),
      ),
    );
  });
});

describe('of more seeds than are kept it is the mean over all that a budget allows:', () => {
  const configuration = configured(
    { policy: POLICIES[6]!, algorithm: LOCAL_SA(0.3), timing: slow },
    { seeds: Array.from({ length: 60 }, (_, k) => k + 1) },
  );
  const partOf = (seeds: readonly number[]) => curveOf(problemOfTwo, { ...configuration, seeds });

  test('all sixty, of which fifty are kept', async () => {
    const all = await partOf(configuration.seeds);
    expect(all.seeds).toBe(60);
    expect(all.arrivals).toHaveLength(50);
    expect(all.exactNeeds).toBeUndefined();
    const [first, last] = [
      await partOf(configuration.seeds.slice(0, 50)),
      await partOf(configuration.seeds.slice(50)),
    ];
    close(
      all.meanSquare,
      first.meanSquare.map((value, at) => (50 * value + 10 * last.meanSquare[at]!) / 60),
    );
  });

  test('the first of them, where all would take too long; it says what all would take', async () => {
    const all = await partOf(configuration.seeds);
    const budget = { ...PATIENT_BUDGET, multiplications: all.multiplications / 5 };
    const some = await curveOf(problemOfTwo, configuration, budget);
    expect(some.seeds).toBeGreaterThan(8);
    expect(some.seeds).toBeLessThan(13);
    expect(some.multiplications).toBeLessThanOrEqual(budget.multiplications);
    expect(some.exactNeeds! / all.multiplications).toBeCloseTo(1, 0);
    expect(some.meanSquare).toEqual((await partOf(configuration.seeds.slice(0, some.seeds))).meanSquare);
  });
});

describe('where noise is added, backwards it is the same as forwards:', () => {
  const problem = buildProblem({
    ...{ kind: 'gauss-markov-quadratic', agents: 4, dimension: 2, noiseVariance: 0.3, seed: 4 },
    ...{ noiseSpectralRadius: 0.8, curvature: 'convex', offsetScale: 1, initialNoise: 'stationary' },
  } as never);
  const pairs = PAIRS.filter(
    ({ timing, policy }, k) => timing === slow && (k % 4 === 0 || policy.kind === 'buffered'),
  );
  test.each([
    ...pairs.map(
      (pair, k) => [pair.policy.kind, pair.algorithm.name, k % 2 ? 'iid' : 'markov', 24, 24, pair] as const,
    ),
    // So long that rounds are let go, and asymmetries of forward covariances would grow.
    [
      'buffered',
      'scaffold',
      'markov',
      600,
      20,
      { policy: POLICIES[5]!, algorithm: SCAFFOLD(0.1), timing: slow },
    ],
  ] as const)('%s, %s, %s, %i rounds', async (_, _name, sampling, last, count, pair) => {
    const configuration = configured(pair, { sampling, initial: [3, -2], trigger: deterministic(3) });
    const known = knownProblem(problem, solveProblem(problem), {
      ...configuration,
      policy: { kind: 'synchronous' },
    }) as KnownProblem;
    const { algorithm } = pair;
    const means = known.agents.map(({ mean }) => mean);
    const budget = { kind: 'rounds', rounds: last } as const;
    const schedule = await arrivalSchedule(
      {
        configuration: { ...configuration, budget },
        algorithm,
        seed: 3,
        means,
        root: known.root,
        rounds: last,
      },
      Infinity,
    );
    const { trigger } = configuration;
    const setting = { ...known, algorithm, trigger, initial: Float64Array.of(3, -2) };
    const rounds = Array.from({ length: count + 1 }, (_, k) => (k * last) / count);
    const [forwards, backwards] = [false, true].map((backwards) => {
      const found = errorsAlong({ ...setting, backwards }, schedule, rounds, PATIENT_BUDGET);
      if ('reason' in found) throw new Error(found.reason);
      return found;
    });
    close(backwards!.meanSquare, forwards!.meanSquare, 1e-10);
    close(backwards!.biasSquare, forwards!.biasSquare, 1e-13);
    if (last > 100) expect(backwards!.multiplications).toBeLessThan(forwards!.multiplications / 2);
  });
});

describe('where one seed’s curve takes too much it is at fewer rounds, if these have a budget:', () => {
  const problem = buildProblem({
    ...{ kind: 'gauss-markov-quadratic', agents: 4, dimension: 2, noiseVariance: 0.3, seed: 4 },
    ...{ noiseSpectralRadius: 0.8, curvature: 'convex', offsetScale: 1, initialNoise: 'zero' },
  } as never);
  const rounds = Array.from({ length: 201 }, (_, t) => t);
  const pair: Pair = { policy: POLICIES[5]!, algorithm: SCAFFOLD(0.1), timing: slow };
  const configuration = configured(pair, {
    ...{ sampling: 'markov', initial: [3, -2], trigger: deterministic(3), seeds: [1, 2] },
    budget: { kind: 'rounds', rounds: 200 },
  });
  const curve = (fewerRounds?: number, multiplications = 8e6) => {
    const budget = { ...PATIENT_BUDGET, multiplications, ...(fewerRounds && { fewerRounds }) };
    return arrivalCurve(problem, solveProblem(problem), configuration, pair.algorithm, rounds, budget);
  };
  // 400 answers a seed, of 38,000 multiplications beside 64 for each round
  const seedWith = (count: number): number => 400 * (38_102 + 64 * count);

  test.each([
    ['over both seeds', 2 * seedWith(120), 2],
    ['over one', seedWith(120), 1],
  ])('%s, as exact there as at all', async (_, fewerRounds, seeds) => {
    const [all, few] = [await curve(undefined, 3e9), await curve(fewerRounds)];
    if (all.kind === 'refused' || few.kind === 'refused') throw new Error('both have a curve');
    expect(few.seeds).toBe(seeds);
    expect(few.fewer!.length).toBeGreaterThan(25);
    expect(few.fewer!.length).toBeLessThan(125);
    expect(few.multiplications).toBeLessThanOrEqual(fewerRounds);
    expect(few.exactNeeds! / (2 * seedWith(200))).toBeCloseTo(1, 0);
    few.arrivals!.forEach((seedErrors, at) => {
      const wanted = all.arrivals![at]!;
      expect(seedErrors.meanSquare).toHaveLength(few.fewer!.length);
      few.fewer!.forEach((round, k) => {
        expect(Math.abs(seedErrors.meanSquare[k]! / wanted.meanSquare[round]! - 1)).toBeLessThan(1e-10);
        expect(seedErrors.biasSquare[k]).toBe(wanted.biasSquare[round]);
      });
    });
  });

  test('a schedule that goes on is what it is from its start', async () => {
    const { agents, root } = knownProblem(problem, solveProblem(problem), {
      ...configuration,
      policy: { kind: 'synchronous' },
    }) as KnownProblem;
    const means = agents.map(({ mean }) => mean);
    const run = { configuration, algorithm: pair.algorithm, seed: 1, means, root, rounds: 200 };
    const open = openSchedule(run);
    const lengths: number[] = [];
    for (const most of [50, 200, 120, Infinity]) {
      const found = await open.until(most);
      expect(found).toEqual(await arrivalSchedule(run, most));
      lengths.push(found.noiseFree.length);
    }
    await open.close();
    expect(lengths[0]).toBeLessThan(lengths[2]!);
    expect(lengths[1]).toBeLessThan(200);
    expect(lengths[3]).toBe(200);
  });

  test('none where that has no room for twenty, nor without', async () => {
    expect(await curve(seedWith(5))).toMatchObject({ kind: 'refused' });
    expect(await curve()).toMatchObject({ kind: 'refused', needed: expect.any(Number) as number });
  });
});

describe('a mistake shows:', () => {
  const pair: Pair = { policy: POLICIES[6]!, algorithm: SCAFFOLD(0.3, 0.9), timing: slow };
  const configuration = configured(pair);
  const rounds = roundsOf(configuration);
  const known = knownProblem(problemOfTwo, solveProblem(problemOfTwo), {
    ...configuration,
    policy: { kind: 'synchronous' },
  }) as KnownProblem;
  const setting = {
    ...known,
    algorithm: pair.algorithm,
    trigger: configuration.trigger,
    initial: Float64Array.from(configuration.initial),
  };
  const schedule = () =>
    arrivalSchedule(
      {
        configuration,
        algorithm: pair.algorithm,
        seed: 3,
        means: known.agents.map(({ mean }) => mean),
        root: known.root,
        rounds: 3,
      },
      Infinity,
    );

  test('too much work for the moments is none, and says how much it would be', async () => {
    const budget = { ...PATIENT_BUDGET, multiplications: 50 };
    const found = arrivalErrors(setting, await schedule(), rounds, budget);
    expect('needed' in found && found.needed).toBeGreaterThan(50);
  });

  test('a weight that is another, in the mean', async () => {
    const right = await schedule();
    const calls = right.calls.map((call) =>
      call.kind === 'step'
        ? { ...call, updates: call.updates.map((update) => ({ ...update, weight: 1.01 * update.weight })) }
        : call,
    );
    expect(arrivalErrors(setting, { ...right, calls }, rounds, PATIENT_BUDGET)).toEqual({
      reason: 'its parts are not linear, or keep vectors that their `kept` does not name',
    });
  });

  test('an agent that has no noise, in the mean square', async () => {
    const right = await schedule();
    const [first, other] = known.agents;
    const exchanged = [first!, { ...other!, law: undefined }];
    const wrong = arrivalErrors({ ...setting, agents: exchanged }, right, rounds, PATIENT_BUDGET);
    const wanted = await overEveryOutcome(twoAgents, root, configuration, pair.algorithm, 3);
    if ('reason' in wrong) throw new Error(wrong.reason);
    close(wrong.biasSquare, wanted.biasSquare);
    expect(Math.abs(wrong.meanSquare[3]! / wanted.meanSquare[3]! - 1)).toBeGreaterThan(0.01);
  });
});

describe('what cannot be had says why:', () => {
  const configuration = configured({ policy: POLICIES[5]!, algorithm: SCAFFLSA(0.3), timing: slow });
  const refusal = async (changes: Partial<RunConfiguration>, multiplications = 1e9): Promise<string> => {
    const changed = { ...configuration, ...changes };
    const [algorithm] = changed.algorithms;
    const budget = { ...PATIENT_BUDGET, multiplications };
    const solution = solveProblem(problemOfTwo);
    const curve = await arrivalCurve(problemOfTwo, solution, changed, algorithm!, roundsOf(changed), budget);
    return curve.kind === 'refused' ? curve.reason : 'nothing';
  };

  test.each([
    ['the wall clock', { clock: 'wall' }, 1e9, /known after the run/],
    [
      'chains that two runs share',
      { algorithms: [RICHARDSON_ROMBERG(0.1, 'step-size', 'common')], sampling: 'markov' },
      1e9,
      /two pieces of its work are on the same observations/,
    ],
    ['too much work', {}, 1e3, /take about \d/],
  ] as const)('%s', async (_, changes, multiplications, reason) => {
    expect(await refusal(changes, multiplications)).toMatch(reason);
  });
});
