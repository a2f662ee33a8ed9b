/** The server of policies with rounds. */
import { type Message, writeHead } from '../../src/algorithms/message.ts';
import { gapOf, type RoundGap, totalOf } from '../../src/triggers/gaps.ts';
import type { AnswerUpdate, Conduct, Means } from './conduct.ts';
import type { Dispatch } from './dispatch.ts';
import { ServerRounds } from './serverRounds.ts';
import { plannedGaps } from './trigger.ts';

/** Rounds: the synchronous server's part is given the answers of those that the policy gathers. */
export function inRounds(means: Means): Conduct {
  const { part, wire, agents, trigger, budget, seed, book } = means;
  const server = new ServerRounds(part, wire);
  const planned = plannedGaps(trigger, budget, agents, seed);
  let version = 0;
  let exchange = 0;
  let gap: RoundGap = 0;
  let appliedSteps = 0;
  /** the messages of the round under way, one for each exchange */
  let messages: Message[] = [];
  /** what the agents that took part in the round before are to hear of it, and which these are */
  let notice: Message | undefined;
  let tookPart: readonly number[] = [];
  /** whether a round is under way */
  let isOpen = false;
  /** agents that have lost what this round's earlier exchanges left with them */
  const forgetful = new Set<number>();

  const staleness = (dispatch: Dispatch): number => version - dispatch.version;
  const begin = (): void => {
    const next = planned(version + 1, appliedSteps);
    if (next === undefined) {
      means.finish();
      return;
    }
    gap = next;
    means.hear({ kind: 'ready' });
  };
  /** Sends one of the round's messages, as a rule the newest. */
  const send = (agent: number, abandon = false, at = messages.length - 1): void => {
    const message = messages[at]!;
    const own =
      typeof gap === 'number' || message.localSteps === 0
        ? message
        : { ...message, localSteps: gapOf(gap, agent) };
    means.say(book.write(agent, own, version, exchange - messages.length + 1 + at, abandon, notice));
  };
  const sendAgain = (agent: number): void => {
    for (let at = 0; at < messages.length; at++) send(agent, false, at);
  };
  const openRound = (chosen: readonly number[], abandon: boolean): void => {
    exchange++;
    notice = part.notice && writeHead(part.notice(), version, 0);
    messages = [server.open(version + 1, totalOf(gap, agents) / agents)];
    isOpen = true;
    forgetful.clear();
    if (notice) {
      const included = new Set(chosen);
      for (const agent of tookPart) {
        if (!included.has(agent)) means.say({ kind: 'notice', agent, message: notice });
      }
    }
    for (const agent of chosen) send(agent, abandon);
  };
  /** Sends the round's newest message, to those that have crashed since all of its messages. */
  const goOn = (chosen: readonly number[]): void => {
    for (const agent of chosen) {
      if (forgetful.has(agent)) sendAgain(agent);
      else send(agent);
    }
  };
  const step = (updates: readonly AnswerUpdate[], byAnswer: boolean): void => {
    const out = server.receive(updates.map(({ answer }) => answer));
    if (!('localModels' in out)) {
      exchange++;
      messages.push(out);
      means.say({ kind: 'exchanged', dispatches: updates.map(({ dispatch }) => dispatch), byAnswer });
      means.hear({ kind: 'exchanged', agents: updates.map(({ agent }) => agent) });
      return;
    }
    const applied = updates.map(({ dispatch, answer }) => {
      appliedSteps += dispatch.message.localSteps;
      return { dispatch, answer, weight: 1, staleness: staleness(dispatch) };
    });
    tookPart = updates.map(({ agent }) => agent);
    version++;
    isOpen = false;
    // Carried answers name rounds of their own.
    const included = tookPart;
    const completed = { ...out, round: version, takenIn: () => included };
    means.say({ kind: 'stepped', completed, updates: applied, step: appliedSteps / agents, byAnswer });
    begin();
  };

  return {
    begin,
    decided: (said) => {
      switch (said.kind) {
        case 'send':
          if (isOpen) goOn(said.agents);
          else openRound(said.agents, said.abandon);
          break;
        case 'resend':
          sendAgain(said.agent);
          break;
        case 'step':
          step(said.updates, said.byAnswer);
      }
    },
    isCurrent: (dispatch) => dispatch.exchange === exchange,
    staleness,
    returned: (agent) => {
      forgetful.add(agent);
    },
  };
}
