/**
 * A metric: one number of each recorded round, as one value. Its column in rounds.csv, its place in a
 * record and between threads, its figure in the report and its row in docs/files.md follow from it.
 */
import type { MeasuredRound, MeasuredRun, Measurements } from './measuredRound.ts';

/** Facts about a metric's numbers without computing any: plain data. */
export interface Column<Name extends string = string> {
  /** of the column in rounds.csv and of the property of a record */
  readonly name: Name;
  /** '' where the number has none */
  readonly unit: string;
  /** what the number is, for the table of columns in docs/files.md (Markdown) */
  readonly help: string;
  /** a count or a time, whose overflow is not divergence */
  readonly counts: boolean;
  /** `undefined` where nothing is drawn */
  readonly figure: MetricFigure | undefined;
}

/** How a metric is drawn against its horizontal axis. */
export interface MetricFigure {
  readonly title: string;
  /** what the vertical axis says */
  readonly axis: string;
  /** `log` by default */
  readonly scale?: 'log' | 'linear';
  /**
   * `round` by default. `every`: against rounds and, where the run is about this metric, against bytes,
   * seconds and samples, too; the title then goes on with "against …"
   */
  readonly against?: 'round' | 'time' | 'every';
  /** whether the predicted limits belong in the figure: of ‖E θ̄ − θ*‖², or of a mean operator’s norm without noise */
  readonly floors?: boolean;
  /** whether the start, which has no such number, is left out */
  readonly fromFirstRound?: boolean;
}

/** Measures one replication. */
export interface Meter {
  /** Sees each round, recorded or not, before {@link of} is asked about it; not the start. */
  each?(round: MeasuredRound): void;
  /** The number of a round that is recorded; `undefined` where there is none. */
  of(round: MeasuredRound): number | undefined;
}

const METRIC = Symbol.for('fedsa.metric');

export interface Metric<Name extends string = string> extends Column<Name> {
  readonly [METRIC]: true;
  /** `import.meta.url` of the module that exports it; for scenarios that are made in a program */
  readonly module?: string | undefined;
  /** Whether a run is measured in it; every run where it is missing. */
  readonly when?: ((choice: Measurements) => boolean) | undefined;
  /** A meter for one replication. */
  begin(run: MeasuredRun): Meter;
}

interface Described<Name extends string> extends Partial<Omit<Column, 'name'>> {
  readonly name: Name;
  readonly when?: (choice: Measurements) => boolean;
  readonly module?: string;
}

/** A metric: its value for a round or, if it must follow the rounds, what makes its meter. */
export type MetricDefinition<Name extends string> = Described<Name> &
  (Pick<Meter, 'of'> | Pick<Metric, 'begin'>);

/** Makes a metric. */
export function metric<const Name extends string>(definition: MetricDefinition<Name>): Metric<Name> {
  const { name, unit = '', help = '', counts = false, figure, when, module } = definition;
  const begin = 'begin' in definition ? definition.begin : () => ({ of: definition.of });
  const work = 'begin' in definition ? definition.begin : definition.of;
  if (typeof work !== 'function') throw new TypeError(`metric ${name}: needs a function, of or begin`);
  return { [METRIC]: true, name, unit, help, counts, figure, when, module, begin };
}

/** Whether a value was made by {@link metric}, this thread's or another copy's. */
export const isMetric = (value: unknown): value is Metric =>
  typeof value === 'object' && value !== null && METRIC in value;

/** How a user's metric is drawn where it does not say. */
export const ownFigure = ({ name, unit, figure }: Pick<Column, 'name' | 'unit' | 'figure'>): MetricFigure =>
  figure ?? { title: name, axis: unit === '' ? name : `${name}, in ${unit}` };
