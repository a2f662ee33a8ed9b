/** What a theorem says of a run: a bound as the sum of its terms, or how a precision is reached. */
import { because, type Unknown } from '../unknown.ts';

/**
 * `bound`: the inequality holds as computed. `shape`: the paper leaves a universal constant open, here 1, so that it is no bound:
 * it shows how the error scales with the parameters.
 */
export type Strength = 'bound' | 'shape';

export interface Term {
  /** in the paper's symbols */
  readonly symbol: string;
  readonly value: number;
}

export interface TermedStatement {
  readonly kind: Strength;
  readonly terms: readonly Term[];
  /** the sum of the terms */
  readonly total: number;
}

/** The statement with these terms. */
export function statementOf(kind: Strength, terms: readonly Term[]): TermedStatement {
  return { kind, terms, total: terms.reduce((sum, { value }) => sum + value, 0) };
}

/** A bound on a mean-square error, by rounds or local steps: what shrinks, and what stays. */
export interface ErrorBound {
  readonly kind: 'bound';
  readonly floor: number;
  readonly meanSquare: (at: number) => number;
}

/** How a run reaches a precision: with these parameters, after this many rounds. */
export interface RunPlan {
  readonly kind: Strength;
  /** η */
  readonly stepSize: number;
  /** H; under the Bernoulli trigger the expected number 1/p */
  readonly localSteps: number;
  /** T; under the Bernoulli trigger the expected number */
  readonly rounds: number;
}

/** Four digits: enough to see by how much a condition fails. */
export const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** Why a theorem does not hold that needs a value to be at most so much: `name` says what, up to the number, as `γ ≤ 1/L =`. */
export const tooLarge = (name: string, value: number, most: number): Unknown | undefined =>
  value <= most ? undefined : because(`needs ${name} ${digits(most)}, has ${digits(value)}`);
