#!/usr/bin/env node
/**
 * The program's own thread. It heeds signals and passes output on, and has commands done in a thread
 * of their own: however long that one computes, a second signal ends the program; and whatever becomes
 * of a user's code there, this thread can say so in a line.
 */
// The first import: signals are heeded before anything else is loaded.
import { heedSignal, onSignal } from './signals.ts';
import { Worker } from 'node:worker_threads';
import { complain } from './complain.ts';
import type { CommandMessage, CommandStart } from './commandMessages.ts';
import { EXIT } from './exitStatus.ts';
import { THREAD_MEMORY } from '../values/builtProgram.ts';
import { strayLine } from '../values/strayFailure.ts';

/** Commands that run a user's code, or compute for long. */
const IN_A_THREAD = [
  'run',
  'sweep',
  'check',
  'theory',
  'worst',
  'report',
  'replay',
  'reproduce',
  'worker',
  'view',
  'export',
];

/** Milliseconds after which a signal that is not heeded yet is explained. */
const EXPLAINED_AFTER = 3000;

/** These are answered at once. */
const HELP = ['--help', '-h', '--help-all'];

const OUT_OF_MEMORY =
  'out of memory: a smaller run, fewer threads, or NODE_OPTIONS=--max-old-space-size=MEGABYTES may help';
/** Files that the program cannot open, its own parts among them. */
const isOfFiles = ({ code }: NodeJS.ErrnoException): boolean => code === 'EMFILE' || code === 'ENFILE';
// A user's code may call process.exit(), or await what never comes: neither may pass for a result.
const ENDED_FROM_WITHIN =
  "ended by the scenario's own code (process.exit, or an await that never ends) before the work was done";

/** Does a command in its own thread; resolves to the exit status. */
function inThread(): Promise<number> {
  const { isTTY, columns } = process.stderr;
  const start: CommandStart = {
    words: process.argv.slice(2),
    isTerminal: isTTY,
    columns,
    outputColumns: process.stdout.columns,
  };
  const file = new URL('./commandThread.js', import.meta.url);
  const thread = new Worker(file, { workerData: start, resourceLimits: THREAD_MEMORY });
  process.stderr.on('error', () => {
    thread.stderr.unpipe(process.stderr).resume();
  });
  const giveUp = (): never => {
    process.exit(EXIT.interrupted);
  };
  return new Promise((resolve) => {
    let explanation: NodeJS.Timeout | undefined;
    let hasEnded = false;
    const end = (status: number, line?: string): void => {
      if (hasEnded) return;
      hasEnded = true;
      onSignal(undefined);
      clearTimeout(explanation);
      if (line !== undefined) complain(line);
      resolve(status);
    };
    const interrupt = (): void => {
      onSignal(giveUp);
      thread.postMessage('interrupt');
      explanation = setTimeout(() => {
        complain('interrupted; waiting for the current computation, which a second signal ends at once');
      }, EXPLAINED_AFTER);
    };
    thread.on('message', (message: CommandMessage) => {
      if (message.kind === 'interruptible') {
        clearTimeout(explanation);
        onSignal(message.isInterruptible ? interrupt : undefined);
      } else {
        end(message.status);
        void thread.terminate();
      }
    });
    thread.on('error', (error: NodeJS.ErrnoException) => {
      const line = isOfFiles(error) ? error.message : strayLine(error);
      end(EXIT.failed, error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? OUT_OF_MEMORY : line);
    });
    thread.on('exit', () => {
      end(EXIT.failed, ENDED_FROM_WITHIN);
    });
  });
}

// Once its reader has left, or its disk is full, what is said is lost, and the work goes on.
process.stderr.on('error', () => undefined);

// A reader that has seen enough, as in `fedsa … | head`, is no failure.
// A run that it leaves is interrupted like any other, once: what it still prints meets the same end.
let readerHasLeft = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (readerHasLeft) return;
  readerHasLeft = true;
  if (error.code === 'EPIPE') {
    heedSignal(EXIT.done);
    return;
  }
  process.on('exit', () => {
    process.exitCode = EXIT.failed;
  });
  complain(`standard output cannot be written (${error.message})`);
  heedSignal(EXIT.failed);
});

/** The folder that the program was called in is still there: without it no path can be resolved. */
function hasFolder(): boolean {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}

if (!hasFolder()) {
  complain('the current folder is gone; change to one that exists');
  process.exitCode = EXIT.badInput;
} else if (
  IN_A_THREAD.includes(process.argv[2]!) &&
  !process.argv.some((candidate) => HELP.includes(candidate))
) {
  process.exitCode = await inThread();
} else {
  try {
    const { runProgram } = await import('./program.ts');
    process.exitCode = await runProgram(process.argv.slice(2));
  } catch (error) {
    if (!isOfFiles(error as NodeJS.ErrnoException)) throw error;
    complain((error as Error).message);
    process.exitCode = EXIT.failed;
  }
}
