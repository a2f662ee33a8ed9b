/** Shows how far exact curves are that were asked for: a line every now and then, on standard error. */
import type { CurveProgress } from '../runs/theory/curvesInThread.ts';

/** Milliseconds between two lines: of a terminal, which overwrites them, and of anything else. */
const REDRAW_EVERY = 200;
const LINE_EVERY = 10_000;

export interface CurvesDisplay {
  observe(progress: CurveProgress): void;
  stop(): void;
}

export const noCurvesDisplay: CurvesDisplay = { observe: () => undefined, stop: () => undefined };

/** The display on a stream. */
export function curvesDisplay(stream: NodeJS.WriteStream): CurvesDisplay {
  const started = performance.now();
  let toldAt = stream.isTTY ? -Infinity : started;
  let isShown = false;
  return {
    observe({ title, share }) {
      const now = performance.now();
      if (now - toldAt < (stream.isTTY ? REDRAW_EVERY : LINE_EVERY)) return;
      toldAt = now;
      const seconds = Math.round((now - started) / 1000);
      const text = `exact curve of ${title}: ${Math.floor(100 * share)} % · ${seconds} s so far`;
      if (stream.isTTY) stream.write(`\r\u001b[K${text}`);
      else stream.write(`${text}\n`);
      isShown = stream.isTTY;
    },
    stop() {
      if (isShown) stream.write('\r\u001b[K');
      isShown = false;
    },
  };
}
