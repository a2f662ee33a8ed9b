/** Shows how far exact curves are that were asked for. */
import type { CurveProgress } from '../runs/theory/curvesInThread.ts';
import { shareDisplay } from './shareDisplay.ts';

export interface CurvesDisplay {
  observe(progress: CurveProgress): void;
  stop(): void;
}

export const noCurvesDisplay: CurvesDisplay = { observe: () => undefined, stop: () => undefined };

/** The display on a stream. */
export function curvesDisplay(stream: NodeJS.WriteStream): CurvesDisplay {
  const display = shareDisplay(stream);
  return {
    observe({ title, share }) {
      display.observe(`exact curve of ${title}`, share);
    },
    stop() {
      display.stop();
    },
  };
}
