/** A scenario: one question, with everything needed to answer it. */
import type { Metric } from '../measurement/metrics/metric.ts';
import type { ScenarioProblem } from '../problems/specification.ts';
import type { Found } from './found.ts';
import type { PlanField } from './planField.ts';
import type { SweepField } from './sweep/grid.ts';
import type { RunSettings } from './settings/runSettings.ts';
import type { PaperFields } from './paperField.ts';

type SomeFields<P> = P extends unknown ? Partial<Omit<P, 'kind'>> : never;

/** Fields that replace those of the scenario's problem; with `kind`, a whole problem in its place. */
export type ProblemOverride = ScenarioProblem | SomeFields<ScenarioProblem>;

/** What is smaller where only a quick look is wanted (`--quick`). */
export interface QuickSize extends RunSettings {
  readonly problem?: ProblemOverride;
}

/** One panel of a figure: a run of its own, given by what differs from the scenario. */
export interface Panel extends RunSettings {
  readonly title: string;
  /** the number in which this panel differs from the others; positive */
  readonly at?: number;
  readonly problem?: ProblemOverride;
  readonly quick?: QuickSize;
}

/** ‖θ̄ − θ*‖²; or ‖Ḡ(θ̄)‖², which is the squared norm of the gradient in optimisation; or that norm. */
export type Measure = (typeof MEASURES)[number];
export const MEASURES = ['error', 'operatorNorm', 'gradientNorm'] as const;

/** What a scenario file gives to {@link scenario}. */
export interface ScenarioDefinition extends RunSettings, PaperFields {
  /** short, of letters, digits and hyphens: names the run's folder */
  readonly name: string;
  /** for the head of the report */
  readonly title: string;
  /** the question, and what is expected, in a sentence or two */
  readonly question: string;
  /**
   * what a complete run answers, for the first line of the report and the terminal: every number in it is to come from
   * what was found, and so is the choice of words. Where it asks for an algorithm or a panel that was not run, there is no answer
   */
  readonly answer?: ((found: Found) => string) | undefined;
  /** figure or table of a paper that it reproduces */
  readonly reproduces?: string;
  /** what the main figure and the table of results show; by default the error, where θ* is known */
  readonly measure?: Measure;
  readonly problem: ScenarioProblem;
  /** metrics of its own: further columns of rounds.csv and figures */
  readonly metrics?: readonly Metric[];
  /** what `--quick` changes */
  readonly quick?: QuickSize;
  /** what the panels' `at` is, where they differ in one number */
  readonly across?: string;
  /** runs side by side, by name (letters, digits, hyphens and dots): each wins over the scenario */
  readonly panels?: Readonly<Record<string, Panel>>;
  /** what `fedsa sweep` sweeps by default */
  readonly sweep?: SweepField;
  /** what `fedsa plan` looks for by default */
  readonly plan?: PlanField;
}

const SCENARIO = Symbol.for('fedsa.scenario');

/** A scenario as a module's default export. */
export interface Scenario {
  readonly [SCENARIO]: true;
  readonly definition: ScenarioDefinition;
}

/**
 * Declares a scenario; the default export of a scenario file. It is checked when it is run.
 *
 * @example
 * export default scenario({
 *   name: 'two-states',
 *   title: 'Two agents on a coin flip',
 *   question: 'How far do local steps drift?',
 *   problem: { kind: 'problem-file', path: 'problem.json' },
 *   stepSize: 0.1,
 *   localSteps: 10,
 *   rounds: 500,
 *   seeds: 5,
 * });
 */
export function scenario(definition: ScenarioDefinition): Scenario {
  return { [SCENARIO]: true, definition };
}

/** Whether a module's default export is a scenario. */
export function isScenario(value: unknown): value is Scenario {
  return typeof value === 'object' && value !== null && SCENARIO in value;
}
