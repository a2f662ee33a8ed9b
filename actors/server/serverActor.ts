/**
 * The server actor: one pipeline for every policy, with or without rounds, on any clock.
 *
 *     incoming ─ accept ─┬─▶ duplicates ──────────────────────────────────▶ discarded
 *                        └─▶ policy ─ act ─┬──────────────────────────────▶ sent, stepped,
 *                              ▲           ├─ exchanged ─ next message ─┐   exchanged, discarded
 *                              │           └─ steps ─ triggered ─ ready ─┤
 *                              └──────────────── progress ◀──────────────┘
 *
 * The trigger gives each round its local steps. It completes when the budget is used up, and the server with it. Policy and
 * trigger are a loop, which `progress` closes. The order of subscription matters: an output leaves before the
 * policy receives any progress that follows from it, and the first round opens at subscription.
 */
import {
  defer,
  filter,
  finalize,
  identity,
  ignoreElements,
  map,
  merge,
  type MonoTypeOperatorFunction,
  Observable,
  type Observer,
  type OperatorFunction,
  startWith,
  Subject,
  takeUntil,
  takeWhile,
  tap,
} from 'rxjs';
import { generatorFor } from '../../src/maths/generator.ts';
import type { PolicyInput } from '../../src/policies/machine.ts';
import { secondsOf } from '../../src/values/ticks.ts';
import { AsynchronousServer } from './asynchronousServer.ts';
import { RoundServer } from './roundServer.ts';
import { type Decision, runPolicy } from './runPolicy.ts';
import type {
  AnswerUpdate,
  Discarded,
  Exchanged,
  Incoming,
  ServerOptions,
  ServerOutput,
  ServerState,
  Stepped,
} from './serverProtocol.ts';
import { ServerQueue } from './serverQueue.ts';
import { triggered } from './trigger.ts';

type Input = PolicyInput<AnswerUpdate>;

const READY: Input = { kind: 'ready' };

/**
 * Runs the server over its inputs; emits its first messages at subscription, and completes when the budget is
 * used up.
 */
export function serverActor(options: ServerOptions): OperatorFunction<Incoming, ServerOutput> {
  const { policy, agents, seed, clock, whenWorked, isThere, seconds } = options;
  return (incoming) =>
    defer(() => {
      const server = policy.free ? new AsynchronousServer(options) : new RoundServer(options);
      const generator = generatorFor(seed, 'participation');
      const machine = policy.machine({ agents, generator, isThere, seconds });
      const queue = whenWorked && new ServerQueue(whenWorked);
      const progress = new Subject<Input>();

      const steps = new Subject<Stepped>();
      const duplicates = new Subject<Discarded>();
      const usedUp = new Subject<void>();

      const accepted = incoming.pipe(
        queue?.inputs() ?? identity,
        map((input) => accept(input, server, options, duplicates)),
        filter((input) => input !== undefined),
      );
      const acted = merge(accepted, progress).pipe(
        runPolicy(machine, clock),
        queue?.decisions(({ kind }) => kind === 'step') ?? identity,
        map((decision) => act(decision, server)),
        followed((output) => {
          if (output.kind === 'stepped') steps.next(output);
          else if (output.kind === 'exchanged') progress.next(nextMessage(output));
        }),
      );
      const ready = steps.pipe(
        server instanceof AsynchronousServer ? once(server) : roundByRound(server, options),
        finalize(() => {
          usedUp.next();
        }),
        tap((input) => {
          progress.next(input);
        }),
        ignoreElements(),
      );
      return merge(acted, duplicates, ready).pipe(takeUntil(usedUp));
    });
}

/** The policy's input; `undefined` where the policy need not know. */
function accept(
  input: Incoming,
  server: ServerState,
  { book, clock, answered }: ServerOptions,
  duplicates: Observer<Discarded>,
): Input | undefined {
  switch (input.kind) {
    case 'answer': {
      const { dispatch, answer } = input;
      if (dispatch.answered) {
        duplicates.next({ kind: 'discarded', dispatch, answer, reason: 'duplicate' });
        return undefined;
      }
      dispatch.answered = true;
      // Unless the policy calls it late.
      dispatch.accepted = true;
      answered?.(dispatch);
      server.answered?.(dispatch, answer);
      const current = server.isCurrent(dispatch);
      const staleness = server.staleness(dispatch);
      const age = secondsOf(clock.ticks - dispatch.sent);
      return { kind: 'update', agent: dispatch.agent, dispatch, answer, current, staleness, age };
    }
    case 'missing': {
      const { dispatch } = input;
      // An agent that has returned from a crash since then has been sent to again.
      const isMissed = book.isLatest(dispatch) && server.isCurrent(dispatch);
      return isMissed ? { kind: 'missing', agent: dispatch.agent } : undefined;
    }
    case 'returned':
      server.returned?.(input.agent);
      // While an answer is in flight, the agent is sent to when the answer comes.
      return input.answering ? undefined : { kind: 'returned', agent: input.agent };
  }
}

/** Carries out a decision of the policy. */
function act(decision: Decision<AnswerUpdate>, server: ServerState): ServerOutput {
  switch (decision.kind) {
    case 'send':
      return server.send(decision);
    case 'resend':
      return server.resend(decision.agent);
    case 'step':
      return server.step(decision);
    case 'late': {
      const { dispatch, answer } = decision.update;
      dispatch.accepted = false;
      return { kind: 'discarded', dispatch, answer, reason: 'late' };
    }
  }
}

/** The round goes on with the agents that have answered. */
const nextMessage = ({ updates }: Exchanged): Input => ({
  kind: 'exchanged',
  agents: updates.map(({ agent }) => agent),
});

/** Emits each value, and acts on it when it has left. */
const followed =
  <T>(act: (value: T) => void): MonoTypeOperatorFunction<T> =>
  (source) =>
    new Observable((observer) =>
      source.subscribe({
        next: (value) => {
          observer.next(value);
          act(value);
        },
        error: (thrown: unknown) => {
          observer.error(thrown);
        },
        complete: () => {
          observer.complete();
        },
      }),
    );

/** Emits `ready` for each round that may begin; completes when the budget is used up. */
const roundByRound =
  (server: RoundServer, options: ServerOptions): OperatorFunction<Stepped, Input> =>
  (steps) =>
    steps.pipe(
      startWith(undefined),
      map(() => server.upcoming),
      triggered(options),
      map(({ gap }) => {
        server.plan(gap);
        return READY;
      }),
    );

/** Emits `ready` once: without rounds each dispatch has local steps of its own. Completes when the budget is used up. */
const once =
  (server: AsynchronousServer): OperatorFunction<Stepped, Input> =>
  (steps) =>
    steps.pipe(
      startWith(undefined),
      takeWhile(() => server.goesOn),
      filter((_, index) => index === 0),
      map(() => READY),
    );
