/**
 * Theory of local steps that are pulled to one model and corrected by what their agent keeps: FedDyn, consensus ADMM, FedProx with a
 * memory. Against the recursion of all agents' moments on the joint chain in plain loops, and against one another.
 */
import { describe, expect, test } from 'vitest';
import { fedDyn } from '../../../scenarios/algorithms/fedDyn.ts';
import { configured } from '../../../src/algorithms/parts.ts';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { levelMoments, TRIPLES_NEGLECTED } from '../../../src/theory/levels/levelMoments.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { linearProblem } from '../../../src/theory/linearProblem.ts';
import { meanRound } from '../../../src/theory/mean/roundMap.ts';
import { roundFactor } from '../linearFixture.ts';
import { errorMoments } from '../../../src/theory/moments/errorMoments.ts';
import { exactErrors, exactErrorsOf } from '../../../src/theory/moments/exactErrors.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { meanSquareFactor } from '../../../src/theory/stability/meanSquareFactor.ts';
import type { TriggerConfiguration } from '../../../src/triggers/index.ts';
import { exactMoments } from '../../oracles/exactMoments.ts';
import {
  type ExplicitProblem,
  randomProblem,
  rootOf,
  specificationOf,
} from '../../oracles/explicitProblem.ts';
import { layoutOf, type PulledRun } from '../../oracles/momentsQuestion.ts';
import {
  addInto,
  addRows,
  product,
  type Row,
  type Rows,
  scaleRows,
  squared,
  stationaryLaw,
  subtract,
  transposed,
  zeros,
} from '../../oracles/plainMatrices.ts';
import { roundMatrices } from '../../oracles/roundMatrices.ts';
import { oneOfEach } from '../../tooling/parts.ts';
import { known } from '../levels/knownCase.ts';
import { arrivalCurve } from '../../../src/runs/theory/arrivalCurve.ts';
import { configurationOf, replicationsOf, type ToldReplication } from '../../oracles/events.ts';
import { LARGEST_Z } from '../../oracles/momentComparison.ts';
import { gaussMarkovAgent, lawsOnly } from './observedProblems.ts';
import { consensusAdmm, proxWithMemory } from '../round/ownAlgorithms.ts';
import { stableSteps } from '../stability/stableSteps.ts';

const every = (localSteps: number): TriggerConfiguration => ({ kind: 'deterministic', localSteps });
const SAMPLINGS = ['iid', 'markov'] as const;
type Sampling = (typeof SAMPLINGS)[number];

const RUNS: readonly PulledRun[] = [
  { name: 'feddyn', stepSize: 0.2, alpha: 0.8 },
  { name: 'consensus-admm', stepSize: 0.2, rho: 0.6 },
  { name: 'prox-with-memory', stepSize: 0.2, mu: 0.7, beta: 0.4 },
];

/** The program's algorithm. */
function partsOf({ name, ...parameters }: PulledRun): ScheduledAlgorithm {
  const entry = { feddyn: fedDyn, 'consensus-admm': consensusAdmm, 'prox-with-memory': proxWithMemory }[name];
  return configured(entry, parameters) as unknown as ScheduledAlgorithm;
}

const [TWO, THREE] = [randomProblem(2, 2, 7), randomProblem(3, 1, 8)];
const START = [1, -2];
const CASES = [
  { title: 'two agents in d = 2', problem: TWO, trigger: every(3) },
  { title: 'one step a round', problem: TWO, trigger: every(1) },
  { title: 'three agents in d = 1', problem: THREE, trigger: every(4) },
  {
    title: 'from a given state',
    problem: TWO.map((agent) => ({ ...agent, initial: { state: 1 } })),
    trigger: every(2),
  },
  { title: 'Bernoulli(0.6) gaps', problem: THREE, trigger: { kind: 'bernoulli', probability: 0.6 } },
] as const;

