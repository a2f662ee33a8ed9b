/** The expected error of an algorithm at any parameters and gap, as a plan asks for it. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { RunConfiguration, TriggerConfiguration } from '../../configuration/configuration.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { type MomentBudget, PLAN_BUDGET } from '../budgets.ts';
import { levelErrors, roughErrors } from '../levels/levelErrors.ts';
import { hasLevels } from '../levels/levelPlan.ts';
import { exactErrorsOf } from '../moments/exactErrors.ts';
import { type KnownProblem, knownProblem } from '../moments/knownProblem.ts';
import { bareReason, type Unknown } from '../unknown.ts';
import { type Errors, FallingError } from './fallingError.ts';

/** What the errors are of. */
export interface PlannedRun {
  readonly problem: Problem;
  readonly solution: Solution;
  readonly configuration: RunConfiguration;
  /** with the parameters that are not searched */
  readonly algorithm: ConfiguredAlgorithm;
}

type LevelErrors = typeof levelErrors;

/** One setting: the gaps, and the parameters that are searched. */
export interface PlannedSetting {
  readonly trigger: TriggerConfiguration;
  readonly parameters: Readonly<Record<string, number>>;
}

/** The errors of settings, each computed once: as well as they are known, or roughly, for a search among many. */
export class PlannedErrors {
  readonly #run: PlannedRun;
  readonly #budget: MomentBudget;
  readonly #known = new Map<string, KnownProblem | Unknown>();
  readonly #errors = new Map<string, FallingError>();
  readonly #roughErrors = new Map<string, FallingError>();
  /** triggers under which some rounds are exact: then more of them are not approximated */
  readonly #exact = new Set<string>();

  constructor(run: PlannedRun, budget: MomentBudget = PLAN_BUDGET) {
    this.#run = run;
    this.#budget = budget;
  }

  errorAt(setting: PlannedSetting): FallingError {
    return this.#errorIn(this.#errors, setting, levelErrors);
  }

  /** Where the error is approximate, with one chain factor and without an estimate of what that leaves out. */
  roughErrorAt(setting: PlannedSetting): FallingError {
    return this.#exact.has(JSON.stringify(setting.trigger))
      ? this.errorAt(setting)
      : this.#errorIn(this.#roughErrors, setting, roughErrors);
  }

  #errorIn(known: Map<string, FallingError>, setting: PlannedSetting, ofLevels: LevelErrors): FallingError {
    const key = JSON.stringify([setting.trigger, setting.parameters]);
    let found = known.get(key);
    if (found === undefined)
      known.set(key, (found = new FallingError((rounds) => this.#errorsAt(setting, rounds, ofLevels))));
    return found;
  }

  #errorsAt(
    { trigger, parameters }: PlannedSetting,
    rounds: readonly number[],
    ofLevels: LevelErrors,
  ): Errors | Unknown {
    const known = this.#knownOf(trigger);
    if ('reason' in known) return known;
    const algorithm = { ...this.#run.algorithm, ...parameters } as never;
    const exact = exactErrorsOf(known, algorithm, rounds, this.#budget);
    const { estimated = 0 } = this.#budget;
    const key = JSON.stringify(trigger);
    if (exact.kind === 'exact') this.#exact.add(key);
    const found =
      exact.kind === 'refused' && estimated > 0 && hasLevels(known) && !this.#exact.has(key)
        ? ofLevels(known, algorithm, rounds, { ...this.#budget, multiplications: estimated })
        : exact;
    if (found.kind === 'refused') return { ...found, reason: bareReason(found.reason) };
    const { meanSquare, relativeError, neglects } = found;
    if (relativeError === undefined) return { meanSquare, relativeError: meanSquare.map(() => 0) };
    return { meanSquare, relativeError, neglects };
  }

  #knownOf(trigger: TriggerConfiguration): KnownProblem | Unknown {
    const key = JSON.stringify(trigger);
    let known = this.#known.get(key);
    if (known === undefined) {
      const { problem, solution, configuration } = this.#run;
      this.#known.set(key, (known = knownProblem(problem, solution, { ...configuration, trigger })));
    }
    return known;
  }
}
