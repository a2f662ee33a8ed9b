/**
 * A user's own algorithms, tested with the kit as a user would: one with a server of its own, which moves
 * a share α of the way to the average (with H = 1 that is Local SA with step α η, whose errors are known
 * exactly), one with agents of its own, and one whose exchanges and notices are of its own as well.
 */
import { expect, test } from 'vitest';
import { algorithm } from '../../src/algorithms/algorithm.ts';
import { message } from '../../src/algorithms/message.ts';
import { positive, share, stepSize } from '../../src/values/parameter.ts';
import {
  agentKit,
  buildProblem,
  errorsAlong,
  exactCurveOf,
  fedsaMatchers,
  type FedsaMatchers,
  probeSystem,
  runRounds,
  scriptedOperator,
  scriptedStream,
  serverKit,
  userOperator,
  withinBand,
} from '../../src/testing/index.ts';
import { mean, zeros } from '../../src/maths/vector.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { LOCAL_SA } from '../oracles/events.ts';
import { randomProblem, specificationOf } from '../oracles/explicitProblem.ts';

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type, @typescript-eslint/no-explicit-any -- as vitest declares it
  interface Matchers<T = any> extends FedsaMatchers<T> {}
}
expect.extend(fedsaMatchers);

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

const lazy = algorithm({
  name: 'lazy',
  title: 'Lazy averaging',
  source: 'a user',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    share: share('α', 'how far the server goes'),
  },
  messages: { down: [started], up: [ended] },
  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, { theta }) => ended({ theta }),
  }),
  server: ({ share }, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => started({ theta }),
      receive: ({ all }) => {
        const models = all.map((answer) => answer.theta);
        const average = mean(models, theta.length);
        theta = theta.map((value, j) => value + share * (average[j]! - value));
        return { localModels: () => models };
      },
    };
  },
});

const H1 = { kind: 'deterministic', localSteps: 1 } as const;
const specification = specificationOf(randomProblem(2, 2, 5));
const problem = buildProblem(specification);
const ROUNDS = [0, 1, 2, 4, 8, 16];
const initial = [2, -1];
const exactOf = (stepSize: number) =>
  exactCurveOf(specification, {
    algorithm: LOCAL_SA(stepSize),
    trigger: H1,
    sampling: 'markov',
    initial,
    rounds: ROUNDS,
  });

/** Squared errors of 400 runs of the lazy server, by seed. */
const sample = Array.from({ length: 400 }, (_, seed) =>
  errorsAlong(
    runRounds({
      algorithm: lazy,
      parameters: { stepSize: 0.4, share: 0.5 },
      agents: 2,
      operator: (agent) => problem.agent(agent).operator('markov', seed + 1),
      initial,
      localSteps: 1,
      rounds: 16,
    }),
    exactOf(0.2),
  ),
);
// The seeds are fixed: what passes once passes always. Of all choices of seeds one in a million would fail.
const failureProbability = 1e-6;

test('the lazy server goes its share of the way', () => {
  const kit = serverKit(lazy, { stepSize: 1, share: 0.25 }, { initial: [4], agents: 2 });
  kit.open(1, 1);
  kit.expectBroadcast({ kind: 'started', round: 1, localSteps: 1, theta: [4] });
  kit.receive([0, 4].map((x) => ended({ theta: Float64Array.of(x) })));
  kit.expectRoundCompleted({ theta: [3.5], startedFrom: [4], localModels: [[0], [4]] });
});

test('its errors follow those of Local SA with step α η, and not those of another step', () => {
  expect(sample).toFollowExactCurve(exactOf(0.2), { failureProbability });
  expect(withinBand(sample, exactOf(0.2), { failureProbability }).within).toBe(true);
  for (const other of [0.18, 0.22])
    expect(sample).not.toFollowExactCurve(exactOf(other), { failureProbability });
  expect(() => {
    expect(sample).toFollowExactCurve(exactOf(0.25), { failureProbability });
  }).toThrow(/^expected a mean of \d\S* ± \d\S* at round \d+, got \d\S*$/);
  expect(() => {
    expect(sample).not.toFollowExactCurve(exactOf(0.2), { failureProbability });
  }).toThrow('expected a mean off the exact curve at some round, got one within');
});

