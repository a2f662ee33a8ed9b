/** Several agents asked as one: the bits of as many parts, each asked by itself. */
import { describe, expect, test } from 'vitest';
import { threadResources, threadKernels } from '../../../actors/agent/threadResources.ts';
import { StackedAgents } from '../../../actors/agent/stackedAgents.ts';
import { loadKernels } from '../../../actors/agent/kernelProgram.ts';
import { InlineAgents } from '../../../actors/hosting/inlineAgents.ts';
import { ServerRounds } from '../../../actors/server/serverRounds.ts';
import { PartCoins } from '../../../src/maths/coins.ts';
import { type Message, writeHead } from '../../../src/algorithms/message.ts';
import { algorithm } from '../../../src/algorithms/algorithm.ts';
import { ALGORITHMS } from '../../../src/algorithms/catalogue.ts';
import { agentLogic, configured, isCoordinatewise, serverLogic } from '../../../src/algorithms/parts.ts';
import { localSa } from '../../../src/algorithms/localSa.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { LocalWork, localWork } from '../../../src/problems/localWork.ts';
import type { AlgorithmConfiguration } from '../../../src/configuration/configuration.ts';
import { someValues } from '../../../src/values/parameter.ts';
import { layoutOf } from '../../../src/algorithms/messageLayout.ts';
import { ALL_SEVEN, RICHARDSON_ROMBERG } from '../../oracles/events.ts';
import { specimen } from '../../oracles/specimens.ts';

const N = 5;
const D = 3;
const ROUNDS = 4;
const trigger = { kind: 'bernoulli', probability: 0.3 } as const;

/** What stands for the operator: G(θ, o) = noise − θ, the noise an agent's own. */
function compute(work: LocalWork, noise: () => number): void {
  for (let j = 0; j < D; j++) {
    if (work.kind === 'advance')
      work.theta[j]! +=
        work.stepSize * (noise() - work.theta[j]! + (work.corrected ? work.correction[j]! : 0));
    else work.value[j] = noise() - work.theta[j]!;
  }
}

/** All that is sent in some rounds, with what asks the agents. */
function rounds(
  algorithm: AlgorithmConfiguration,
  ask: (
    message: Message,
    perform: (works: readonly LocalWork[], agent: number) => void,
  ) => readonly Message[],
): Message[] {
  const initial = Float64Array.of(1, -2, 0.5);
  const layout = layoutOf(algorithm, initial.length);
  const server = new ServerRounds(serverLogic(algorithm, { agents: N, initial, trigger }), layout);
  const generators = Array.from({ length: N }, (_, agent) => generatorFor(1, 'noise', agent));
  const perform = (works: readonly LocalWork[], agent: number): void => {
    for (const work of works) compute(work, () => generators[agent]!.normal());
  };
  const messages: Message[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    // Numbers of local steps that differ, and are no powers of 2.
    let message = server.open(round, 3 + 2 * round);
    for (;;) {
      const answers = ask(message, perform);
      messages.push(layout.copyOf(message), ...answers.map((answer) => layout.copyOf(answer)));
      const output = server.receive(answers);
      if ('localModels' in output) break;
      message = output;
    }
  }
  return messages;
}

const configuration = (algorithm: AlgorithmConfiguration) =>
  ({ agents: N, dimension: D, algorithm, trigger, sampling: 'markov', stride: 1, seed: 1 }) as const;

function together(algorithm: AlgorithmConfiguration): Message[] {
  const works = [localWork(N * D), localWork(N * D)];
  const custom = (all: Float64Array, agent: number) => all.subarray(agent * D, (agent + 1) * D);
  const joint = new StackedAgents(configuration(algorithm), { host: 0, first: 0, count: N }, works);
  return rounds(algorithm, (message, perform) => {
    joint.ask(message);
    for (let agent = 0; agent < N; agent++) {
      const part = works.map((all) =>
        Object.assign(
          new LocalWork(custom(all.theta, agent), custom(all.correction, agent), custom(all.value, agent)),
          { kind: all.kind, stepSize: all.stepSize, corrected: all.corrected, count: all.count },
        ),
      );
      perform(part, agent);
    }
    return joint.each(joint.answer(message));
  });
}

function oneByOne(algorithm: AlgorithmConfiguration): Message[] {
  const agents = Array.from({ length: N }, (_, agent) => ({
    part: agentLogic(algorithm, { agent, dimension: D, trigger }),
    works: [localWork(D), localWork(D)] as const,
  }));
  return rounds(algorithm, (message, perform) =>
    agents.map(({ part, works }, agent) => {
      part.ask(message, ...works);
      perform(works, agent);
      return writeHead(part.answer(message, ...works), message.round, message.localSteps, agent);
    }),
  );
}

const rule = { kind: 'decreasing', scale: 0.3, offset: 2, exponent: 0.7 } as never;

/** All that say of themselves that their agents may be asked as one. */
const stated = ALGORITHMS.filter(({ coordinatewise }) => coordinatewise).map(
  ({ name, parameters }) =>
    ALL_SEVEN(0.1).find((configuration) => configuration.name === name) ??
    ({ name, ...someValues(parameters) } as never),
);

describe.each([...stated, { ...ALL_SEVEN(rule)[1]! }, RICHARDSON_ROMBERG(0.1, 'step-size', 'common')])(
  '$name',
  (algorithm) => {
    test('says the same, to the last bit, whether its agents are asked as one or each by itself', () => {
      const expected = oneByOne(algorithm);
      expect(expected.length).toBeGreaterThanOrEqual(ROUNDS * (N + 1));
      // `toEqual` of typed arrays compares by Object.is
      expect(together(algorithm)).toEqual(expected);
    });
  },
);

test('an algorithm that heeds the length of its vectors is found out', () => {
  const agent: typeof localSa.agent = (values, site) => {
    const part = localSa.agent(values, site);
    return {
      ...part,
      answer: (message, work, second) => {
        const norm = Math.hypot(...work.theta);
        for (let j = 0; j < work.theta.length; j++) work.theta[j]! /= norm;
        return part.answer(message, work, second);
      },
    };
  };
  const clipped = algorithm({ ...localSa, name: 'normed', agent } as never);
  const configuration = configured(clipped, { stepSize: 0.1 }) as unknown as AlgorithmConfiguration;
  expect(together(configuration)).not.toEqual(oneByOne(configuration));
  // it has inherited what Local SA says of itself, which is not heeded
  expect(clipped.coordinatewise).toBe(true);
  expect(isCoordinatewise(configuration)).toBe(false);
});

test('agents are asked as one or by themselves, and not both', () => {
  const problem = buildProblem(specimen('q-learning'));
  const open = () =>
    new InlineAgents(threadResources(problem, threadKernels(loadKernels())), {
      ...configuration({ name: 'local-sa', stepSize: 0.1 }),
      agents: problem.agents,
      dimension: problem.dimension,
    });
  const theta = new Float64Array(problem.dimension);
  const message = writeHead(
    localSa.server({}, { agents: 1, initial: theta, trigger, coins: new PartCoins([]).for }).open(1, 2),
    1,
    2,
  );
  const together = open();
  together.exchange(message);
  expect(() => together.inspect(0)).toThrow(/asked as one are asked by themselves/);
  expect(() => {
    together.restart(0);
  }).toThrow(/asked as one are asked by themselves/);
  const alone = open();
  alone.start(0, message);
  expect(() => alone.exchange(message)).toThrow(/asked by themselves are asked as one/);
});
