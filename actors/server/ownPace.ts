/** The server of policies without rounds. */
import { foldOf } from '../../src/algorithms/fold.ts';
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import { MOST_ROUNDS } from '../../src/protocol/budget.ts';
import { agentGaps } from '../../src/triggers/index.ts';
import type { AnswerUpdate, Conduct, Means } from './conduct.ts';
import type { Dispatch } from './dispatch.ts';

/**
 * Every agent goes at its own pace, from the model that it was last sent.
 *
 * @throws RangeError where the policy has rounds, or the algorithm no server without them
 */
export function ownPace(means: Means): Conduct {
  const { part, wire, agents, trigger, budget, seed, book } = means;
  const { name, free: policy } = means.policy;
  const { free } = part;
  if (!policy || !free) throw new RangeError(`under ${name} an algorithm needs a server without rounds`);
  const fold = foldOf(policy);
  const rounds = budget.kind === 'rounds' ? budget.rounds : MOST_ROUNDS;
  const gap = agentGaps(trigger, agents, seed);
  let version = 0;
  let appliedSteps = 0;

  const staleness = (dispatch: Dispatch): number => version - dispatch.version;
  const send = (agent: number): void => {
    const round = version + 1;
    const localSteps = gap(round, agent);
    const opened: Message = free.open?.(agent) ?? part.open(round, localSteps);
    const message = writeHead(opened, round, wire.typeOf(opened).asksForSteps ? localSteps : 0);
    means.say(book.write(agent, message, version, version, false));
  };
  const step = (updates: readonly AnswerUpdate[], tier: number, byAnswer: boolean): void => {
    let steps = appliedSteps;
    for (const { dispatch } of updates) steps += dispatch.message.localSteps;
    if (budget.kind === 'steps' && steps > budget.steps * agents) {
      means.finish();
      return;
    }
    appliedSteps = steps;
    const applied = updates.map(({ agent, dispatch, answer }) => {
      const stale = staleness(dispatch);
      const { message } = dispatch;
      return { agent, dispatch, message, answer, weight: policy.weight(stale), staleness: stale, tier };
    });
    version++;
    const startedFrom = part.model();
    const moves = free.step(applied, fold(tier));
    const completed = {
      round: version,
      startedFrom,
      theta: part.model(),
      localModels: () => moves.map(({ model }) => model),
      origins: () => moves.map(({ origin }) => origin),
      takenIn: () => applied.map(({ agent }) => agent),
    };
    // What the algorithm has discarded has no weight.
    const judged = moves.some(({ weight }) => weight === 0)
      ? applied.map((one, k) => (moves[k]!.weight === 0 ? { ...one, weight: 0 } : one))
      : applied;
    means.say({ kind: 'stepped', completed, updates: judged, step: appliedSteps / agents, byAnswer });
    if (version === rounds) means.finish();
  };

  return {
    begin: () => {
      if (rounds === 0) means.finish();
      else means.hear({ kind: 'ready' });
    },
    decided: (said) => {
      if (said.kind === 'send') for (const agent of said.agents) send(agent);
      else if (said.kind === 'step') step(said.updates, said.tier, said.byAnswer);
      else throw new TypeError(`a policy without rounds does not say "${said.kind}"`);
    },
    isCurrent: () => true,
    staleness,
    answered: ({ agent, message }, answer) => free.answered?.({ agent, message, answer }),
  };
}
