/** What the table of results says of each algorithm. */
import { isOff } from '../values/parameter.ts';
import { describedAlgorithm, keyOf } from '../algorithms/parts.ts';
import { titlesOf, valueText } from '../algorithms/titles.ts';
import { commonRounds } from '../configuration/budget.ts';
import type { MetricName } from '../measurement/metrics/metrics.ts';
import type { ScheduledAlgorithm } from '../configuration/configuration.ts';
import { amongSeeds, countAll } from '../configuration/replications.ts';
import { type TimedCounts, totalCounts } from '../events/timedCounts.ts';
import type { Manifest } from '../recording/manifest.ts';
import { withConstantStep } from '../theory/constantStep.ts';
import type { Prediction } from '../theory/predictions.ts';
import { because } from '../theory/unknown.ts';
import { type AlgorithmData, divergedSeeds } from './curve.ts';
import { expectedFloor, type ExpectedFloor } from './expectedFloor.ts';
import { type FloorRemarks, floorRemarks } from './floorRemarks.ts';
import {
  type Floor,
  floorOfSeeds,
  limitOf,
  overSeeds,
  type OverSeeds,
  resolutionOf,
  type Slope,
  slopeOfSeeds,
} from './headline.ts';
import { html, type Html } from './html.ts';
import { exact, grouped } from '../values/numbers.ts';
import { limitName, type LimitName } from './limitName.ts';
import { type Reached, reachedBy } from './reach.ts';
import type { ReadColumn, Series } from './readRounds.ts';
import { mean } from './statistics.ts';
import type { Measure } from '../configuration/scenario.ts';
import { rangeText } from '../values/counted.ts';

export interface AlgorithmSummary {
  /** its key in the run */
  readonly algorithm: string;
  /** for readers */
  readonly title: string;
  readonly configuration: ScheduledAlgorithm | undefined;
  readonly prediction: Prediction | undefined;
  /** its limit in the quantity of the floor, zero where that is the rounding error of a zero; null if unknown */
  readonly limit: number | null;
  readonly limitName: LimitName | undefined;
  /** over the last 30 % of the rounds; `undefined` where no seed has come to an end without diverging */
  readonly floor: Floor | undefined;
  /** why seeds that have completed have no floor; `undefined` of others */
  readonly unmeasured: string | undefined;
  /** of the error over the floor's rounds; `undefined` where there is none, or the floor is of something else */
  readonly expected: ExpectedFloor | undefined;
  /** why a floor has no {@link expected}; `undefined` where there is one, or no floor */
  readonly unexpected: string | undefined;
  /** on floor and expectation; `undefined` where there is no floor */
  readonly remarks: FloorRemarks | undefined;
  /** how the value falls with the rounds; only where the step size decreases */
  readonly slope: Slope | undefined;
  /** the last recorded value */
  readonly last: LastValue | undefined;
  /** the averaged iterate's error in the last row; `undefined` where there is none */
  readonly lastAverage: LastValue | undefined;
  /** set where no seed has completed: the round up to which all interrupted ones were recorded */
  readonly upTo: number | undefined;
  /** what one agent sent and was sent, mean over the same seeds; NaN without seeds */
  readonly traffic: {
    /** vectors of d doubles; bytes where some algorithm's messages say their size */
    readonly unit: 'vectors' | 'bytes';
    readonly uplink: number;
    readonly downlink: number;
  };
  readonly outcome: string;
  /** of all seeds that have ended */
  readonly counts: TimedCounts;
  /** when the levels that the run asks for were first reached */
  readonly reach: readonly Reached[];
}

/** A value of one round, summarised over seeds. */
export interface LastValue extends OverSeeds {
  /** the last that every one of them recorded */
  readonly round: number;
}

const UNMEASURED = 'no error, as neither θ* nor Ḡ is known: the means of the agents give both';

/**
 * One algorithm's row.
 *
 * @param column - what floor and last value are of: the error, or the mean operator's norm where the root is unknown
 * @param panels - how many runs like this one are tested together
 */
export function summarise(
  data: AlgorithmData,
  column: Measure,
  manifest: Manifest,
  panels = 1,
): AlgorithmSummary {
  const prediction = manifest.predictions.find((prediction) => prediction.algorithm === data.algorithm);
  const configuration = manifest.configuration.algorithms.find(
    (algorithm) => keyOf(algorithm) === data.algorithm,
  );
  const { chosen, upTo } = lastRows(data);
  const end = chosen.reduce(
    (least, { series, row }) => Math.min(least, series.columns.round[row]!),
    commonRounds(manifest.configuration),
  );
  const series = chosen.map((row) => row.series);
  const floor =
    chosen.length === 0 ? undefined : floorOfSeeds(series, column, end, resolutionOf(manifest.problem));
  const expected =
    manifest.configuration.stopWhen !== undefined
      ? because('a rule that sees the errors ended the run')
      : column === 'error'
        ? floor && expectedFloor(prediction?.exact, floor.rounds, floor.seeds)
        : because('theory expects values of the error alone');
  const known = expected === undefined || 'reason' in expected ? undefined : expected;
  const tested = {
    tests: panels * manifest.configuration.algorithms.length,
    isWhole: divergedSeeds(data).diverged === 0,
    start: mean(series.map(({ columns }) => columns[column]![0] ?? NaN)),
  };
  const decreases = configuration !== undefined && withConstantStep(configuration) === undefined;
  const perAgent = (counter: MetricName): number =>
    mean(chosen.map(({ series, row }) => series.columns[counter][row]!)) / manifest.problem.agents;
  return {
    algorithm: data.algorithm,
    title: titlesOf(manifest.configuration.algorithms)(data.algorithm),
    configuration,
    prediction,
    limit: limitOf(prediction, manifest.problem.root, column),
    limitName: prediction && limitName(prediction, column),
    floor,
    unmeasured:
      floor === undefined && chosen.length > 0 && manifest.problem.root === null ? UNMEASURED : undefined,
    expected: known,
    unexpected: floor && expected && 'reason' in expected ? expected.reason : undefined,
    remarks: floor && floorRemarks(floor, known, tested),
    slope: decreases && chosen.length > 0 ? slopeOfSeeds(series, column, end) : undefined,
    last: lastValue(chosen, column),
    lastAverage: lastValue(chosen, 'averageError'),
    upTo,
    traffic: manifest.configuration.bits
      ? {
          unit: 'bytes',
          uplink: Math.round(perAgent('uplinkBytes')),
          downlink: Math.round(perAgent('downlinkBytes')),
        }
      : { unit: 'vectors', uplink: perAgent('uplinkVectors'), downlink: perAgent('downlinkVectors') },
    outcome: outcomeOf(data),
    counts: totalCounts(data.runs),
    reach: reachedBy(data, column, manifest.configuration.reach ?? []),
  };
}

