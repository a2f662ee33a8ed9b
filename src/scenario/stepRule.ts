/** Step sizes as a run is told them: a number, or a rule that the run's horizon and problem complete. */
import { horizonStep, type StepSize } from '../algorithms/stepSize.ts';
import { meanGap, type RunTrigger } from '../triggers/index.ts';
import type { Budget } from '../protocol/configuration.ts';
import { InputError } from '../protocol/failure.ts';

/** The smallest step size: dividing by a smaller one, as control variates do, may give infinity. */
export const SMALLEST_STEP = 2 ** -1022;

/**
 * - `decreasing`: `η_t = scale/(offset + t)^exponent` in round t = 1, 2, …
 * - `corollary-1`: `η = 4 log(MHT)/(μHT)` of FedHSA's Corollary 1, T the rounds of the run;
 * - `doubling`: that step size for epochs of `firstRounds`, 2·`firstRounds`, 4·`firstRounds`, … rounds.
 *
 * `monotonicity` is μ; where it is not given it is the smallest eigenvalue of (Ā + Āᵀ)/2, for linear
 * problems.
 */
export type StepRule =
  | {
      readonly kind: 'decreasing';
      readonly scale: number;
      readonly offset: number;
      readonly exponent: number;
    }
  | { readonly kind: 'corollary-1'; readonly monotonicity?: number }
  | { readonly kind: 'doubling'; readonly firstRounds: number; readonly monotonicity?: number };

/** What a rule needs to know of the run. */
export interface StepHorizon {
  readonly trigger: RunTrigger;
  readonly budget: Budget;
  /** M */
  readonly agents: number;
  /** μ of the problem, where it is known; asked only by rules that do not give one */
  readonly monotonicity: () => number | undefined;
}

/**
 * The step size that a rule stands for.
 *
 * @throws InputError where μ is neither given nor known, or the horizon is too short
 */
export function resolveStepRule(rule: number | StepRule, horizon: StepHorizon): StepSize {
  if (typeof rule === 'number' || rule.kind === 'decreasing') return rule;
  const { trigger, budget, agents } = horizon;
  const localSteps = meanGap(trigger);
  if (localSteps === undefined) {
    throw new InputError(
      `--step-size: ${rule.kind} needs H, and the trigger does not give its mean gap; give the step size as a number`,
    );
  }
  const monotonicity = rule.monotonicity ?? horizon.monotonicity();
  if (monotonicity === undefined || !(monotonicity > 0)) {
    const why =
      monotonicity === undefined ? 'is not known of this problem' : `is ${monotonicity} in this problem`;
    throw new InputError(
      `--step-size: ${rule.kind} needs μ > 0, the strong monotonicity of the mean operator, which ${why}; give it, as in ${rule.kind === 'doubling' ? `doubling:${rule.firstRounds},0.1` : 'corollary-1:0.1'}`,
    );
  }
  const rounds =
    rule.kind === 'doubling'
      ? rule.firstRounds
      : budget.kind === 'rounds'
        ? budget.rounds
        : Math.floor(budget.steps / localSteps);
  if (!(agents * localSteps * rounds > 1)) {
    throw new InputError(
      `--step-size: ${rule.kind} needs MHT > 1; here M = ${agents}, H = ${localSteps}, T = ${rounds}`,
    );
  }
  return rule.kind === 'doubling'
    ? { kind: 'doubling', firstRounds: rule.firstRounds, agents, localSteps, monotonicity }
    : horizonStep(agents, localSteps, rounds, monotonicity);
}

/**
 * A step size as it stands on a command line: `0.1`, `decreasing:SCALE,OFFSET,EXPONENT`,
 * `corollary-1[:MU]`, `doubling:ROUNDS[,MU]`; `undefined` for anything else.
 */
export function parseStepRule(text: string): number | StepRule | undefined {
  const [name, rest] = text.split(':', 2) as [string, string?];
  const numbers = rest === undefined ? [] : rest.split(',').map(positiveNumber);
  if (numbers.includes(undefined)) return undefined;
  const [first, second, third] = numbers;
  if (rest === undefined && positiveNumber(name) !== undefined) return positiveNumber(name);
  switch (name) {
    case 'decreasing':
      if (numbers.length !== 3 || !(first! > 0) || !(third! > 0)) return undefined;
      return { kind: 'decreasing', scale: first!, offset: second!, exponent: third! };
    case 'corollary-1':
      if (numbers.length > 1 || first === 0) return undefined;
      return { kind: 'corollary-1', ...(first === undefined ? {} : { monotonicity: first }) };
    case 'doubling':
      if (numbers.length < 1 || numbers.length > 2 || !Number.isInteger(first) || first! < 1 || second === 0)
        return undefined;
      return {
        kind: 'doubling',
        firstRounds: first!,
        ...(second === undefined ? {} : { monotonicity: second }),
      };
    default:
      return undefined;
  }
}

/** A finite number of at least 0, written in digits. */
function positiveNumber(text: string): number | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
