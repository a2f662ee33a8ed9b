/** Which runs the theory is about: those in which all agents go round by round. */
import { DEFAULT_POLICY, policyOf } from '../policies/index.ts';
import type { RunConfiguration } from '../protocol/configuration.ts';

/** A configuration that may leave the policy out where all agents take part. */
export type WithPolicy = Partial<Pick<RunConfiguration, 'policy'>>;

/** Why predictions say nothing of a run; `undefined` where all agents take part in every round. */
export function notRoundBased({ policy }: WithPolicy): string | undefined {
  const { everyone, name } = policyOf(policy ?? DEFAULT_POLICY);
  if (everyone) return undefined;
  return `the policy is ${name}; the theory is of rounds in which all agents take part`;
}
