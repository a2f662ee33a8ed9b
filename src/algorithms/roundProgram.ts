/**
 * A round of a linear algorithm as theory has it, traced from the algorithm's parts (theory/round): what the actors do
 * between two communications, apart from where the observations come from. The same program is run on i.i.d.
 * observations, on the joint chain and on Gauss–Markov noise.
 *
 * Every register holds a vector `[d]`. The server has `server`, the error θ̄ − θ*, and perhaps
 * `memory`; each agent has `model`, the error θ_i − θ*, and perhaps `correction`. Between rounds the
 * server's registers are kept, and `correction` where it says so. All start at 0 but `server`.
 */

import type { SecondMoment } from '../maths/coins.ts';
import type { Vector } from '../maths/vector.ts';
import type { TriggerConfiguration } from '../triggers/index.ts';

/** Sources of a mix: the registers, the agent's own where it has them, and averages over agents. */
export type Source = 'server' | 'memory' | 'model' | 'correction' | 'meanModel' | 'meanCorrection';

/** Σ coefficient · source. */
export type Combination = Readonly<Partial<Record<Source, number>>>;

/**
 * Communication and server steps: registers overwritten, all at once, by combinations of the old
 * ones. Those left out keep their values. The server's read no agent's own register.
 */
export interface Mix {
  readonly server?: Combination;
  readonly memory?: Combination;
  readonly model?: Combination;
  readonly correction?: Combination;
}

/**
 * Act of each agent at each of its observations. `step`: `model ← model + η (G(model, o) +
 * correction)`; `gather`: `correction ← correction + G(model, o)`. With a pull and scales S_i the operator of agent i is
 * `S_i G(model, o) − pull · model`.
 */
export type AgentAct =
  | {
      readonly kind: 'step';
      readonly stepSize: number;
      readonly pull?: number;
      readonly scales?: StepScales;
    }
  | { readonly kind: 'gather' };

/** The diagonals S_i `[agents][dimension]`. */
export type StepScales = (agents: number, dimension: number) => readonly Vector[];

/** ρ of what draws an agent's steps to a model; 0 where nothing does. */
export const pullOf = (act: AgentAct): number => (act.kind === 'step' ? (act.pull ?? 0) : 0);

/** The diagonals of an agent's steps, where there are any. */
export const scalesOf = (act: AgentAct): StepScales | undefined =>
  act.kind === 'step' ? act.scales : undefined;

/** Whether steps are along G alone. */
export const isPlain = (act: AgentAct): boolean => pullOf(act) === 0 && scalesOf(act) === undefined;

/** A run of several side by side whose models are added up, each with its weight. */
export interface WeightedRun {
  readonly weight: number;
  readonly program: RoundProgram;
  /** when this run communicates, in the same rounds as the others */
  readonly trigger: TriggerConfiguration;
}

/** Messages that pass a random map Q with E Q(x) = x: the error Q(x) − x of each agent's adds to the server's model. */
export interface SentAtRandom {
  /** x of an agent, before the closing mix: a difference of models */
  readonly message: { readonly server: number; readonly model: number };
  /** of the mean of the errors in the server's model */
  readonly factor: number;
  /** of Q, in words */
  readonly name: string;
  /** absent where it is not linear in the second moment of x */
  readonly secondMoment: SecondMoment | undefined;
}

export interface RoundProgram {
  readonly sent?: SentAtRandom;
  readonly memory: boolean;
  /** `scratch`: set anew in each round; `kept`: part of the state between rounds, where all agents' sum to 0 */
  readonly correction: 'none' | 'scratch' | 'kept';
  /** why it is the round only where all agents take part; absent where averages are over those who do */
  readonly together?: string;
  /** the broadcast */
  readonly opening: Mix;
  /**
   * A second exchange: after the opening each agent gathers at its first observation, and then comes
   * this mix, which holds local step 0 as well; the act is left for the other K − 1 observations.
   */
  readonly evaluation?: Mix;
  readonly act: AgentAct;
  /** @param gap - K, the local steps of this round */
  closing(gap: number): Mix;
}
