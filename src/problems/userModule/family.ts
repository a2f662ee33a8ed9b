/**
 * A user's own operator and stream. A module exports a function that makes one agent; the worker
 * thread that hosts the agent imports the module and calls it, so closures never cross threads.
 */
import { type Generator, generatorFor } from '../../maths/generator.ts';
import { stationaryDistribution } from '../../maths/markovChain.ts';
import type { Vector } from '../../maths/vector.ts';
import { chainNoise } from '../noise/chainNoise.ts';
import { stateObservations } from '../finiteLinear/agent.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import { lawsIn } from '../probabilities.ts';
import { FollowingOperator } from '../operators/followingOperator.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type {
  AgentProblem,
  ChainLaw,
  LinearMean,
  LocalOperator,
  MeanOperator,
  Problem,
  Sampling,
} from '../operator.ts';
import type { OperatorNoise } from '../operatorNoise.ts';
import { NO_COMMON_LAW } from '../lawMissing.ts';
import { family } from '../family.ts';
import { list, matching, optional, plain, real, type SpecificationOf, text } from '../../values/value.ts';
import { atOnce } from '../../values/promise.ts';
import { agents, dimension } from '../sharedFields.ts';
import type { FiniteObservations, InitialState } from '../observationLaw.ts';
import { ChainSampler } from '../streams/finiteChain.ts';
import { affineStates } from './affineStates.ts';
import { userAgentFaults } from './agentFaults.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';
import { userCall, userFunction } from '../../values/failure.ts';

const fields = {
  /** file URL of the module, `import.meta.url` of the scenario */
  module: matching(/^file:/, 'must be a file URL, such as import.meta.url'),
  /** name of the exported function that makes an agent; see `UserAgent` */
  export: text,
  agents,
  dimension,
  /** handed to the function as it is; plain data */
  options: optional(plain),
  /** θ*, where it is known and the mean operators are not given */
  root: optional(list(real(), 0)),
};

/** A user's own operator and stream: a module that the worker threads import. */
export type ModuleSpecification = SpecificationOf<'module', typeof fields> & {
  /** the module as a `data:` URL that any thread can import; made before the threads start */
  readonly compiled?: string;
  /** estimate of E‖θ̂ − θ*‖² where the root is estimated; made before the threads start */
  readonly rootError?: number;
};

/**
 * A Markov observation stream, written as its transition.
 *
 * With `followsModel` its law moves with θ: an observation is drawn at its first use, under the θ `[d]` in hand, which is not to be
 * kept. Without it θ is not given.
 */
export interface UserStream<Observation> {
  readonly followsModel?: boolean;
  /** The first observation. */
  initial(generator: Generator, theta: Vector): Observation;
  /** The observation after `observation`. */
  next(observation: Observation, generator: Generator, theta: Vector): Observation;
  /** A fresh draw from the stationary law; without it, sampling `iid` is refused. */
  independent?(generator: Generator): Observation;
}

/** A finite chain given by its matrix; observations are state numbers, 0 … S − 1. */
export interface UserChain {
  /** P `[S][S]`, rows summing to 1 */
  readonly transition: readonly (readonly number[])[];
  /** `stationary` where it is not given */
  readonly initial?: InitialState;
}

/** One agent of a user's problem. */
export interface UserAgent<Observation = number> {
  readonly stream: UserStream<Observation> | UserChain;
  /** `out ← G(θ, o)`, `[d]`; it is added to θ, so a gradient goes in with a minus sign. */
  operator(theta: Vector, observation: Observation, out: Float64Array): void;
  /** Ḡ; on a finite chain it is worked out from the operator where it is not given. */
  readonly mean?: MeanOperator;
}

/** What an agent is made from. */
export interface UserAgentContext {
  /** the agent's number, 0 … M − 1 */
  readonly agent: number;
  readonly agents: number;
  readonly dimension: number;
  /** as given in the scenario */
  readonly options: unknown;
  /** a generator of the agent's own for making its problem, the same in every run */
  readonly generator: Generator;
}

/** What the module exports; its observations may be anything. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the edge: only the module knows its type
export type UserAgentFactory<Observation = any> = (context: UserAgentContext) => UserAgent<Observation>;

/** The observation that a stream gives after another; a stream of values gives values. */
function observationAfter<Observation>(before: Observation | undefined, given: Observation): Observation {
  const next = atOnce(given, 'its stream');
  if (next === undefined && before !== undefined)
    throw new TypeError('its stream gives no observation (undefined); its function must return one');
  return next;
}

