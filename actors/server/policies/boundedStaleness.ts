/**
 * Bounded staleness: as asynchronous, but the server waits before a step that would leave some agent
 * more than τ steps behind (the rule of stale synchronous parallel computing: Ho et al. 2013, turned
 * to server steps). What comes while it waits goes into one step together with what it waited for, so
 * that no update is staler than τ; with τ = 0 all agents go in step.
 */
import { everyAgent, inAgentOrder, type Policy, sendTo, type Update } from './policyMessages.ts';
import { saying } from './saying.ts';

/**
 * The policy as an operator.
 *
 * @param agents - M
 * @param staleness - τ
 */
export function boundedStalenessPolicy(agents: number, staleness: number): Policy {
  const all = everyAgent(agents);
  return saying((out) => {
    const work = new VersionsAtWork(agents);
    let held: Update[] = [];
    let version = 0;
    /** Steps with what is held if nobody gets too far behind by it; `idle` are sent to in any case. */
    const proceed = (idle: readonly number[]): void => {
      // None of the idle has an update held, and nobody has two.
      let chosen = idle;
      if (held.length > 0 && version + 1 - work.oldest <= staleness) {
        const updates = held.sort(inAgentOrder);
        held = [];
        version++;
        chosen = [...idle, ...updates.map(({ agent }) => agent)].sort((a, b) => a - b);
        out.next({ kind: 'step', updates });
      }
      if (chosen.length === 0) return;
      for (const agent of chosen) work.begin(agent, version);
      out.next(sendTo(chosen));
    };
    return (input) => {
      switch (input.kind) {
        case 'ready':
          for (const agent of all) work.begin(agent, version);
          out.next(sendTo(all));
          break;
        case 'update':
          held.push(input);
          work.end(input.agent);
          proceed([]);
          break;
        case 'missing':
        case 'returned':
          // An agent whose update is held is sent to with the step.
          if (held.some(({ agent }) => agent === input.agent)) break;
          work.end(input.agent);
          proceed([input.agent]);
          break;
        case 'exchanged':
          break;
      }
    };
  });
}

/** Which versions of the model agents are at work on; they only ever begin with the newest. */
class VersionsAtWork {
  /** of each agent; −1 for one that is at work on none */
  readonly #versions: Float64Array;
  /** how many agents are at work on a version; those of which nobody is are left out */
  readonly #counts = new Map<number, number>();
  /** nobody is at work on an earlier one */
  #oldest = 0;

  constructor(agents: number) {
    this.#versions = new Float64Array(agents).fill(-1);
  }

  /** Infinity where nobody is at work. */
  get oldest(): number {
    if (this.#counts.size === 0) return Infinity;
    while (!this.#counts.has(this.#oldest)) this.#oldest++;
    return this.#oldest;
  }

  begin(agent: number, version: number): void {
    this.#versions[agent] = version;
    this.#counts.set(version, (this.#counts.get(version) ?? 0) + 1);
  }

  end(agent: number): void {
    const version = this.#versions[agent]!;
    if (version < 0) return;
    this.#versions[agent] = -1;
    const others = this.#counts.get(version)! - 1;
    if (others > 0) this.#counts.set(version, others);
    else this.#counts.delete(version);
  }
}
