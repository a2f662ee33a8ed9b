/** The streams and subjects of a work queue: each session of a sweep has a queue of its own, so that two never meet. */
import { randomBytes } from 'node:crypto';

/** Its last part is the queue's name: 16 digits of the sweep, 12 of the session. */
const STREAM = /^fedsa-(tasks|ends|parts)-([0-9a-f]{16}-[0-9a-f]{12})$/;

/** The name of a queue that no other session has, of this sweep or of another. */
export const newQueue = (sweep: string): string => `${sweep}-${randomBytes(6).toString('hex')}`;

/** The ID of a queue's sweep. */
export const sweepOf = (queue: string): string => queue.split('-', 1)[0]!;

/** Of the queue of this name. */
export const namesOf = (queue: string) =>
  ({
    /** stream of tasks: each to one worker */
    tasks: `fedsa-tasks-${queue}`,
    /** stream of what became of them */
    ends: `fedsa-ends-${queue}`,
    /** stream of what workers look up: who has the queue, and what is too large for one message */
    parts: `fedsa-parts-${queue}`,
    task: (task: string) => `fedsa.${queue}.task.${task}`,
    end: (task: string, kind: string) => `fedsa.${queue}.end.${task}.${kind}`,
    part: (blob: string, at: number | string) => `fedsa.${queue}.part.${blob}.${at}`,
    head: `fedsa.${queue}.head`,
    /** answered by the process that the queue is of */
    owner: `fedsa.${queue}.owner`,
    /** said when it is over */
    over: `fedsa.${queue}.over`,
  }) as const;

/** Consumers: of the tasks by all workers together, of the ends by the queue's owner. */
export const WORKERS = 'workers';
export const OWNER = 'owner';

/** Header of a task that was published before: how often. */
export const BEFORE = 'Fedsa-Before';

/** Said when there is a new queue. */
export const NEW_QUEUE = 'fedsa.queue';
/** Of any queue. */
export const ANY_TASK = 'fedsa.*.task.>';
export const ANY_OVER = 'fedsa.*.over';

/** The queue that has this stream; `undefined` for a stream of somebody else. */
export const queueOf = (stream: string): string | undefined => STREAM.exec(stream)?.[2];

/** A task as workers' cards name it: the same in all sessions of its sweep. */
export const taskName = (queue: string, task: string): string => `${sweepOf(queue)}.${task}`;

/** What stands at a place of a subject; at 1 the name of a queue. */
export const placeIn = (subject: string, at: number): string => subject.split('.')[at] ?? '';