describe('curves are those of the joint recursion to 1e-12:', () => {
  const all = CASES.flatMap((each) =>
    SAMPLINGS.map((sampling) => RUNS.map((algorithm) => ({ ...each, sampling, algorithm }))),
  );
  test.each(oneOfEach(all))('$algorithm.name, $title, $sampling', (asked) => {
    const { problem, trigger, sampling, algorithm } = asked;
    const initial = START.slice(0, problem[0]!.b[0]!.length);
    const oracle = exactMoments({ problem, algorithm, trigger, sampling, initial, rounds: 6 });
    const built = finiteLinear.build(specificationOf(problem));
    const setting = { trigger, sampling, initial };
    const rounds = [1, 2, 3, 4, 5, 6];
    const found = exactErrors(built, solveProblem(built), setting, partsOf(algorithm), rounds);
    if (found.kind === 'refused') throw new Error(found.reason);
    expect(found.neglects).toBeUndefined();
    const root = rootOf(problem);
    oracle.forEach(({ error, mean }, t) => {
      expect(Math.abs(found.meanSquare[t]! / error - 1)).toBeLessThan(1e-12);
      expect(Math.abs(found.biasSquare[t]! - squared(subtract(mean, root)))).toBeLessThan(1e-12 * error);
    });
  });
});

/** What one round does to moments, in plain loops, of two agents in one dimension, without constants. */
const PLAIN: ExplicitProblem = randomProblem(2, 1, 11).map((agent) => ({
  ...agent,
  b: agent.b.map((row) => row.map(() => 0)),
}));

interface Asked {
  readonly algorithm: PulledRun;
  readonly sampling: Sampling;
  readonly localSteps: number;
}

/** The coordinates between rounds: θ̄, the average correction, and the first agent's beside it; and how they lie in x. */
function plainRound({ algorithm, sampling, localSteps }: Asked) {
  const question = {
    ...{ problem: PLAIN, algorithm, sampling, initial: [0] },
    ...{ trigger: every(localSteps), rounds: 1 },
  };
  const { size, bar, shared, correction } = layoutOf(question);
  const matrices = roundMatrices(question);
  const joint = PLAIN[0]!.transition.flatMap((_, s) => PLAIN[1]!.transition.map((__, t) => [s, t] as const));
  const laws = PLAIN.map(({ transition }) => stationaryLaw(transition));
  const law = joint.map(([s, t]) => laws[0]![s]! * laws[1]![t]!);
  const move = joint.map(([s, t]) =>
    joint.map(([u, v], to) =>
      sampling === 'iid' ? law[to]! : PLAIN[0]!.transition[s]![u]! * PLAIN[1]!.transition[t]![v]!,
    ),
  );
  const [first, second] = [correction(0), correction(1)];
  const into = unitAt(size, 3, [bar, 0], [first, 1], [second, 1], [first, 2]);
  into[second]![2] = -1;
  // h of FedDyn is the average of its g_i
  if (algorithm.name === 'feddyn') into[shared]![1] = 1;
  const outOf = unitAt(3, size, [0, bar]);
  outOf[1]![first] = outOf[1]![second] = outOf[2]![first] = 0.5;
  outOf[2]![second] = -0.5;
  const [open, close] = [product(matrices.open([0, 0]), into), product(outOf, matrices.close(localSteps))];
  return { joint, law, move, open, close, stepAt: joint.map((s) => matrices.step(s)) };
}

/** The spectral radius of a matrix by squaring it again and again. */
function radiusOf(A: Rows): number {
  let [power, exponent, logarithm] = [A, 1, 0];
  for (let k = 0; k < 46; k++) {
    const size = Math.sqrt(power.reduce((sum, row) => sum + squared(row), 0));
    logarithm += Math.log(size) / exponent;
    power = product(scaleRows(1 / size, power), scaleRows(1 / size, power));
    exponent *= 2;
  }
  return Math.exp(logarithm);
}

const COORDINATES = [0, 1, 2];
const PAIRS = COORDINATES.flatMap((i) => COORDINATES.filter((j) => j <= i).map((j) => [i, j] as const));
const unitAt = (rows: number, columns: number, ...places: readonly (readonly [number, number])[]): Rows => {
  const E = zeros(rows, columns);
  for (const [i, j] of places) E[i]![j] = 1;
  return E;
};

