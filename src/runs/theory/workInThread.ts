/** Work in a thread of its own, so that it can be watched and ended; what it refuses is an InputError here, too. */
import { parentPort, Worker } from 'node:worker_threads';
import { InputError } from '../../values/failure.ts';

/** An InputError's line: a class does not cross to another thread. */
interface Refusal {
  readonly kind: 'refused';
  readonly line: string;
}

interface ThreadWork<Message> {
  /** the file that the thread begins with */
  readonly file: ConstructorParameters<typeof Worker>[0];
  /** plain data */
  readonly task: object;
  /** of the work, for messages: `the theory` */
  readonly subject: string;
  readonly hears: (message: Message) => void;
  /** whether all has been heard */
  readonly isWhole: () => boolean;
}

/**
 * Has a thread do its work, until it ends or is ended.
 *
 * @param signal - ends it
 * @throws InputError where the work was refused, or the user's own code ended the thread
 */
export async function workInThread<Message extends { readonly kind: string }>(
  { file, task, subject, hears, isWhole }: ThreadWork<Message>,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(file, { workerData: task });
  const state: { refusal?: string } = {};
  const stop = (): void => {
    void worker.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  worker.on('message', (message: Message | Refusal) => {
    if (message.kind === 'refused') state.refusal = (message as Refusal).line;
    else hears(message as Message);
  });
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => {
      resolve();
    });
  });
  signal.removeEventListener('abort', stop);
  if (isWhole() || signal.aborted) return;
  throw new InputError(
    state.refusal ??
      `the thread that computes ${subject} was ended by the problem’s own code (process.exit) before the work was done`,
  );
}

/** In the thread: does the work, and sends the line of what it refuses. */
export async function orRefusal(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const refusal: Refusal = { kind: 'refused', line: error.message };
    parentPort!.postMessage(refusal);
  }
}
