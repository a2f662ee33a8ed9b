/** The parts of a configured algorithm: what its actors do in one run. */
import type { Algorithm, AgentPart, AgentSite, ServerPart, ServerSite } from './algorithm.ts';
import { findAlgorithm } from './catalogue.ts';
import { valuesOf } from './parameter.ts';

/** An algorithm's name with its parameters, each under its name: plain data, which crosses threads. */
export interface ConfiguredAlgorithm {
  readonly name: string;
  /** of one that does not come with the program: under what this thread knows it */
  readonly id?: string;
}

/** Those that do not come with the program, by id. */
const known = new Map<string, Algorithm>();

/** Makes an algorithm known in this thread. */
export function register(id: string, algorithm: Algorithm): void {
  known.set(id, algorithm);
}

/**
 * The algorithm of a configuration.
 *
 * @throws RangeError for one that is not known
 */
export function algorithmOf({ name, id }: ConfiguredAlgorithm): Algorithm {
  const found = id === undefined ? findAlgorithm(name) : known.get(id);
  if (!found) throw new RangeError(`there is no algorithm "${id ?? name}"`);
  return found;
}

/** An algorithm with parameters, as a run is given it. */
export function configured(
  algorithm: Algorithm,
  parameters: Readonly<Record<string, unknown>>,
): ConfiguredAlgorithm {
  const { name } = algorithm;
  if (findAlgorithm(name) === algorithm) return { name, ...parameters };
  let id = name;
  while (known.has(id) && known.get(id) !== algorithm) id += '′';
  register(id, algorithm);
  return { name, id, ...parameters };
}

const values = (one: ConfiguredAlgorithm): Readonly<Record<string, unknown>> =>
  valuesOf(algorithmOf(one).parameters, one as unknown as Record<string, unknown>);

/** On which copies of its observation stream an agent works, a piece of work on each. */
export const streamsOf = (one: ConfiguredAlgorithm): readonly number[] =>
  algorithmOf(one).streams(values(one));

/** An agent's part. */
export const agentPart = (one: ConfiguredAlgorithm, site: AgentSite): AgentPart =>
  algorithmOf(one).agent(values(one), site);

/** The server's part. */
export const serverPart = (one: ConfiguredAlgorithm, site: ServerSite): ServerPart =>
  algorithmOf(one).server(values(one), { ...site, initial: Float64Array.from(site.initial) });
