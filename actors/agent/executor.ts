/** Executor of a host: takes the local steps that the parts of its agents order. */
import type { Observation } from '../../src/problems/operator.ts';
import type { LocalWork } from '../../src/problems/localWork.ts';
import type { AgentsConfiguration, HostShare } from './agentsConfiguration.ts';
import type { HostStatus } from './hostStatus.ts';

/** Hosted agents are numbered from 0 on here. */
export interface Executor {
  /** The agent's work, one piece for each of its streams. */
  works(hosted: number): readonly LocalWork[];
  /**
   * Only with kernels: the work of all n agents as one piece for each stream, its vectors `[n d]` theirs one after
   * another; and what does it.
   */
  readonly together?: readonly LocalWork[];
  performTogether?(): void;
  /** Does what is written down for agents `from`, …, `from + count − 1`. */
  perform(from: number, count: number): void;
  /** Only without kernels: the agent's current observation, where its operator says. */
  observation?(hosted: number): Observation | undefined;
}

/** Options of a host's executor. */
export interface ExecutorOptions {
  readonly configuration: AgentsConfiguration;
  readonly hosted: HostShare;
  /** on which copies of its observation stream an agent computes */
  readonly streams: readonly number[];
  readonly hostStatus: HostStatus;
}
