/** Exact curves computed in a thread of their own, beside a run or after it. */
import { builtFile } from '../../values/builtProgram.ts';
import { Worker } from 'node:worker_threads';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { ExactPrediction } from '../../theory/moments/exactPredictions.ts';
import type { MomentBudget } from '../../theory/budgets.ts';
import type { Prediction } from '../../theory/predictions.ts';
import { withSettledLimit } from '../../theory/settledLimit.ts';
import { threadProblem } from './threadProblem.ts';
import { firstLine } from '../../values/failure.ts';

const WORKER = builtFile('program/curvesWorker.js');

/** Plain data: it crosses to the thread. */
export interface CurvesTask {
  /** a user's module compiled */
  readonly specification: ProblemSpecification;
  readonly configuration: RunConfiguration;
  /** names, in the order in which they are to be computed */
  readonly algorithms: readonly string[];
  /** in increasing order; round 0 is the start */
  readonly rounds: readonly number[];
  /** of a run that has been made */
  readonly directory?: string;
  /** for each algorithm */
  readonly budget: Omit<MomentBudget, 'progress'>;
}

/** How far a curve is. */
export interface CurveProgress {
  /** its key in the run */
  readonly algorithm: string;
  /** its name for readers */
  readonly title: string;
  /** of its rounds, in [0, 1] */
  readonly share: number;
}

/** What the thread sends. */
export type CurvesMessage =
  | ({ readonly kind: 'progress' } & CurveProgress)
  | { readonly kind: 'curve'; readonly algorithm: string; readonly curve: ExactPrediction };

/** Curves that are being computed. */
export interface CurvesUnderWay {
  /** those that are there so far, by algorithm */
  readonly curves: ReadonlyMap<string, ExactPrediction>;
  /** fulfilled when the thread has ended, in whatever way; never rejected */
  readonly ended: Promise<void>;
  /** Ends the thread; the curves that are there stay. */
  stop(): Promise<void>;
}

/** Starts to compute. A thread that fails leaves the reason instead of the curve that it was at. */
export function curvesInThread(
  task: CurvesTask,
  observe: (progress: CurveProgress) => void = () => undefined,
): CurvesUnderWay {
  const curves = new Map<string, ExactPrediction>();
  let current = task.algorithms[0]!;
  const { specification, configuration } = task;
  const worker = new Worker(WORKER, {
    workerData: { ...task, ...threadProblem(specification, configuration) },
  });
  worker.on('message', (message: CurvesMessage) => {
    current = message.algorithm;
    if (message.kind === 'progress') {
      observe(message);
      return;
    }
    curves.set(message.algorithm, message.curve);
  });
  const ended = new Promise<void>((resolve) => {
    worker.on('error', (error: unknown) => {
      curves.set(current, {
        reason: `no exact moments: the thread that computed them failed (${firstLine(error)})`,
      });
    });
    worker.on('exit', () => {
      resolve();
    });
  });
  return {
    curves,
    ended,
    stop: async () => {
      await worker.terminate();
      await ended;
    },
  };
}

/** Exact over all seeds before over some, that before neglecting something, and that before nothing. */
function rankOf(curve: ExactPrediction | undefined): number {
  if (curve === undefined || 'reason' in curve) return 0;
  if (curve.neglects !== undefined) return 1;
  return curve.exactNeeds === undefined ? 3 : 2;
}

/** Whether a prediction could have a better curve. */
export const lacksExact = ({ exact }: Pick<Prediction, 'exact'>): boolean => rankOf(exact) < 3;

/** Predictions with the curves instead of what they had, where they are no worse; that they were computed stays known of others, too. */
export const withCurves = (
  predictions: readonly Prediction[],
  curves: ReadonlyMap<string, ExactPrediction>,
): Prediction[] =>
  predictions.map((prediction) => {
    const { algorithm, exact } = prediction;
    const curve = curves.get(algorithm);
    if (curve === undefined) return prediction;
    if (rankOf(curve) >= rankOf(exact)) return withSettledLimit({ ...prediction, exact: curve });
    const { leftAtStart } = curve;
    return leftAtStart === undefined ? prediction : { ...prediction, exact: { ...exact!, leftAtStart } };
  });

/** Multiplications for a better curve than the start’s, as far as they are known; infinite where there is more in its way. */
export function neededFor({ exact }: Pick<Prediction, 'exact'>): number {
  if (exact === undefined) return Infinity;
  return exact.leftAtStart ?? ('reason' in exact ? exact.needed : exact.exactNeeds) ?? Infinity;
}
