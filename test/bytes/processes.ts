/** Has processes side by side go through cases, each as one is free. */
import { type ChildProcess, fork } from 'node:child_process';

/** What a process is asked. */
interface Question {
  readonly key: string;
  /** folder for the case's files */
  readonly keep?: string;
}

/** What it answers; before the first, that it listens. */
type Answer<Found> = 'ready' | { readonly key: string; readonly found: Found };

/**
 * What was found of each case, by its key.
 *
 * @param worker - file of this folder that serves
 * @param heard - hears of each answer, with it and those before it
 */
export async function inProcesses<Found>(
  worker: string,
  questions: readonly Question[],
  processes: number,
  heard: (key: string, found: ReadonlyMap<string, Found>) => void = () => undefined,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  const waiting = [...questions];
  const serve = (child: ChildProcess): Promise<void> =>
    new Promise((done, fail) => {
      child.on('message', (answer: Answer<Found>) => {
        if (answer !== 'ready') {
          found.set(answer.key, answer.found);
          heard(answer.key, found);
        }
        const next = waiting.shift();
        if (next === undefined) child.disconnect();
        else child.send(next);
      });
      child.on('exit', (status) => {
        if (status === 0) done();
        else fail(new Error(`a process that went through cases ended with status ${String(status)}`));
      });
    });
  const start = new URL('start.mjs', import.meta.url);
  await Promise.all(Array.from({ length: processes }, () => serve(fork(start, [worker]))));
  return found;
}

/** In such a process: answers questions, one after another. */
export function serveCases<Found>(findOut: (question: Question) => Promise<Found>): void {
  process.on('message', (question: Question) => {
    findOut(question).then(
      (found) => process.send!({ key: question.key, found } satisfies Answer<Found>),
      (error: unknown) => {
        console.error(`${question.key}:`, error);
        process.exit(1);
      },
    );
  });
  process.send!('ready' satisfies Answer<Found>);
}
