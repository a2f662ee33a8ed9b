/** The theory of a problem, computed in a thread, so that it can be watched and ended. */
import { builtFile } from '../../values/builtProgram.ts';
import { Worker } from 'node:worker_threads';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { InputError } from '../../values/failure.ts';
import { threadProblem } from './threadProblem.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import type { TheoryPart } from '../../theory/theoryParts.ts';

const WORKER = builtFile('program/theoryWorker.js');

/** Plain data: it crosses to the thread. */
export interface TheoryTask {
  /** a user's module compiled */
  readonly specification: ProblemSpecification;
  /** `undefined`: of the problem alone */
  readonly configuration: RunConfiguration | undefined;
  /** the parts that are computed; all where it is not there */
  readonly only?: readonly TheoryPart[] | undefined;
}

/** A computation that begins: its name, what is there before it, and which of the parts are whole. */
export interface TheoryProgress {
  readonly name: string;
  readonly soFar: TheorySummary | undefined;
  readonly whole: readonly TheoryPart[];
}

/** What the thread sends. */
export type TheoryMessage =
  | ({ readonly kind: 'begins' } & TheoryProgress)
  | { readonly kind: 'whole'; readonly summary: TheorySummary }
  /** an InputError's line: a class does not cross to another thread */
  | { readonly kind: 'refused'; readonly line: string };

/**
 * Computes a theory.
 *
 * @param signal - ends it
 * @param begins - hears of each computation as it begins
 * @returns the theory; where it was ended, what was there by then, which names the part it was at as `endedAt`;
 *   `undefined` where that is nothing
 */
export async function theoryInThread(
  task: TheoryTask,
  signal: AbortSignal,
  begins: (progress: TheoryProgress) => void,
): Promise<TheorySummary | undefined> {
  const { specification, configuration } = task;
  const worker = new Worker(WORKER, {
    workerData: { ...task, ...threadProblem(specification, configuration) },
  });
  let summary: TheorySummary | undefined;
  const state: { isWhole: boolean; refusal?: string } = { isWhole: false };
  const stop = (): void => {
    void worker.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  worker.on('message', (message: TheoryMessage) => {
    if (message.kind === 'whole') {
      state.isWhole = true;
      summary = message.summary;
    } else if (message.kind === 'refused') {
      state.refusal = message.line;
    } else {
      summary = message.soFar && { ...message.soFar, endedAt: message.name };
      begins(message);
    }
  });
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => {
      resolve();
    });
  });
  signal.removeEventListener('abort', stop);
  if (state.isWhole || signal.aborted) return summary;
  throw new InputError(
    state.refusal ??
      'the thread that computes the theory was ended by the problem’s own code (process.exit) before the work was done',
  );
}