class UserOperator<Observation> extends ObservedOperator {
  readonly #operator: (theta: Vector, observation: Observation, out: Float64Array) => unknown;
  readonly #next: (observation: Observation) => Observation;
  #observation: Observation;

  constructor(
    dimension: number,
    operator: UserAgent<Observation>['operator'],
    first: Observation,
    next: (observation: Observation) => Observation,
  ) {
    super(dimension);
    this.#operator = operator;
    this.#observation = atOnce(first, 'its stream');
    this.#next = next;
  }

  override peek(theta: Vector, out: Float64Array): void {
    atOnce(this.#operator(theta, this.#observation, out), 'operator');
  }

  protected override move(): void {
    this.#observation = observationAfter(this.#observation, this.#next(this.#observation));
  }
}

/** The operator of a user's agent whose stream follows the model. */
class UserFollowingOperator<Observation> extends FollowingOperator {
  readonly #operator: (theta: Vector, observation: Observation, out: Float64Array) => unknown;
  readonly #stream: UserStream<Observation>;
  readonly #generator: Generator;
  #observation: Observation | undefined;
  #hasBegun = false;

  constructor(
    dimension: number,
    operator: UserAgent<Observation>['operator'],
    stream: UserStream<Observation>,
    generator: Generator,
  ) {
    super(dimension);
    this.#operator = operator;
    this.#stream = stream;
    this.#generator = generator;
  }

  protected override draw(theta: Vector): void {
    const drawn = this.#hasBegun
      ? this.#stream.next(this.#observation!, this.#generator, theta)
      : this.#stream.initial(this.#generator, theta);
    this.#observation = observationAfter(this.#observation, drawn);
    this.#hasBegun = true;
  }

