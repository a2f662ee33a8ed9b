/** A run as the theorems have it, and what one of them says of it. */
import { type ConfiguredAlgorithm, keyOf } from '../../algorithms/parts.ts';
import type { ChainLaw, ObservationLaw } from '../../problems/observationLaw.ts';
import type { RunConfiguration } from '../../protocol/configuration.ts';
import type { LinearProblem } from '../linearProblem.ts';
import type { NotApplicable } from './scafflsa/statement.ts';
import type { Term, TermedStatement } from './terms.ts';

/** One theorem about one algorithm of the run, after its last round; plain data. */
export interface RunStatement {
  /** its key in the run */
  readonly algorithm: string;
  /** the paper and the theorem */
  readonly source: string;
  /** what is bounded */
  readonly quantity: string;
  /** `none` where the theorem does not apply */
  readonly kind: 'bound' | 'shape' | 'none';
  readonly terms: readonly Term[];
  /** the sum of the terms; null for `none` */
  readonly total: number | null;
  /** why the theorem does not apply, or null */
  readonly reason: string | null;
}

/** A run on a linear problem, with a fixed H, as the theorems have it. */
export interface StatedRun {
  readonly linear: LinearProblem;
  /** `undefined` without noise */
  readonly laws: readonly (ObservationLaw | undefined)[];
  /** the chains of the observations; `undefined` under i.i.d. and exact sampling, and where one is not finite */
  readonly chains: readonly ChainLaw[] | undefined;
  readonly sampling: RunConfiguration['sampling'];
  /** H */
  readonly localSteps: number;
  /** T */
  readonly rounds: number;
  /** θ_0 `[d]` */
  readonly start: Float64Array;
}

/** The statements about an algorithm, under its key in the run. */
export const aboutAlgorithm = (
  algorithm: ConfiguredAlgorithm,
  statements: readonly RunStatement[],
): RunStatement[] => statements.map((one) => ({ ...one, algorithm: keyOf(algorithm) }));

/** What a theorem says, or why it does not. */
export function stated(
  algorithm: string,
  source: string,
  quantity: string,
  statement: TermedStatement | NotApplicable | { readonly reason: string },
): RunStatement {
  const base = { algorithm, source, quantity };
  if ('reason' in statement)
    return { ...base, kind: 'none', terms: [], total: null, reason: statement.reason };
  if (statement.kind === 'not-applicable')
    return { ...base, kind: 'none', terms: [], total: null, reason: statement.condition };
  return { ...base, kind: statement.kind, terms: statement.terms, total: statement.total, reason: null };
}
