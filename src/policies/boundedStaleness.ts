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
  /** of the model that each agent is at work on, Infinity for one that is at work on none; and the least of them */
  readonly versions: Float64Array;
  oldest: number;
}

function bounded(agents: number, staleness: number): PolicyMachine<Progress> {
  const all = everyAgent(agents);
  /** Steps with what is held if nobody gets too far behind by it; `idle` are sent to in any case. */
  const proceed = (progress: Progress, idle: readonly number[], out: PolicyOutput): void => {
    const { held } = progress;
    // None of the idle has an update held, and nobody has two.
    let chosen = idle;
    if (held.length > 0 && progress.version + 1 - progress.oldest <= staleness) {
      const updates = held.sort(inAgentOrder);
      progress.held = [];
      progress.version++;
      chosen = [...idle, ...updates.map(({ agent }) => agent)].sort((a, b) => a - b);
      out.step(updates);
    }
    if (chosen.length === 0) return;
    begin(progress, chosen);
    out.send(chosen, false);
  };
  return {
    state: { held: [], version: 0, versions: new Float64Array(agents), oldest: Infinity },
    next: (progress, input, out) => {
      switch (input.kind) {
        case 'ready':
          begin(progress, all);
          out.send(all, false);
          break;
        case 'update':
          progress.held.push(input);
          end(progress, input.agent);
          proceed(progress, [], out);
          break;
        case 'missing':
        case 'returned':
          // An agent whose update is held is sent to with the step.
          if (progress.held.some(({ agent }) => agent === input.agent)) break;
          end(progress, input.agent);
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

/** Agents begin with the newest model. */
function begin(progress: Progress, agents: readonly number[]): void {
  for (const agent of agents) progress.versions[agent] = progress.version;
  progress.oldest = Math.min(progress.oldest, progress.version);
}

function end(progress: Progress, agent: number): void {
  const { versions, oldest } = progress;
  const ended = versions[agent]!;
  versions[agent] = Infinity;
  if (ended > oldest) return;
  progress.oldest = Infinity;
  for (const version of versions) if (version < progress.oldest) progress.oldest = version;
}