/** A parameter and its value. */
export interface ParameterValue {
  readonly name: string;
  readonly symbol: Html;
  readonly value: string;
}

/** The parameters that the algorithm has, and their values; without those that are off. */
export function parametersOf(configuration: ScheduledAlgorithm): readonly ParameterValue[] {
  const given = configuration as unknown as Readonly<Record<string, unknown>>;
  const { parameters } = describedAlgorithm(configuration);
  return Object.entries(parameters).flatMap(([name, parameter]): ParameterValue[] => {
    const value = given[name];
    if (isOff(parameter, value)) return [];
    const [letter, index] = parameter.symbol.split('_', 2);
    const entry = {
      name,
      symbol: index === undefined ? html`${letter}` : html`${letter}<sub>${index}</sub>`,
      value:
        parameter.kind !== 'step size' && typeof value === 'number'
          ? exact(value)
          : valueText(parameter, value),
    };
    return [entry];
  });
}

/** `η = 0.01, α_g = 1`. */
export function parametersText(configuration: ScheduledAlgorithm): Html {
  const parts = parametersOf(configuration).map(
    ({ symbol, value }, index) => html`${index > 0 ? ', ' : ''}${symbol} = ${value}`,
  );
  return html`${parts.length === 0 ? 'no step size' : parts}`;
}

interface LastRow {
  readonly series: Series;
  readonly row: number;
}

/**
 * The last row of every completed seed; where none has completed, the rows of the last round that all
 * interrupted seeds have. Diverged and failed seeds have none.
 */
function lastRows({ series, runs }: AlgorithmData): { chosen: LastRow[]; upTo: number | undefined } {
  const hasCompleted = amongSeeds(runs.filter(({ state }) => state === 'completed'));
  const completed = series.filter(({ seed, columns }) => hasCompleted(seed) && columns.round.length > 0);
  if (completed.length > 0) {
    return {
      chosen: completed.map((replication) => ({
        series: replication,
        row: replication.columns.round.length - 1,
      })),
      upTo: undefined,
    };
  }
  const hasGivenUp = amongSeeds(runs.filter(({ state }) => state === 'diverged' || state === 'failed'));
  const unfinished = series.filter(({ seed, columns }) => !hasGivenUp(seed) && columns.round.length > 0);
  const upTo = unfinished.reduce((least, { columns }) => Math.min(least, columns.round.at(-1)!), Infinity);
  const chosen = unfinished
    .map((replication) => ({ series: replication, row: replication.columns.round.lastIndexOf(upTo) }))
    .filter(({ row }) => row >= 0);
  return { chosen, upTo };
}

function lastValue(chosen: readonly LastRow[], column: ReadColumn): LastValue | undefined {
  const values = chosen.map(({ series, row }) => series.columns[column]![row]!).filter(Number.isFinite);
  if (values.length === 0) return undefined;
  const round = chosen.reduce((least, row) => Math.min(least, row.series.columns.round[row.row]!), Infinity);
  return { ...overSeeds(values), round };
}

/** `rounds 12–40`. */
function endsOf(records: AlgorithmData['runs']): string {
  const first = records.reduce((least, { rounds }) => Math.min(least, rounds), Infinity);
  const last = records.reduce((most, { rounds, mostRounds = rounds }) => Math.max(most, mostRounds), 0);
  return rangeText('round', { first, last });
}

/** `5 completed`; `3 completed, 2 diverged (rounds 12–40)`. */
function outcomeOf({ runs, series }: AlgorithmData): string {
  const parts: string[] = [];
  for (const state of ['completed', 'diverged', 'failed', 'interrupted', 'pending'] as const) {
    const records = runs.filter((run) => run.state === state);
    if (records.length === 0) continue;
    const stopped = records.filter((run) => run.stopped);
    const byRule = stopped.length > 0 ? `, ${countAll(stopped)} by the rule (${endsOf(stopped)})` : '';
    const hasEnd = state === 'diverged' || state === 'failed' || state === 'interrupted';
    const where = hasEnd ? ` (${endsOf(records)})` : byRule;
    parts.push(`${countAll(records)} ${state === 'pending' ? 'not started' : state}${where}`);
  }
  const begun = countAll(runs.filter(({ rows }) => rows !== undefined));
  const unread = series.length < begun ? `; the first ${grouped(series.length)} seeds are evaluated` : '';
  return parts.join(', ') + unread;
}