/** First moments E[x; s], or second ones E[x xᵀ; s]: those that span them, what a matrix does to them, and their coordinates. */
const ORDERS = {
  first: {
    basis: COORDINATES.map((i) => unitAt(3, 1, [i, 0])),
    mapped: product,
    read: (X: Rows): Row => X.flat(),
  },
  second: {
    basis: PAIRS.map(([i, j]) => unitAt(3, 3, [i, j], [j, i])),
    mapped: (F: Rows, Z: Rows): Rows => product(product(F, Z), transposed(F)),
    read: (Z: Rows): Row => PAIRS.map(([i, j]) => Z[i]![j]!),
  },
};

/** The spectral radius of what a round does to the moments of an order. */
function factorOf(order: keyof typeof ORDERS, asked: Asked): number {
  const { joint, law, move, open, close, stepAt } = plainRound(asked);
  const { basis, mapped, read } = ORDERS[order];
  const isIid = asked.sampling === 'iid';
  const starts = isIid ? [0] : joint.map((_, s) => s);
  const columns = starts.flatMap((start) =>
    basis.map((E): Row => {
      const opened = mapped(open, E);
      let field = joint.map((_, s) => scaleRows(isIid ? law[s]! : Number(s === start), opened));
      for (let k = 0; k < asked.localSteps; k++) {
        const stepped = field.map((Z, s) => mapped(stepAt[s]!, Z));
        field = joint.map((_, to) => {
          const sum = zeros(opened.length, opened[0]!.length);
          for (const [from, Z] of stepped.entries()) addInto(sum, move[from]![to]!, Z);
          return sum;
        });
      }
      const ends = isIid ? [field.reduce(addRows)] : field;
      return ends.flatMap((Z) => read(mapped(close, Z)));
    }),
  );
  return radiusOf(transposed(columns));
}

describe('factors and largest steps are those of the plain recursion’s maps:', () => {
  const built = finiteLinear.build(specificationOf(PLAIN));
  const solution = solveProblem(built);
  const linear = linearProblem(built, solution);
  const trigger = every(3);

  test.each(RUNS)('the mean factor of $name', (algorithm) => {
    if ('reason' in linear) throw new Error(linear.reason);
    const expected = factorOf('first', { algorithm, sampling: 'iid', localSteps: 3 });
    expect(Math.abs(roundFactor(linear, partsOf(algorithm), trigger) / expected - 1)).toBeLessThan(1e-11);
  });

  const both = RUNS.flatMap((algorithm) => SAMPLINGS.map((sampling) => ({ algorithm, sampling })));
  test.each(both)('the mean-square factor of $algorithm.name, $sampling', ({ algorithm, sampling }) => {
    const known = knownProblem(built, solution, { trigger, sampling, initial: [1] });
    if ('reason' in known) throw new Error(known.reason);
    const found = meanSquareFactor(known, partsOf(algorithm), PATIENT_BUDGET);
    const expected = factorOf('second', { algorithm, sampling, localSteps: 3 });
    expect(Math.abs((found as number) / expected - 1)).toBeLessThan(1e-11);
  });

  test.each(both)('the largest steps of $algorithm.name, $sampling', ({ algorithm, sampling }) => {
    const [found] = stableSteps(built, { algorithms: [partsOf(algorithm)], trigger, sampling });
    for (const [order, { step }] of [
      ['first', found!.mean],
      ['second', found!.meanSquare],
    ] as const)
      for (const share of [1 - 1e-5, 1 + 1e-5]) {
        const at = { ...algorithm, stepSize: share * step! };
        expect(factorOf(order, { algorithm: at, sampling, localSteps: 3 }) < 1).toBe(share < 1);
      }
  });
});

describe('limits', () => {
  const built = finiteLinear.build(specificationOf(TWO));
  const linear = linearProblem(built, solveProblem(built));

  test.each(RUNS)('of $name are where the plain recursion of means ends', (algorithm) => {
    if ('reason' in linear) throw new Error(linear.reason);
    const question = { problem: TWO, algorithm, trigger: every(3), sampling: 'iid', initial: START } as const;
    const { mean } = exactMoments({ ...question, rounds: 150 }).at(-1)!;
    const limit = meanRound(linear, partsOf(algorithm), every(3))!.limit();
    mean.forEach((x, j) => {
      expect(limit[j]! + linear.root[j]!).toBeCloseTo(x, 10);
    });
    // FedDyn and ADMM are corrected; a memory of one's own models is not.
    expect(Math.hypot(...limit) < 1e-12).toBe(algorithm.name !== 'prox-with-memory');
  });
});

