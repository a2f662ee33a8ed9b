/**
 * Plans against brute force over η and H by moments of two scalar agents on the joint chain, written out here; one second.
 */
import { describe, expect, test } from 'vitest';
import { algorithmPlan } from '../../../src/search/plan/algorithmPlan.ts';
import { type AlgorithmPlan, type PlanSearch } from '../../../src/search/plan/planSearch.ts';
import { FallingError } from '../../../src/search/plan/fallingError.ts';
import { PlannedErrors } from '../../../src/search/plan/plannedErrors.ts';
import { runConfiguration } from '../../../src/configuration/runConfiguration.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';

interface Agent {
  readonly P: readonly (readonly [number, number])[];
  readonly A: readonly [number, number];
  readonly b: readonly [number, number];
}
const AGENTS: readonly [Agent, Agent] = [
  { P: [[0.8, 0.2], [0.3, 0.7]], A: [0.7, 0.4], b: [1.1, -0.2] }, // prettier-ignore
  { P: [[0.6, 0.4], [0.3, 0.7]], A: [0.6, 0.9], b: [-0.7, 0.9] }, // prettier-ignore
];
const stationary = ({ P }: Agent): readonly [number, number] => {
  const [up, down] = [P[0]![1], P[1]![0]];
  return [down / (up + down), up / (up + down)];
};

/**
 * E‖θ̄ − θ*‖² of Local SA after each round: moments (1, x, y, xx, xy, yy) of both local errors in each joint state.
 *
 * @param gaps - the probability of each number of local steps, from 1
 */
function localSaErrors(stepSize: number, gaps: readonly number[], rounds: number, root: number): number[] {
  const laws = AGENTS.map(stationary);
  let moments = [0, 1, 2, 3].map((k) => {
    const mass = laws[0]![k >> 1]! * laws[1]![k & 1]!;
    const e = -root;
    return [1, e, e, e * e, e * e, e * e].map((value) => mass * value);
  });
  const errors = [root ** 2];
  for (let t = 0; t < rounds; t++) {
    const ended = moments.map(() => [0, 0, 0, 0, 0, 0]);
    for (const weight of gaps) {
      const next = moments.map(() => [0, 0, 0, 0, 0, 0]);
      moments.forEach(([m, x, y, xx, xy, yy], k) => {
        const [s, r] = [k >> 1, k & 1];
        const factor = [s, r].map((state, i) => 1 - stepSize * AGENTS[i]!.A[state]!);
        const shift = [s, r].map(
          (state, i) => stepSize * (AGENTS[i]!.b[state]! - AGENTS[i]!.A[state]! * root),
        );
        const [f, g] = factor as [number, number];
        const [u, v] = shift as [number, number];
        const after = [
          m!,
          f * x! + u * m!,
          g * y! + v * m!,
          f * f * xx! + 2 * f * u * x! + u * u * m!,
          f * g * xy! + f * v * x! + u * g * y! + u * v * m!,
          g * g * yy! + 2 * g * v * y! + v * v * m!,
        ];
        for (let to = 0; to < 4; to++) {
          const p = AGENTS[0].P[s]![to >> 1]! * AGENTS[1].P[r]![to & 1]!;
          after.forEach((value, j) => (next[to]![j]! += p * value));
        }
      });
      moments = next;
      moments.forEach((state, k) => {
        state.forEach((value, j) => (ended[k]![j]! += weight * value));
      });
    }
    moments = ended.map(([m, x, y, xx, xy, yy]) => {
      const [mean, square] = [(x! + y!) / 2, (xx! + 2 * xy! + yy!) / 4];
      return [m!, mean, mean, square, square, square];
    });
    errors.push(moments.reduce((sum, [, , , xx]) => sum + xx!, 0));
  }
  return errors;
}

const every = (localSteps: number): number[] => [...Array<number>(localSteps - 1).fill(0), 1];
const geometric = (p: number): number[] => Array.from({ length: 60 }, (_, k) => p * (1 - p) ** k);

const problem = buildProblem({
  kind: 'finite-linear',
  dimension: 1,
  agents: AGENTS.map(({ P, A, b }) => ({
    ...{ states: 2, transition: Float64Array.from(P.flat()), initial: 'stationary' as const },
    ...{ A: Float64Array.from(A), b: Float64Array.from(b) },
  })),
});
const solution = solveProblem(problem);
const root = solution.root![0]!;
const configuration = runConfiguration(
  { algorithms: ['local-sa'], stepSize: 1, localSteps: 1, rounds: 1 },
  1,
);
const run = { problem, solution, configuration, algorithm: { name: 'local-sa' } } as const;
const search = (more: Partial<PlanSearch> = {}): PlanSearch => ({
  errors: new PlannedErrors(run, more.gap?.kind ?? 'localSteps'),
  parameters: [{ name: 'stepSize', range: { kind: 'between', low: 0.002, high: 2.5 } }],
  gap: { kind: 'localSteps', range: { kind: 'list', values: [1, 2, 5, 12] } },
  costAt: (H) => H,
  ...more,
});
const found = (plan: AlgorithmPlan): Exclude<AlgorithmPlan, { kind: 'none' }> => {
  if (plan.kind === 'none') throw new Error(plan.reason);
  return plan;
};
/** T of errors that were computed far beyond it. */
const firstBelow = (errors: readonly number[], epsilon: number): number =>
  errors.findLastIndex((error) => error > epsilon) + 1;

