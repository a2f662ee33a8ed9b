/** The streams and subjects of a work queue; each queue has its own, so that two never meet. */

const TASKS = 'fedsa-tasks-';

/** Of the queue of this id, some letters and digits. */
export const namesOf = (id: string) =>
  ({
    /** stream of tasks: each to one worker */
    tasks: `${TASKS}${id}`,
    /** stream of what became of them */
    ends: `fedsa-ends-${id}`,
    /** stream of what workers look up: who has the queue, and what is too large for one message */
    parts: `fedsa-parts-${id}`,
    task: (task: string) => `fedsa.${id}.task.${task}`,
    end: (task: string, kind: string) => `fedsa.${id}.end.${task}.${kind}`,
    part: (blob: string, at: number | string) => `fedsa.${id}.part.${blob}.${at}`,
    head: `fedsa.${id}.head`,
    /** answered by the process that the queue is of */
    owner: `fedsa.${id}.owner`,
    /** said when it is over */
    over: `fedsa.${id}.over`,
  }) as const;

/** Consumers: of the tasks by all workers together, of the ends by the queue's owner. */
export const WORKERS = 'workers';
export const OWNER = 'owner';

/** Said when there is a new queue. */
export const NEW_QUEUE = 'fedsa.queue';
/** Of any queue. */
export const ANY_TASK = 'fedsa.*.task.>';
export const ANY_OVER = 'fedsa.*.over';

/** The id of a queue by the name of its stream of tasks; `undefined` for another stream. */
export const idOf = (stream: string): string | undefined => /^fedsa-tasks-([0-9a-f]{16})$/.exec(stream)?.[1];

/** The id of a queue by one of its subjects, and what stands at a place after it. */
export const placeIn = (subject: string, at: number): string => subject.split('.')[at] ?? '';
