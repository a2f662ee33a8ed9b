/** Triggers that a test makes up. */
import { register } from '../../src/values/made.ts';
import type { OwnTrigger } from '../../src/triggers/index.ts';
import type { GapPlace } from '../../src/triggers/trigger.ts';

/** A trigger under which agents differ in their local steps, known in this thread by its name. */
export function ownTrigger(name: string, gapOf: (round: number, place: GapPlace) => number): OwnTrigger {
  const origin = { file: null, bundle: 'test' };
  const value = {
    name,
    settings: {},
    gapOf: (_: object, round: number, place: GapPlace) => gapOf(round, place),
  };
  register([{ kind: 'trigger', value }], origin);
  return { kind: 'own', name, ...origin, settings: {}, symbol: name, text: name, differs: true };
}
