/** The theory of a run, part by part; of what is not asked for nothing is computed but what another part depends on. */
import { type ConfiguredAlgorithm, keyOf } from '../algorithms/parts.ts';
import { titlesOf } from '../algorithms/titles.ts';
import type { Problem } from '../problems/operator.ts';
import type { Solution } from '../problems/root.ts';
import { ifComputable } from './attempted.ts';
import { runStatements } from './bounds/runStatements.ts';
import { scafflsaStatements } from './bounds/scafflsaStatements.ts';
import { withConstantStep } from './constantStep.ts';
import { FIRST_ORDER_BUDGET, type TheoryBudgets } from './budgets.ts';
import { curveRounds } from './curveRounds.ts';
import { firstOrders } from './expansion/firstOrder.ts';
import { expectedPace } from './expectedPace.ts';
import { expectedTimings } from './expectedTimings.ts';
import { exactOrLevelErrors } from './levels/levelErrors.ts';
import { linearProblem } from './linearProblem.ts';
import { meanErrors } from './mean/meanRecursion.ts';
import { type MeanRounds, meanRounds } from './mean/roundMap.ts';
import { refused } from './moments/exactErrors.ts';
import { PATIENT_NOISE_FREE, withNoiseFree } from './noiseFree/noiseFreePredictions.ts';
import { predictedCurve, type PredictedCurve } from './predictedCurve.ts';
import { predict, type Prediction, unknownLimit } from './predictions.ts';
import { type RoundBased, roundBased } from './roundBased.ts';
import { scheduleTheory } from './schedules/scheduleTheory.ts';
import { withSettledLimit } from './settledLimit.ts';
import { factorFields, growsBeyond } from './stability/meanSquareGrowth.ts';
import { meanSquareFactors } from './stability/runFactors.ts';
import { stabilityOf } from './stability/stability.ts';
import type { Stability } from './stability/stableStep.ts';
import type { ExactCurve, MeanCurve, TheoryConfiguration, TheorySummary } from './summary.ts';
import type { TheoryPart } from './theoryParts.ts';
import { NOT_ASKED, type Unknown, withAdvice } from './unknown.ts';
import { counted } from '../values/counted.ts';
import { once } from '../values/once.ts';

type RunTheory = NonNullable<TheorySummary['run']>;

interface RunQuestion {
  readonly problem: Problem;
  readonly solution: Solution;
  readonly configuration: TheoryConfiguration;
  readonly asks: (part: TheoryPart) => boolean;
  readonly budgets: TheoryBudgets;
  /** hears the name of each computation, what is there before it, and which parts are whole */
  readonly begins: (name: string, soFar: RunTheory, whole: readonly TheoryPart[]) => void;
}

/** What is known of a run on a problem. */
export function runTheory(question: RunQuestion): RunTheory {
  const based = roundBased(question.configuration);
  return 'reason' in based ? overSchedules(question) : byRounds(question, based);
}

