/** The exact error over each theorem's bound, in one run. */
import { keyOf } from '../../algorithms/parts.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { BoundRatio } from './atlasReport.ts';
import { once } from '../../values/once.ts';
import { type Quantity, QUANTITY } from '../../theory/bounds/quantities.ts';
import { runStatements } from '../../theory/bounds/runStatements.ts';
import { scafflsaStatements } from '../../theory/bounds/scafflsaStatements.ts';
import type { RunStatement } from '../../theory/bounds/statedRun.ts';
import { roundBased } from '../../theory/roundBased.ts';
import type { Unknown } from '../../theory/unknown.ts';
import { exactQuantities } from './exactQuantities.ts';

const QUANTITIES: ReadonlySet<string> = new Set(Object.values(QUANTITY));

/** Whether it is about an error at the end; recommendations are not. */
const isOfError = ({ quantity, kind }: RunStatement): boolean =>
  QUANTITIES.has(quantity) || (quantity === '' && kind === 'none');

/**
 * A ratio for each theorem about an error at the end, in the order of the run's algorithms; or why there are none.
 *
 * Bounds are for all runs of their assumptions, so that a ratio above 1 of kind `bound` is a mistake, of the paper or here.
 */
export function boundRatios(
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration,
): BoundRatio[] | Unknown {
  const based = roundBased(configuration);
  if ('reason' in based) return based;
  const statements = [
    ...scafflsaStatements(problem, solution, based),
    ...runStatements(problem, solution, based),
  ].filter(isOfError);
  return configuration.algorithms.flatMap((algorithm) => {
    const exact = once(() => exactQuantities(problem, solution, based, algorithm));
    return statements
      .filter((statement) => statement.algorithm === keyOf(algorithm))
      .map((statement) => ratioOf(statement, () => exact()(statement.quantity as Quantity)));
  });
}

function ratioOf(
  { algorithm, source, quantity, kind, total, reason }: RunStatement,
  exactly: () => number | Unknown,
): BoundRatio {
  const stated = { algorithm, source, quantity, kind, bound: finite(total) };
  if (total === null) return { ...stated, exact: null, ratio: null, reason };
  const exact = exactly();
  if (typeof exact !== 'number')
    return { ...stated, exact: null, ratio: null, reason: `no exact value: ${exact.reason}` };
  const fault = !Number.isFinite(total)
    ? 'the bound exceeds all doubles'
    : !Number.isFinite(exact)
      ? 'the exact value exceeds all doubles'
      : total > 0
        ? null
        : 'the bound is 0';
  return { ...stated, exact: finite(exact), ratio: fault === null ? exact / total : null, reason: fault };
}

const finite = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? value : null;