/** Whatever additive noise is, z ← Q z + ε with ε of variance σ² I, an agent's moments are those of (x, z), which moves linearly. */
describe('with Gauss–Markov noise curves are those of the recursion of (x, z) to 1e-12:', () => {
  const [Q, VARIANCE] = [
    [
      [0.6, 0.3],
      [-0.1, 0.5],
    ],
    0.4,
  ] as const;
  const single: ExplicitProblem = [
    {
      transition: [[1]],
      A: [
        [
          [1.5, 0.3],
          [-0.2, 1],
        ],
      ],
      b: [[1, 0]],
      initial: 'stationary',
    },
    {
      transition: [[1]],
      A: [
        [
          [0.7, 0],
          [0.4, 2],
        ],
      ],
      b: [[0, 3]],
      initial: 'stationary',
    },
  ];
  const agents = single.map(({ A, b }) => gaussMarkovAgent(A[0]!.flat(), b[0]!, Q.flat(), VARIANCE, 'zero'));
  const built = lawsOnly(2, agents);

  /** E‖θ̄_t − θ*‖² for t = 1, 2, … */
  function errors(algorithm: PulledRun, sampling: Sampling, rounds: number): number[] {
    const question = { problem: single, algorithm, sampling, initial: START, trigger: every(3), rounds };
    const { size, bar, theta } = layoutOf(question);
    const matrices = roundMatrices(question);
    const total = size + 4;
    const noise = (i: number): number => size + 2 * i;
    const extended = (F: Rows): Rows =>
      Array.from({ length: total }, (_, r) =>
        Array.from({ length: total }, (__, c) => (r < size && c < size ? F[r]![c]! : Number(r === c))),
      );
    let law = unitAt(2, 2, [0, 0], [1, 1]).map((row) => row.map((x) => VARIANCE * x));
    if (sampling === 'iid')
      for (let k = 0; k < 200; k++)
        law = addRows(
          product(product([...Q.map((row) => [...row])], law), transposed(Q.map((row) => [...row]))),
          scaleRows(VARIANCE, unitAt(2, 2, [0, 0], [1, 1])),
        );
    const step = extended(matrices.step([0, 0]));
    const added = zeros(total, total);
    for (const i of [0, 1])
      for (const r of [0, 1]) {
        step[theta(i) + r]![noise(i) + r] = algorithm.stepSize;
        for (const c of [0, 1]) {
          step[noise(i) + r]![noise(i) + c] = sampling === 'iid' ? 0 : Q[r]![c]!;
          added[noise(i) + r]![noise(i) + c] = law[r]![c]!;
        }
      }
    const [open, close] = [extended(matrices.open([0, 0])), extended(matrices.close(3))];
    const around = (F: Rows, Z: Rows): Rows => product(product(F, Z), transposed(F));
    const x = [1, ...START, ...new Array<number>(total - 3).fill(0)];
    let Z = x.map((a) => x.map((b) => a * b));
    if (sampling === 'iid') Z = addRows(Z, added);
    const root = rootOf(single);
    return Array.from({ length: rounds }, () => {
      Z = around(open, Z);
      for (let k = 0; k < 3; k++) Z = addRows(around(step, Z), added);
      Z = around(close, Z);
      return root.reduce((sum, y, r) => sum + Z[bar + r]![bar + r]! - 2 * y * Z[0]![bar + r]! + y * y, 0);
    });
  }

  test.each(RUNS.flatMap((algorithm) => SAMPLINGS.map((sampling) => ({ algorithm, sampling }))))(
    '$algorithm.name, $sampling',
    ({ algorithm, sampling }) => {
      const setting = { trigger: every(3), sampling, initial: START };
      const found = exactErrors(built, solveProblem(built), setting, partsOf(algorithm), [1, 2, 5, 40]);
      if (found.kind === 'refused') throw new Error(found.reason);
      const expected = errors(algorithm, sampling, 40);
      [1, 2, 5, 40].forEach((t, at) => {
        expect(Math.abs(found.meanSquare[at]! / expected[t - 1]! - 1)).toBeLessThan(1e-12);
      });
    },
  );
});

