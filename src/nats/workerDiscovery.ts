/** Discovery of workers: each process that serves answers a call with its card. */
import type { Subscription } from '@nats-io/transport-node';
import { type Identity, parseIdentity } from './identity.ts';
import type { NatsServer } from './connect.ts';
import { ROLL } from './subjects.ts';

/** Answers that are taken in, at most, and bytes of each. */
const MOST_CARDS = 10_000;
const MOST_BYTES = 2 ** 18;
const TASK_NAME = /^[0-9a-f]{16}\.[\w-]{1,100}$/;

/** A worker's description. */
export interface Card {
  /** one for each process: `laptop-2-4711-x7Gf`; part of its subjects */
  readonly id: string;
  readonly identity: Identity;
  readonly threads: number;
  /** names of the tasks of sweeps that it has in hand */
  readonly tasks: readonly string[];
}

/** Answers calls from now on, until the subscription ends. */
export function answerDiscovery({ connection }: NatsServer, card: () => Card): Subscription {
  return connection.subscribe(ROLL, {
    callback: (error, message) => {
      if (error === null) message.respond(JSON.stringify(card()));
    },
  });
}

/**
 * The cards of those who answer in time, by id; nonsensical answers are left out.
 *
 * @param within - in ms
 */
export async function discoverWorkers(
  { connection, failure }: NatsServer,
  within: number,
): Promise<readonly Card[]> {
  const cards = new Map<string, Card>();
  try {
    const answers = await connection.requestMany(ROLL, undefined, {
      strategy: 'timer',
      maxWait: within,
      maxMessages: MOST_CARDS,
    });
    for await (const { data } of answers) {
      const card = cardOf(data);
      if (card !== undefined) cards.set(card.id, card);
    }
  } catch (error) {
    // Nobody at all is an answer, too.
    if (!/no responders/i.test(String(error))) throw failure(error);
  }
  return [...cards.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function cardOf(data: Uint8Array): Card | undefined {
  if (data.length > MOST_BYTES) return undefined;
  try {
    const { id, identity, threads, tasks } = JSON.parse(Buffer.from(data).toString('utf8')) as Partial<Card>;
    const isOne = typeof id === 'string' && /^[\w-]{1,100}$/.test(id);
    if (!isOne || !Number.isInteger(threads) || !Array.isArray(tasks)) return undefined;
    const names = (tasks as unknown[]).map(String).filter((name) => TASK_NAME.test(name));
    return { id, identity: parseIdentity(identity), threads: threads!, tasks: names };
  } catch {
    return undefined;
  }
}
