/** Which runs have a clock of their own. */

export interface TimedChoice {
  readonly policy: { readonly kind: string };
  readonly timing: unknown;
  readonly clock: string;
}

/** Whether a run's actors are timed one by one, rather than going round by round in step. */
export function isTimed({ policy, timing, clock }: TimedChoice): boolean {
  return policy.kind !== 'synchronous' || timing !== undefined || clock !== 'virtual';
}
