/** The exact curves of a run that are too expensive for its start: beside the run, or however long they take. */
import { aborted } from '../aborted.ts';
import { type MomentBudget, ENDLESS_BUDGET, PATIENT_BUDGET } from '../../theory/moments/momentBudget.ts';
import type { ExactPrediction } from '../../theory/moments/exactPredictions.ts';
import type { Prediction } from '../../theory/predictions.ts';
import { roundBased } from '../../theory/roundBased.ts';
import {
  type CurveProgress,
  curvesInThread,
  type CurvesTask,
  type CurvesUnderWay,
  lacksExact,
  neededFor,
} from './curvesInThread.ts';

/** Multiplications of all short curves together: about two seconds on a machine that has nothing else to do. */
const SHORT = 3e9;
/** Of all curves of a timed run: about four seconds, for an expectation over all seeds where some are no expectation of their mean. */
const SHORT_TIMED = 6e9;
/** Of all curves that are at fewer rounds, since one seed's at all rounds is not short: about ten seconds. */
const AT_FEWER_ROUNDS = 1.5e10;
/** Beside a run nothing is begun that would take a thread longer than some minutes. */
const BESIDE_BUDGET: MomentBudget = { ...PATIENT_BUDGET, multiplications: 1e11 };

/** The curves of one run. */
export interface RunCurves {
  /**
   * Waits for them where that is due, ends the thread, and gives what is there.
   *
   * @param signal - ends the waiting
   */
  settle(signal: AbortSignal): Promise<ReadonlyMap<string, ExactPrediction>>;
  /** Ends the thread and gives what is there. */
  giveUp(): Promise<ReadonlyMap<string, ExactPrediction>>;
}

/** Curves however long they take, cheapest first; `undefined` where every algorithm has an exact one. */
export function endlessCurves(
  predictions: readonly Prediction[],
  task: Omit<CurvesTask, 'algorithms' | 'budgets'>,
  observe: (progress: CurveProgress) => void,
): RunCurves | undefined {
  const algorithms = inOrder(predictions.filter(lacksExact)).map(({ algorithm }) => algorithm);
  if (algorithms.length === 0) return undefined;
  const underWay = curvesInThread({ ...task, algorithms, budgets: [ENDLESS_BUDGET] }, observe);
  return settling(underWay, (signal) => Promise.race([underWay.ended, aborted(signal)]));
}

/**
 * Curves that come beside a run or not at all: cheapest first, until the run ends. Those that take a thread
 * no more than some two seconds together, of timed runs four, are waited for, however busy the machine is: which of
 * these a run has is counted in multiplications; of timed runs over schedules, over as many seeds as that allows, or at
 * fewer rounds.
 *
 * @returns `undefined` where there are none that the number of multiplications alone stands in the way of
 */
export function curvesBeside(
  predictions: readonly Prediction[],
  task: Omit<CurvesTask, 'algorithms' | 'budgets'>,
): RunCurves | undefined {
  const affordable = inOrder(
    predictions.filter((prediction) => neededFor(prediction) <= BESIDE_BUDGET.multiplications),
  );
  if (affordable.length === 0) return undefined;
  const algorithms = affordable.map(({ algorithm }) => algorithm);
  // Given the event times there are curves over the first seeds before those over all.
  const isTimed = 'reason' in roundBased(task.configuration);
  const share = 1 / algorithms.length;
  const first = {
    ...BESIDE_BUDGET,
    multiplications: SHORT_TIMED * share,
    fewerRounds: AT_FEWER_ROUNDS * share,
  };
  const underWay = curvesInThread({
    ...task,
    algorithms,
    budgets: [...(isTimed ? [first] : []), BESIDE_BUDGET],
  });
  const waitedFor = isTimed ? algorithms.length : shortOf(affordable);
  return settling(underWay, (signal) => Promise.race([underWay.reached(waitedFor), aborted(signal)]));
}

/** How many of the first are short. */
function shortOf(predictions: readonly Prediction[]): number {
  let needed = 0;
  const end = predictions.findIndex((prediction) => (needed += neededFor(prediction)) > SHORT);
  return end < 0 ? predictions.length : end;
}

const inOrder = (predictions: readonly Prediction[]): Prediction[] =>
  [...predictions].sort((a, b) => byNeed(neededFor(a), neededFor(b)));

/** Infinity less itself is no number to sort by. */
const byNeed = (a: number, b: number): number => (a === b ? 0 : a - b);

function settling(underWay: CurvesUnderWay, wait: (signal: AbortSignal) => Promise<unknown>): RunCurves {
  const giveUp = async (): Promise<ReadonlyMap<string, ExactPrediction>> => {
    await underWay.stop();
    return underWay.curves;
  };
  return {
    giveUp,
    settle: async (signal) => {
      await wait(signal);
      return giveUp();
    },
  };
}