test('a band is that of Student and Bonferroni, and without noise that of rounding', () => {
  const exact = { rounds: [0, 3], meanSquare: [4, 1], root: [0] };
  // t at 1 − 0.2/4 with one degree of freedom is tan(0.45 π); s/√n of 0 and 4 is 2.
  const found = withinBand(
    [
      [4, 0],
      [4, 4],
    ],
    exact,
    { failureProbability: 0.2 },
  );
  expect(found).toMatchObject({ within: true, round: 3, mean: 2, exact: 1 });
  expect(found.halfWidth).toBeCloseTo(2 * Math.tan(0.45 * Math.PI), 6);
  const still = (error: number) =>
    withinBand([[4, error], [4, error]], exact, { failureProbability: 0.2 }).within; // prettier-ignore
  expect([still(1), still(1 + 1e-11), still(1 + 1e-6), still(NaN)]).toEqual([true, true, false, false]);
});

test('of normal samples as many are called wrong as the failure probability says', () => {
  const generator = generatorFor(1, 'band');
  const exact = { rounds: [1, 2, 3], meanSquare: [5, 6, 7], root: [0] };
  const trials = 4000;
  let wrong = 0;
  for (let trial = 0; trial < trials; trial++) {
    const normal = Array.from({ length: 4 }, () => exact.meanSquare.map((mean) => mean + generator.normal()));
    if (!withinBand(normal, exact, { failureProbability: 0.3 }).within) wrong++;
  }
  // Rounds are independent here: 1 − (1 − 0.1)³; 4.9 standard deviations are a failure in a million.
  const probability = 1 - 0.9 ** 3;
  const deviation = Math.sqrt((probability * (1 - probability)) / trials);
  expect(Math.abs(wrong / trials - probability)).toBeLessThan(4.9 * deviation);
});

test('the curve of an algorithm as a value is that of one by its name which takes the same steps', () => {
  const setting = { trigger: H1, sampling: 'markov', initial, rounds: ROUNDS } as const;
  const ours = exactCurveOf(specification, {
    ...setting,
    algorithm: lazy,
    parameters: { stepSize: 0.4, share: 0.5 },
  });
  ours.meanSquare.forEach((value, t) => {
    expect(value).toBeCloseTo(exactOf(0.2).meanSquare[t]!, 12);
  });
  expect(() =>
    exactCurveOf(specification, { ...setting, algorithm: prox, parameters: { stepSize: 0.1 } }),
  ).toThrow('expected an exact curve, got no exact moments: its agents take steps of their own (each)');
});

test('a comparison that says nothing is refused', () => {
  const exact = { rounds: [0, 1], meanSquare: [1, 1], root: [0] };
  const failing = { failureProbability: 0.01 };
  expect(() => withinBand([[1, 1]], exact, failing)).toThrow('expected a sample of at least 2 runs, got 1');
  expect(() => withinBand([[1], [1]], exact, failing)).toThrow('expected 2 errors of each run');
  expect(() => withinBand(sample, exact, { failureProbability: 0 })).toThrow(
    'expected a failure probability in (0, 1), got 0',
  );
  expect(() => errorsAlong([[1]], exact)).toThrow('expected a model of round 1, got models up to round 0');
});

