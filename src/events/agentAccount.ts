/** Account of one agent in one replication of a timed run. */

/** Work of an agent, or of all together; no server step will apply what is wasted. */
export interface WorkDone {
  /** dispatches that agents have taken up, and their local steps */
  readonly dispatches: number;
  readonly localSteps: number;
  /** of the answers that agents have sent; second copies not counted */
  readonly bytes: number;
  /** answers that came too late or too stale for the policy or the algorithm */
  readonly late: number;
  /** answers that were lost under way */
  readonly lost: number;
  /** dispatches that were given up: for a newer round, by dropping out, in a crash */
  readonly givenUp: number;
  /** local steps of answers late and lost, and of what was given up: its observations are used up as well */
  readonly wastedSteps: number;
  /** of answers late and lost */
  readonly wastedBytes: number;
}

/** An agent's time by what it was spent on, its work, and its share in the server's steps. Times are in seconds of the run's clock. */
export interface AgentAccount extends WorkDone {
  readonly agent: number;
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
  /** answers that a server step applied, or that went into an exchange of a round that has several */
  readonly taken: number;
  /** Σ w/n over its updates: w the weight, n how many updates the step applied */
  readonly contribution: number;
  /** sum of its updates' staleness, in server steps, and the largest */
  readonly totalStaleness: number;
  readonly largestStaleness: number;
  /** server steps and exchanges that began when its answer came, the last that they needed */
  readonly closed: number;
  /** what the server waited for in these, by what the agent was at; 0 under policies without rounds */
  readonly critical: Readonly<Record<'computing' | 'sending' | 'receiving' | 'away', number>>;
}

/** How many updates had a staleness; `agent` is −1 where agents are too many for a histogram of each. */
export interface StalenessCount {
  readonly agent: number;
  /** in server steps */
  readonly staleness: number;
  readonly updates: number;
}
