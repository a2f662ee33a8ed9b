/** Where a run is that is stepped through, as its page shows it. */
import type { Arrival } from '../../../actors/replication/stepping.ts';
import type { Titles } from '../../algorithms/titles.ts';
import type { Outcome, TimedEvent } from '../../events/inspection.ts';
import type { Intervention } from '../../configuration/intervention.ts';
import type { Cut, Frames } from './frames.ts';
import type { RunStepper } from './stepper.ts';
import { counted } from '../../values/counted.ts';
import { numberText } from '../../values/numbers.ts';

const MOST_NUMBERS = 3;
const MOST_LINES = 12;

const cut = (vector: Float64Array): Cut => ({
  first: [...vector.subarray(0, MOST_NUMBERS)],
  length: vector.length,
});

const cutAll = (vectors: object): Record<string, Cut> =>
  Object.fromEntries(
    Object.entries(vectors).flatMap(([name, vector]) =>
      vector instanceof Float64Array ? [[name, cut(vector)]] : [],
    ),
  );

/**
 * The frame; `undefined` before anything has begun.
 *
 * @param stepper - of the run, or of the walk
 * @param titleOf - names of the run's algorithms for readers
 * @param walk - where the replication is one that is recorded already
 */
export function steppingFrame(
  stepper: RunStepper,
  titleOf: Titles,
  walk?: { readonly failure: string | undefined },
): Frames['stepping'] | undefined {
  const { view, replication, outcome, isHeld } = stepper;
  const mode = stepper.mode === 'paused' && !isHeld ? 'running' : stepper.mode;
  if (view === undefined || replication === undefined) return undefined;
  const { events, time, model, agents, allAgents } = view;
  const { algorithm, seed } = replication;
  return {
    ...{ mode, algorithm: titleOf(algorithm), seed, events, time, isRecorded: walk !== undefined },
    outcome: walk?.failure ?? (outcome === undefined ? null : outcomeWords(outcome)),
    model: cut(model),
    agents: agents.map(({ iterate, states, observation, mailbox, ...agent }) => ({
      ...agent,
      dispatch: agent.dispatch ?? null,
      mailbox: mailbox.map(({ kind, dispatch }) => messageWords(kind, dispatch)),
      iterate: cut(iterate as Float64Array),
      states: cutAll(states),
      observation:
        observation === undefined
          ? null
          : `${observation.state}${observation.next === undefined ? '' : ` → ${observation.next}`}`,
    })),
    allAgents,
    underWay: stepper.underWay.map(({ from, agent, dispatch, content, sent, arrives, lost, copy }) => ({
      ...{ from, agent, dispatch: dispatch ?? null, sent, arrives, lost, copy },
      words: messageWords(content.kind, dispatch),
      content: cutAll(content),
    })),
    happened: stepper.happened.flatMap((event) => lineOf(event) ?? []).slice(-MOST_LINES),
    interventions: stepper.interventions.map((intervention) => interventionLine(intervention, titleOf)),
  };
}

/** `round started, dispatch 3`: a message's kind in words, with the dispatch that it belongs to. */
function messageWords(kind: string, dispatch: number | undefined): string {
  const words = kind.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return dispatch === undefined ? words : `${words}, dispatch ${dispatch}`;
}

const seconds = (time: number): string => `${numberText(time)} s`;

/** How a replication has ended, in words. */
function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'completed':
    case 'interrupted':
      return `${outcome.kind}, ${counted(outcome.rounds, 'round')}`;
    case 'diverged':
      return `diverged in round ${outcome.round}`;
    case 'stalled':
      return `stalled after ${counted(outcome.rounds, 'round')}`;
  }
}

/** What happened, in words; `undefined` for what other lines say already. */
function lineOf(event: TimedEvent | Arrival): string | undefined {
  switch (event.kind) {
    case 'message': {
      const { from, agent, dispatch, content, arrives, lost } = event;
      const subject = from === 'server' ? `server → agent ${agent}` : `agent ${agent} → server`;
      return `sent: ${subject}, ${messageWords(content.kind, dispatch)}, ${lost ? 'lost' : `arrives at ${seconds(arrives)}`}`;
    }
    case 'arrived': {
      const { from, agent, dispatch, lost, copy } = event;
      const message =
        dispatch === undefined ? 'a notice' : `${copy ? 'the second copy of ' : ''}message ${dispatch}`;
      const where = from === 'server' ? `at agent ${agent}` : `of agent ${agent} at the server`;
      return lost
        ? `lost: ${message} ${from === 'server' ? 'to' : 'of'} agent ${agent}`
        : `arrived: ${message} ${where}`;
    }
    case 'taken':
      return `agent ${event.agent} takes up message ${event.dispatch}`;
    case 'applied':
      return `server takes in answer ${event.dispatch} of agent ${event.agent}, staleness ${event.staleness}, weight ${event.weight}`;
    case 'unused':
      return `not used (${event.reason}): message ${event.dispatch ?? ''} of ${event.from === 'server' ? 'the server' : `agent ${event.agent}`}`;
    case 'crashed':
    case 'returned':
      return `agent ${event.agent} ${event.kind === 'crashed' ? 'crashes' : 'returns'}`;
    case 'activity':
    case 'account':
      return undefined;
  }
}

/** What was done to a message by hand, in words. */
function interventionLine(intervention: Intervention, titleOf: Titles): string {
  const { algorithm, seed, from, agent, dispatch } = intervention;
  const message =
    from === 'server' ? `message ${dispatch} to agent ${agent}` : `answer ${dispatch} of agent ${agent}`;
  const deed = intervention.kind === 'drop' ? 'dropped' : `delayed by ${seconds(intervention.seconds)}`;
  return `${titleOf(algorithm)}, seed ${seed}: ${message} ${deed}`;
}
