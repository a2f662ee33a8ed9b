/** The thread in which a command is done; main.ts starts it. */
import '../../actors/agent/userOutput.ts';
import { parentPort, workerData } from 'node:worker_threads';
import type { CommandMessage, CommandStart } from './commandMessages.ts';
import { interruptBy } from './interruptibly.ts';

const { words, isTerminal, columns, outputColumns } = workerData as CommandStart;
Object.assign(process.stderr, { isTTY: isTerminal, columns });
Object.assign(process.stdout, { columns: outputColumns });

/** Waits until all that was written has been passed on. */
const passedOn = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });

const report = (message: CommandMessage): void => {
  parentPort!.postMessage(message);
};

interruptBy((interrupt) => {
  parentPort!.on('message', interrupt);
  report({ kind: 'interruptible', isInterruptible: true });
  return () => {
    parentPort!.off('message', interrupt);
    report({ kind: 'interruptible', isInterruptible: false });
  };
});

// As main.ts has it: so it is one file with those who start it, not another beside them.
const { runProgram } = await import('./program.ts');
const status = await runProgram(words);
await Promise.all([passedOn(process.stdout), passedOn(process.stderr)]);
report({ kind: 'ended', status });
