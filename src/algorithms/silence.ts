/**
 * Answers that are not sent. An agent that has nothing to say gives `silent()`: an empty notice of no vectors and no bytes, by which
 * the server knows that the agent is done. The server's part is given no such answer, but the numbers of those who were silent.
 */
import { message, type Message, type MessageOf, type MessageType, type TypedMessage } from './message.ts';

const SILENT = 'silent';

/** The answer of an agent that sends nothing. */
export type Silent = MessageOf<typeof SILENT, never>;

/** The type of that answer, which has no vectors to be given. */
interface SilentType extends TypedMessage<typeof SILENT, never> {
  (): Silent;
}

/** Of an algorithm whose agents may send nothing it is one of the `up` messages; `answer` returns `silent()`. */
export const silent = message(SILENT, {}) as SilentType;

/** Whether nothing is sent. */
export const isSilent = ({ kind }: Pick<Message, 'kind'>): boolean => kind === SILENT;

/** Whether agents of an algorithm with these answers may be silent. */
export const maySilence = (up: readonly MessageType[]): boolean => up.some(isSilent);
