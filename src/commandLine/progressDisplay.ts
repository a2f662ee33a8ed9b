/** Shows how far a run is: a bar in a terminal, now and then a line elsewhere. On standard error. */
import cliProgress from 'cli-progress';
import type { Inspection } from '../protocol/inspection.ts';
import { durationText, TimeLeft } from './timeLeft.ts';

/** Milliseconds between two lines where there is no terminal. */
const LINE_EVERY = 10_000;

export interface ProgressDisplay {
  observe(inspection: Inspection): void;
  stop(): void;
}

export const noProgress: ProgressDisplay = { observe: () => undefined, stop: () => undefined };

/**
 * The display on a stream: a bar if it is a terminal, a line every ten seconds if not.
 *
 * @param label - what is under way, where there is more than one run
 */
export function progressDisplay(stream: NodeJS.WriteStream, label = ''): ProgressDisplay {
  const timeLeft = new TimeLeft();
  let bar: cliProgress.SingleBar | undefined;
  let lineAt = performance.now();
  return {
    observe(inspection) {
      if (inspection.kind !== 'progressed') return;
      const { rounds, totalRounds, error, share } = inspection;
      // Of a run with limits the rounds to do are not known.
      const [done, total] = share === undefined ? [rounds, totalRounds] : [Math.round(1000 * share), 1000];
      const seconds = timeLeft.at(performance.now() / 1000, done, total);
      const left = seconds === undefined ? '' : ` · ${durationText(seconds)} left`;
      const now = Number.isNaN(error) ? '' : ` · error ${error.toExponential(1)}`;
      const kind =
        share === undefined
          ? `of ${totalRounds.toLocaleString('en')} rounds`
          : `rounds, ${Math.floor(100 * share)} % of the run`;
      const text = `${label}${rounds.toLocaleString('en')} ${kind}${now}${left}`;
      if (stream.isTTY) {
        if (!bar) {
          bar = new cliProgress.SingleBar(
            {
              format: '{bar} {percentage} % · {text}',
              clearOnComplete: true,
              hideCursor: true,
              stream,
              barsize: 24,
            },
            cliProgress.Presets.shades_classic,
          );
          bar.start(total, done, { text });
        }
        bar.update(done, { text });
      } else if (performance.now() - lineAt >= LINE_EVERY) {
        lineAt = performance.now();
        stream.write(`${text}\n`);
      }
    },
    stop() {
      bar?.stop();
    },
  };
}
