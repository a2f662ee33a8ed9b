/** A run as the theorems have it, and what one of them says of it. */
import type { Algorithm } from '../../algorithms/algorithm.ts';
import { algorithmOf, keyOf } from '../../algorithms/parts.ts';
import { lawMissing } from '../../problems/lawMissing.ts';
import type { ChainLaw, ObservationLaw } from '../../problems/observationLaw.ts';
import type { Problem } from '../../problems/operator.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { CHANGING_STEP, withConstantStep } from '../constantStep.ts';
import type { LinearProblem } from '../linearProblem.ts';
import type { Term, TermedStatement } from './statement.ts';
import { attempted } from '../attempted.ts';
import { because, type Unknown } from '../unknown.ts';

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

/** Why theorems about round T say nothing of a run that only limits end. */
export const OPEN_END = 'stated for a given number of rounds; seconds or bytes alone leave it open';

/** What is said, before it is known of which algorithm of the run. */
export type Statement = Omit<RunStatement, 'algorithm'>;

/** The steps of the algorithms that theorems are about, each as far as it has them. */
export interface Steps {
  readonly stepSize: number;
  readonly serverStepSize: number;
  readonly momentum: number;
}

/** What theorems say of an algorithm in a run. */
export interface Theorems<Run> {
  /** the papers' theorems, and what they bound, for where none of them applies */
  readonly source: string;
  readonly quantity?: string;
  readonly evaluate: (steps: Steps, run: Run) => readonly Statement[];
}

/**
 * The statements about those algorithms that there are theorems on, in the run's order.
 *
 * @param runOf - the run as the theorems have it; asked for where there is such an algorithm
 */
export function statementsOf<Run extends object>(
  theorems: ReadonlyMap<Algorithm, Theorems<Run>>,
  algorithms: readonly ScheduledAlgorithm[],
  runOf: () => Run | Unknown,
): RunStatement[] {
  let run: Run | Unknown | undefined;
  return algorithms.flatMap((scheduled) => {
    const found = scheduled.own ? undefined : theorems.get(algorithmOf(scheduled));
    if (found === undefined) return [];
    run ??= attempted('its constants', runOf);
    const algorithm = withConstantStep(scheduled);
    const unknown = algorithm === undefined ? because(CHANGING_STEP) : 'reason' in run ? run : undefined;
    const statements =
      unknown ?? attempted('its terms', () => found.evaluate(algorithm as unknown as Steps, run as Run));
    if ('reason' in statements)
      return [{ algorithm: keyOf(scheduled), ...stated(found.source, found.quantity ?? '', statements) }];
    return statements.map((statement) => ({ algorithm: keyOf(scheduled), ...statement }));
  });
}

/** The laws of all agents' observations, `undefined` of each without noise; or whose is not known. */
export function lawsOf(
  problem: Problem,
  sampling: RunConfiguration['sampling'],
): readonly (ObservationLaw | undefined)[] | Unknown {
  const laws = Array.from({ length: problem.agents }, (_, index) =>
    sampling === 'exact' ? undefined : problem.agent(index).observations?.(),
  );
  return sampling === 'exact' || !laws.includes(undefined)
    ? laws
    : because(lawMissing(problem, laws.indexOf(undefined)));
}

/** The chains of all observations; `undefined` where one is not finite. */
export function chainsOf(laws: readonly (ObservationLaw | undefined)[]): readonly ChainLaw[] | undefined {
  const chains = laws.flatMap((law) => (law?.kind === 'finite' ? [law.chain] : []));
  return chains.length === laws.length ? chains : undefined;
}

/** What a theorem says, or why it does not. */
export function stated(source: string, quantity: string, statement: TermedStatement | Unknown): Statement {
  if ('reason' in statement)
    return { source, quantity, kind: 'none', terms: [], total: null, reason: statement.reason };
  const { kind, terms, total } = statement;
  return { source, quantity, kind, terms, total, reason: null };
}