describe.each([0.05, 0.02])('ε = %d', (epsilon) => {
  const MOST = 300;
  /** the least T at each H, over step sizes so close that T differs by a hundredth */
  const brute = [1, 2, 5, 12].map((H) => {
    let least = Infinity;
    for (let stepSize = 0.01; stepSize < 0.5; stepSize *= 1.015) {
      const T = firstBelow(localSaErrors(stepSize, every(H), Math.ceil(MOST / H), root), epsilon);
      if (T * H < MOST / 2) least = Math.min(least, T);
    }
    return { H, T: least };
  });

  test('T is that of the errors written out, and the least rounds and steps are those of brute force', () => {
    const plan = found(algorithmPlan(search(), epsilon));
    const errors = localSaErrors(plan.parameters.stepSize!, every(plan.gap), 8 * plan.rounds + 50, root);
    expect(plan.rounds).toBe(firstBelow(errors, epsilon));
    expect(Math.abs(plan.floor! / errors.at(-1)! - 1)).toBeLessThan(1e-3);
    const least = Math.min(...brute.map(({ H, T }) => H * T));
    expect(plan.cost).toBeLessThanOrEqual(1.03 * least);
    expect(plan.cost).toBeGreaterThanOrEqual(0.97 * least);
    for (const { H, T } of brute) {
      const { rounds } = plan.byGap.find(({ gap }) => gap === H)!;
      expect(Math.abs(rounds - T)).toBeLessThanOrEqual(1 + 0.02 * T);
    }
  });

  test('of the step sizes of that T it is the smallest, which is furthest from the edge', () => {
    const plan = found(algorithmPlan(search(), epsilon));
    const smaller = localSaErrors(
      plan.parameters.stepSize! / 1.03,
      every(plan.gap),
      8 * plan.rounds + 50,
      root,
    );
    expect(firstBelow(smaller, epsilon)).toBeGreaterThan(plan.rounds);
  });

  test.each([1, 12])(
    'step sizes take at most a tenth more rounds up to the ends of their range, at H = %d',
    (H) => {
      const gap = { kind: 'localSteps', range: { kind: 'list', values: [H] } } as const;
      const plan = found(algorithmPlan(search({ gap }), epsilon));
      const at = (stepSize: number): number =>
        firstBelow(localSaErrors(stepSize, every(H), 4 * MOST, root), epsilon);
      const [low, high] = plan.range;
      for (const [inside, outside] of [
        [low, low / 1.03],
        [high, high * 1.03],
      ] as const) {
        expect(at(inside)).toBeLessThanOrEqual(1.1 * plan.rounds);
        expect(at(outside)).toBeGreaterThan(1.1 * plan.rounds);
      }
    },
  );

  test('over all whole H the least cost is within 3 % of that of each of them', () => {
    const gap = { kind: 'localSteps', range: { kind: 'between', low: 1, high: 12 } } as const;
    const plan = found(algorithmPlan(search({ gap }), epsilon));
    const each = Array.from({ length: 12 }, (_, k) => {
      const range = { kind: 'list', values: [k + 1] } as const;
      return found(algorithmPlan(search({ gap: { kind: 'localSteps', range } }), epsilon)).cost;
    });
    expect(plan.cost).toBeLessThanOrEqual(1.03 * Math.min(...each));
  });
});

test('where T hardly depends on H neighbours of the best H are not tried one by one', () => {
  // E_t = ε^(t/T), T = 24.3 (500/H)^0.01
  const errorAt = ({ gap }: { readonly gap: number }): FallingError =>
    new FallingError((rounds) => ({
      meanSquare: rounds.map((t) => 0.1 ** (t / (24.3 * (500 / gap) ** 0.01))),
      relativeError: rounds.map(() => 0),
    }));
  const tried: number[] = [];
  const plan = found(
    algorithmPlan(
      {
        errors: { errorAt, roughErrorAt: errorAt } as never,
        parameters: [{ name: 'stepSize', range: { kind: 'list', values: [0.1] } }],
        gap: { kind: 'localSteps', range: { kind: 'between', low: 1, high: 500 } },
        costAt: () => 1,
        progress: (k) => tried.push(k),
      },
      0.1,
    ),
  );
  expect(plan.cost).toBe(25);
  expect(tried.length).toBeLessThan(14);
});

test('T at each gap is the first whole round, at that of the plan the same as the plan’s', () => {
  for (const epsilon of [0.016307454, 0.00479207]) {
    const plan = found(algorithmPlan(search(), epsilon));
    const { parameters, rounds, cost } = plan;
    expect(plan.byGap.find(({ gap }) => gap === plan.gap)).toMatchObject({ parameters, rounds, cost });
    for (const { gap, parameters, rounds } of plan.byGap) {
      const errors = localSaErrors(parameters.stepSize!, every(gap), 4 * rounds, root);
      expect(rounds).toBe(firstBelow(errors, epsilon));
    }
  }
});

