/** The server's part of a user's own algorithm: what it throws is reported with where it happened. */
import { ActorFailure } from '../protocol/failure.ts';
import type { FreeServer, ServerPart } from './algorithm.ts';

/** Whose part it is. */
interface Whose {
  readonly algorithm: string;
  readonly seed: number;
}

/** The same part; each of its functions fails with an `ActorFailure` that names it and its round. */
export function reportedServer(make: () => ServerPart, whose: Whose): ServerPart {
  let round = 1;
  const calling = <Result>(call: string, of: () => Result): Result => {
    try {
      return of();
    } catch (error) {
      throw new ActorFailure({ stage: 'server', call, agent: undefined, round, ...whose }, error);
    }
  };
  const part = calling('its making', make);
  const { free } = part;
  const freely = (server: FreeServer): FreeServer => ({
    ...(server.open && { open: (agent) => calling('free.open', () => server.open!(agent)) }),
    ...(server.answered && {
      answered: (update) => {
        calling('free.answered', () => {
          server.answered!(update);
        });
      },
    }),
    step: (updates, fold) => {
      const moves = calling('free.step', () => server.step(updates, fold));
      round++;
      return moves;
    },
  });
  return {
    model: () => calling('model', () => part.model()),
    open: (now, localSteps) => {
      round = now;
      return calling('open', () => part.open(now, localSteps));
    },
    receive: (answers, now, localSteps) =>
      calling('receive', () => {
        const out = part.receive(answers, now, localSteps);
        return 'localModels' in out
          ? { localModels: () => calling('localModels', () => out.localModels()) }
          : out;
      }),
    ...(part.kept && { kept: () => calling('kept', () => part.kept!()) }),
    ...(part.notice && { notice: () => calling('notice', () => part.notice!()) }),
    ...(free && { free: freely(free) }),
  };
}
