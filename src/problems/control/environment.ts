/** What agents control: the decision process of each, generated from a seed, and the features of its pairs. */
import type { Vector } from '../../maths/vector.ts';
import { type Fault, variants } from '../../values/value.ts';
import { agents, discount, seed } from '../sharedFields.ts';
import {
  type ActionFeatures,
  actionValue,
  type ActionValueFeatures,
  actionValueFeatures,
} from './actionFeatures.ts';
import { type DecisionProcess, MOST_PAIRS } from './decisionProcess.ts';
import { machine, type MachineReplacement, machineReplacement } from './machineReplacement.ts';
import { type GarnetControl, garnetControl, randomDecisionProcess } from './randomDecisionProcess.ts';

/** What agents control. */
export type ControlEnvironment = GarnetControl | MachineReplacement;

/** Fields of every problem of control. */
export const controlFields = {
  agents,
  environment: variants(garnetControl, machine),
  features: actionValueFeatures,
  /** γ in [0, 1) */
  discount,
  seed,
};

/** What one agent learns from. */
export interface ControlTask {
  readonly process: DecisionProcess;
  readonly features: ActionFeatures;
  /** γ in [0, 1), per step of the chain */
  readonly discount: number;
}

/** The pair of the first of the best actions in a state. */
export function greedyPair(
  { process: { actions }, features }: ControlTask,
  theta: Vector,
  state: number,
): number {
  let best = state * actions;
  let value = actionValue(features, theta, best);
  for (let pair = best + 1; pair < (state + 1) * actions; pair++) {
    const other = actionValue(features, theta, pair);
    if (other > value) {
      best = pair;
      value = other;
    }
  }
  return best;
}

/** States and actions. */
export const sizes = (environment: ControlEnvironment): readonly [states: number, actions: number] =>
  environment.kind === 'garnet' ? [environment.states, environment.actions] : [environment.levels, 2];

/** Finds what is wrong with an environment and its features together. */
export function checkControl(
  {
    environment,
    features,
  }: { readonly environment: ControlEnvironment; readonly features: ActionValueFeatures },
  fault: Fault,
): void {
  const [states, actions] = sizes(environment);
  if (states * actions > MOST_PAIRS)
    fault(['environment'], `must have at most ${MOST_PAIRS} pairs of state and action`);
  if (features.kind === 'aggregated' && features.groups > states)
    fault(['features', 'groups'], 'must be at most the number of states');
}

/** Agent `index`'s decision process. */
export const processOf = (environment: ControlEnvironment, seed: number, index: number): DecisionProcess =>
  environment.kind === 'garnet'
    ? randomDecisionProcess(environment, seed, index)
    : machineReplacement(environment, seed, index);
