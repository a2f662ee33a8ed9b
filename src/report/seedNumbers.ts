/** The numbers of an algorithm by seed, by which results are compared, and how its errors end. */
import type {
  Ending,
  FoundAlgorithm,
  KnownNumber,
  Passage,
  Quantity,
  SeedNumbers,
} from '../configuration/found.ts';
import { amongSeeds } from '../configuration/replications.ts';
import type { Measure } from '../configuration/scenario.ts';
import { type AlgorithmData, divergedSeeds } from './curve.ts';
import { valueOf } from './expectedFloor.ts';
import type { Floor } from './headline.ts';
import type { Series } from './readRounds.ts';
import { passageRow, passageRows } from '../measurement/passage.ts';
import { passageOf } from './axes.ts';
import { amountOf } from './reach.ts';
import { mean } from './statistics.ts';
import type { AlgorithmSummary } from './summary.ts';
import { meanOver, type RoundRange, tailOf } from './tail.ts';
import { knownGrowth } from '../theory/stability/meanSquareGrowth.ts';

/** A seed that diverged has no number; nor is it known to have one that is larger than all. */
const UNBOUNDED: KnownNumber = { low: Infinity, high: Infinity };
const UNKNOWN: KnownNumber = { low: 0, high: Infinity };

type AgentShares = Pick<FoundAlgorithm, 'closed' | 'waitedFor'>;
const NO_SHARES: AgentShares = { closed: () => NaN, waitedFor: () => NaN };

/**
 * A quantity of each seed that has completed or diverged; `column` is what the report is about, `floor` the rounds of the floor.
 *
 * @param agentsOf - the shares of a timed run's agents in one seed
 */
export function seedNumbers(
  { series, runs, seconds }: AlgorithmData,
  column: Measure,
  floor: RoundRange | undefined,
  quantity: Quantity,
  agentsOf: (seed: number) => AgentShares = () => NO_SHARES,
): SeedNumbers {
  const [completed, diverged] = (['completed', 'diverged'] as const).map((state) =>
    amongSeeds(runs.filter((run) => run.state === state)),
  );
  return new Map(
    series
      .filter(({ seed, columns }) => (completed!(seed) || diverged!(seed)) && columns.round.length > 0)
      .map((replication): [number, KnownNumber] => {
        const { seed } = replication;
        if (typeof quantity !== 'string') {
          if ('closed' in quantity) return [seed, exactly(agentsOf(seed).closed(quantity.closed))];
          if ('waitedFor' in quantity)
            return [seed, exactly(agentsOf(seed).waitedFor(quantity.waitedFor, quantity.agents))];
          if (!('tail' in quantity))
            return [seed, passage(replication, column, quantity, diverged!(seed), seconds)];
        }
        return [seed, diverged!(seed) ? UNBOUNDED : exactly(numberOf(replication, column, floor, quantity))];
      }),
  );
}

const exactly = (value: number): KnownNumber =>
  Number.isFinite(value) ? { low: value, high: value } : UNKNOWN;

function numberOf(
  { columns }: Series,
  column: Measure,
  floor: RoundRange | undefined,
  quantity: 'floor' | 'last' | 'average' | 'roundSeconds' | { readonly tail: string },
): number {
  if (quantity === 'roundSeconds') return columns.time.at(-1)! / columns.round.at(-1)!;
  if (quantity === 'last') return columns[column]!.at(-1)!;
  if (quantity === 'average') return columns.averageError.at(-1) ?? NaN;
  const values = quantity === 'floor' ? columns[column]! : columns[quantity.tail];
  const rounds = (quantity === 'floor' ? floor : undefined) ?? tailOf(columns.round.at(-1)!);
  return values === undefined ? NaN : meanOver(columns.round, values, rounds);
}

/**
 * What an error's way to ε took: up to the round that shows it, or one that was not recorded before it.
 *
 * @param seconds - S, where nothing but seconds ended the run: a level that it misses it does not reach by then
 */
function passage(
  { columns }: Series,
  column: Measure,
  quantity: Passage,
  hasDiverged: boolean,
  seconds = 0,
): KnownNumber {
  const { name, level } = passageOf(quantity);
  const spent = (row: number): number => amountOf(name, (counter) => columns[counter][row]!);
  const { after, by } = passageRows(
    columns.round,
    passageRow(columns.round, columns[column]!, level, hasDiverged),
  );
  if (by < 0 && hasDiverged) return UNBOUNDED;
  if (by < 0) return { low: Math.max(spent(after), name === 'time' ? seconds : 0), high: Infinity };
  return { low: spent(after), high: spent(by) };
}

/** So few rounds say nothing of where errors end. */
const FEW_ROUNDS = 20;
/** By what share of the floor the squared bias may differ from its limit. */
const BIAS_LEFT = 0.5;
/** The error of the middle of the run over that of its end, and that of its end over the start's: beyond, the start is not forgotten. */
const STILL_FALLS = 2;
const STILL_THERE = 0.5;

/** How an algorithm's errors end. Where its step size decreases they never converge. */
export function endingOf(data: AlgorithmData, column: Measure, summary: AlgorithmSummary): Ending {
  const { floor, slope, expected, limit, prediction } = summary;
  if (divergedSeeds(data).diverged > 0) return 'diverged';
  if (floor === undefined) return 'brief';
  if (floor.trend !== 'level') return floor.trend;
  if (slope !== undefined && slope.mean < 0) return 'falling';
  if (floor.rounds.last < FEW_ROUNDS) return 'brief';
  // An expectation without a bound has no floor, however level a few seeds are.
  if (prediction !== undefined && knownGrowth(prediction) !== undefined) return 'brief';
  // Given the event times the bias has the effect of their order, which no limit has.
  const bias =
    expected === undefined || expected.basis === 'event-times' ? undefined : valueOf(expected.biasSquare);
  if (bias === undefined || limit === null)
    return remembersStart(data, column, summary, floor) ? 'brief' : 'converged';
  const left = bias - limit;
  if (Math.abs(left) <= BIAS_LEFT * floor.mean) return 'converged';
  return left > 0 ? 'falling' : 'rising';
}

/** Whether the start may be left in the errors of the end, by what the mean recursion forgets, and by the errors themselves. */
function remembersStart(
  { series }: AlgorithmData,
  column: Measure,
  { prediction }: AlgorithmSummary,
  { rounds: { first, last }, mean: end }: Floor,
): boolean {
  const over = (range: RoundRange): number =>
    mean(
      series.map(({ columns }) => meanOver(columns.round, columns[column]!, range)).filter(Number.isFinite),
    );
  const start = over({ first: 0, last: 0 });
  const factor = prediction?.roundFactor ?? undefined;
  // What is left of the start is below the floor, whatever its direction.
  if (factor !== undefined && factor ** (2 * first) * start <= end) return false;
  return over({ first: 2 * first - last, last: first - 1 }) > STILL_FALLS * end || end > STILL_THERE * start;
}
