/** Parts that draw coins: each call begins new ones. */
import type { PartCoins } from '../maths/coins.ts';
import type { AgentLogic, ServerLogic } from './algorithm.ts';

/** An agent's part: its coins are those of a message, in `ask` and in `answer`. */
export const coinedAgent = (part: AgentLogic, coins: PartCoins): AgentLogic => ({
  ...part,
  ask: (...given) => {
    coins.begin();
    part.ask(...given);
  },
});

/** The server's part, which a user may have made of a class: each of its calls has coins of its own. */
export function coinedServer(part: ServerLogic, coins: PartCoins): ServerLogic {
  const begun =
    <Given extends unknown[], Result>(call: (...given: Given) => Result) =>
    (...given: Given): Result => {
      coins.begin();
      return call(...given);
    };
  const { free } = part;
  return {
    model: () => part.model(),
    open: begun((...given: Parameters<ServerLogic['open']>) => part.open(...given)),
    ...(part.openTo && { openTo: begun((agent: number) => part.openTo!(agent)) }),
    receive: begun((...given: Parameters<ServerLogic['receive']>) => part.receive(...given)),
    ...(part.notice && { notice: () => part.notice!() }),
    ...(part.kept && { kept: () => part.kept!() }),
    ...(free && {
      free: {
        ...(free.open && { open: begun((agent: number) => free.open!(agent)) }),
        ...(free.answered && {
          answered: (update) => {
            free.answered!(update);
          },
        }),
        step: begun((...given: Parameters<typeof free.step>) => free.step(...given)),
      },
    }),
  };
}