test.each(RUNS)('moments with two chain factors of $name are exact within their estimate', (algorithm) => {
  const problem = randomProblem(4, 1, 9);
  const asked = known(problem, every(3));
  const budget = { multiplications: 1e11, doubles: 1e8 };
  const [exact, level] = [errorMoments, levelMoments].map((moments) =>
    exactErrorsOf(asked, partsOf(algorithm), [1, 5, 30], budget, moments),
  );
  if (exact!.kind === 'refused' || level!.kind === 'refused') throw new Error('refused');
  expect(level!.neglects).toBe(TRIPLES_NEGLECTED);
  level!.meanSquare.forEach((value, t) => {
    const apart = Math.abs(value / exact!.meanSquare[t]! - 1);
    expect(apart).toBeLessThan(1e-6);
    expect(apart).toBeLessThan(level!.relativeError![t]!);
  });
});

describe('FedDyn as it ships', () => {
  const algorithm = partsOf(RUNS[0]!);
  const specification = specificationOf(TWO);
  const built = finiteLinear.build(specification);
  const configuration = (sampling: Sampling | 'exact', more: object = {}) =>
    configurationOf({
      ...{ algorithms: [{ ...algorithm, key: 'feddyn' }] as never, sampling, initial: START },
      ...{ trigger: every(3), recording: 'all', budget: { kind: 'rounds', rounds: 8 }, ...more },
    });
  const errorsAt = (runs: readonly ToldReplication[], t: number): number[] =>
    runs.map(({ thetas }) => squared(subtract([...thetas[t]!], rootOf(TWO))));

  test('without noise its run is its curve', async () => {
    const asked = configuration('exact');
    const found = exactErrors(built, solveProblem(built), asked, algorithm, [0, 1, 2, 8]);
    if (found.kind === 'refused') throw new Error(found.reason);
    const runs = await replicationsOf(specification, asked);
    [0, 1, 2, 8].forEach((t, at) => {
      expect(errorsAt(runs, t)[0]! / found.meanSquare[at]!).toBeCloseTo(1, 11);
    });
  });

  // The mean over all seeds is apart by less than 5.7 standard errors, but for a probability of 1e-8.
  test.each(SAMPLINGS)('400 runs have its curve as their mean, %s', async (sampling) => {
    const asked = configuration(sampling, { seeds: Array.from({ length: 400 }, (_, k) => k + 1) });
    const found = exactErrors(built, solveProblem(built), asked, algorithm, [1, 3, 8]);
    if (found.kind === 'refused') throw new Error(found.reason);
    const runs = await replicationsOf(specification, asked);
    [1, 3, 8].forEach((t, at) => {
      const errors = errorsAt(runs, t);
      const mean = errors.reduce((sum, x) => sum + x) / errors.length;
      const variance = errors.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (errors.length - 1);
      const z = (mean - found.meanSquare[at]!) / Math.sqrt(variance / errors.length);
      expect(Math.abs(z)).toBeLessThan(LARGEST_Z);
    });
  });

  test('along event times of agents that all answer it has the curve of rounds', async () => {
    const asked = configuration('iid', { timing: { compute: { kind: 'exponential', mean: 1 } } });
    const solution = solveProblem(built);
    const rounds = exactErrors(built, solution, asked, algorithm, [0, 1, 4]);
    const along = await arrivalCurve(built, solution, asked, algorithm, [0, 1, 4], PATIENT_BUDGET);
    if (rounds.kind === 'refused' || along.kind === 'refused') throw new Error('refused');
    along.meanSquare.forEach((value, t) => {
      expect(value / rounds.meanSquare[t]!).toBeCloseTo(1, 11);
    });
  });

  test('without noise, and with the first of two alone in each round, it reaches θ*', async () => {
    const asked = configuration('exact', {
      policy: { kind: 'first', count: 1, late: 'drop' },
      timing: { compute: { kind: 'exponential', mean: 1 } },
      budget: { kind: 'rounds', rounds: 1500 },
    });
    const runs = await replicationsOf(specification, asked);
    expect(errorsAt(runs, 1500)[0]).toBeLessThan(1e-20);
  });
});
