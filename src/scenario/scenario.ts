/** A scenario: one question, with everything needed to answer it. */
import type { Algorithm, AlgorithmVariant } from '../algorithms/algorithm.ts';
import type { Extrapolation, ExtrapolationNoise } from '../algorithms/richardsonRomberg.ts';
import type { ClockName, KernelChoice, PlacementName, RecordingChoice } from '../protocol/configuration.ts';
import type { Metric } from '../metrics/metric.ts';
import type { PolicySettings, PolicyText } from '../policies/index.ts';
import type { LateUpdates } from '../policies/late.ts';
import type { StalenessWeight, WeightText } from '../policies/stalenessWeight.ts';
import type { Sampling } from '../problems/operator.ts';
import type { ScenarioProblem } from '../problems/specification.ts';
import type { TimingModel } from '../timing/timingModel.ts';
import type { SweepField } from '../sweep/grid.ts';
import type { StepRule } from './stepRule.ts';

/** The settings that only some algorithms have. */
export type AlgorithmParameters = Pick<
  RunSettings,
  'stepSize' | 'serverStepSize' | 'momentum' | 'extrapolation' | 'extrapolationNoise'
>;

/** An algorithm with parameters of its own, which win over those of the run. */
export interface AlgorithmSettings extends AlgorithmParameters {
  /** name or alias */
  readonly name: string;
  /** for readers, in place of the title: where the same algorithm is in a run more than once */
  readonly label?: string;
}

/** An algorithm by its name or alias, alone or with parameters of its own; or one that the user has made. */
export type AlgorithmChoice = string | AlgorithmSettings | Algorithm | AlgorithmVariant;

/** What a run can be told, on the command line or in a scenario. The first wins over the second. */
export interface RunSettings {
  /** Local SA, SCAFFLSA and FedHSA where they are not given */
  readonly algorithms?: readonly AlgorithmChoice[];
  /** parameters of single algorithms, by algorithm and parameter: `{ 'scaffold.server-step-size': 0.5 }` */
  readonly set?: Readonly<Record<string, unknown>>;
  /** η, per local step: a number, or a rule for the rounds */
  readonly stepSize?: number | StepRule;
  /** α_g; 1 by default */
  readonly serverStepSize?: number;
  /** β of Local SGD with momentum */
  readonly momentum?: number;
  /** what the second run of Richardson–Romberg extrapolation has twice of; the step size by default */
  readonly extrapolation?: Extrapolation;
  /** whether its two runs see the same observations; independent ones by default */
  readonly extrapolationNoise?: ExtrapolationNoise;
  /** H: communicate after every H-th local step; excludes `communicationProbability` */
  readonly localSteps?: number;
  /** p: communicate after each local step with probability p; excludes `localSteps` */
  readonly communicationProbability?: number;
  /** T: number of communications; excludes `steps` */
  readonly rounds?: number;
  /** K: number of local steps; excludes `rounds` */
  readonly steps?: number;
  /** how many (n stands for 1, …, n), or which */
  readonly seeds?: number | readonly number[];
  /** θ̄ at the start `[d]`; zeros by default */
  readonly initial?: readonly number[];
  /** `markov` by default */
  readonly sampling?: Sampling;
  /** q: of the stream's observations every q-th is used; 1 by default */
  readonly stride?: number;
  /** by default a thread for each agent up to 32 agents, packed onto the cores above that */
  readonly placement?: PlacementName;
  /** worker threads; as many as cores by default */
  readonly threads?: number;
  /** what takes the local steps; `auto` by default. The bytes are the same */
  readonly kernels?: KernelChoice;
  readonly record?: RecordingChoice;
  /** whether iterates.csv is written; by default where d ≤ 10 */
  readonly iterates?: boolean;
  /** fraction of the rounds that the Polyak–Ruppert average leaves out at the start; none by default */
  readonly average?: number;
  /** whether an iterate drawn uniformly from the rounds so far is kept beside the last one */
  readonly drawn?: boolean;
  /** whether the Lyapunov function of SCAFFLSA is measured */
  readonly lyapunov?: boolean;
  /** whether divergence is a result rather than a failure */
  readonly allowDivergence?: boolean;
  /** when the server steps, and with whose answers, as an object or as on the command line; `synchronous` by default */
  readonly policy?: PolicySettings | PolicyText;
  /** what becomes of updates that come late, for the policies that have some; `drop` by default */
  readonly late?: LateUpdates;
  /** what staleness leaves of an update's weight, for the policies that weigh; all of it by default */
  readonly stalenessWeight?: StalenessWeight | WeightText;
  /** how long everything takes; by default a local step a second, a message no time */
  readonly timing?: TimingModel;
  /** `virtual` by default */
  readonly clock?: ClockName;
  /** seconds; on the wall clock it is told how often real time fell behind the timing model by more */
  readonly strict?: number;
  /** shuffles what happens at the same moment; by agent number where it is not given */
  readonly tieSeed?: number;
  /** whether the invariants of messages and updates are checked on the way */
  readonly verify?: boolean;
  /** whether the agents' timelines and messages are recorded */
  readonly trace?: boolean;
  /** whether updates.csv is written: a row for each update that a server step takes in; timed runs only */
  readonly updates?: boolean;
}

type SomeFields<P> = P extends unknown ? Partial<Omit<P, 'kind'>> : never;

/** Fields that replace those of the scenario's problem; with `kind`, a whole problem in its place. */
export type ProblemOverride = ScenarioProblem | SomeFields<ScenarioProblem>;

/** What is smaller where only a quick look is wanted (`--quick`). */
export interface QuickSize extends RunSettings {
  readonly problem?: ProblemOverride;
}

/** One panel of a figure: a run of its own, told by what differs from the scenario. */
export interface Panel extends RunSettings {
  readonly title: string;
  /** the number in which this panel differs from the others; positive */
  readonly at?: number;
  readonly problem?: ProblemOverride;
  readonly quick?: QuickSize;
}

/** ‖θ̄ − θ*‖², or ‖Ḡ(θ̄)‖², which is the squared norm of the gradient in optimisation. */
export type Measure = 'error' | 'operatorNorm';

/** What a scenario file gives to {@link scenario}. */
export interface ScenarioDefinition extends RunSettings {
  /** short, of letters, digits and hyphens: names the run's folder */
  readonly name: string;
  /** for the head of the report */
  readonly title: string;
  /** the question, and what is expected, in a sentence or two */
  readonly question: string;
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
  /** runs beside each other, by name (letters, digits, hyphens and dots): each wins over the scenario */
  readonly panels?: Readonly<Record<string, Panel>>;
  /** what `fedsa sweep` goes through where the command line names nothing else */
  readonly sweep?: SweepField;
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