test('an ε above the start takes no rounds, up to the step size at which the error grows beyond it', () => {
  const gap = { kind: 'localSteps', range: { kind: 'list', values: [5] } } as const;
  const epsilon = 2 * root ** 2;
  const plan = found(algorithmPlan(search({ gap }), epsilon));
  const at = (stepSize: number): number => firstBelow(localSaErrors(stepSize, every(5), 400, root), epsilon);
  expect(plan).toMatchObject({ rounds: 0, cost: 0, range: [0.002, expect.any(Number)] });
  expect([at(plan.range[1]), at(1.03 * plan.range[1]) > 0]).toEqual([0, true]);
});

test('an ε below all floors has no plan, and the least floor is named', () => {
  const gap = { kind: 'localSteps', range: { kind: 'list', values: [5, 12] } } as const;
  const plan = algorithmPlan(search({ gap }), 1e-9);
  expect(plan.kind).toBe('none');
  const floors = [5, 12].map((H) => localSaErrors(0.002, every(H), 8000 / H, root).at(-1)!);
  expect(Math.abs(plan.floor! / Math.min(...floors) - 1)).toBeLessThan(1e-3);
  expect((plan as { reason: string }).reason).toBe(
    `ε is out of reach: the least final error in these ranges is ${plan.floor!.toPrecision(3)}`,
  );
});

test('a probability is planned like local steps, and the same each time', () => {
  const gap = { kind: 'communicationProbability', range: { kind: 'between', low: 0.5, high: 1 } } as const;
  const parameters = [{ name: 'stepSize', range: { kind: 'list', values: [0.05, 0.08] } }] as const;
  const plans = [0, 1].map(() => algorithmPlan(search({ gap, parameters, costAt: () => 1 }), 0.05));
  expect(plans[1]).toEqual(plans[0]);
  expect(found(plans[0]!)).toMatchObject({
    ...{ gap: 0.5, parameters: { stepSize: 0.08 } },
    rounds: firstBelow(localSaErrors(0.08, geometric(0.5), 50, root), 0.05),
  });
});

test.each([
  ['of gaps that are listed each has', { kind: 'list', values: [1, 5, 12] }, [1, 5, 12]],
  [
    'of a range those have it that do not take far more than the best',
    { kind: 'between', low: 1, high: 12 },
    [3, 6, 8, 10, 12],
  ],
] as const)('%s the T of brute force', (_, range, expected) => {
  const [epsilon, MOST] = [0.05, 400];
  const gap = { kind: 'localSteps', range } as const;
  const { byGap } = found(algorithmPlan(search({ gap, costAt: () => 1 }), epsilon));
  expect(byGap.map((plan) => plan.gap)).toEqual(expected);
  for (const { gap: H, rounds } of byGap) {
    let least = Infinity;
    for (let stepSize = 0.01; stepSize < 0.5; stepSize *= 1.015)
      least = Math.min(least, firstBelow(localSaErrors(stepSize, every(H), MOST / H, root), epsilon));
    expect(Math.abs(rounds - least)).toBeLessThanOrEqual(1);
  }
});

test('gaps at which no step size has a curve are named, each with its reason, and nothing is said of the others', () => {
  const known = new PlannedErrors(run, 'localSteps');
  const errorAt: PlannedErrors['errorAt'] = (setting) =>
    [2, 12].includes(setting.gap)
      ? new FallingError(() => ({ reason: 'takes too much' }))
      : known.errorAt(setting);
  const withoutSome = { errorAt, roughErrorAt: errorAt } as PlannedErrors;
  const plan = algorithmPlan(search({ errors: withoutSome }), 0.05);
  expect(plan.withoutCurve).toEqual([
    { gap: 2, reason: 'takes too much' },
    { gap: 12, reason: 'takes too much' },
  ]);
  expect(found(plan).byGap.map(({ gap }) => gap)).toEqual([1, 5]);
  expect(algorithmPlan(search(), 0.05)).not.toHaveProperty('withoutCurve');
});

test('a gap whose curves are known for too few rounds has no T, and the reason is said', () => {
  const known = new PlannedErrors(run, 'localSteps');
  const made = new Map<string, FallingError>();
  const errorAt: PlannedErrors['errorAt'] = (setting) => {
    const all = known.errorAt(setting);
    const key = JSON.stringify(setting);
    const few = new FallingError((rounds) =>
      rounds.at(-1)! > 100 ? { reason: 'takes too much' } : all.at(rounds),
    );
    return made.get(key) ?? (made.set(key, few), few);
  };
  const withoutLater = { errorAt, roughErrorAt: errorAt } as PlannedErrors;
  const plan = found(algorithmPlan(search({ errors: withoutLater }), 0.01));
  expect(plan.withoutCurve).toEqual([1, 2].map((gap) => ({ gap, reason: 'takes too much' })));
  expect(plan.byGap.map(({ gap }) => gap)).toEqual([5, 12]);
});
