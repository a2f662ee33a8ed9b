/** A run in full: every choice made, nothing left to a default. What the manifest records. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import type { ProgramsAlgorithm } from '../algorithms/catalogue.ts';
import type { ConfiguredAlgorithm } from '../algorithms/parts.ts';
import type { StepSize } from '../algorithms/stepSize.ts';
import type { OwnMetric } from '../measurement/metrics/metrics.ts';
import type { RunTrigger, TriggerConfiguration } from '../triggers/index.ts';
import type { PolicyConfiguration } from '../policies/index.ts';
import type { ByteLimit } from './settings/byteLimit.ts';
import type { RecordedSettings } from './settings/runSettings.ts';
import type { StepSizeParameter } from '../values/parameter.ts';
import type { Intervention } from './intervention.ts';
import type { Of } from '../values/value.ts';

export type { TriggerConfiguration };

/** One algorithm with its parameters; its step size constant, unless said otherwise. */
export type AlgorithmConfiguration<Step extends StepSize = number> = Pick<
  ConfiguredAlgorithm,
  'key' | 'label' | 'own'
> &
  BuiltIn<Step>;

type BuiltIn<Step extends StepSize> = Configured<ProgramsAlgorithm, Step>;

type Configured<A, Step extends StepSize> =
  A extends Algorithm<infer Name, infer P>
    ? { readonly name: Name } & {
        readonly [Parameter in keyof P]: P[Parameter] extends StepSizeParameter ? Step : Of<P[Parameter]>;
      }
    : never;

export type AlgorithmName = AlgorithmConfiguration['name'];

/** One algorithm as a run may have it: its step size may change from round to round. */
export type ScheduledAlgorithm = AlgorithmConfiguration<StepSize>;

/** What ends each replication before a row of rounds.csv would exceed it. */
export interface Limits {
  /** S, of the run's clock: the largest `time` */
  readonly seconds?: number;
  /** B: the largest `uplinkBytes`, `downlinkBytes` or sum of the two */
  readonly bytes?: ByteLimit;
}

/** How long a run is: T communications, K local steps in all, or until its limits; whichever comes first. */
export type Budget = Limits &
  (
    | { readonly kind: 'rounds'; readonly rounds: number }
    | { readonly kind: 'steps'; readonly steps: number }
    | { readonly kind: 'limits' }
  );

/** Where the agents live. */
export type PlacementName = Exclude<RecordedSettings['placement'], 'auto'>;

/** What a second is: drawn from the timing model, or real. */
export type ClockName = RecordedSettings['clock'];

/** With the settings that stand in it as they are (src/configuration/settings/table.ts). */
export interface RunConfiguration extends RecordedSettings {
  readonly algorithms: readonly ScheduledAlgorithm[];
  readonly trigger: RunTrigger;
  readonly budget: Budget;
  readonly seeds: readonly number[];
  /** θ̄ at the start `[d]` */
  readonly initial: readonly number[];
  /** whether iterates.csv is written */
  readonly iterates: boolean;
  /** whether a message of some algorithm says its size, so that bits are recorded; absent where none does */
  readonly bits?: true;
  /** the metrics that the run has of its own; absent where it has none */
  readonly metrics?: readonly OwnMetric[];
  /** messages that were dropped or delayed by hand; absent where none was */
  readonly interventions?: readonly Intervention[];
  /** the text of the rule by which a program ends replications; absent where it has none */
  readonly stopWhen?: string;
  /** when the server steps, and with whose answers */
  readonly policy: PolicyConfiguration;
}
