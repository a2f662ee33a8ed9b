/**
 * Mean squares of rounds that are followed one after another, of servers that send each agent another message: gossip, models of
 * agents' own, push-sum. Against the recursion of all agents' moments on the joint chain, in plain loops.
 */
import { describe, expect, test } from 'vitest';
import { algorithm, type ServerLogic } from '../../../src/algorithms/algorithm.ts';
import { message, type MessageOf } from '../../../src/algorithms/message.ts';
import { configured, type ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { mean, type Vector } from '../../../src/maths/vector.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { exactCurves } from '../../../src/runs/theory/exactCurves.ts';
import { PATIENT_BUDGET, type MomentBudget } from '../../../src/theory/budgets.ts';
import { THIRD_NEGLECTED } from '../../../src/theory/arrivals/arrivalErrors.ts';
import { exactErrors, type ExactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { stepSize } from '../../../src/values/parameter.ts';
import { configurationOf } from '../../oracles/events.ts';
import { randomProblem, rootOf, specificationOf } from '../../oracles/explicitProblem.ts';
import {
  addInto,
  addRows,
  product,
  type Row,
  type Rows,
  scaleRows,
  squared,
  stationaryLaw,
  transposed,
  unit,
  zeros,
} from '../../oracles/plainMatrices.ts';

const [M, D, ETA, H, ROUNDS] = [3, 2, 0.2, 2, 5];
const START: Row = [1, -2];
const explicit = randomProblem(M, D, 17);
const root = rootOf(explicit);
const problem = buildProblem(specificationOf(explicit));
const solution = solveProblem(problem);
const AGENTS = [0, 1, 2];

const started = message('started', { theta: 'θ' });
const ended = message('ended', { theta: 'θ_i' });
type Server = ServerLogic<MessageOf<'started', 'theta'>, MessageOf<'ended', 'theta'>, never>;

const sum = (weights: Row, vectors: readonly Vector[]): Vector =>
  vectors[0]!.map((_, j) => weights.reduce((all, w, k) => all + w * vectors[k]![j]!, 0));

/** Local SA with another server. */
const served = (name: string, server: (initial: Vector) => Server): ConfiguredAlgorithm =>
  configured(
    algorithm({
      ...{ name, title: name, source: '' },
      parameters: { stepSize: stepSize('η', 'step') },
      messages: { down: [started], up: [ended] },
      agent: ({ stepSize: eta }) => ({
        ask: ({ theta, round, localSteps }, work) => {
          work.advance(theta, eta(round), undefined, localSteps);
        },
        answer: (_, work) => ended({ theta: work.theta }),
      }),
      server: (_, { initial }) => server(initial),
    }),
    { stepSize: ETA },
  );

/** Agents begin with these mixes of all models; θ̄ is their average. */
const mixed = (name: string, mix: Rows): ConfiguredAlgorithm =>
  served(name, (initial) => {
    let models: readonly Vector[] = AGENTS.map(() => initial.slice());
    return {
      model: () => mean(models, initial.length),
      kept: () => models,
      open: () => started({ theta: initial }),
      openTo: (agent) => started({ theta: sum(mix[agent]!, models) }),
      receive: ({ all }) => {
        models = all.map((answer) => answer.theta);
        return { localModels: () => models };
      },
    };
  });

/** Agent 0 sends half to agent 1, that one half to agent 2, and that one a third to each of the two: columns sum to 1, rows do not. */
const PUSHED: Rows = [
  [1 / 2, 0, 1 / 3],
  [1 / 2, 1 / 2, 1 / 3],
  [0, 1 / 2, 1 / 3],
];

/** Push-sum with local steps: values x_i and weights w_i are pushed, agents begin with x_i/w_i, and their moves are added to x_i. */
const pushSum = served('push-sum', (initial) => {
  let values: readonly Vector[] = AGENTS.map(() => initial.slice());
  let weights = AGENTS.map(() => 1);
  const ratios = (): Float64Array[] => values.map((x, i) => x.map((value) => value / weights[i]!));
  return {
    model: () => mean(values, initial.length),
    kept: () => values,
    open: () => started({ theta: initial }),
    openTo: (agent) => started({ theta: ratios()[agent]! }),
    receive: ({ all }) => {
      const begun = ratios();
      const moved = all.map(({ theta }, i) =>
        Float64Array.from(theta, (x, j) => values[i]![j]! + x - begun[i]![j]!),
      );
      values = PUSHED.map((row) => sum(row, moved));
      weights = PUSHED.map((row) => row.reduce((all, p, j) => all + p * weights[j]!, 0));
      return { localModels: () => all.map((answer) => answer.theta) };
    },
  };
});

/** What a round does, in multiples of the identity: begins of x, and x of (x, ends). */
interface PlainRound {
  readonly begin: Rows;
  readonly end: Rows;
}

const sideBySide = (A: Rows, B: Rows): Rows => A.map((row, i) => [...row, ...B[i]!]);
const mixing = (mix: Rows): PlainRound => ({ begin: mix, end: sideBySide(zeros(M, M), unit(M)) });
const pushing = (round: number): PlainRound => {
  let weights = AGENTS.map(() => 1);
  for (let t = 1; t < round; t++)
    weights = PUSHED.map((row) => row.reduce((all, p, j) => all + p * weights[j]!, 0));
  const begin = unit(M).map((row, i) => row.map((x) => x / weights[i]!));
  const kept = addRows(unit(M), scaleRows(-1, begin));
  return { begin, end: sideBySide(product(PUSHED, kept), PUSHED) };
};

/** E‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖², of E[Z; s] with Z = y yᵀ, y = (1, x, ends), and s all states. */
function plainErrors(sampling: 'iid' | 'markov', roundAt: (t: number) => PlainRound): [Row, Row] {
  const size = 1 + 2 * M * D;
  const spread = (A: Rows, from: number, into: number): Rows => {
    const F = unit(size);
    A.forEach((row, i) => {
      for (let r = 0; r < D; r++) {
        F[into + D * i + r] = new Array<number>(size).fill(0);
        row.forEach((x, j) => (F[into + D * i + r]![from + D * j + r] = x));
      }
    });
    return F;
  };
  const ends = 1 + M * D;
  const joint = explicit.reduce<number[][]>(
    (states, { transition }) => states.flatMap((s) => transition.map((_, state) => [...s, state])),
    [[]],
  );
  const laws = explicit.map(({ transition }) => stationaryLaw(transition));
  const massOf = (rows: readonly Row[], s: readonly number[]): number =>
    s.reduce((p, state, i) => p * rows[i]![state]!, 1);
  const move = joint.map((from) =>
    joint.map((to) =>
      massOf(sampling === 'iid' ? laws : explicit.map(({ transition }, i) => transition[from[i]!]!), to),
    ),
  );
  const stepAt = joint.map((s) => {
    const F = unit(size);
    for (const i of AGENTS)
      for (let r = 0; r < D; r++) {
        const row = F[ends + D * i + r]!;
        row[0]! += ETA * explicit[i]!.b[s[i]!]![r]!;
        for (let k = 0; k < D; k++) row[ends + D * i + k]! -= ETA * explicit[i]!.A[s[i]!]![r]![k]!;
      }
    return F;
  });
  const around = (F: Rows, Z: Rows): Rows => product(product(F, Z), transposed(F));
  const y = [1, ...AGENTS.flatMap(() => START), ...new Array<number>(M * D).fill(0)];
  let field = joint.map((s) => y.map((a) => y.map((b) => massOf(laws, s) * a * b)));
  const [squares, biases]: [Row, Row] = [[], []];
  const read = (): void => {
    const Z = field.reduce(addRows);
    let square = 0;
    const bias = root.map((target, r) => {
      const u = new Array<number>(size).fill(0);
      u[0] = -target;
      for (const i of AGENTS) u[1 + D * i + r] = 1 / M;
      square += u.reduce((all, x, i) => all + x * u.reduce((row, z, j) => row + z * Z[i]![j]!, 0), 0);
      return u.reduce((all, x, i) => all + x * Z[i]![0]!, 0);
    });
    squares.push(square);
    biases.push(squared(bias));
  };
  read();
  for (let t = 1; t <= ROUNDS; t++) {
    const { begin, end } = roundAt(t);
    field = field.map((Z) => around(spread(begin, 1, ends), Z));
    for (let k = 0; k < H; k++) {
      const stepped = field.map((Z, s) => around(stepAt[s]!, Z));
      field = joint.map((_, to) => {
        const Z = zeros(size, size);
        for (const [from, part] of stepped.entries()) addInto(Z, move[from]![to]!, part);
        return Z;
      });
    }
    field = field.map((Z) => around(spread(end, 1, 1), Z));
    read();
  }
  return [squares, biases];
}

const RING = [0, 1, 2].map((i) => AGENTS.map((j) => (j === i ? 0.5 : j === (i + 1) % M ? 0.5 : 0)));
const OWN = AGENTS.map((i) => AGENTS.map((j) => (j === i ? 0.8 : 0.1)));
const CASES = [
  ['gossip on a ring', mixed('ring', RING), () => mixing(RING)],
  ['models of their own', mixed('own-models', OWN), () => mixing(OWN)],
  ['push-sum', pushSum, pushing],
] as const;
const EVERY = { kind: 'deterministic', localSteps: H } as const;
const TIMES = Array.from({ length: ROUNDS + 1 }, (_, t) => t);

const errorsOf = (
  asked: ConfiguredAlgorithm,
  sampling: 'iid' | 'markov',
  budget?: MomentBudget,
): ExactErrors & { readonly kind: 'exact' } => {
  const setting = { trigger: EVERY, sampling, initial: START };
  const found = exactErrors(problem, solution, setting, asked as never, TIMES, budget);
  if (found.kind === 'refused') throw new Error(found.reason);
  return found;
};

describe.each(['iid', 'markov'] as const)('%s: the joint recursion’s curve to 1e-12 of', (sampling) => {
  test.each(CASES)('%s', (_, asked, roundAt) => {
    const [squares, biases] = plainErrors(sampling, roundAt);
    const found = errorsOf(asked, sampling);
    expect(found.neglects).toBeUndefined();
    squares.forEach((square, t) => {
      expect(Math.abs(found.meanSquare[t]! / square - 1)).toBeLessThan(1e-12);
      expect(Math.abs(found.biasSquare[t]! - biases[t]!)).toBeLessThan(1e-12 * square);
    });
  });
});

test('where joint states are too many the curve says what it neglects, and its error is below its estimate', () => {
  const [, asked] = CASES[0];
  const exact = errorsOf(asked, 'markov');
  const near = errorsOf(asked, 'markov', { ...PATIENT_BUDGET, doubles: 3e4 });
  expect(near.neglects).toBe(THIRD_NEGLECTED);
  near.meanSquare.forEach((value, t) => {
    expect(Math.abs(value / exact.meanSquare[t]! - 1)).toBeLessThan(near.relativeError![t]!);
  });
  expect(Math.abs(near.meanSquare[3]! / exact.meanSquare[3]! - 1)).toBeGreaterThan(1e-9);
});

test('the curve along event times of rounds in which all answer is the same', async () => {
  const [, asked] = CASES[0];
  const configuration = configurationOf({
    ...{ algorithms: [asked] as never, trigger: EVERY, sampling: 'iid', initial: START },
    ...{ budget: { kind: 'rounds', rounds: ROUNDS }, policy: { kind: 'first', count: M, late: 'drop' } },
    timing: { compute: { kind: 'exponential', mean: 1 } },
  });
  const [curve] = await exactCurves(problem, solution, configuration, TIMES, PATIENT_BUDGET);
  if ('reason' in curve!) throw new Error(curve.reason);
  const rounds = errorsOf(asked, 'iid');
  curve!.meanSquare.forEach((value, t) => {
    expect(value / rounds.meanSquare[t]!).toBeCloseTo(1, 11);
  });
});

describe('a refusal says why:', () => {
  const refusal = (asked: ConfiguredAlgorithm, changes: object = {}, budget?: MomentBudget): string => {
    const setting = { trigger: EVERY, sampling: 'iid' as const, initial: START, ...changes };
    const found = exactErrors(problem, solution, setting, asked as never, [100], budget);
    return found.kind === 'refused' ? found.reason : 'not refused';
  };

  test('gaps are random', () => {
    expect(refusal(CASES[0][1], { trigger: { kind: 'bernoulli', probability: 0.5 } })).toBe(
      'no exact moments: its server sends each agent another message',
    );
  });

  test('it takes too much, from sizes', () => {
    expect(refusal(CASES[0][1], {}, { multiplications: 1e4, doubles: 1e7 })).toMatch(
      /^no exact moments: 100 rounds, one after another, take about \S+ multiplications, more than 1e\+4/,
    );
    // Before a single round is followed: one of 2³¹ − 1 steps would take minutes.
    const longest = { trigger: { kind: 'deterministic', localSteps: 2 ** 31 - 1 } };
    expect(refusal(CASES[0][1], longest)).toMatch(
      /^no exact moments: 100 rounds, one after another, take about /,
    );
  });

  test('vectors are kept that are not named', () => {
    const hiding = served('hiding', (initial) => {
      let models: readonly Vector[] = AGENTS.map(() => initial);
      return {
        model: () => mean(models, initial.length),
        open: () => started({ theta: initial }),
        openTo: (agent) => started({ theta: models[(agent + 1) % M]! }),
        receive: ({ all }) => {
          models = all.map((answer) => answer.theta);
          return { localModels: () => models };
        },
      };
    });
    expect(refusal(hiding)).toBe(
      'no exact moments: it keeps vectors from one round to the next that its `kept` does not name',
    );
  });
});