/** Local SA whose agents stop at a ball of some radius about the origin, with rounds and without. */
const projected = algorithm({
  name: 'projected-sa',
  title: 'Projected SA',
  source: 'a user',
  parameters: { radius: positive('R', 'the radius of the ball', { default: 1 }) },
  messages: { down: [started], up: [ended] },
  agent: ({ radius }) => ({
    ask: ({ theta, localSteps }, work) => {
      work.advance(theta, 1, undefined, localSteps);
    },
    answer: (_, { theta }) => {
      const size = Math.hypot(...theta);
      return ended({ theta: size > radius ? theta.map((x) => (radius * x) / size) : theta });
    },
  }),
  server: (_, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      open: () => started({ theta }),
      receive: ({ all }) => {
        const models = all.map((answer) => answer.theta);
        theta = mean(models, theta.length);
        return { localModels: () => models };
      },
      free: {
        step: (updates, fold) => {
          const moves = updates.map(({ message, answer, weight }) => {
            return { weight, origin: message.theta, model: answer.theta };
          });
          theta = fold(theta, moves);
          return moves;
        },
      },
    };
  },
});

test('agents of one’s own take part in rounds, and in timed runs without rounds', async () => {
  const operator = () => scriptedOperator([{ a: 0, b: [0.6] }]);
  const system = { algorithm: projected, parameters: {}, agents: 2, initial: [0], operator, rounds: 3 };
  expect(runRounds({ ...system, localSteps: 1 })).toEqual([[0], [0.6], [1], [1]]);
  const probe = await probeSystem({
    ...system,
    policy: { kind: 'asynchronous', mixing: 1, weight: { kind: 'constant' } },
    scripts: [{ compute: [1] }, { compute: [10] }],
  });
  expect(probe.models).toEqual([[0], [0.6], [1], [1]]);
  const wider = await probeSystem({ ...system, parameters: { radius: 1.5 } });
  expect(wider.models).toEqual([[0], [0.6], [1.2], [1.5]]);
  await expect(
    probeSystem({
      ...system,
      algorithm: lazy,
      parameters: { stepSize: 1, share: 1 },
      policy: { kind: 'buffered', count: 2, weight: { kind: 'constant' } },
    }),
  ).rejects.toThrow('without rounds');
});

/** FedProx: local steps along G − μ (θ − θ̄), so of the agent's own. */
const prox = algorithm({
  name: 'fedprox',
  title: 'FedProx',
  source: 'Li et al. 2020',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    mu: positive('μ', 'the pull', { default: 1 }),
  },
  messages: { down: [started], up: [ended] },
  agent: ({ stepSize, mu }, { dimension }) => {
    const origin = zeros(dimension);
    return {
      ask: ({ theta, round, localSteps }, work) => {
        origin.set(theta);
        const eta = stepSize(round);
        work.each(theta, localSteps, (x, value) => {
          for (let j = 0; j < dimension; j++) x[j]! += eta * (value[j]! - mu * (x[j]! - origin[j]!));
        });
      },
      answer: (_, { theta }) => ended({ theta }),
    };
  },
  server: (_, site) => projected.server({}, site) as never,
});

test('local steps of one’s own: FedProx with G = b_k − θ is θ ← (1 − η(1 + μ)) θ + η (b_k + μ θ̄), at fresh b_k', () => {
  const script = [1, 5, 2].map((b) => ({ a: 1, b: [b, -b] }));
  const operator = scriptedOperator(script);
  const agent = agentKit(prox, { stepSize: 0.25, mu: 2 }, { operator: () => operator });
  agent.receive({ ...started({ theta: Float64Array.of(4, 0) }), round: 1, localSteps: 3 });
  const after = (origin: number, sign: number): number =>
    [1, 5, 2].reduce((x, b) => (1 - 0.25 * 3) * x + 0.25 * (sign * b + 2 * origin), origin);
  agent.expectAnswer({ localSteps: 3, theta: [after(4, 1), after(0, -1)] });
  expect(operator.used()).toBe(3);
  // Another pull is another model.
  const other = agentKit(prox, { stepSize: 0.25 }, { operator: () => scriptedOperator(script) });
  other.receive({ ...started({ theta: Float64Array.of(4, 0) }), round: 1, localSteps: 3 });
  expect(() => other.expectAnswer({ theta: [after(4, 1), after(0, -1)] })).toThrow('expected an answer');
});

