/** What a setting of a run is: everything that reads, checks, records or describes one goes by this. */
import type { Algorithm } from '../../algorithms/algorithm.ts';
import type { Policy } from '../../policies/policy.ts';
import type { Sampling } from '../../problems/operator.ts';
import type { TimingModel } from '../../timing/timingModel.ts';
import type { Reading } from '../../values/text.ts';
import type { Value } from '../../values/value.ts';

/** The largest number that is counted in 32 bits, and seconds of some thirty years: as long as no simulation means. */
export const MOST_INT32 = 2_147_483_647;
export const MOST_SECONDS = 1e9;

/** What a refusal may have to know of the run that is meant. */
export interface IntendedRun {
  readonly algorithms: readonly Algorithm[];
  readonly policy: Policy;
  readonly sampling: Sampling;
  readonly timing: TimingModel | undefined;
  readonly clock: 'virtual' | 'wall';
  readonly placement: string;
  /** whether it has times: by its policy, its timing model or its clock */
  readonly isTimed: boolean;
  /** d */
  readonly dimension: number;
}

/** An option of the command line. */
export interface SettingOption {
  /** where it is not the field's name: without dashes */
  readonly flag?: string;
  readonly value: Value;
  /** what stands for the value in the help, `<H>`; flags have none */
  readonly argument?: string;
  /** what it is, in the help and in docs/settings.md */
  readonly help: string;
  /** what is meant where it is not given */
  readonly default?: unknown;
  /** the same in words, where the value does not say it */
  readonly byDefault?: string;
  /** what docs/settings.md says besides */
  readonly details?: string;
  /** whether the help does without the forms that the value may have */
  readonly hideForms?: true;
}

/** A setting of a run: a field of scenarios and an option of the command line. */
export interface Setting extends SettingOption {
  /** What an option's text stands for, where the value's form does not say it. */
  readonly read?: (text: string) => Reading;
  /** what the option stands for where its argument may be left out */
  readonly valueAlone?: unknown;
  /** whether the option may be given several times: objects, merged */
  readonly repeats?: true;
  /** fields that it takes the place of */
  readonly excludes?: readonly string[];
  /** under which name it stands in the run's configuration and manifest as it is given */
  readonly recorded?: string;
  /** whether it affects no number */
  readonly sameNumbers?: true;
  /** Why it means nothing in a run; said after its name. */
  readonly refuse?: (given: never, run: IntendedRun) => string | undefined;
}