function byRounds(question: RunQuestion, based: RoundBased<TheoryConfiguration>): RunTheory {
  const { problem, solution, configuration, asks, budgets, begins } = question;
  const { algorithms } = configuration;
  const rounds = curveRounds(problem, configuration);
  const linear = linearProblem(problem, solution);
  const roundOf = 'reason' in linear ? undefined : meanRounds(linear, based.trigger);
  const limits = once(() =>
    predict(problem, solution, configuration, { limits: budgets.limits, meanRounds: roundOf }),
  );
  const factors = once(() => meanSquareFactors(problem, solution, configuration, budgets.stability));
  const noiseFree = once(() => withoutNoise(question, limits, rounds));
  const withFactor = (prediction: Prediction, k: number): Prediction => ({
    ...prediction,
    ...factorFields(factors()[k]),
  });
  const exactCurves = algorithms.map((algorithm, k) =>
    once((): ExactCurve => {
      const result = exactOrLevelErrors(problem, solution, configuration, algorithm, rounds, budgets);
      if (result.kind === 'refused') return { algorithm: keyOf(algorithm), result: withAdvice(result) };
      // An exact curve is right where it grows, too.
      if (result.neglects === undefined) return { algorithm: keyOf(algorithm), result };
      const { contracts, ...found } = result;
      const prediction = contracts ? limits()[k]! : withFactor(limits()[k]!, k);
      const refusal = growsBeyond({ ...prediction, exact: { ...found, rounds } });
      return { algorithm: keyOf(algorithm), result: refusal ? refused(refusal) : found };
    }),
  );
  /** The prediction with its curve's limit, where that is better. */
  const settled = (prediction: Prediction, k: number): Prediction => {
    if ('reason' in linear || prediction.limitKind === 'exact') return prediction;
    const { result } = exactCurves[k]!();
    if (result.kind !== 'exact') return prediction;
    const { limitError, limitKind, source } = withSettledLimit({
      ...withFactor(prediction, k),
      exact: { ...result, rounds },
    });
    return { ...prediction, limitError, limitKind, source };
  };
  let run = emptyRun(question);
  if (asks('constants')) {
    begins('theorems', run, []);
    const statements = [
      ...scafflsaStatements(problem, solution, based),
      ...runStatements(problem, solution, based),
    ];
    run = { ...run, statements };
  }
  if (asks('curves')) {
    begins('curves without noise', run, ['constants']);
    run = { ...run, ...curvesWithoutNoise(question, noiseFree(), rounds, roundOf) };
    const titleOf = titlesOf(algorithms);
    if ('reason' in linear) run = { ...run, predicted: withoutCurves(algorithms, linear) };
    else
      for (const [k, algorithm] of algorithms.entries()) {
        begins(`exact curve of ${titleOf(keyOf(algorithm))}`, run, ['constants']);
        const curve = exactCurves[k]!();
        const predicted = run.predicted.with(k, predictedCurve(curve));
        run = { ...run, exact: [...run.exact, curve], predicted };
      }
  }
  if (asks('limits')) {
    begins('stationary laws', run, ['constants', 'curves']);
    const laws = firstOrders(problem, solution, based, FIRST_ORDER_BUDGET);
    run = { ...run, firstOrders: laws };
    begins('limits', run, ['constants', 'curves']);
    const predictions = noiseFree().map(({ stability: _, ...prediction }, k) => settled(prediction, k));
    run = { ...run, predictions, meanSquareFactors: factors() };
  }
  return withSteps(question, run, noiseFree, ['constants', 'curves', 'limits']);
}

/** In expectation over schedules, where not all agents take part in each step. */
function overSchedules(question: RunQuestion): RunTheory {
  const { problem, solution, configuration, asks, budgets, begins } = question;
  const rounds = curveRounds(problem, configuration);
  const limits = once(() => predict(problem, solution, configuration, { limits: budgets.limits }));
  const noiseFree = once(() => withoutNoise(question, limits, rounds));
  let run = emptyRun(question);
  if (!asks('curves') && !asks('limits') && !asks('steps')) return run;
  begins('expectations over schedules', run, ['constants']);
  const schedule = scheduleTheory(problem, solution, configuration, { rounds, asks, budgets });
  run = { ...run, schedule };
  if (asks('curves')) {
    const predicted = schedule.algorithms.map(predictedCurve);
    run = { ...run, predicted, ...(schedule.over !== 'none' && { rounds }) };
    begins('runs without noise', run, ['constants']);
    run = { ...run, ...curvesWithoutNoise(question, noiseFree(), rounds) };
  }
  if (asks('limits')) {
    begins('limits', run, ['constants']);
    run = {
      ...run,
      predictions: noiseFree().map(({ stability: _, ...prediction }) => prediction),
      meanSquareFactors: meanSquareFactors(problem, solution, configuration, budgets.stability),
    };
  }
  // Curves given the event times may follow.
  return withSteps(question, run, noiseFree, ['constants']);
}