const asked = message('asked', { theta: 'θ̄' }, { localSteps: false });
const value = message('value', { value: 'G_i(θ̄)' });
const pushed = message('pushed', { theta: 'θ̄', push: 'mean G' });
const told = message('told', { theta: 'θ̄' });

/** Two exchanges a round, and a notice: agents keep the last model that they were part of. */
const pushing = algorithm({
  name: 'pushing',
  title: 'Two exchanges and a notice',
  source: 'a user',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  messages: { down: [asked, pushed], up: [value, ended], notices: [told] },
  agent: ({ stepSize }, { dimension }) => {
    const kept = new Float64Array(dimension);
    return {
      ask: (message, work) => {
        if (message.kind === 'asked') work.peek(message.theta);
        else work.advance(message.theta, stepSize(message.round), message.push, message.localSteps);
      },
      answer: ({ kind }, work) =>
        kind === 'asked' ? value({ value: work.value }) : ended({ theta: work.theta }),
      note: ({ theta }) => {
        kept.set(theta);
      },
      states: () => ({ kept }),
    };
  },
  server: (_, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      open: () => asked({ theta }),
      receive: (answers) => {
        if (answers.kind === 'value') {
          const push = mean(
            answers.all.map((answer) => answer.value),
            theta.length,
          );
          return pushed({ theta, push });
        }
        const models = answers.all.map((answer) => answer.theta);
        theta = mean(models, theta.length);
        return { localModels: () => models };
      },
      notice: () => told({ theta }),
    };
  },
  under: ({ free }) => (free ? 'it has two exchanges a round' : undefined),
});

test('exchanges and notices of one’s own: types, counts of vectors, who is told', async () => {
  // G = b_i, b = 1 and 3: η (b_i + 2) a step, 4 a round on average with η = 1.
  const operator = (agent: number) => scriptedOperator([{ a: 0, b: [1 + 2 * agent] }]);
  const system = { algorithm: pushing, parameters: { stepSize: 1 }, agents: 2, initial: [0], operator };
  expect(runRounds({ ...system, localSteps: 1, rounds: 2 })).toEqual([[0], [4], [8]]);
  const probe = await probeSystem({
    ...system,
    rounds: 6,
    policy: { kind: 'sampled', count: 1 },
  });
  const firsts = probe.records.map(({ uplinkVectors }) => uplinkVectors);
  expect(firsts).toEqual([0, 2, 4, 6, 8, 10, 12]);
  const notices = probe.events.filter((event) => event.kind === 'message' && event.content.kind === 'told');
  // Of six draws of one agent of two some are of the other one.
  expect(notices.length).toBeGreaterThan(0);
  // A round sends 1 + 2 vectors down, and a notice 1; the last record comes before the last notice.
  expect(probe.records.at(-1)!.downlinkVectors).toBe(6 * 3 + notices.length);
  const kit = agentKit(pushing, { stepSize: 1 }, { operator: () => operator(0) });
  kit.note({ ...told({ theta: Float64Array.of(7) }), round: 1 });
  expect(kit.states.kept).toEqual(Float64Array.of(7));
});

test('a user module is driven by the observations of a script', () => {
  const create = () => ({
    stream: scriptedStream([1, 2, 3]),
    operator: (theta: Readonly<Float64Array>, o: number, out: Float64Array) => {
      out[0] = o - theta[0]!;
    },
  });
  const operator = userOperator(create, { dimension: 1 });
  const sum = new Float64Array(1);
  operator.accumulate(Float64Array.of(0), 4, sum);
  expect(sum[0]).toBe(1 + 2 + 3 + 1);
  operator.peek(Float64Array.of(0.5), sum);
  expect(sum[0]).toBe(1.5);
  expect(() => scriptedStream([])).toThrow('expected at least one observation, got none');
  expect(() => scriptedOperator([])).toThrow('expected a script with coordinates, got none');
  expect(() =>
    scriptedOperator([
      { a: 1, b: [1] },
      { a: 1, b: [1, 2] },
    ]),
  ).toThrow('expected 1 coordinates of b in entry 1, got 2');
});
