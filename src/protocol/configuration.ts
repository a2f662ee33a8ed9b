/** A run in full: every choice made, nothing left to a default. What the manifest records. */
import type { Extrapolation, ExtrapolationNoise } from '../algorithms/richardsonRomberg.ts';
import type { ConfiguredAlgorithm } from '../algorithms/parts.ts';
import type { StepSize } from '../algorithms/stepSize.ts';
import type { OwnMetric } from '../metrics/metrics.ts';
import type { RunTrigger, TriggerConfiguration } from '../triggers/index.ts';
import type { Sampling } from '../problems/operator.ts';
import type { TimingModel } from '../timing/timingModel.ts';
import type { PolicyConfiguration } from '../policies/index.ts';

export type { TriggerConfiguration };

/** One algorithm with its parameters; its step size constant, unless said otherwise. */
export type AlgorithmConfiguration<Step extends StepSize = number> = Pick<
  ConfiguredAlgorithm,
  'key' | 'label' | 'own'
> &
  BuiltIn<Step>;

type BuiltIn<Step extends StepSize> =
  | {
      readonly name: 'local-sa' | 'scafflsa';
      /** η, per local step */
      readonly stepSize: Step;
      /** these have none */
      readonly serverStepSize?: 1;
    }
  | {
      readonly name: 'fedhsa' | 'scaffold';
      /** η, per local step */
      readonly stepSize: Step;
      /** α_g */
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
      readonly stepSize: Step;
      /** γ, per round */
      readonly serverStepSize: number;
      /** β in (0, 1] */
      readonly momentum: number;
    }
  | {
      readonly name: 'richardson-romberg';
      /** γ of the fine run, per local step */
      readonly stepSize: Step;
      readonly extrapolation: Extrapolation;
      readonly extrapolationNoise: ExtrapolationNoise;
    };

export type AlgorithmName = AlgorithmConfiguration['name'];

/** One algorithm as a run may have it: its step size may change from round to round. */
export type ScheduledAlgorithm = AlgorithmConfiguration<StepSize>;

/** How long a run is: T communications, or K local steps in all. */
export type Budget =
  { readonly kind: 'rounds'; readonly rounds: number } | { readonly kind: 'steps'; readonly steps: number };

/** Where the agents live. `auto`: chosen from the number of agents, replications and cores. */
export type PlacementName = 'own-thread' | 'packed' | 'inline';

/** What takes the local steps: WebAssembly where machine and operator have it, or TypeScript alone; the bits are the same. */
export type KernelChoice = 'auto' | 'reference';

/** Which rounds are recorded: the contract's default, all of them, or every n-th (and the last). */
export type RecordingChoice = 'default' | 'all' | { readonly every: number };

/** What a second is: drawn from the timing model, or real. */
export type ClockName = 'virtual' | 'wall';

export interface RunConfiguration {
  readonly algorithms: readonly ScheduledAlgorithm[];
  readonly trigger: RunTrigger;
  readonly budget: Budget;
  readonly seeds: readonly number[];
  readonly sampling: Sampling;
  /** q: of the observations every q-th is used; 1 is all of them */
  readonly stride: number;
  /** θ̄ at the start `[d]` */
  readonly initial: readonly number[];
  readonly placement: PlacementName | 'auto';
  /** worker threads for `packed` and for replications; `undefined`: as many as cores */
  readonly threads: number | undefined;
  readonly kernels: KernelChoice;
  readonly recording: RecordingChoice;
  /** whether iterates.csv is written */
  readonly iterates: boolean;
  /** fraction of the rounds left out of the Polyak–Ruppert average; `undefined`: no average */
  readonly averageFrom: number | undefined;
  /** whether a uniformly drawn iterate is kept beside the last one */
  readonly drawn: boolean;
  /** whether the Lyapunov function of SCAFFLSA is measured */
  readonly lyapunov: boolean;
  /** the metrics that the run has of its own; absent where it has none */
  readonly metrics?: readonly OwnMetric[];
  /** whether a diverging run counts as a result rather than as a failure */
  readonly allowDivergence: boolean;
  /** when the server steps, and with whose answers */
  readonly policy: PolicyConfiguration;
  /** `undefined`: a local step takes a second, a message none, and nothing goes wrong */
  readonly timing: TimingModel | undefined;
  readonly clock: ClockName;
  /** seconds by which real time may fall behind the timing model unsaid; `undefined`: by any number */
  readonly strict: number | undefined;
  /** shuffles what happens at the same moment; `undefined`: by agent number */
  readonly tieSeed: number | undefined;
  /** whether the invariants of messages and updates are checked on the way */
  readonly verify: boolean;
  /** whether the agents' timelines and messages are recorded */
  readonly trace: boolean;
  /** whether each update that a server step takes in is reported */
  readonly updates: boolean;
}
