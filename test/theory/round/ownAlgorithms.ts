/** Algorithms as somebody would write them who has no others to look at: what theory reads off parts is tried on these. */
import { algorithm, type AgentLogic, type ServerLogic } from '../../../src/algorithms/algorithm.ts';
import { averaging } from '../../../src/algorithms/averaging.ts';
import { message, type MessageOf } from '../../../src/algorithms/message.ts';
import { configured, type ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { addScaled, mean, type Vector } from '../../../src/maths/vector.ts';
import { nonNegative, positive, stepSize } from '../../../src/values/parameter.ts';

const started = message('started', { theta: 'θ', control: 'c' });
export const plain = message('plain', { theta: 'θ' });
export const ended = message('ended', { theta: 'θ_i' });

type Plain = MessageOf<'plain', 'theta'>;
type Ended = MessageOf<'ended', 'theta'>;

/** SCAFFOLD with server step 1, as somebody would write it who keeps what agents kept on the server, too. */
export const ownScaffold = algorithm({
  name: 'own-scaffold',
  title: 'Own',
  source: '',
  parameters: { stepSize: stepSize('η', 'step') },
  messages: { down: [started], up: [ended] },
  agent: ({ stepSize: eta }, { dimension }) => {
    const ours = new Float64Array(dimension);
    return {
      ask: ({ theta, control, round, localSteps }, work) => {
        const correction = ours.map((c, j) => c - control[j]!);
        work.advance(theta, eta(round), correction, localSteps);
      },
      answer: ({ theta, control }, work) => {
        const path = work.stepSize * work.count;
        for (let j = 0; j < dimension; j++) ours[j]! += (theta[j]! - work.theta[j]!) / path - control[j]!;
        return ended({ theta: work.theta });
      },
      kept: () => [ours],
    };
  },
  server: ({ stepSize: eta }, { initial }) => {
    let theta = initial;
    let control: Vector = new Float64Array(initial.length);
    return {
      model: () => theta,
      kept: () => [theta, control],
      open: () => started({ theta, control }),
      receive: ({ all }, round, localSteps) => {
        const models = all.map((answer) => answer.theta);
        const average = mean(models, theta.length);
        const path = eta(round) * localSteps;
        control = Float64Array.from(theta, (x, j) => (x - average[j]!) / path);
        theta = average;
        return { localModels: () => models };
      },
    };
  },
});

/** Local SA but for what is replaced. */
export function like(
  name: string,
  parts: {
    readonly agent?: (step: number, dimension: number, agent: number) => AgentLogic<Plain, Ended, never>;
    readonly server?: (initial: Vector, agents: number) => ServerLogic<Plain, Ended, never>;
  },
): ConfiguredAlgorithm {
  const single = algorithm({
    name,
    title: name,
    source: '',
    parameters: { stepSize: stepSize('η', 'step') },
    messages: { down: [plain], up: [ended] },
    agent: ({ stepSize: eta }, { dimension, agent }) =>
      parts.agent?.(eta(1), dimension, agent) ?? {
        ask: ({ theta, localSteps }, work) => {
          work.advance(theta, eta(1), undefined, localSteps);
        },
        answer: (_, work) => ended({ theta: work.theta }),
      },
    server: (_, { initial, agents }) => parts.server?.(initial, agents) ?? averaging(initial, plain),
  });
  return configured(single, { stepSize: 0.1 });
}

/** A server that sends its agents off from θ̄ and a share of its last move, as Nesterov's. */
export const extrapolating = like('extrapolating', {
  server: (initial) => {
    let theta = initial;
    let before = initial;
    return {
      model: () => theta,
      kept: () => [theta, before],
      open: () => plain({ theta: addScaled(theta, 0.5, addScaled(theta, -1, before)) }),
      receive: ({ all }) => {
        const models = all.map((answer) => answer.theta);
        before = theta;
        theta = mean(models, theta.length);
        return { localModels: () => models };
      },
    };
  },
});

/** Agents that keep their last model, by which they start or are pulled. */
const keeping = (name: string, share: number, pull: number): ConfiguredAlgorithm =>
  like(name, {
    agent: (eta, dimension) => {
      const last = new Float64Array(dimension);
      let hasBegun = false;
      return {
        ask: ({ theta, localSteps }, work) => {
          if (!hasBegun) last.set(theta);
          hasBegun = true;
          const away = Float64Array.from(last, (x, j) => x - theta[j]!);
          const correction = pull === 0 ? undefined : away.map((x) => -pull * x);
          work.advance(addScaled(theta, share, away), eta, correction, localSteps);
        },
        answer: (_, work) => {
          last.set(work.theta);
          return ended({ theta: work.theta });
        },
        kept: () => [last],
      };
    },
  });

export const personalised = keeping('personalised', 0.3, 0);
export const pulled = keeping('pulled', 0, 0.4);
export const personalisedAndPulled = keeping('personalised-and-pulled', 0.3, 0.4);

/** Agents with a velocity of their own. */
export const withVelocities = like('with-velocities', {
  agent: (eta, dimension) => {
    const velocity = new Float64Array(dimension);
    return {
      ask: ({ theta, localSteps }, work) => {
        work.advance(
          theta,
          eta,
          velocity.map((x) => 0.5 * x),
          localSteps,
        );
      },
      answer: ({ theta }, work) => {
        const path = work.stepSize * work.count;
        for (let j = 0; j < dimension; j++)
          velocity[j] = 0.5 * velocity[j]! + (0.5 * (work.theta[j]! - theta[j]!)) / path;
        return ended({ theta: work.theta });
      },
      kept: () => [velocity],
    };
  },
});

/**
 * Consensus ADMM (Boyd, Parikh, Chu, Peleato, Eckstein 2011, Section 7.1), its local problem solved by local steps from z, which is θ̄:
 * along G − y_i − ρ (θ − z), then z = mean(θ_i + y_i/ρ) and y_i ← y_i + ρ (θ_i − z).
 */
export const consensusAdmm = algorithm({
  ...{ name: 'consensus-admm', title: 'ADMM', source: '' },
  parameters: { stepSize: stepSize('η', 'step'), rho: positive('ρ', 'the pull') },
  messages: { down: [plain], up: [ended] },
  agent: ({ stepSize: eta, rho }, { dimension }) => {
    const [dual, last] = [new Float64Array(dimension), new Float64Array(dimension)];
    return {
      ask: ({ theta, round, localSteps }, work) => {
        if (round > 1) for (let j = 0; j < dimension; j++) dual[j]! += rho * (last[j]! - theta[j]!);
        const correction = dual.map((y) => -y);
        work.advance(theta, eta(round), correction, localSteps, { rate: rho, towards: theta });
      },
      answer: (_, work) => {
        last.set(work.theta);
        return ended({ theta: addScaled(last, 1 / rho, dual) });
      },
      kept: () => [dual, last],
    };
  },
  server: (_, { initial }) => averaging(initial, plain),
});

/** FedProx whose agents are pulled to what they remember of their own models, m_i ← (1 − β) m_i + β θ_i, not to the server's model. */
export const proxWithMemory = algorithm({
  ...{ name: 'prox-with-memory', title: 'Memory', source: '' },
  parameters: {
    stepSize: stepSize('η', 'step'),
    mu: nonNegative('μ', 'the pull'),
    beta: nonNegative('β', 'the share of the last model'),
  },
  messages: { down: [plain], up: [ended] },
  agent: ({ stepSize: eta, mu, beta }, { dimension }) => {
    const memory = new Float64Array(dimension);
    return {
      ask: ({ theta, round, localSteps }, work) => {
        if (round === 1) memory.set(theta);
        work.advance(theta, eta(round), undefined, localSteps, { rate: mu, towards: memory });
      },
      answer: (_, work) => {
        for (let j = 0; j < dimension; j++) memory[j]! += beta * (work.theta[j]! - memory[j]!);
        return ended({ theta: work.theta });
      },
      kept: () => [memory],
    };
  },
  server: (_, { initial }) => averaging(initial, plain),
});

/** Agents whose steps are scaled, each by another number, pulled, and corrected by what they keep of their last pull. */
export const scaledAndCorrected = like('scaled-and-corrected', {
  agent: (eta, dimension, agent) => {
    const ours = new Float64Array(dimension);
    return {
      ask: ({ theta, localSteps }, work) => {
        work.advance(theta, eta, ours, localSteps, { scale: 0.6 + 0.7 * agent, rate: 0.5, towards: theta });
      },
      answer: ({ theta }, work) => {
        for (let j = 0; j < dimension; j++) ours[j]! -= 0.5 * (work.theta[j]! - theta[j]!);
        return ended({ theta: work.theta });
      },
      kept: () => [ours],
    };
  },
});

/** Agents with steps of their own sizes. */
export const differing = like('differing', {
  agent: (eta, _, agent) => ({
    ask: ({ theta, localSteps }, work) => {
      work.advance(theta, agent < 1 ? eta : 2 * eta, undefined, localSteps);
    },
    answer: (__, work) => ended({ theta: work.theta }),
  }),
});

/** A server with two momenta. */
export const twice = like('twice', {
  server: (initial) => {
    const [slow, fast] = [new Float64Array(initial.length), new Float64Array(initial.length)];
    const server = averaging(initial, plain, (theta, average) =>
      theta.map((x, j) => {
        fast[j] = 0.5 * fast[j]! + average[j]! - x;
        slow[j] = 0.9 * slow[j]! + 0.1 * fast[j];
        return x + 0.5 * fast[j] + 0.5 * slow[j];
      }),
    );
    return { ...server, kept: () => [...server.kept(), slow, fast] };
  },
});

/** Agents that go on from their own last model, are pulled to the server's, and keep a dual vector: ADMM begun where it ended. */
export const goingOn = like('going-on', {
  agent: (eta, dimension) => {
    const [last, dual] = [new Float64Array(dimension), new Float64Array(dimension)];
    let hasBegun = false;
    return {
      ask: ({ theta, localSteps }, work) => {
        if (!hasBegun) last.set(theta);
        else for (let j = 0; j < dimension; j++) dual[j]! += 0.6 * (last[j]! - theta[j]!);
        hasBegun = true;
        const correction = dual.map((y) => -y);
        work.advance(last, eta, correction, localSteps, { rate: 0.6, towards: theta });
      },
      answer: (_, work) => {
        last.set(work.theta);
        return ended({ theta: addScaled(last, 1 / 0.6, dual) });
      },
      kept: () => [last, dual],
    };
  },
});

/** A server whose momentum grows from round to round. */
export const changing = like('changing', {
  server: (initial) => {
    let round = 0;
    return averaging(initial, plain, (theta, average) => {
      round++;
      return theta.map((x, j) => x + ((1 + round) / (2 + round)) * (average[j]! - x));
    });
  },
});
