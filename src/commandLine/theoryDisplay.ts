/** Says on standard error what a long computation of theory is doing. */
import { visible } from '../values/foreignText.ts';
import { TerminalLine } from './terminalLine.ts';

/** Milliseconds before anything is said, between two looks, and between two lines where there is no terminal. */
const PATIENCE = 1000;
const LOOK_EVERY = 250;
const LINE_EVERY = 10_000;

export interface TheoryDisplay {
  begins(part: string): void;
  /** Takes its line away: something is printed. */
  clear(): void;
  stop(): void;
}

/** The display on a stream, until it is stopped. @param onInterrupt - what Ctrl-C does */
export function theoryDisplay(
  stream: NodeJS.WriteStream,
  onInterrupt = 'prints what is there',
): TheoryDisplay {
  const started = performance.now();
  let toldAt = stream.isTTY ? started + PATIENCE - LOOK_EVERY : started;
  let part = 'problem';
  const line = new TerminalLine(stream);
  const look = setInterval(() => {
    const now = performance.now();
    if (now - toldAt < (stream.isTTY ? LOOK_EVERY : LINE_EVERY)) return;
    toldAt = now;
    const words = ` · ${Math.round((now - started) / 1000)} s so far · Ctrl-C ${onInterrupt}`;
    if (stream.isTTY) line.show({ label: part, words });
    else stream.write(`${visible(part)}${words}\n`);
  }, LOOK_EVERY);
  look.unref();
  return {
    begins: (name) => {
      part = name;
    },
    clear: () => {
      line.clear();
    },
    stop: () => {
      clearInterval(look);
      line.clear();
    },
  };
}
