/** Configuration of the agents of a replication; plain data. */
import type { Sampling } from '../../src/problems/operator.ts';
import type { ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import type { RunTrigger } from '../../src/triggers/index.ts';

export interface AgentsConfiguration {
  readonly agents: number;
  /** d */
  readonly dimension: number;
  readonly algorithm: ScheduledAlgorithm;
  readonly trigger: RunTrigger;
  readonly sampling: Sampling;
  /** q: every q-th observation is used */
  readonly stride: number;
  readonly seed: number;
}

/** Agents first, first + 1, …, first + count − 1: of all, or those that live in this process. */
export type Share = Omit<HostShare, 'host'>;

/** The agents of a replication that lives in one process. */
export const allOf = ({ agents }: Pick<AgentsConfiguration, 'agents'>): Share => ({
  first: 0,
  count: agents,
});

/** Agents first, first + 1, …, first + count − 1, all looked after by host number `host`. */
export interface HostShare {
  readonly host: number;
  readonly first: number;
  readonly count: number;
}
