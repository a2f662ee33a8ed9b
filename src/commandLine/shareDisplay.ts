/** Shows how far long work is: a line every now and then, on standard error. */
import { visible } from '../values/foreignText.ts';
import { TerminalLine } from './terminalLine.ts';

/** Milliseconds between two lines: of a terminal, which overwrites them, and of anything else. */
const REDRAW_EVERY = 200;
const LINE_EVERY = 10_000;

export interface ShareDisplay {
  /** @param share - of the work that is done, from 0 to 1 */
  observe(work: string, share: number): void;
  stop(): void;
}

/** The display on a stream. */
export function shareDisplay(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> & { columns?: number },
): ShareDisplay {
  const started = performance.now();
  let toldAt = stream.isTTY ? -Infinity : started;
  const line = new TerminalLine(stream);
  return {
    observe(work, share) {
      const now = performance.now();
      if (now - toldAt < (stream.isTTY ? REDRAW_EVERY : LINE_EVERY)) return;
      toldAt = now;
      const seconds = Math.round((now - started) / 1000);
      const words = `: ${Math.floor(100 * share)} % · ${seconds} s so far`;
      if (stream.isTTY) line.show({ label: work, words });
      else stream.write(`${visible(work)}${words}\n`);
    },
    stop() {
      line.clear();
    },
  };
}