/** With the largest stable steps, if they are asked for. */
function withSteps(
  question: RunQuestion,
  run: RunTheory,
  noiseFree: () => readonly Prediction[],
  whole: readonly TheoryPart[],
): RunTheory {
  const { problem, solution, configuration, asks, budgets, begins } = question;
  if (!asks('steps')) return run;
  begins('largest stable steps', run, whole);
  const tried = noiseFree();
  const stability = stabilityOf(problem, solution, configuration, budgets.stability).map(
    (stable, k): Stability => ({ ...stable, ...tried[k]!.stability }),
  );
  return { ...run, stability };
}

/** Nothing yet. */
function emptyRun({ problem, configuration, asks }: RunQuestion): RunTheory {
  const { algorithms } = configuration;
  return {
    ...{ configuration, predictions: [], stability: [], meanSquareFactors: algorithms.map(() => null) },
    ...{ rounds: [], curves: [], exact: [], firstOrders: [], schedule: null, statements: [] },
    predicted: withoutCurves(algorithms, asks('curves') ? NOT_REACHED : NOT_ASKED),
    expected: asks('constants') ? expectedTimings(problem, configuration) : [],
    pace: (asks('constants') ? expectedPace(problem, configuration) : undefined) ?? null,
  };
}

const NOT_REACHED: Unknown = { reason: 'the computation ended before it' };

const withoutCurves = (algorithms: readonly ConfiguredAlgorithm[], why: Unknown): PredictedCurve[] =>
  algorithms.map((algorithm) => predictedCurve({ algorithm: keyOf(algorithm), result: refused(why) }));

/** What runs without noise say of algorithms that have no mean recursion: as far as it is asked for, beside limits where these are. */
function withoutNoise(
  { problem, solution, configuration, asks }: RunQuestion,
  limits: () => readonly Prediction[],
  rounds: readonly number[],
): Prediction[] {
  const predictions = asks('limits')
    ? limits()
    : configuration.algorithms.map((algorithm) => unknownLimit(keyOf(algorithm), NOT_ASKED.reason));
  const setting = { ...configuration, seeds: configuration.seeds ?? [1] };
  const until = asks('steps') ? 'step' : asks('limits') ? 'limit' : 'curve';
  return withNoiseFree(predictions, problem, solution, setting, rounds, { ...PATIENT_NOISE_FREE, until });
}

/** Of the mean recursion, or of a run without noise; none where no algorithm of a nonlinear problem has one. */
function curvesWithoutNoise(
  { configuration: { algorithms, initial }, solution: { root } }: RunQuestion,
  noiseFree: readonly Prediction[],
  rounds: readonly number[],
  roundOf?: MeanRounds,
): Pick<RunTheory, 'rounds' | 'curves'> | undefined {
  const start = Float64Array.from(initial);
  const curves = algorithms.map((algorithm, k): MeanCurve => {
    const constant = withConstantStep(algorithm);
    const round = constant && roundOf?.(constant);
    const errors = round && ifComputable(() => meanErrors(round, start, root!, rounds));
    return { algorithm: keyOf(algorithm), errors: errors ?? null, ...ofRun(noiseFree[k]!, errors) };
  });
  const isEmpty = roundOf === undefined && curves.every(({ errors }) => errors === null);
  return isEmpty ? undefined : { rounds, curves };
}

/** The curve of a run without noise, or why there is none; nothing where no run was tried. */
function ofRun({ noiseFree }: Prediction, others: readonly number[] | undefined): Partial<MeanCurve> {
  if (noiseFree === undefined) return {};
  if ('reason' in noiseFree) return { source: noiseFree.reason };
  const { errors, seeds } = noiseFree;
  const drawn = seeds === undefined ? '' : `, mean of ‖θ̄_t − θ*‖² over the gaps of ${counted(seeds, 'seed')}`;
  return { errors: others ?? errors, source: `by its own parts${drawn}` };
}
