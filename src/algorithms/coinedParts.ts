/** Parts that draw coins: each call begins new ones. */
import type { PartCoins } from '../maths/coins.ts';
import type { AgentLogic, ServerLogic } from './algorithm.ts';

/** An agent's part: its coins are those of a message, in `ask` and in `answer`. */
export const coinedAgent = (part: AgentLogic, coins: PartCoins): AgentLogic => ({
  ask: (...given) => {
    coins.begin();
    part.ask(...given);
  },
  answer: (...given) => part.answer(...given),
  ...(part.note && {
    note: (notice) => {
      part.note!(notice);
    },
  }),
  ...(part.states && { states: () => part.states!() }),
  ...(part.kept && { kept: () => part.kept!() }),
});

/** The server's part: each of its calls has coins of its own. */
export function coinedServer(part: ServerLogic, coins: PartCoins): ServerLogic {
  const { free } = part;
  return {
    model: () => part.model(),
    open: (...given) => {
      coins.begin();
      return part.open(...given);
    },
    receive: (...given) => {
      coins.begin();
      return part.receive(...given);
    },
    ...(part.notice && { notice: () => part.notice!() }),
    ...(part.kept && { kept: () => part.kept!() }),
    ...(free && {
      free: {
        ...(free.open && {
          open: (agent: number) => {
            coins.begin();
            return free.open!(agent);
          },
        }),
        ...(free.answered && {
          answered: (update: Parameters<NonNullable<typeof free.answered>>[0]) => {
            free.answered!(update);
          },
        }),
        step: (...given: Parameters<typeof free.step>) => {
          coins.begin();
          return free.step(...given);
        },
      },
    }),
  };
}
