/**
 * Bounded staleness: as asynchronous, but the server waits before a step that would leave some agent
 * more than τ steps behind (the rule of stale synchronous parallel computing: Ho et al. 2013, turned
 * to server steps). What comes while it waits goes into one step together with what it waited for, so
 * that no update is staler than τ; with τ = 0 all agents go in lockstep.
 */
import { mixing, mixingStep } from './asynchronous.ts';
import { wholeNumber } from '../values/parameter.ts';
import { everyAgent, inAgentOrder, type PolicyMachine, type PolicyOutput, type Update } from './machine.ts';
import { policy } from './policy.ts';
import { weight, weightText } from './stalenessWeight.ts';
import { counted } from '../values/counted.ts';

export const boundedStaleness = policy({
  name: 'bounded-staleness',
  settings: {
    staleness: wholeNumber('TAU', 'server steps by which an agent may be behind'),
    mixing,
    weight,
  },
  text: ({ staleness, mixing, weight }) =>
    `at every answer, which it mixes in with weight ${mixing}, unless an agent would fall more than ${counted(staleness, 'step')} behind; ${weightText(weight)}`,
  free: ({ mixing, weight }) => ({ ...mixingStep(mixing, weight), replaces: false }),
  // It sends again to an agent whose message was lost, but waits for one that is gone.
  heldUpBy: () => 'absence',
  orders: ({ staleness, mixing }) => ({
    ...{ kind: 'waiting', answers: 1, largestStaleness: staleness, alike: false },
    strength: { setting: 'mixing', value: mixing, most: 1 },
  }),
  machine: ({ staleness }, { agents }) => bounded(agents, staleness),
});

interface Progress {
  held: Update[];
  /** server steps so far */
  version: number;
  readonly work: VersionsAtWork;
}

function bounded(agents: number, staleness: number): PolicyMachine<Progress> {
  const all = everyAgent(agents);
  /** Steps with what is held if nobody gets too far behind by it; `idle` are sent to in any case. */
  const proceed = (progress: Progress, idle: readonly number[], out: PolicyOutput): void => {
    const { held, work } = progress;
    // None of the idle has an update held, and nobody has two.
    let chosen = idle;
    if (held.length > 0 && progress.version + 1 - oldest(work) <= staleness) {
      const updates = held.sort(inAgentOrder);
      progress.held = [];
      progress.version++;
      chosen = [...idle, ...updates.map(({ agent }) => agent)].sort((a, b) => a - b);
      out.step(updates);
    }
    if (chosen.length === 0) return;
    for (const agent of chosen) begin(work, agent, progress.version);
    out.send(chosen, false);
  };
  return {
    state: {
      held: [],
      version: 0,
      work: { versions: new Float64Array(agents).fill(-1), counts: new Map(), oldest: 0 },
    },
    next: (progress, input, out) => {
      switch (input.kind) {
        case 'ready':
          for (const agent of all) begin(progress.work, agent, progress.version);
          out.send(all, false);
          break;
        case 'update':
          progress.held.push(input);
          end(progress.work, input.agent);
          proceed(progress, [], out);
          break;
        case 'missing':
        case 'returned':
          // An agent whose update is held is sent to with the step.
          if (progress.held.some(({ agent }) => agent === input.agent)) break;
          end(progress.work, input.agent);
          proceed(progress, [input.agent], out);
          break;
        case 'exchanged':
        case 'woken':
          break;
      }
      return progress;
    },
  };
}

/** Which versions of the model agents are at work on; they only ever begin with the newest. */
interface VersionsAtWork {
  /** of each agent; −1 for one that is at work on none */
  readonly versions: Float64Array;
  /** how many agents are at work on a version; those of which nobody is are left out */
  readonly counts: Map<number, number>;
  /** nobody is at work on an earlier one */
  oldest: number;
}

/** Infinity where nobody is at work. */
function oldest(work: VersionsAtWork): number {
  if (work.counts.size === 0) return Infinity;
  while (!work.counts.has(work.oldest)) work.oldest++;
  return work.oldest;
}

function begin({ versions, counts }: VersionsAtWork, agent: number, version: number): void {
  versions[agent] = version;
  counts.set(version, (counts.get(version) ?? 0) + 1);
}

function end({ versions, counts }: VersionsAtWork, agent: number): void {
  const version = versions[agent]!;
  if (version < 0) return;
  versions[agent] = -1;
  const others = counts.get(version)! - 1;
  if (others > 0) counts.set(version, others);
  else counts.delete(version);
}
