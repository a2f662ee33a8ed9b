/**
 * trace.json of a run directory, in Chrome's trace format: what happened between the actors, to open in
 * Perfetto. It grows under another name and gets its own when it is whole; an event is a line, and
 * memory holds only what is under way. A run that continues after an interruption writes the trace
 * of what it then runs, instead of the earlier one.
 */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Titles } from '../algorithms/titles.ts';
import type { TimedEvent } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import { placeAmong, type Replications } from '../configuration/replications.ts';
import { jsonText } from './jsonText.ts';
import { CsvWriter, type WriteBytes } from './csvWriter.ts';
import { temporaryBeside } from './temporaryName.ts';
import { ReplicationTrace, type TraceEvent } from './replicationTrace.ts';

/** Name of the file in a run directory. */
export const TRACE_NAME = 'trace.json';
/** Its last line. */
export const TRACE_END = ']}';

/** The run that is traced. */
export interface TracedRun {
  /** all replications, in the order in which a process of the trace gets its number */
  readonly runs: readonly Replications[];
  readonly agents: number;
  /** what its algorithms are called */
  readonly titleOf: Titles;
  /** whether an earlier session finished some of them, which are then not in the trace */
  readonly resumed: boolean;
}

/** Writes the trace of a run; everything is synchronous, so that a signal handler can finish it. */
export class TraceWriter {
  readonly #path: string;
  readonly #run: TracedRun;
  readonly #write: WriteBytes | undefined;
  #file: CsvWriter | undefined;
  #first = true;
  #messages = 0;
  #current: ReplicationTrace | undefined;

  /**
   * @param directory - an existing run directory; nothing is written there before the first replication starts
   * @param write - `fs.writeSync`, which a test may replace
   */
  constructor(directory: string, run: TracedRun, write?: WriteBytes) {
    this.#path = join(directory, TRACE_NAME);
    this.#run = run;
    this.#write = write;
  }

  /** @throws Error in one line if the file cannot be written, as {@link add}, {@link end} and {@link finish} do */
  start(replication: Replication): void {
    this.end();
    this.#file ??= this.#open();
    this.#current = new ReplicationTrace(
      {
        ...replication,
        process: 1 + placeAmong(this.#run.runs, replication),
        title: this.#run.titleOf(replication.algorithm),
        agents: this.#run.agents,
        nextId: () => `0x${(++this.#messages).toString(16)}`,
      },
      (event) => {
        this.#line(event);
      },
    );
  }

  add(event: TimedEvent): void {
    this.#current?.add(event);
  }

  /** The replication under way has ended, if there is one. */
  end(): void {
    this.#current?.close();
    this.#current = undefined;
  }

  /**
   * Closes the trace and gives it its name; only the first call counts.
   *
   * @param isWhole - whether all replications are done: a session that was killed before this has left them without a trace, and
   *   one without replications says so then
   */
  finish(isWhole = false): void {
    const file = this.#file ?? (isWhole && !existsSync(this.#path) ? this.#open() : undefined);
    if (file === undefined) return;
    try {
      this.end();
      file.row(TRACE_END);
      file.close();
      renameSync(file.file, this.#path);
    } catch (error) {
      file.close();
      rmSync(file.file, { force: true });
      throw error;
    } finally {
      this.#file = undefined;
      this.#current = undefined;
    }
  }

  #open(): CsvWriter {
    const file = new CsvWriter(temporaryBeside(this.#path), 0, this.#write);
    const about = {
      clock: 'seconds of the run, in microseconds',
      ...(this.#run.resumed && { resumed: 'replications of earlier sessions are not in this trace' }),
    };
    file.row(`{"displayTimeUnit":"ms","otherData":${jsonText(about)},"traceEvents":[`);
    return file;
  }

  #line(event: TraceEvent): void {
    this.#file!.row((this.#first ? '' : ',') + jsonText(event));
    this.#first = false;
  }
}
