/** A scenario: one question, with everything needed to answer it. */
import type { RecordingChoice, PlacementName } from '../protocol/configuration.ts';
import type { Sampling } from '../problems/operator.ts';
import type { ScenarioProblem } from '../problems/specification.ts';

/** What a run can be told, on the command line or in a scenario. The first wins over the second. */
export interface RunSettings {
  /** names or aliases; Local SA, SCAFFLSA and FedHSA where they are not given */
  readonly algorithms?: readonly string[];
  /** η, per local step */
  readonly stepSize?: number;
  /** α_g; 1 by default */
  readonly serverStepSize?: number;
  /** β of Local SGD with momentum */
  readonly momentum?: number;
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
  /** by default a thread for each agent up to 32 agents, packed onto the cores above that */
  readonly placement?: PlacementName;
  /** worker threads; as many as cores by default */
  readonly threads?: number;
  readonly record?: RecordingChoice;
  /** whether iterates.csv is written; by default where d ≤ 10 */
  readonly iterates?: boolean;
  /** fraction of the rounds that the Polyak–Ruppert average leaves out at the start; none by default */
  readonly average?: number;
  /** whether divergence is a result rather than a failure */
  readonly allowDivergence?: boolean;
}

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
  readonly problem: ScenarioProblem;
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
