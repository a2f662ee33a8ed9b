/** A bound as the sum of its terms, each with what it stands for. */
import type { Strength } from './scafflsa/statement.ts';

export interface Term {
  /** in the paper's symbols */
  readonly symbol: string;
  readonly value: number;
}

/**
 * What a theorem says of a run. A `bound` holds as it stands; a `shape` up to a universal constant
 * that the paper leaves open, here put as 1, and so is no bound: it shows how the error scales.
 */
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
