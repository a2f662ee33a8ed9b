/** Policies and triggers as a user makes them: definitions that a scenario gives settings to. */
import type { Kind, Values } from './kind.ts';
import { type MadeKind, noteMade } from './made.ts';
import type { Parameters } from './parameter.ts';

const OWN = Symbol.for('fedsa.own');

/** A policy or a trigger with settings of its own; those left out have their defaults. */
export interface Chosen<D extends Kind = Kind> {
  readonly [OWN]: MadeKind;
  readonly definition: D;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A definition that settings can be given to; alone it stands for its defaults. */
export interface Settable<S extends Parameters = Parameters> {
  readonly [OWN]: MadeKind;
  with(settings: Partial<Values<S>>): Chosen;
}

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * A definition, known from now on as made in this thread.
 *
 * @param functions - that it must have
 * @throws TypeError in one line where it cannot be run: types of a user's file are not checked when it is run
 */
export function settable<D extends Kind<string, S>, S extends Parameters>(
  kind: 'policy' | 'trigger',
  definition: D,
  functions: readonly (keyof D & string)[],
): D & Settable<S> {
  const { name, settings } = definition as Partial<Kind>;
  const fault =
    typeof name !== 'string' || !NAME.test(name)
      ? `name must be of lower-case letters, digits and hyphens (found ${JSON.stringify(name)})`
      : typeof settings !== 'object'
        ? 'settings must be an object; {} for none'
        : functions
            .filter((candidate) => typeof definition[candidate] !== 'function')
            .map((entry) => `${entry} must be a function`)[0];
  if (fault !== undefined) throw new TypeError(`${kind} ${String(name)}: ${fault}`);
  const made: D & Settable<S> = {
    ...definition,
    [OWN]: kind,
    with: (given) => ({ [OWN]: kind, definition: made, settings: given }),
  };
  return noteMade(kind, made);
}

/** The configuration of a user's own policy or trigger, with its settings; `undefined` for any other value. */
export function chosenOf<D extends Kind>(kind: MadeKind, value: unknown): Chosen<D> | undefined {
  if (typeof value !== 'object' || value === null || !(OWN in value) || value[OWN] !== kind) return undefined;
  return 'definition' in value
    ? (value as unknown as Chosen<D>)
    : { [OWN]: kind, definition: value as unknown as D, settings: {} };
}