  protected override evaluate(theta: Vector, out: Float64Array): void {
    atOnce(this.#operator(theta, this.#observation!, out), 'operator');
  }
}

/** The chain of a matrix that was checked, with its stationary law. */
export function chainLaw(chain: UserChain): ChainLaw {
  const states = chain.transition.length;
  const transition = new Float64Array(states * states);
  chain.transition.forEach((row, s) => {
    transition.set(row, s * states);
  });
  const laws = lawsIn(transition, states);
  return { states, transition: laws, stationary: stationaryDistribution(laws, states) };
}

/**
 * A user's mean, whose functions say what they throw: the thread that measures calls it, too.
 *
 * @param where - whose it is, for readers
 */
const reportedMean = (mean: MeanOperator, where: string): MeanOperator =>
  mean.kind === 'linear'
    ? mean
    : {
        ...mean,
        evaluate: userFunction(`${where}: mean.evaluate`, mean.evaluate.bind(mean)),
        ...(mean.jacobian && {
          jacobian: userFunction(`${where}: mean.jacobian`, mean.jacobian.bind(mean)),
        }),
      };

/** `Ḡ(θ) = Σ_s π(s) G(θ, s)`, for a finite chain. */
function meanOnChain(operator: UserAgent['operator'], chain: ChainLaw, d: number): MeanOperator {
  const value = new Float64Array(d);
  return {
    kind: 'nonlinear',
    evaluate: (theta, out) => {
      out.fill(0);
      for (let s = 0; s < chain.states; s++) {
        if (chain.stationary[s] === 0) continue;
        operator(theta, s, value);
        for (let j = 0; j < d; j++) out[j]! += chain.stationary[s]! * value[j]!;
      }
    },
  };
}

/** Whether θ ↦ G(θ, s) is affine is not known. */
const noiseOnChain = (operator: UserAgent['operator'], chain: ChainLaw, dimension: number): OperatorNoise =>
  chainNoise({
    dimension,
    chain,
    observes: 'states',
    affine: false,
    evaluate: (state, _next, theta, out) => operator(theta, state, out),
  });

/** The law of the observations, where the operator is affine in each state. */
function observationsOf(
  operator: UserAgent['operator'],
  chain: ChainLaw,
  initial: InitialState,
  mean: LinearMean,
): (() => FiniteObservations) | undefined {
  const found = affineStates(operator, chain, mean);
  if (found === undefined) return undefined;
  return () => stateObservations({ chain, initial, ...found }, mean.b.length);
}

/** What a stream is given for θ that does not follow it. */
const NOT_SEEN = new Float64Array(0);

/** Whether a stream sees the model. */
const isFollowing = <O>(stream: UserStream<O> | UserChain): boolean =>
  !('transition' in stream) && (stream.followsModel ?? false);

/** Calls a module's function for one agent; what comes back is not checked. */
export const makeUserAgent = (
  { agents, dimension, options }: ModuleSpecification,
  create: UserAgentFactory,
  agent: number,
): UserAgent<unknown> =>
  create({
    agent,
    agents,
    dimension,
    options,
    generator: generatorFor(0, 'problem', 'user', agent),
  }) as UserAgent<unknown>;

/**
 * The problem of a user's module.
 *
 * @param create - the function the module exports
 */
function build(specification: ModuleSpecification, create?: UserAgentFactory): Problem {
  if (!create) throw new TypeError(`the module ${specification.module} has not been imported`);
  const { agents, dimension: d } = specification;
  return {
    dimension: d,
    agents,
    agent: (index): AgentProblem => {
      const where = `${specification.export}() of ${specification.module}, agent ${index}`;
      const { agent, stream, given, faults } = userCall(where, () => {
        const made = makeUserAgent(specification, create, index);
        const found = userAgentFaults(made, d);
        // Getters are read once.
        return found.length > 0
          ? { faults: found }
          : { agent: made, stream: made.stream, given: made.mean, faults: found };
      });
      if (agent === undefined) throw new RangeError(`${where}: ${faults.join('; ')}`);
      const chain = 'transition' in stream ? chainLaw(stream) : undefined;
      const operator = agent.operator.bind(agent);
      const reported = userFunction(`${where}: operator`, operator);
      const mean = given ? reportedMean(given, where) : chain && meanOnChain(reported, chain, d);
      const lawOnChain = (): (() => FiniteObservations) | undefined =>
        chain !== undefined && given?.kind === 'linear' && 'transition' in stream
          ? observationsOf(operator, chain, stream.initial ?? 'stationary', given)
          : undefined;
      let sampler: ChainSampler | undefined;
      let law: { readonly observations: (() => FiniteObservations) | undefined } | undefined;
      return {
        mean,
        chain,
        ...(isFollowing(stream) && { followsModel: true as const }),
        ...(chain && { noise: () => noiseOnChain(reported, chain, d) }),
        // The operator is tried once, when theory asks for its law: hosts of agents do not ask.
        get observations() {
          law ??= { observations: lawOnChain() };
          return law.observations;
        },
        operator: (sampling: Sampling, seed: number, copy = 0): LocalOperator => {
          if (sampling === 'exact') {
            if (mean) return exactOperator(mean, d);
            throw new RangeError(
              `${where}: sampling "exact" needs the mean operator; give the agent a "mean"`,
            );
          }
          const draws = streamGenerator('chain', seed, index, copy);
          const independent = sampling === 'iid';
          if ('transition' in stream) {
            sampler ??= new ChainSampler(chain!, stream.initial ?? 'stationary');
            const states = sampler;
            const first = independent ? states.stationary(draws) : states.start(draws);
            return new UserOperator(d, operator, first, (state) =>
              independent ? states.stationary(draws) : states.successor(state as number, draws),
            );
          }
          if (isFollowing(stream)) {
            if (!independent) return new UserFollowingOperator(d, operator, stream, draws);
            throw new RangeError(`${where}: ${NO_COMMON_LAW}`);
          }
          if (!independent) {
            const first = userCall(`${where}: stream.initial`, () => stream.initial(draws, NOT_SEEN));
            return new UserOperator(d, operator, first, (o) => stream.next(o, draws, NOT_SEEN));
          }
          if (!stream.independent) {
            throw new RangeError(`${where}: sampling "iid" needs the stream to have "independent"`);
          }
          const draw = (): unknown => stream.independent!(draws);
          const first = userCall(`${where}: stream.independent`, draw);
          return new UserOperator(d, operator, first, draw);
        },
      };
    },
  };
}

export const userModule = family({
  kind: 'module',
  title: 'an operator and a stream of your own',
  fields,
  build,
});
