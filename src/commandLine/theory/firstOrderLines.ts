/** The first-order stationary laws of a run's algorithms. */
import { titlesOf } from '../../algorithms/titles.ts';
import { extrapolationVerdict, type FirstOrder } from '../../theory/expansion/firstOrder.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import { cell, table } from '../textTable.ts';

/** One row an algorithm that has one, and one line for each that has none, with the reason. */
export function firstOrderLines({ run }: TheorySummary): string[] {
  if (run === null || run.firstOrders.length === 0) return [];
  const titleOf = titlesOf(run.configuration.algorithms);
  const biased = run.firstOrders.filter(({ heterogeneityBias }) => heterogeneityBias !== null);
  // The sums of linear problems' first orders have no estimate of what they are worth.
  const isClosed = biased.some(({ relativeError }) => relativeError !== undefined);
  const rows = biased.map((law) => [
    titleOf(law.algorithm),
    cell(law.heterogeneityBias),
    cell(law.noiseBias),
    cell(law.localNoiseBias),
    cell(law.memoryBias),
    ...(isClosed
      ? [
          cell(law.biasSquare),
          cell(law.spread),
          `${cell(law.meanSquare)}${law.meanSquare === null ? '' : errorText(law)}`,
        ]
      : []),
  ]);
  const titles = ['', 'heterogeneity', 'noise', 'local noise', 'memory'];
  if (isClosed) titles.push('‖bias‖²', 'tr Σ', '‖bias‖² + tr Σ');
  const reasons = run.firstOrders.flatMap(({ algorithm, reason, heterogeneityBias }) =>
    reason === null
      ? []
      : [`  ${heterogeneityBias === null ? 'none' : 'not all'} for ${titleOf(algorithm)}: ${reason}`],
  );
  return [
    isClosed
      ? 'Stationary law: norms of the biases’ first-order terms in the step size by cause; their sum and the spread by a closure'
      : 'Causes of the stationary bias: norms of their first-order terms in the step size',
    ...(rows.length > 0 ? table([titles, ...rows]) : []),
    ...run.firstOrders.flatMap((law) => {
      const verdict = extrapolationVerdict(law);
      return verdict === undefined ? [] : [`  ${titleOf(law.algorithm)}: ${verdict}`];
    }),
    ...reasons,
  ];
}

/** What a sum is worth, where that is estimated. */
const errorText = ({ relativeError }: FirstOrder): string =>
  typeof relativeError === 'number' ? ` ± ${(100 * relativeError).toPrecision(2)} %` : '';
