/** Completes the rule of a step size with the run's horizon and problem. */
import { horizonStep, type StepSize } from '../algorithms/stepSize.ts';
import { budgetedRounds } from './budget.ts';
import type { Budget } from './configuration.ts';
import { InputError } from '../values/failure.ts';
import type { StepRule } from './settings/stepRule.ts';
import { meanGap, type RunTrigger } from '../triggers/index.ts';

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
  const { trigger, agents } = horizon;
  const localSteps = meanGap(trigger);
  if (localSteps === undefined) {
    throw new InputError(
      `\`stepSize\`: ${rule.kind} needs H, and the trigger does not give its mean gap; give the step size as a number`,
    );
  }
  // FedHSA's Assumption 2 has μ in (0, 1].
  const monotonicity = rule.monotonicity ?? atMostOne(horizon.monotonicity());
  if (monotonicity === undefined || !(monotonicity > 0)) {
    const why =
      monotonicity === undefined ? 'is not known of this problem' : `is ${monotonicity} in this problem`;
    throw new InputError(
      `\`stepSize\`: ${rule.kind} needs μ > 0, the strong monotonicity of the mean operator, which ${why}; give it, as in ${rule.kind === 'doubling' ? `doubling:${rule.firstRounds},0.1` : 'corollary-1:0.1'}`,
    );
  }
  const rounds = rule.kind === 'doubling' ? rule.firstRounds : budgetedRounds(horizon);
  if (rounds === Infinity) {
    throw new InputError(
      `\`stepSize\`: ${rule.kind} needs T, the number of rounds, which is not known in a run that only \`seconds\` or \`bytes\` end; give \`rounds\`, too`,
    );
  }
  if (!(agents * localSteps * rounds > 1)) {
    throw new InputError(
      `\`stepSize\`: ${rule.kind} needs MHT > 1; here M = ${agents}, H = ${localSteps}, T = ${rounds}`,
    );
  }
  return rule.kind === 'doubling'
    ? { kind: 'doubling', firstRounds: rule.firstRounds, agents, localSteps, monotonicity }
    : horizonStep(agents, localSteps, rounds, monotonicity);
}

const atMostOne = (monotonicity: number | undefined): number | undefined =>
  monotonicity === undefined ? undefined : Math.min(1, monotonicity);
