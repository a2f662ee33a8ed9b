#!/usr/bin/env node
/** The process around the command line: how it ends, and when its reader leaves. */
import { EXIT } from './exitStatus.ts';
import { complain, runProgram } from './program.ts';

// A user's code may call process.exit(), or await what never comes: neither may pass for a result.
const endedFromWithin = (code: number): void => {
  if (code === EXIT.interrupted) return;
  complain(
    "ended by the scenario's own code (process.exit, or an await that never ends) before the work was done",
  );
  process.exitCode = EXIT.failed;
};
process.once('exit', endedFromWithin);
// A reader that has seen enough, as in `fedsa … | head`, is no failure.
// A run that it leaves is interrupted like any other, once: what it still prints meets the same end.
let readerHasLeft = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (readerHasLeft) return;
  readerHasLeft = true;
  if (process.listenerCount('SIGINT') > 0) {
    process.emit('SIGINT');
    return;
  }
  process.off('exit', endedFromWithin);
  process.exit(EXIT.done);
});
process.exitCode = await runProgram(process.argv.slice(2));
process.off('exit', endedFromWithin);
