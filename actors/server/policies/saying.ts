/** How policies without rounds are made: something is heard, and what there is to say to it is said at once. */
import { Observable, type Observer } from 'rxjs';
import type { Policy, PolicyInput, PolicyOutput } from './policyMessages.ts';

/**
 * A policy from what it says to each input. Unlike with `concatMap` no Observable is made of that, which
 * at every update would cost more than all that the policy does. Nothing is held back either: whoever
 * hears the policy must not tell it something before it has finished.
 *
 * @param begin - makes the listener of a run, with the state that it passes between inputs
 */
export function saying(begin: (out: Observer<PolicyOutput>) => (input: PolicyInput) => void): Policy {
  return (inputs) =>
    new Observable((out) =>
      inputs.subscribe({
        next: begin(out),
        error: (error: unknown) => {
          out.error(error);
        },
        complete: () => {
          out.complete();
        },
      }),
    );
}
