/** What one replication of a timed run comes to for one agent. */
import type { WorkDone } from './workDone.ts';

/** How an agent has spent its time, in seconds of the run's clock. */
export interface AgentSeconds {
  /** at work on local steps */
  readonly computing: number;
  /** while an answer of its own was under way */
  readonly sending: number;
  /** waiting while a dispatch was under way to it */
  readonly receiving: number;
  /** waiting for anything else: for the other agents, as a rule */
  readonly waiting: number;
  /** off or crashed, whatever it was at */
  readonly away: number;
}

/** An agent's contribution to the server's steps. */
export interface AgentContribution {
  /** answers that went into a server step, or into an exchange of a round that has several */
  readonly taken: number;
  /** Σ w/n over its updates: w the weight, n how many updates the step took in */
  readonly contribution: number;
  /** sum of its updates' staleness, in server steps, and the largest */
  readonly totalStaleness: number;
  readonly largestStaleness: number;
  /** server steps and exchanges that began when its answer came, the last that they needed */
  readonly closed: number;
  /** what the server waited for in these, by what the agent was at; 0 under policies without rounds */
  readonly critical: Omit<AgentSeconds, 'waiting'>;
}

/** One agent's. */
export interface AgentAccount extends AgentSeconds, WorkDone, AgentContribution {
  readonly agent: number;
}

/** How many updates had a staleness; `agent` is −1 where agents are too many for a histogram of each. */
export interface StalenessCount {
  readonly agent: number;
  /** in server steps */
  readonly staleness: number;
  readonly updates: number;
}
