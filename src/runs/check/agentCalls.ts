/** Calls the parts of a user's agent; what they throw becomes a fault that is reported. */
import { generatorFor } from '../../maths/generator.ts';
import type { Vector } from '../../maths/vector.ts';
import { ChainSampler } from '../../problems/streams/finiteChain.ts';
import { streamGenerator } from '../../problems/streams/streamGenerator.ts';
import { isPromise } from '../../values/promise.ts';
import { chainLaw, type UserAgent } from '../../problems/userModule/family.ts';
import { firstLine } from '../../values/failure.ts';

/** Points beside 0 at which it is tried, with entries of standard deviation 1. */
const FURTHER_POINTS = 2;

/** An agent of any observations. */
export type AnyAgent = UserAgent<unknown>;

/** A stream of observations, one after the other. */
export interface Observations {
  /** the next one, for a stream that follows the model under this θ */
  take(theta: Vector): unknown;
}

/** Something that went wrong, to be reported and not to be thrown on. */
export class Fault extends Error {}

/** Runs a part of the user's code; what it throws becomes a fault. */
export function calling<T>(subject: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(`${subject} throws: ${firstLine(error)}`);
  }
}

/** The points θ at which an agent is tried: 0, and some at random. */
export function pointsFor(index: number, dimension: number): Float64Array[] {
  const generator = generatorFor(0, 'check', index);
  const random = (): Float64Array => Float64Array.from({ length: dimension }, () => generator.normal());
  return [new Float64Array(dimension), ...Array.from({ length: FURTHER_POINTS }, random)];
}

/** An agent's Markov stream, or with `independent` its independent draws. */
export function observationsOf(agent: AnyAgent, index: number, independent = false): Observations {
  const { stream } = agent;
  const draws = streamGenerator('chain', 1, index, 0);
  if ('transition' in stream) {
    const sampler = new ChainSampler(chainLaw(stream), stream.initial ?? 'stationary');
    return following(
      () => sampler.start(draws),
      (state) => sampler.successor(state as number, draws),
    );
  }
  const drawn = (name: 'initial' | 'next' | 'independent', draw: () => unknown): unknown => {
    const observation = calling(`stream.${name}`, draw);
    if (!isPromise(observation)) return observation;
    observation.then(undefined, () => undefined);
    throw new Fault(
      `stream.${name} gives a promise; nobody waits for it, so it must give the observation at once`,
    );
  };
  if (independent) {
    const draw = (): unknown => drawn('independent', () => stream.independent!(draws));
    return following(draw, draw);
  }
  return following(
    (theta) => drawn('initial', () => stream.initial(draws, theta)),
    (observation, theta) => drawn('next', () => stream.next(observation, draws, theta)),
  );
}

/** Moves on only when it is asked again: a stream may change its observation in place. */
function following(
  initial: (theta: Vector) => unknown,
  next: (observation: unknown, theta: Vector) => unknown,
): Observations {
  let current: unknown;
  let begun = false;
  return {
    take: (theta) => {
      current = begun ? next(current, theta) : initial(theta);
      begun = true;
      return current;
    },
  };
}

/** G(θ, o), as a run has it. */
export function valueAt(agent: AnyAgent, theta: Vector, observation: unknown): Float64Array {
  const out = new Float64Array(theta.length);
  calling('operator', () => {
    agent.operator(theta, observation, out);
  });
  return out;
}

/** Entries of a vector that a message shows. */
const SHOWN = 4;

/** `(0, 1.5, …)` */
export function vectorText(vector: Vector): string {
  const entries = Array.from(vector.slice(0, SHOWN), (value) => String(Number(value.toPrecision(4))));
  return `(${entries.join(', ')}${vector.length > SHOWN ? ', …' : ''})`;
}
