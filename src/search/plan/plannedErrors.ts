/** The expected error of an algorithm at any parameters and gap, as a plan asks for it. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { PLAN_BUDGET } from '../../theory/budgets.ts';
import { levelErrors, roughErrors } from '../../theory/levels/levelErrors.ts';
import { hasLevels } from '../../theory/levels/levelPlan.ts';
import { exactErrorsOf } from '../../theory/moments/exactErrors.ts';
import { type KnownProblem, knownProblem } from '../../theory/moments/knownProblem.ts';
import { bareReason, type Unknown } from '../../theory/unknown.ts';
import { type Errors, FallingError } from './fallingError.ts';
import { type GapKind, triggerOf } from './searchRange.ts';

/** What the errors are of. */
export interface PlannedRun {
  readonly problem: Problem;
  readonly solution: Solution;
  readonly configuration: RunConfiguration;
  /** with the parameters that are not searched */
  readonly algorithm: ConfiguredAlgorithm;
}

type LevelErrors = typeof levelErrors;

/** One setting: the gap, and the parameters that are searched. */
export interface PlannedSetting {
  readonly gap: number;
  readonly parameters: Readonly<Record<string, number>>;
}

/** The errors of settings, each computed once: as well as they are known, or roughly, for a search among many. */
export class PlannedErrors {
  readonly #run: PlannedRun;
  readonly #kind: GapKind;
  /** by gap */
  readonly #known = new Map<number, KnownProblem | Unknown>();
  readonly #errors = new Map<string, FallingError>();
  readonly #roughErrors = new Map<string, FallingError>();
  /** gaps at which some rounds are exact: then more of them are not approximated */
  readonly #exact = new Set<number>();

  constructor(run: PlannedRun, kind: GapKind) {
    this.#run = run;
    this.#kind = kind;
  }

  errorAt(setting: PlannedSetting): FallingError {
    return this.#errorIn(this.#errors, setting, levelErrors);
  }

  /** Where the error is approximate, with one chain factor and without an estimate of what that leaves out. */
  roughErrorAt(setting: PlannedSetting): FallingError {
    return this.#exact.has(setting.gap)
      ? this.errorAt(setting)
      : this.#errorIn(this.#roughErrors, setting, roughErrors);
  }

  #errorIn(known: Map<string, FallingError>, setting: PlannedSetting, ofLevels: LevelErrors): FallingError {
    const key = JSON.stringify([setting.gap, setting.parameters]);
    const found = known.get(key) ?? new FallingError((rounds) => this.#errorsAt(setting, rounds, ofLevels));
    known.set(key, found);
    return found;
  }

  #errorsAt(
    { gap, parameters }: PlannedSetting,
    rounds: readonly number[],
    ofLevels: LevelErrors,
  ): Errors | Unknown {
    const known = this.#knownOf(gap);
    if ('reason' in known) return known;
    const algorithm = { ...this.#run.algorithm, ...parameters } as never;
    const exact = exactErrorsOf(known, algorithm, rounds, PLAN_BUDGET);
    if (exact.kind === 'exact') this.#exact.add(gap);
    const found =
      exact.kind === 'refused' && hasLevels(known) && !this.#exact.has(gap)
        ? ofLevels(known, algorithm, rounds, { ...PLAN_BUDGET, multiplications: PLAN_BUDGET.estimated })
        : exact;
    if (found.kind === 'refused') return { ...found, reason: bareReason(found.reason) };
    const { meanSquare, relativeError, neglects } = found;
    if (relativeError === undefined) return { meanSquare, relativeError: meanSquare.map(() => 0) };
    return { meanSquare, relativeError, neglects };
  }

  #knownOf(gap: number): KnownProblem | Unknown {
    const { problem, solution, configuration } = this.#run;
    const trigger = triggerOf(this.#kind, gap);
    const known = this.#known.get(gap) ?? knownProblem(problem, solution, { ...configuration, trigger });
    this.#known.set(gap, known);
    return known;
  }
}
