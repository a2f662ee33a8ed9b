/** A stream for a user's agent that follows a script, and that agent's operator on it. */
import type { LocalOperator, Sampling } from '../problems/operator.ts';
import { type UserAgentFactory, userModule, type UserStream } from '../problems/userModule/family.ts';

/**
 * The observations one after the other, from the first again at their end; no randomness is used.
 *
 * @throws Error where there is no observation
 */
export function scriptedStream<Observation>(observations: readonly Observation[]): UserStream<Observation> {
  if (observations.length === 0)
    throw new Error('scriptedStream: expected at least one observation, got none');
  let k = 0;
  const next = (): Observation => observations[k++ % observations.length]!;
  return {
    initial: () => {
      k = 0;
      return next();
    },
    next,
    independent: next,
  };
}

/** Of which agent of a user's module the operator is wanted. */
export interface UserOperatorSettings {
  /** 0 if left out */
  readonly agent?: number;
  /** M; 1 if left out */
  readonly agents?: number;
  /** d */
  readonly dimension: number;
  /** what the scenario would give */
  readonly options?: unknown;
  /** `markov` if left out */
  readonly sampling?: Sampling;
  /** 1 if left out */
  readonly seed?: number;
}

/**
 * The operator of an agent of a user's module, on its stream, as a run makes it: for agents’ parts.
 *
 * @param create - the function that the module exports
 */
export function userOperator(create: UserAgentFactory, settings: UserOperatorSettings): LocalOperator {
  const { agent = 0, agents = agent + 1, dimension, options, sampling = 'markov', seed = 1 } = settings;
  const specification = {
    kind: 'module',
    module: 'a test',
    export: 'agent',
    agents,
    dimension,
    options,
  } as const;
  return userModule.build(specification, create).agent(agent).operator(sampling, seed);
}
