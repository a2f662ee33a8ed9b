/** Shows how far a run is: a bar in a terminal, now and then a line elsewhere. On standard error. */
import type { Inspection } from '../events/inspection.ts';
import { TerminalLine } from './terminalLine.ts';
import { TimeLeft } from './timeLeft.ts';
import { durationText } from '../values/durationText.ts';
import { visible } from '../values/foreignText.ts';
import { counted } from '../values/counted.ts';
import { grouped, scientific } from '../values/numbers.ts';

/** Milliseconds between two lines where there is no terminal. */
const LINE_EVERY = 10_000;

export interface ProgressDisplay {
  observe(inspection: Inspection): void;
  stop(): void;
}

export const noProgress: ProgressDisplay = { observe: () => undefined, stop: () => undefined };

type Progressed = Extract<Inspection, { kind: 'progressed' }>;

/** Progress of what is under way, with its words: threads start, or rounds are made. */
function partOf({ rounds, totalRounds, error, share, threads }: Progressed): {
  readonly done: number;
  readonly total: number;
  readonly words: string;
} {
  if (threads) {
    const { started, all } = threads;
    return { done: started, total: all, words: `${started} of ${counted(all, 'thread')} started` };
  }
  const now = Number.isNaN(error) ? '' : ` · error ${scientific(error, 2)}`;
  const count = grouped(rounds);
  // Of a run with limits the rounds to do are not known.
  return share === undefined
    ? {
        done: rounds,
        total: totalRounds,
        words: `${count} of ${counted(totalRounds, 'round')}${now}`,
      }
    : {
        done: Math.round(1000 * share),
        total: 1000,
        words: `${count} rounds, ${Math.floor(100 * share)} % of the run${now}`,
      };
}

/**
 * The display on a stream: a bar if it is a terminal, a line every ten seconds if not.
 *
 * @param label - what is under way, where there is more than one run
 */
export function progressDisplay(stream: NodeJS.WriteStream, label = ''): ProgressDisplay {
  const timeLeft = new TimeLeft();
  const startLeft = new TimeLeft();
  const line = new TerminalLine(stream);
  let lineAt = performance.now();
  return {
    observe(inspection) {
      if (inspection.kind !== 'progressed') return;
      const { done, total, words } = partOf(inspection);
      const clock = inspection.threads ? startLeft : timeLeft;
      const seconds = clock.at(performance.now() / 1000, done, total);
      const left = seconds === undefined ? '' : ` · ${durationText(seconds)} left`;
      if (stream.isTTY) line.show({ share: done / Math.max(1, total), label, words: `${words}${left}` });
      else if (performance.now() - lineAt >= LINE_EVERY) {
        lineAt = performance.now();
        stream.write(`${visible(label)}${words}${left}\n`);
      }
    },
    stop() {
      line.clear();
    },
  };
}
