/** What theory predicts of a run: at its start, by curves beside it, and at its end where only that says at which rounds. */
import { isLimited } from '../../configuration/budget.ts';
import { keepingAgents } from '../../problems/keptAgents.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { writeManifest } from '../../recording/manifestFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { START_BUDGET } from '../../theory/budgets.ts';
import type { ExactPrediction } from '../../theory/moments/exactPredictions.ts';
import { withDrift } from '../../theory/noiseFree/drift.ts';
import { START_NOISE_FREE, withNoiseFree } from '../../theory/noiseFree/noiseFreePredictions.ts';
import type { Prediction } from '../../theory/predictions.ts';
import { withSettledLimit } from '../../theory/settledLimit.ts';
import type { PreparedRun } from '../preparedRun.ts';
import { type CurveProgress, type CurvesTask, lacksExact, withCurves } from './curvesInThread.ts';
import { exactCurves } from './exactCurves.ts';
import { exactRounds } from './exactRounds.ts';
import { keepCurves } from './exactReport.ts';
import { curvesBeside, endlessCurves, type RunCurves, type SettledCurves } from './runCurves.ts';

/** Of one run. */
export class RunPredictions {
  readonly #run: PreparedRun;
  #beside: RunCurves | undefined;
  /** all that is known so far */
  predictions: readonly Prediction[];
  /** those that were computed beside the run or after it, once it is complete */
  curves: SettledCurves | undefined;

  /** Predicts what the start lets predict: of a run that limits end no curve, since its rounds are not known yet. */
  static async begin(run: PreparedRun): Promise<RunPredictions> {
    const { configuration, predictions } = run;
    const isOpen = isLimited(configuration.budget);
    return new RunPredictions(
      run,
      isOpen ? predictions : await withExactCurves(run, exactRounds(configuration)),
    );
  }

  /** Those of a complete run that a program left before it had computed all of them. */
  static left(run: PreparedRun, { predictions }: Pick<Manifest, 'predictions'>): RunPredictions {
    return new RunPredictions(run, predictions);
  }

  private constructor(run: PreparedRun, predictions: readonly Prediction[]) {
    this.#run = run;
    this.predictions = predictions;
  }

  /** Begins to compute curves beside the run; not where real time counts, or its rounds are not known yet. */
  computeBeside(): void {
    const { configuration } = this.#run;
    if (configuration.clock === 'virtual' && !isLimited(configuration.budget))
      this.#beside = this.#ifRead(exactRounds(configuration));
  }

  /**
   * Predicts the rest of a complete run, and keeps it in its directory.
   *
   * @param path - of the directory
   * @param manifest - has the rounds of all replications
   * @param signal - ends it
   * @param observe - sees how far exact curves are that were asked for
   */
  async complete(
    path: string,
    manifest: Pick<Manifest, 'runs'>,
    signal: AbortSignal,
    observe: (progress: CurveProgress) => void = () => undefined,
  ): Promise<void> {
    const { request, configuration } = this.#run;
    const rounds = exactRounds(configuration, manifest.runs);
    let short = this.#beside;
    // When answers have come is known now, too.
    const onWall = configuration.clock === 'wall' && this.predictions.some(lacksExact);
    if (isLimited(configuration.budget) || onWall) {
      const known = knownCurves(this.predictions);
      await this.predictAgain(manifest.runs, path);
      this.predictions = withCurves(this.predictions, known);
      writeManifest(path, { ...readManifest(path), predictions: this.predictions });
      short = this.#ifRead(rounds, path);
    }
    const asLongAsItTakes = request.exact
      ? endlessCurves(this.predictions, this.#task(rounds, path), observe)
      : undefined;
    this.curves = await (asLongAsItTakes ?? short)?.settle(signal);
    if (this.curves === undefined) return;
    this.predictions = withCurves(this.predictions, this.curves.curves);
    keepCurves(path, this.curves);
  }

  /** Predicts again, now that the rounds of the run are known, and when answers came. */
  async predictAgain(runs: Manifest['runs'], directory?: string): Promise<void> {
    const rounds = exactRounds(this.#run.configuration, runs);
    this.predictions = await withExactCurves(this.#run, rounds, directory);
  }

  /** Ends what is computed beside the run. */
  async giveUp(): Promise<void> {
    await this.#beside?.giveUp();
  }

  #task(rounds: readonly number[], directory?: string): Omit<CurvesTask, 'algorithms' | 'budget'> {
    const { specification, configuration } = this.#run;
    return { specification, configuration, rounds, ...(directory !== undefined && { directory }) };
  }

  /** Curves for the report and the answer; where nothing reads them there are none, and with `exact` all are computed after the run. */
  #ifRead(rounds: readonly number[], directory?: string): RunCurves | undefined {
    const { request, problem } = this.#run;
    const { report, exact, target, isAnswering = target.definition.answer !== undefined } = request;
    if ((!report && !isAnswering) || exact) return undefined;
    return curvesBeside(this.predictions, this.#task(rounds, directory), problem.agents);
  }
}

/** Curves that predictions have already, by algorithm. */
const knownCurves = (predictions: readonly Prediction[]): ReadonlyMap<string, ExactPrediction> =>
  new Map(
    predictions.flatMap(({ algorithm, exact }) =>
      exact === undefined || 'reason' in exact ? [] : [[algorithm, exact] as const],
    ),
  );

/** The predictions with exact curves beside them, and those without noise; of a run that has been made in a directory. */
async function withExactCurves(
  { problem, solution, configuration, predictions, request }: PreparedRun,
  rounds: readonly number[],
  directory?: string,
): Promise<readonly Prediction[]> {
  if (request.theory === false) return [];
  const kept = keepingAgents(problem);
  const curves = await exactCurves(kept, solution, configuration, rounds, START_BUDGET, directory);
  const found = withNoiseFree(predictions, kept, solution, configuration, rounds, START_NOISE_FREE);
  const { measure = 'error' } = request.target.definition;
  return (measure === 'error' ? found : withDrift(found, kept, solution, configuration)).map(
    (prediction, index) => withSettledLimit({ ...prediction, exact: curves[index]! }),
  );
}
