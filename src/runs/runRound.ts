/** Recorded rounds as a program gets them: numbers by their names, and the iterate. */
import type { RunConfiguration } from '../configuration/configuration.ts';
import type { Replication } from '../configuration/replications.ts';
import type { RecordedRound, StopRule } from '../events/inspection.ts';
import type { Vector } from '../maths/vector.ts';
import { gradientNormOf } from '../measurement/metrics/gradientNorm.ts';
import { METRICS, type MetricName } from '../measurement/metrics/metrics.ts';
import type { Series } from '../report/readRounds.ts';
import { InputError, userCall } from '../values/failure.ts';

/** A recorded round: the numbers of its row in rounds.csv by their columns, NaN where the row has none. */
export interface RunRound extends Replication, Readonly<Record<MetricName, number>> {
  /** numbers of the run's own metrics, by their names */
  readonly own: Readonly<Record<string, number>>;
  /** θ̄_t `[d]` */
  readonly theta: Vector;
  /** the Polyak–Ruppert average `[d]`, where there is one yet */
  readonly average: Vector | undefined;
}

/** A recorded round of a run. */
export function runRound(
  replication: Replication,
  { record, theta, average }: RecordedRound,
  { metrics = [] }: Pick<RunConfiguration, 'metrics'>,
): RunRound {
  const numbers = metrics.map(({ name }, k) => [name, record.values[METRICS.length + k]!] as const);
  return { ...replication, ...record.toJSON(), own: Object.fromEntries(numbers), theta, average };
}

/** A program's rule as a run asks it. */
export const stopRule =
  (stopWhen: (round: RunRound) => boolean, configuration: Pick<RunConfiguration, 'metrics'>): StopRule =>
  (replication, round) => {
    const stops: unknown = userCall('stopWhen', () => stopWhen(runRound(replication, round, configuration)));
    if (typeof stops === 'boolean') return stops;
    throw new InputError(`stopWhen: must return true or false at once (returned ${String(stops)})`);
  };

/** Rounds as the report reads them, a column of numbers for each name. */
export function seriesOf(rounds: readonly RunRound[]): Series[] {
  const replications = new Map<string, RunRound[]>();
  for (const round of rounds) {
    const name = `${round.seed} ${round.algorithm}`;
    const before = replications.get(name);
    if (before === undefined) replications.set(name, [round]);
    else before.push(round);
  }
  return [...replications.values()].map((replication): Series => {
    const { algorithm, seed, own: metrics } = replication[0]!;
    const columns = Object.fromEntries([
      ...METRICS.map(({ name }) => [name, replication.map((round) => round[name])] as const),
      ...Object.keys(metrics).map((name) => [name, replication.map((round) => round.own[name]!)] as const),
      ['gradientNorm', replication.map(({ operatorNorm }) => gradientNormOf(operatorNorm))],
    ]) as unknown as Series['columns'];
    return { algorithm, seed, columns };
  });
}
