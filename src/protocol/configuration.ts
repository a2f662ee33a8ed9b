/** A run in full: every choice made, nothing left to a default. What the manifest records. */
import type { TriggerConfiguration } from '../algorithms/trigger.ts';
import type { Sampling } from '../problems/operator.ts';

export type { TriggerConfiguration };

/** One algorithm with its parameters. */
export type AlgorithmConfiguration =
  | {
      readonly name: 'local-sa' | 'scafflsa' | 'fedhsa' | 'scaffold';
      /** η, per local step */
      readonly stepSize: number;
      /** α_g; 1 where the algorithm has none */
      readonly serverStepSize: number;
    }
  | {
      readonly name: 'minibatch-sgd';
      /** γ, per round */
      readonly serverStepSize: number;
    }
  | {
      readonly name: 'local-sgd-m';
      /** η, per local step */
      readonly stepSize: number;
      /** γ, per round */
      readonly serverStepSize: number;
      /** β in (0, 1] */
      readonly momentum: number;
    };

/** How long a run is: T communications, or K local steps in all. */
export type Budget =
  { readonly kind: 'rounds'; readonly rounds: number } | { readonly kind: 'steps'; readonly steps: number };

/** Where the agents live. `auto`: chosen from the number of agents, replications and cores. */
export type PlacementName = 'own-thread' | 'packed' | 'inline';

/** Which rounds are recorded: the contract's default, all of them, or every n-th (and the last). */
export type RecordingChoice = 'default' | 'all' | { readonly every: number };

export interface RunConfiguration {
  readonly algorithms: readonly AlgorithmConfiguration[];
  readonly trigger: TriggerConfiguration;
  readonly budget: Budget;
  readonly seeds: readonly number[];
  readonly sampling: Sampling;
  /** θ̄ at the start `[d]` */
  readonly initial: readonly number[];
  readonly placement: PlacementName | 'auto';
  /** worker threads for `packed` and for replications; `undefined`: as many as cores */
  readonly threads: number | undefined;
  readonly recording: RecordingChoice;
  /** whether iterates.csv is written */
  readonly iterates: boolean;
  /** fraction of the rounds left out of the Polyak–Ruppert average; `undefined`: no average */
  readonly averageFrom: number | undefined;
  /** whether a diverging run counts as a result rather than as a failure */
  readonly allowDivergence: boolean;
}
