/** The parts of a configured algorithm: what its actors do in one run. */
import { PartCoins } from '../maths/coins.ts';
import { coinedAgent, coinedServer } from './coinedParts.ts';
import type { Algorithm, AgentLogic, AgentSite, ServerLogic, ServerSite } from './algorithm.ts';
import { findAlgorithm } from './catalogue.ts';
import { madeBy, nameOf, type Origin, originOf } from '../values/made.ts';
import { ownAgentPart } from './ownAgentPart.ts';
import { valuesOf } from './parameter.ts';
import { type PartFailure, reportedServer } from './reportedServer.ts';
import type { Parameters } from '../values/parameter.ts';
import { userCall } from '../values/failure.ts';

/** Description of an algorithm that does not come with the program; plain data. */
export interface OwnAlgorithm extends Origin {
  readonly title: string;
  readonly parameters: Parameters;
}

/** An algorithm's name with its parameters, each under its name: plain data, which crosses threads. */
export interface ConfiguredAlgorithm {
  readonly name: string;
  /** its name in the run, where that has the same algorithm more than once: `fedhsa@2` */
  readonly key?: string;
  /** for readers, instead of the title */
  readonly label?: string;
  readonly own?: OwnAlgorithm;
  /** its parameters */
  readonly [parameter: string]: unknown;
}

/**
 * The algorithm of a configuration.
 *
 * @throws RangeError for one that is not known in this thread
 */
export function algorithmOf({ name, own: algorithm }: ConfiguredAlgorithm): Algorithm {
  const found =
    algorithm === undefined
      ? findAlgorithm(name)
      : (madeBy('algorithm', algorithm, name) as Algorithm | undefined);
  if (!found) throw new RangeError(`there is no algorithm "${name}"`);
  return found;
}

/** Key of an algorithm within its run: in files, figures and lines. */
export const keyOf = ({ name, key }: ConfiguredAlgorithm): string => key ?? name;

/** Description of an algorithm for readers; its code need not be there. */
export function describedAlgorithm(
  algorithm: ConfiguredAlgorithm,
): Pick<OwnAlgorithm, 'title' | 'parameters'> {
  return algorithm.own ?? findAlgorithm(algorithm.name) ?? { title: algorithm.name, parameters: {} };
}

/** An algorithm with parameters, as a run is given it. */
export function configured(
  algorithm: Algorithm,
  parameters: Readonly<Record<string, unknown>>,
): ConfiguredAlgorithm {
  const { name, title } = algorithm;
  if (findAlgorithm(name) === algorithm) return { name, ...parameters };
  return {
    name,
    own: { ...originOf('algorithm', algorithm), title, parameters: algorithm.parameters },
    ...parameters,
  };
}

const values = (algorithm: ConfiguredAlgorithm): Readonly<Record<string, unknown>> =>
  valuesOf(algorithmOf(algorithm).parameters, algorithm);

/** On which copies of its observation stream an agent works, a piece of work on each. */
export const streamsOf = (algorithm: ConfiguredAlgorithm): readonly number[] =>
  userCall(`algorithm ${nameOf(algorithmOf(algorithm))}: streams`, () =>
    algorithmOf(algorithm).streams(values(algorithm)),
  );

/** Whether agents that are sent the same may be asked as one: an algorithm of the program that says so. */
export const isCoordinatewise = (algorithm: ConfiguredAlgorithm): boolean =>
  algorithm.own === undefined &&
  algorithmOf(algorithm).coordinatewise === true &&
  algorithmOf(algorithm).coins.length === 0;

const NO_COINS = new PartCoins([]);

/** The coins of a part, to be kept as long as its run; without a key, nothing may be drawn. */
export function coinsOf(
  algorithm: ConfiguredAlgorithm,
  key?: { readonly seed: number; readonly part: number | 'server' },
): PartCoins {
  const purposes = algorithmOf(algorithm).coins;
  return purposes.length === 0 ? NO_COINS : new PartCoins(purposes, key);
}

/** An agent's part. */
export function agentLogic(
  configured: ConfiguredAlgorithm,
  { coins = coinsOf(configured), ...site }: Omit<AgentSite, 'coins'> & { readonly coins?: PartCoins },
): AgentLogic {
  const algorithm = algorithmOf(configured);
  const made = algorithm.agent(values(configured), { ...site, coins: coins.for });
  const part =
    configured.own === undefined
      ? made
      : ownAgentPart(made, { up: algorithm.messages.up, dimension: site.dimension });
  return algorithm.coins.length === 0 ? part : coinedAgent(part, coins);
}

/** The server's part; a fault of a user's own is thrown as it is where there is no `failure` to make of it. */
export function serverLogic(
  configured: ConfiguredAlgorithm,
  site: Omit<ServerSite, 'coins'> & { readonly coins?: PartCoins; readonly failure?: PartFailure },
): ServerLogic {
  const { failure, coins = coinsOf(configured), ...rest } = site;
  const algorithm = algorithmOf(configured);
  const make = (): ServerLogic => {
    const initial = Float64Array.from(site.initial);
    const part = algorithm.server(values(configured), { ...rest, initial, coins: coins.for });
    return algorithm.coins.length === 0 ? part : coinedServer(part, coins);
  };
  if (configured.own === undefined || failure === undefined) return make();
  const { down, notices } = algorithm.messages;
  return reportedServer(make, { down, notices, dimension: site.initial.length }, failure);
}
