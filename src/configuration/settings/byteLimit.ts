/** The setting `bytes`: how many bytes a replication may send, and which of them count. */
import { type Reading, readText } from '../../values/text.ts';
import { either, matching, whole } from '../../values/value.ts';

/** B, of the agents' messages; `B:down`, of the server's; `B:both`, of both. */
export type ByteLimit = number | `${number}:${'down' | 'both'}`;

const FORM = 'must be a whole number from 0, alone or followed by :down or :both';
const count = whole(0);

/** What the setting may be. */
export const byteLimit = either<ByteLimit>([count, matching(/^\d+:(down|both)$/, FORM)], FORM);

/** What an option's text stands for. */
export function readByteLimit(text: string): Reading<ByteLimit> {
  const [number, direction, ...more] = text.split(':') as [string, ...string[]];
  const isDirection = direction === undefined || direction === 'down' || direction === 'both';
  const reading = readText(count, number);
  if (reading.fault !== undefined || !isDirection || more.length > 0) return { fault: FORM };
  return { value: direction === undefined ? reading.value : `${reading.value}:${direction}` };
}

/** A limit taken apart. */
interface CountedBytes {
  /** B */
  readonly most: number;
  /** whether the agents' messages count, and the server's */
  readonly up: boolean;
  readonly down: boolean;
}

/** What a limit counts; without one everything may be sent. */
export function countedBytes(limit: ByteLimit = Infinity): CountedBytes {
  if (typeof limit === 'number') return { most: limit, up: true, down: false };
  const [number, direction] = limit.split(':');
  return { most: Number(number), up: direction === 'both', down: true };
}
