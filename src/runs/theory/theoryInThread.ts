/** The theory of a problem, computed in a thread, so that it can be watched and ended. */
import { hasUserFiles, workerFile } from '../../../actors/hosting/workerFile.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { threadProblem } from './threadProblem.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import type { TheoryPart } from '../../theory/theoryParts.ts';
import { workInThread } from './workInThread.ts';

/** Plain data: it crosses to the thread. */
export interface TheoryTask {
  /** a user's module compiled */
  readonly specification: ProblemSpecification;
  /** `undefined`: of the problem alone */
  readonly configuration: RunConfiguration | undefined;
  /** the parts that are computed; all where it is not there */
  readonly only?: readonly TheoryPart[] | undefined;
  /** however long they take */
  readonly exact?: boolean | undefined;
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
  | { readonly kind: 'whole'; readonly summary: TheorySummary };

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
  const start = threadProblem(specification, configuration);
  let summary: TheorySummary | undefined;
  let isWhole = false;
  await workInThread<TheoryMessage>(
    {
      file: workerFile('theoryWorker', hasUserFiles(specification, start.modules)),
      task: { ...task, ...start },
      subject: 'the theory',
      hears: (message) => {
        if (message.kind === 'whole') {
          isWhole = true;
          ({ summary } = message);
          return;
        }
        summary = message.soFar && { ...message.soFar, endedAt: message.name };
        begins(message);
      },
      isWhole: () => isWhole,
    },
    signal,
  );
  return summary;
}
