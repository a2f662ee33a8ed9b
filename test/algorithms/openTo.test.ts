/** A server that opens a round with another message for each agent: gossip on a ring, against plain loops. */
import { expect, test } from 'vitest';
import { algorithm, type Algorithm } from '../../src/algorithms/algorithm.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { mean } from '../../src/maths/vector.ts';
import { message } from '../../src/algorithms/message.ts';
import { configured } from '../../src/algorithms/parts.ts';
import type { Vector } from '../../src/maths/vector.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import { NoiseFreeRun } from '../../src/theory/noiseFree/noiseFreeRun.ts';
import { stepSize } from '../../src/values/parameter.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { meansOf, randomProblem, specificationOf } from '../oracles/explicitProblem.ts';
import { add, apply, type Row, scale, subtract } from '../oracles/plainMatrices.ts';

const [M, ETA, H, ROUNDS] = [5, 0.05, 3, 12];
const START: Row = [1, -1];
const explicit = randomProblem(M, 2, 3);
const problem = specificationOf(explicit);

const started = message('started', { theta: 'θ̄' });
const other = message('other', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });

/** @param to - what an agent is sent, of the models of the last round and of their mean */
const opening = (to: (models: readonly Vector[], agent: number, theta: Vector) => Vector, type = started) =>
  algorithm({
    ...{ name: 'opening', title: 'Opening', source: '' },
    parameters: { stepSize: stepSize('η', 'the local step size') },
    messages: { down: [started, other], up: [ended] },
    agent: ({ stepSize: eta }) => ({
      ask: ({ theta, round, localSteps }, work) => {
        work.advance(theta, eta(round), undefined, localSteps);
      },
      answer: (_, work) => ended({ theta: work.theta }),
    }),
    server: (_, { initial, agents }) => {
      let theta = initial;
      let models: readonly Vector[] = Array.from({ length: agents }, () => initial);
      return {
        model: () => theta,
        open: () => started({ theta }),
        openTo: (agent) => type({ theta: to(models, agent, theta) }),
        receive: ({ all }) => {
          models = all.map((answer) => answer.theta);
          theta = mean(models, initial.length);
          return { localModels: () => models };
        },
      };
    },
  });

/** The mean of an agent's model and of its neighbours'. */
const ring = opening((models, agent, theta) =>
  mean(
    [-1, 0, 1].map((step) => models[(agent + step + models.length) % models.length]!),
    theta.length,
  ),
);

const asked = (algorithmOfRun: Algorithm, changes: object = {}) =>
  configurationOf({
    algorithms: [configured(algorithmOfRun, { stepSize: ETA }) as ScheduledAlgorithm],
    trigger: { kind: 'deterministic', localSteps: H },
    ...{ initial: START, sampling: 'markov', recording: 'all', budget: { kind: 'rounds', rounds: ROUNDS } },
    ...changes,
  });

test('gossip without noise is what plain loops give, and so is its curve', async () => {
  const means = explicit.map(meansOf);
  let models = explicit.map(() => START);
  const expected = [START];
  for (let t = 0; t < ROUNDS; t++) {
    models = models.map((_, i) => {
      const near = [i, (i + 1) % M, (i + M - 1) % M].map((k) => models[k]!);
      let x = scale(1 / 3, near.reduce(add));
      for (let h = 0; h < H; h++) x = add(x, scale(ETA, subtract(means[i]!.b, apply(means[i]!.A, x))));
      return x;
    });
    expected.push(scale(1 / M, models.reduce(add)));
  }
  const [run] = await replicationsOf(problem, asked(ring, { sampling: 'exact' }));
  const built = buildProblem(problem);
  const operators = explicit.map((_, i) => built.agent(i).mean!);
  const curve = new NoiseFreeRun(configured(ring, { stepSize: ETA }), operators, Float64Array.from(START), {
    ...{ kind: 'deterministic', localSteps: H },
  });
  expected.forEach((theta, t) => {
    if (t > 0) curve.advance(H);
    theta.forEach((x, j) => {
      expect(run!.thetas[t]![j]).toBeCloseTo(x, 12);
      expect(curve.model[j]).toBeCloseTo(x, 12);
    });
  });
});

test('an agent that is sent what all are sent has the bits of Local SA, with and without a clock', async () => {
  const same = opening((_, _agent, theta) => theta);
  const errorsOf = async (asking: Algorithm, changes: object = {}) =>
    (await replicationsOf(problem, asked(asking, changes)))[0]!.records.map(({ error }) => error);
  const expected = await errorsOf(localSa);
  expect(await errorsOf(same)).toEqual(expected);
  expect(await errorsOf(same, { timing: { compute: 1 } })).toEqual(expected);
  expect(await errorsOf(ring)).not.toEqual(expected);
});

test('messages of another kind are refused', async () => {
  const wrong = opening((_, _agent, theta) => theta, other as unknown as typeof started);
  await expect(replicationsOf(problem, asked(wrong))).rejects.toThrow(
    /^the server’s part failed in round 1 \(.*, seed 1\): openTo gives "other" where open gave "started"$/,
  );
});
