/**
 * The server's part of a user's own algorithm: what it throws, or returns amiss, is reported with where it happened. Its messages are
 * sent as copies, and answers are given to it as copies, so that nothing depends on when others read or write what it keeps.
 */
import { ActorFailure } from '../values/failure.ts';
import type { Vector } from '../maths/vector.ts';
import type { FreeServer, ServerLogic } from './algorithm.ts';
import { atOnce } from '../values/promise.ts';
import { checkedMessage, copyOf, described, type Message, type MessageType } from './message.ts';

/** The failure of a run: with where it happened. */
export const inServerOf =
  (algorithm: string, seed: number): PartFailure =>
  (call, round, cause) =>
    new ActorFailure({ stage: 'server', call, agent: undefined, round, algorithm, seed }, cause);

/** A fault of the part as it is reported: the function of it that was called, in a round, and what that threw. */
export type PartFailure = (call: string, round: number, cause: unknown) => Error;

/** Form of a value that the part must return. */
interface Wanted {
  readonly down: readonly MessageType[];
  readonly notices: readonly MessageType[];
  /** d */
  readonly dimension: number;
}

function checkedModel(model: Vector, { dimension }: Wanted): Vector {
  // The types promise a vector, which a user's own file need not return.
  if ((model as Vector | undefined)?.length === dimension) return model;
  throw new TypeError(`${dimension} numbers must be returned (found ${described(model)})`);
}

/** The same part, each of whose functions fails with what `failure` makes of what it throws. */
export function reportedServer(make: () => ServerLogic, wanted: Wanted, failure: PartFailure): ServerLogic {
  let round = 1;
  const calling = <Result>(call: string, body: () => Result): Result => {
    try {
      return body();
    } catch (error) {
      throw failure(call, round, error);
    }
  };
  const message = <Made extends Message>(made: Made, types = wanted.down): Made =>
    copyOf(checkedMessage(made, types, wanted.dimension));
  const part = calling('its making', make);
  const { free } = part;
  const freely = (server: FreeServer): FreeServer => ({
    ...(server.open && { open: (agent) => calling('free.open', () => message(server.open!(agent))) }),
    ...(server.answered && {
      answered: (update) => {
        calling('free.answered', () => {
          server.answered!(update);
        });
      },
    }),
    step: (...given) => {
      const moves = calling('free.step', () => atOnce(server.step(...given), 'free.step'));
      round++;
      return moves;
    },
  });
  return {
    model: () => calling('model', () => checkedModel(part.model(), wanted)),
    open: (now, localSteps) => {
      round = now;
      return calling('open', () => message(part.open(now, localSteps)));
    },
    receive: (answers, now, localSteps) =>
      calling('receive', () => {
        const all = answers.all.map((answer) => copyOf(answer));
        const out = part.receive({ ...answers, all }, now, localSteps);
        return typeof out === 'object' && 'localModels' in out
          ? { localModels: () => calling('localModels', () => atOnce(out.localModels(), 'localModels')) }
          : message(out);
      }),
    ...(part.openTo && { openTo: (agent) => calling('openTo', () => message(part.openTo!(agent))) }),
    ...(part.kept && { kept: () => calling('kept', () => part.kept!()) }),
    ...(part.notice && { notice: () => calling('notice', () => message(part.notice!(), wanted.notices)) }),
    ...(free && { free: freely(free) }),
  };
}
