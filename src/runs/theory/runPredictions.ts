/** What theory predicts of a run: at its start, by curves beside it, and at its end where only that says at which rounds. */
import { isLimited } from '../../configuration/budget.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { writeManifest } from '../../recording/manifestFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import type { ExactPrediction } from '../../theory/moments/exactPredictions.ts';
import type { Prediction } from '../../theory/predictions.ts';
import type { PreparedRun } from '../preparedRun.ts';
import { type CurveProgress, type CurvesTask, lacksExact, withCurves } from './curvesInThread.ts';
import { exactRounds } from './exactRounds.ts';
import { keepCurves } from './exactReport.ts';
import {
  curvesBeside,
  endlessCurves,
  missingCurves,
  type RunCurves,
  type SettledCurves,
} from './runCurves.ts';
import { withStartCurves } from './startCurves.ts';

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
    const theory = new RunPredictions(run, predictions);
    if (!isLimited(configuration.budget)) await theory.predictAgain();
    return theory;
  }

  /** Those of a complete run that a program left before it had computed all of them. */
  static left(run: PreparedRun, { predictions }: Pick<Manifest, 'predictions'>): RunPredictions {
    return new RunPredictions(run, predictions);
  }

  private constructor(run: PreparedRun, predictions: readonly Prediction[]) {
    this.#run = run;
    this.predictions = predictions;
  }

  /**
   * Whether a complete run lacks predictions, or curves that something reads: it was made without.
   *
   * @param runs - how its replications ended
   */
  areMissing(runs: Manifest['runs']): boolean {
    const { configuration, problem } = this.#run;
    const task = { configuration, rounds: exactRounds(configuration, runs) };
    return (
      this.#areAllMissing ||
      (this.#areRead && missingCurves(this.predictions, task, problem.agents) !== undefined)
    );
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
    if (isLimited(configuration.budget) || onWall || this.#areAllMissing) {
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

  /** Predicts curves: again, once the rounds of the run are known, and when answers came. */
  async predictAgain(runs?: Manifest['runs'], directory?: string): Promise<void> {
    const { request, predictions, problem, solution, configuration } = this.#run;
    const { measure } = request.target.definition;
    const rounds = exactRounds(configuration, runs);
    const predicted = { problem, solution, configuration, measure };
    this.predictions =
      request.theory === false ? [] : await withStartCurves(predictions, predicted, rounds, directory);
  }

  /** Ends what is computed beside the run. */
  async giveUp(): Promise<void> {
    await this.#beside?.giveUp();
  }

  #task(rounds: readonly number[], directory?: string): Omit<CurvesTask, 'algorithms' | 'budget'> {
    const { specification, configuration } = this.#run;
    return { specification, configuration, rounds, ...(directory !== undefined && { directory }) };
  }

  /** Whether it is a sweep's run: these are made without. */
  get #areAllMissing(): boolean {
    return this.predictions.length === 0 && this.#run.request.theory !== false;
  }

  /** Whether there is a report or an answer. */
  get #areRead(): boolean {
    const { report, target, isAnswering = target.definition.answer !== undefined } = this.#run.request;
    return report || isAnswering;
  }

  /** Curves for the report and the answer; where nothing reads them there are none, and with `exact` all are computed after the run. */
  #ifRead(rounds: readonly number[], directory?: string): RunCurves | undefined {
    if (!this.#areRead || this.#run.request.exact) return undefined;
    return curvesBeside(this.predictions, this.#task(rounds, directory), this.#run.problem.agents);
  }
}

/** Curves that predictions have already, or were tried for, by algorithm. */
const knownCurves = (predictions: readonly Prediction[]): ReadonlyMap<string, ExactPrediction> =>
  new Map(
    predictions.flatMap(({ algorithm, exact }) =>
      exact === undefined || ('reason' in exact && exact.leftAtStart === undefined)
        ? []
        : [[algorithm, exact] as const],
    ),
  );
