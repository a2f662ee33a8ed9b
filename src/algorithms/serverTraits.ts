/** Abilities of an algorithm's server, as one made with any parameters shows. */
import type { Algorithm, ServerLogic } from './algorithm.ts';
import { valuesOf } from './parameter.ts';
import { PartCoins } from '../maths/coins.ts';
import { zeros } from '../maths/vector.ts';
import type { RunTrigger } from '../triggers/index.ts';
import { someValues } from '../values/parameter.ts';
import { userCall } from '../values/failure.ts';
import { nameOf } from '../values/made.ts';

export const SOME_TRIGGER: RunTrigger = { kind: 'deterministic', localSteps: 1 };

function someServer(algorithm: Algorithm): ServerLogic {
  const { parameters } = algorithm;
  const coins = new PartCoins(algorithm.coins).for;
  const site = { agents: 1, initial: zeros(1), trigger: SOME_TRIGGER, coins };
  const values = valuesOf(parameters, someValues(parameters));
  return userCall(`algorithm ${nameOf(algorithm)}: server`, () => algorithm.server(values, site));
}

/** Whether it has a part for policies without rounds. */
export const servesWithoutRounds = (algorithm: Algorithm): boolean =>
  someServer(algorithm).free !== undefined;

/** Whether it opens rounds with another message for each agent; one that throws as it is made says so in the run. */
export function opensToEach(algorithm: Algorithm): boolean {
  try {
    return someServer(algorithm).openTo !== undefined;
  } catch {
    return false;
  }
}
