/** Computes a run as its reader asks for it: as it was recorded, or with other settings. What a page does in a thread of its own. */
import { unusedParameters } from '../../configuration/chosenAlgorithms.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { LeftOut } from '../../configuration/leftOut.ts';
import { overlay } from '../../configuration/overlay.ts';
import type { Replication } from '../../configuration/replications.ts';
import { runConfiguration } from '../../configuration/runConfiguration.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import { keyOf } from '../../algorithms/parts.ts';
import { commonRounds, isLimited } from '../../configuration/budget.ts';
import { METRICS } from '../../measurement/metrics/metrics.ts';
import { buildProblem } from '../../problems/buildProblem.ts';
import { keepingAgents } from '../../problems/keptAgents.ts';
import type { Problem } from '../../problems/operator.ts';
import { type Solution, solveProblem } from '../../problems/root.ts';
import type { Horizontal } from '../../report/axes.ts';
import type { View, Wish } from '../../report/playMessages.ts';
import type { Series } from '../../report/readRounds.ts';
import { START_BUDGET } from '../../theory/budgets.ts';
import { exactPredictions } from '../../theory/moments/exactPredictions.ts';
import { predict, type Prediction } from '../../theory/predictions.ts';
import { problemFacts } from '../../theory/problemFacts.ts';
import { withSettledLimit } from '../../theory/settledLimit.ts';
import { exactRounds } from '../theory/exactRounds.ts';
import { compared, type Comparison, NOTHING_COMPARED } from './comparison.ts';
import { everyOf, type PlayedRun, type RecordedReplication } from './playedRun.ts';
import { type Replicated, Replicator } from './replicated.ts';
import { type RunSoFar, runView } from './runView.ts';

/** What comes of it, bit by bit: the last is `done`. */
export type Answer =
  | { readonly kind: 'computing'; readonly share: number }
  | { readonly kind: 'drawn'; readonly share: number; readonly view: View }
  | Done;

interface Done {
  readonly kind: 'done';
  readonly view: View;
  /** replications that were computed; 0 where all were known */
  readonly replications: number;
  readonly leftOut: readonly LeftOut[];
  /** where it is the run as it was recorded */
  readonly comparison?: Comparison;
}

/** Milliseconds until the first picture of a run that is not done, and between two of them. */
const [FIRST_PICTURE, BETWEEN_PICTURES] = [100, 400];

/** A run that can be computed again and again. */
export class Player {
  readonly #played: PlayedRun;
  readonly #problem: Problem;
  readonly #solution: Solution;
  readonly #replicator: Replicator;
  readonly #recorded: RunSoFar | undefined;
  /** what was computed last, for another axis */
  #last: { readonly key: string; readonly run: RunSoFar; readonly done: Omit<Done, 'view'> } | undefined;

