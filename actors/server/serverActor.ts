/**
 * The server actor: one pipeline for every policy, with or without rounds, on any clock.
 *
 *     incoming ─ take up ─┬─▶ copies ──────────────────────────▶ discarded
 *                         └─▶ policy ───┬──────────────────────▶ sent, stepped,
 *                               ▲       ├─ exchanged ─ message ┐ exchanged, discarded
 *                               │       └─ steps ─── rounds ───┤
 *                               └──────── loop ◀───────────────┘
 *
 * The trigger gives each round its local steps. It completes when the budget is used up, and the server with it.
 * Policy and trigger are a loop: `steps` leads to the trigger, and `loop` back to the policy. The order of subscription
 * matters: an output leaves before the policy receives any input that follows from it, and the first round opens at
 * subscription.
 */
import {
  defer,
  endWith,
  identity,
  ignoreElements,
  merge,
  type Observer,
  type OperatorFunction,
  Subject,
  takeWhile,
  tap,
} from 'rxjs';
import { generatorFor } from '../../src/maths/generator.ts';
import type { PolicyInput } from '../../src/policies/machine.ts';
import { secondsOf } from '../../src/values/ticks.ts';
import { AsynchronousServer } from './asynchronousServer.ts';
import { emitThen, operate } from './operate.ts';
import { RoundServer } from './roundServer.ts';
import { runPolicy } from './runPolicy.ts';
import type {
  Discarded,
  Exchanged,
  Incoming,
  ServerOptions,
  ServerOutput,
  ServerState,
  ServerUpdate,
  Stepped,
} from './serverProtocol.ts';
import { ServerQueue } from './serverQueue.ts';

const FINISHED = { kind: 'finished' } as const;

/**
 * Runs the server over its inputs; emits its first messages at subscription, and completes when the budget is
 * used up.
 */
export function serverActor(options: ServerOptions): OperatorFunction<Incoming, ServerOutput> {
  const { policy, agents, seed, clock, whenWorked, isThere, seconds } = options;
  return (incoming) =>
    defer(() => {
      const server: ServerState = policy.free ? new AsynchronousServer(options) : new RoundServer(options);
      const machine = policy.machine({
        agents,
        generator: generatorFor(seed, 'participation'),
        isThere,
        seconds,
      });
      const queue = whenWorked && new ServerQueue(whenWorked);
      const loop = new Subject<PolicyInput<ServerUpdate>>();
      const steps = new Subject<Stepped>();
      const copies = new Subject<Discarded>();

      const outputs = merge(
        incoming.pipe(
          tap((input) => {
            // Noted by a server at work, too: it may go on with the round before it takes this up.
            if (input.kind === 'returned') server.returned?.(input.agent);
          }),
          queue?.inputs() ?? identity,
          takeUp(server, options, copies),
        ),
        loop,
      ).pipe(
        runPolicy(machine, { clock, server, queue }),
        emitThen((output) => {
          if (output.kind === 'stepped') steps.next(output);
          else if (output.kind === 'exchanged') loop.next(nextMessage(output));
        }),
      );
      const rounds = server.rounds(steps).pipe(
        tap((input) => {
          loop.next(input);
        }),
        ignoreElements(),
        endWith(FINISHED),
      );
      return merge(outputs, copies, rounds).pipe(
        takeWhile((output): output is ServerOutput => output !== FINISHED),
      );
    });
}

/** Emits what the policy is to know of each input; an answer that has come before goes to `copies`. */
const takeUp = (
  server: ServerState,
  { book, clock, answered }: ServerOptions,
  copies: Observer<Discarded>,
): OperatorFunction<Incoming, PolicyInput<ServerUpdate>> =>
  operate((inputs) => (input) => {
    switch (input.kind) {
      case 'answer': {
        const { dispatch, answer } = input;
        if (dispatch.answered) {
          copies.next({ kind: 'discarded', dispatch, answer, reason: 'duplicate' });
          break;
        }
        dispatch.answered = true;
        // Unless the policy calls it late.
        dispatch.accepted = true;
        answered?.(dispatch);
        const update: ServerUpdate = {
          kind: 'update',
          agent: dispatch.agent,
          dispatch,
          message: dispatch.message,
          answer,
          current: server.isCurrent(dispatch),
          staleness: server.version - dispatch.version,
          age: secondsOf(clock.ticks - dispatch.sent),
          weight: NaN,
          tier: 0,
        };
        server.answered?.(update);
        inputs.next(update);
        break;
      }
      case 'missing': {
        const { dispatch } = input;
        // An agent that has returned from a crash since then has been sent to again.
        const isMissed = book.latest(dispatch.agent) === dispatch && server.isCurrent(dispatch);
        if (isMissed) inputs.next({ kind: 'missing', agent: dispatch.agent });
        break;
      }
      case 'returned': {
        const { agent, asked, answers } = input;
        // It is sent to when its answer comes, or has been meanwhile. An answer to an earlier round ends nobody's waiting.
        const willAnswer = answers && !asked!.answered && server.isCurrent(asked!);
        if (book.latest(agent) === asked && !willAnswer) inputs.next({ kind: 'returned', agent });
      }
    }
  });

/** The round goes on with the agents that have answered. */
const nextMessage = ({ updates }: Exchanged): PolicyInput<ServerUpdate> => ({
  kind: 'exchanged',
  agents: updates.map(({ agent }) => agent),
});
