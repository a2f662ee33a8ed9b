/** Triggers, and cases named by theirs. */
import type { TriggerConfiguration } from '../../src/configuration/configuration.ts';

export const deterministic = (localSteps: number): TriggerConfiguration => ({
  kind: 'deterministic',
  localSteps,
});

export const bernoulli = (probability: number): TriggerConfiguration => ({ kind: 'bernoulli', probability });

/** A case with its trigger in words, for its title. */
export const named = <Case extends { readonly trigger: TriggerConfiguration }>(cases: readonly Case[]) =>
  cases.map((testCase) => ({
    ...testCase,
    when:
      testCase.trigger.kind === 'deterministic'
        ? `H = ${testCase.trigger.localSteps}`
        : `p = ${testCase.trigger.probability}`,
  }));
