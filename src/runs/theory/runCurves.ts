/**
 * The exact curves of a run that are too expensive for its start: beside the run, or however long they take. Multiplications
 * decide which of them a run has, so that no curve depends on how busy the machine is.
 */
import { runCost } from '../../../actors/experiment/roundCost.ts';
import { aborted } from '../aborted.ts';
import { type MomentBudget, ENDLESS_BUDGET, PATIENT_BUDGET } from '../../theory/budgets.ts';
import type { ExactPrediction } from '../../theory/moments/exactPredictions.ts';
import type { Prediction } from '../../theory/predictions.ts';
import { roundBased } from '../../theory/roundBased.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import {
  type CurveProgress,
  curvesInThread,
  type CurvesTask,
  lacksExact,
  neededFor,
} from './curvesInThread.ts';

/** Multiplications of all curves of a short run together: about two seconds on a machine that has nothing else to do. */
const SHORT = 3e9;
/** Of all curves of a timed run: about four seconds, for an expectation over all seeds where some are no expectation of their mean. */
const SHORT_TIMED = 6e9;
/** Curves of a long run may take this share of its own multiplications, which kernels do several times as fast. */
const SHARE_OF_RUN = 0.2;
/** Of all curves that are at fewer rounds, since one seed's at all rounds is not short: about ten seconds. */
const AT_FEWER_ROUNDS = 1.5e10;
/** Beside a run nothing is begun that would take a thread longer than some minutes. */
const BESIDE_BUDGET: MomentBudget = { ...PATIENT_BUDGET, multiplications: 1e11 };

/** Curves that are there at the end of the waiting for them. */
export interface SettledCurves {
  readonly curves: ReadonlyMap<string, ExactPrediction>;
  /** whether an interrupt came before the last of them */
  readonly isCut: boolean;
}

/** The curves of one run. */
export interface RunCurves {
  /**
   * Waits for them, and gives what is there.
   *
   * @param signal - ends the waiting
   */
  settle(signal: AbortSignal): Promise<SettledCurves>;
  /** Ends the thread. */
  giveUp(): Promise<void>;
}

/** Curves however long they take, cheapest first; `undefined` where every algorithm has an exact one. */
export function endlessCurves(
  predictions: readonly Prediction[],
  task: Omit<CurvesTask, 'algorithms' | 'budget'>,
  observe: (progress: CurveProgress) => void,
): RunCurves | undefined {
  const algorithms = inOrder(predictions.filter(lacksExact)).map(({ algorithm }) => algorithm);
  if (algorithms.length === 0) return undefined;
  return settling(predictions, { ...task, algorithms, budget: ENDLESS_BUDGET }, observe);
}

/** Curves computed beside a run; `undefined` where {@link missingCurves} has none. */
export function curvesBeside(
  predictions: readonly Prediction[],
  task: Omit<CurvesTask, 'algorithms' | 'budget'>,
  agents: number,
): RunCurves | undefined {
  const missing = missingCurves(predictions, task, agents);
  return missing && settling(predictions, { ...task, ...missing });
}

/** Of the curves chosen to be computed beside a run those that nobody has computed yet; `undefined` where there are none. */
export function missingCurves(
  predictions: readonly Prediction[],
  { configuration, rounds }: Pick<CurvesTask, 'configuration' | 'rounds'>,
  agents: number,
): Pick<CurvesTask, 'algorithms' | 'budget'> | undefined {
  const chosen = chosenCurves(predictions, configuration, runCost(configuration, agents, rounds.at(-1) ?? 0));
  const done = new Set(
    predictions.flatMap(({ algorithm, exact }) => (exact?.leftAtStart === undefined ? [] : [algorithm])),
  );
  const algorithms = chosen?.algorithms.filter((algorithm) => !done.has(algorithm)) ?? [];
  return chosen && algorithms.length > 0 ? { ...chosen, algorithms } : undefined;
}

/**
 * Curves chosen to be computed beside a run, cheapest first: those that take a thread no more than some two seconds together, or a
 * share of what the run takes. Of timed runs all, over schedules, over as many seeds as that allows, or at fewer rounds.
 *
 * @param cost - multiplications of the run
 * @returns `undefined` where there are none that the number of multiplications alone stands in the way of
 */
export function chosenCurves(
  predictions: readonly Prediction[],
  configuration: RunConfiguration,
  cost: number,
): Pick<CurvesTask, 'algorithms' | 'budget'> | undefined {
  const affordable = inOrder(
    predictions.filter((prediction) => neededFor(prediction) <= BESIDE_BUDGET.multiplications),
  );
  const ofRun = SHARE_OF_RUN * cost;
  const isTimed = 'reason' in roundBased(configuration);
  const chosen = isTimed ? affordable : within(affordable, SHORT + ofRun);
  if (chosen.length === 0) return undefined;
  const share = 1 / chosen.length;
  const timed = { multiplications: (SHORT_TIMED + ofRun) * share, fewerRounds: AT_FEWER_ROUNDS * share };
  return {
    algorithms: chosen.map(({ algorithm }) => algorithm),
    budget: isTimed ? { ...BESIDE_BUDGET, ...timed } : BESIDE_BUDGET,
  };
}

/** The first that take no more multiplications together; of equals all or none, so that their order decides nothing. */
function within(predictions: readonly Prediction[], allowed: number): readonly Prediction[] {
  let needed = 0;
  const over = predictions.find((prediction) => (needed += neededFor(prediction)) > allowed);
  return over ? predictions.filter((prediction) => neededFor(prediction) < neededFor(over)) : predictions;
}

const inOrder = (predictions: readonly Prediction[]): Prediction[] =>
  [...predictions].sort((a, b) => byNeed(neededFor(a), neededFor(b)));

/** Infinity less itself is no number to sort by. */
const byNeed = (a: number, b: number): number => (a === b ? 0 : a - b);

function settling(
  predictions: readonly Prediction[],
  task: CurvesTask,
  observe?: (progress: CurveProgress) => void,
): RunCurves {
  const needs = new Map(
    predictions.map((prediction) => [prediction.algorithm, neededFor(prediction)] as const),
  );
  const underWay = curvesInThread(task, observe);
  return {
    giveUp: () => underWay.stop(),
    settle: async (signal) => {
      await Promise.race([underWay.ended, aborted(signal)]);
      await underWay.stop();
      const curves = new Map<string, ExactPrediction>();
      for (const [algorithm, curve] of underWay.curves) {
        const leftAtStart = needs.get(algorithm)!;
        curves.set(algorithm, Number.isFinite(leftAtStart) ? { ...curve, leftAtStart } : curve);
      }
      return { curves, isCut: signal.aborted && curves.size < task.algorithms.length };
    },
  };
}
