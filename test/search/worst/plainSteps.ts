/** A step of the server as plain loops, for all algorithms and policies that go without rounds: without noise, root 0. */
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { StalenessWeight } from '../../../src/policies/stalenessWeight.ts';
import type { AlgorithmConfiguration } from '../../../src/configuration/configuration.ts';
import { add, apply, averageOf, type Row, type Rows, scale, subtract } from '../../oracles/plainMatrices.ts';

/** A problem without noise whose root is 0. */
export interface OrderedProblem {
  /** A of each agent */
  readonly matrices: readonly Rows[];
  readonly algorithm: AlgorithmConfiguration;
  readonly localSteps: number;
  readonly policy: PolicyConfiguration;
}

/** What there is between two steps of the server. */
interface State {
  theta: Row;
  /** v of Local SGD-M, or of the policy where it has momentum */
  velocity: Row;
  readonly agents: {
    /** θ̄ that it was sent, and with it c, ξ_i or v */
    origin: Row;
    sent: Row;
    /** c_i of SCAFFOLD, v_i of SCAFFLSA */
    control: Row;
  }[];
}

const vectorsOf = ({ theta, velocity, agents }: State): Row[] => [
  theta,
  velocity,
  ...agents.flatMap(({ origin, sent, control }) => [origin, sent, control]),
];

function stateOf(x: Row, agents: number, d: number): State {
  const vector = (k: number): Row => x.slice(k * d, (k + 1) * d);
  return {
    theta: vector(0),
    velocity: vector(1),
    agents: Array.from({ length: agents }, (_, i) => ({
      origin: vector(2 + 3 * i),
      sent: vector(3 + 3 * i),
      control: vector(4 + 3 * i),
    })),
  };
}

function weightAt(weight: StalenessWeight, staleness: number): number {
  switch (weight.kind) {
    case 'constant':
      return 1;
    case 'hinge':
      return staleness <= weight.from ? 1 : 1 / (1 + weight.slope * (staleness - weight.from));
    case 'polynomial':
      return (1 + staleness) ** -weight.exponent;
    case 'exponential':
      return Math.exp(-staleness / weight.scale);
    case 'delay-adaptive':
      return staleness <= weight.from ? 1 : weight.from / staleness;
  }
}

/** One of the policies that have orders. */
export function ordered({ policy }: OrderedProblem) {
  if (policy.kind !== 'asynchronous' && policy.kind !== 'buffered' && policy.kind !== 'bounded-staleness')
    throw new Error(policy.kind);
  return policy;
}

/** The state x after a step of the server that takes in these answers. */
export function afterStep(
  problem: OrderedProblem,
  x: Row,
  agents: readonly number[],
  staleness: readonly number[],
): Row {
  const { matrices, algorithm, localSteps } = problem;
  const policy = ordered(problem);
  const M = matrices.length;
  const d = matrices[0]!.length;
  const none = new Array<number>(d).fill(0);
  const state = stateOf(x, M, d);
  // c is the average of the c_i as far as answers have gone into a step.
  const control = averageOf(state.agents.map(({ control }) => control));
  const moves: { weight: number; origin: Row; model: Row }[] = [];
  const walked = (agent: number, eta: number, correction: Row): Row => {
    let model = state.agents[agent]!.origin;
    for (let k = 0; k < localSteps; k++)
      model = add(model, scale(eta, subtract(correction, apply(matrices[agent]!, model))));
    return model;
  };
  const send = (agent: number, c: Row): void => {
    const single = state.agents[agent]!;
    single.origin = state.theta;
    single.sent = none;
    if (algorithm.name === 'scaffold') single.sent = c;
    if (algorithm.name === 'scafflsa')
      single.sent = subtract(averageOf(state.agents.map(({ control }) => control)), single.control);
    if (algorithm.name === 'local-sgd-m') single.sent = state.velocity;
  };

  for (const [k, agent] of agents.entries()) {
    const single = state.agents[agent]!;
    const { origin, sent } = single;
    const weight = weightAt(policy.weight, staleness[k]!) * (policy.kind === 'buffered' ? 1 : policy.mixing);
    switch (algorithm.name) {
      case 'local-sa':
        moves.push({ weight, origin, model: walked(agent, algorithm.stepSize, none) });
        break;
      case 'minibatch-sgd':
        moves.push({
          ...{ weight, origin },
          model: subtract(origin, scale(algorithm.serverStepSize, apply(matrices[agent]!, origin))),
        });
        break;
      case 'scafflsa': {
        const model = walked(agent, algorithm.stepSize, sent);
        const pace = 1 / (algorithm.stepSize * localSteps);
        single.control = subtract(scale(pace, subtract(model, origin)), sent);
        moves.push({ weight, origin, model });
        break;
      }
      case 'scaffold': {
        const end = walked(agent, algorithm.stepSize, subtract(single.control, sent));
        const pace = 1 / (algorithm.stepSize * localSteps);
        single.control = add(subtract(single.control, sent), scale(pace, subtract(origin, end)));
        moves.push({
          ...{ weight, origin },
          model: add(origin, scale(algorithm.serverStepSize, subtract(end, origin))),
        });
        break;
      }
      case 'local-sgd-m': {
        const { stepSize, momentum } = algorithm;
        const correction = scale(-(1 - momentum) / momentum, sent);
        moves.push({ weight, origin, model: walked(agent, stepSize * momentum, correction) });
        break;
      }
      default:
        throw new Error(algorithm.name);
    }
    if (policy.kind !== 'bounded-staleness' && k < agents.length - 1) send(agent, control);
  }

  const share = (target: (move: (typeof moves)[number]) => Row): Row =>
    averageOf(moves.map((move) => scale(move.weight, subtract(move.model, target(move)))));
  if (algorithm.name === 'local-sgd-m') {
    const path = algorithm.stepSize * localSteps;
    state.velocity = scale(
      -1 / path,
      share(({ origin }) => origin),
    );
    state.theta = subtract(state.theta, scale(algorithm.serverStepSize, state.velocity));
  } else if (policy.kind === 'buffered') {
    const { serverStepSize = 1, momentum = 0 } = policy;
    const velocity = add(
      scale(momentum, state.velocity),
      share(({ origin }) => origin),
    );
    state.theta = add(state.theta, scale(serverStepSize, velocity));
    state.velocity = momentum === 0 ? none : velocity;
  } else {
    state.theta = add(
      state.theta,
      share(() => state.theta),
    );
    state.velocity = none;
  }
  if (algorithm.name !== 'scaffold' && algorithm.name !== 'scafflsa')
    for (const agent of state.agents) agent.control = none;
  const after = averageOf(state.agents.map(({ control }) => control));
  for (const agent of policy.kind === 'bounded-staleness' ? agents : agents.slice(-1)) send(agent, after);
  return vectorsOf(state).flat();
}

/** Numbers in the state. */
export const stateSize = ({ matrices }: OrderedProblem): number =>
  (2 + 3 * matrices.length) * matrices[0]!.length;
