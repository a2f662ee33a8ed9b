/**
 * What Ctrl-C, SIGTERM and SIGHUP do, from the first moment on: they end the program with status 130, unless a
 * command is at work that can be interrupted in good order.
 */
import { EXIT } from './exitStatus.ts';

let interrupt: (() => void) | undefined;

/** Has a signal do something else than end the program; `undefined` has it end the program again. */
export function onSignal(act: (() => void) | undefined): void {
  interrupt = act;
}

/**
 * Does what a signal does.
 *
 * @param status - with which the program ends where nothing else is to be done
 */
export function heedSignal(status: number): void {
  if (interrupt === undefined) process.exit(status);
  interrupt();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    heedSignal(EXIT.interrupted);
  });
}