  /** @throws InputError where the problem has no root */
  constructor(played: PlayedRun) {
    this.#played = played;
    this.#problem = keepingAgents(buildProblem(played.specification));
    this.#solution = solveProblem(this.#problem);
    this.#replicator = new Replicator(this.#problem, this.#solution);
    const { recorded } = played;
    this.#recorded = recorded && {
      configuration: recorded.configuration,
      series: recorded.replications.map(({ algorithm, seed, columns }): Series => {
        const unknown = Array.from(columns.round!, () => NaN);
        const numbers = [...METRICS.map(({ name }) => name), 'gradientNorm'].map((name) => [
          name,
          columns[name] ? Array.from(columns[name]) : unknown,
        ]);
        return { algorithm, seed, columns: Object.fromEntries(numbers) as Series['columns'] };
      }),
      ...{ records: recorded.runs, predictions: [] },
    };
  }

  /** What was recorded, as a picture. */
  recordedView(axis: Horizontal): View | undefined {
    return this.#recorded && runView(this.#known, this.#recorded, undefined, axis);
  }

  get #known() {
    return { scenario: this.#played.scenario, problem: this.#problem, solution: this.#solution };
  }

  /** The run that settings stand for; that which was recorded where there are none. */
  #configurationOf(settings: RunSettings): {
    readonly configuration: RunConfiguration;
    readonly leftOut: readonly LeftOut[];
  } {
    if (this.#isRecorded(settings))
      return { configuration: this.#played.recorded!.configuration, leftOut: [] };
    const leftOut: LeftOut[] = [];
    const whole = overlay(this.#played.settings, settings, { leaves: (omission) => leftOut.push(omission) });
    // A slider of what only those have that are left out is not meant.
    if (leftOut.length > 0)
      for (const setting of unusedParameters(whole)) Reflect.deleteProperty(whole, setting);
    const facts = problemFacts(this.#problem, () => this.#solution);
    return { configuration: runConfiguration(whole, this.#problem.dimension, facts), leftOut };
  }

  #isRecorded = (settings: RunSettings): boolean =>
    this.#played.recorded !== undefined && Object.keys(settings).length === 0;

  /**
   * Computes a wish.
   *
   * @param answer - hears what comes of it
   * @throws InputError in one line for settings that do not go together
   */
  async play({ settings, axis, repeat = false }: Wish, answer: (answer: Answer) => void): Promise<void> {
    const isRecorded = this.#isRecorded(settings);
    const earlier = isRecorded ? undefined : this.#recorded;
    const key = JSON.stringify(settings);
    if (isRecorded && !repeat) {
      answer({ kind: 'done', view: this.recordedView(axis)!, replications: 0, leftOut: [] });
      return;
    }
    if (this.#last?.key === key && !repeat) {
      const { run, done } = this.#last;
      answer({ ...done, view: runView(this.#known, run, earlier, axis), replications: 0 });
      return;
    }
    const { configuration, leftOut } = this.#configurationOf(settings);
    const found = new Map<string, Replicated>();
    const soFar = (predictions: readonly Prediction[]): RunSoFar => ({
      configuration,
      series: inOrder(configuration, found).map(({ series }) => series),
      records: inOrder(configuration, found).map(({ record }) => record),
      predictions,
    });
    const show = (): View => runView(this.#known, soFar([]), earlier, axis);
    const replications = bySeed(configuration);
    let comparison = NOTHING_COMPARED;
    let heard = performance.now();
    let pictured = heard - BETWEEN_PICTURES + FIRST_PICTURE;
    const last = commonRounds(configuration);
    const every = everyOf(this.#played.recorded?.replications ?? []);
    for (const [at, replication] of replications.entries()) {
      const observe = (round: number): void => {
        if (performance.now() - heard < BETWEEN_PICTURES) return;
        heard = performance.now();
        const ofThis = Number.isFinite(last) ? Math.min(1, round / Math.max(1, last)) : 0;
        answer({ kind: 'computing', share: (at + ofThis) / replications.length });
      };
      const recorded = isRecorded ? this.#recordedOf(replication) : undefined;
      // One that had not ended has nothing to be held against.
      if (!isRecorded || recorded !== undefined) {
        const replicated = await this.#replicator.replicate(configuration, replication, {
          ...(recorded?.stopped && { lastRow: recorded.rows }),
          ...{ withRows: isRecorded, observe },
        });
        found.set(nameOf(replication), replicated);
        if (recorded !== undefined) comparison = await compared(comparison, recorded, replicated, every);
      }
      if (at + 1 < replications.length && performance.now() - pictured > BETWEEN_PICTURES) {
        answer({ kind: 'drawn', share: (at + 1) / replications.length, view: show() });
        pictured = performance.now();
      }
    }
    answer({ kind: 'drawn', share: 1, view: show() });
    const run = soFar(this.#predictions(configuration));
    const done = {
      ...({ kind: 'done', replications: replications.length, leftOut } as const),
      ...(isRecorded && { comparison }),
    };
    this.#last = { key, run, done };
    answer({ ...done, view: runView(this.#known, run, earlier, axis) });
  }

  #recordedOf(replication: Replication): RecordedReplication | undefined {
    const name = nameOf(replication);
    return this.#played.recorded!.replications.find((candidate) => nameOf(candidate) === name);
  }

  /** What theory says within its budget. */
  #predictions(configuration: RunConfiguration): Prediction[] {
    const predictions = predict(this.#problem, this.#solution, configuration);
    if (isLimited(configuration.budget)) return predictions;
    const rounds = exactRounds(configuration);
    const curves = exactPredictions(this.#problem, this.#solution, configuration, rounds, START_BUDGET);
    return predictions.map((prediction, k) => withSettledLimit({ ...prediction, exact: curves[k]! }));
  }
}

const nameOf = ({ algorithm, seed }: Replication): string => `${seed} ${algorithm}`;

/** Each seed of all algorithms before the next one: pictures have all curves from the beginning. */
const bySeed = ({ algorithms, seeds }: RunConfiguration): Replication[] =>
  seeds.flatMap((seed) => algorithms.map((algorithm) => ({ algorithm: keyOf(algorithm), seed })));

/** By algorithm, then by seed. */
const inOrder = (
  { algorithms, seeds }: RunConfiguration,
  found: ReadonlyMap<string, Replicated>,
): Replicated[] =>
  algorithms.flatMap((algorithm) =>
    seeds.flatMap((seed) => found.get(nameOf({ algorithm: keyOf(algorithm), seed })) ?? []),
  );
