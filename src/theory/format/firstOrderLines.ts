/** The first-order stationary laws of a run's algorithms. */
import { extrapolationVerdict } from '../expansion/firstOrder.ts';
import type { TheorySummary } from '../summary.ts';
import { cell, table } from './text.ts';

/** One row an algorithm that has one, and one line for each that has none, with the reason. */
export function firstOrderLines({ run }: TheorySummary): string[] {
  if (run === null || run.firstOrders.length === 0) return [];
  const told = run.firstOrders.filter(({ heterogeneityBias }) => heterogeneityBias !== null);
  const rows = told.map((law) => [
    law.algorithm,
    cell(law.heterogeneityBias),
    cell(law.noiseBias),
    cell(law.localNoiseBias),
    cell(law.memoryBias),
    cell(law.biasSquare),
    cell(law.spread),
    cell(law.meanSquare),
  ]);
  const titles = ['', 'heterogeneity', 'noise', 'local noise', 'memory', '‖bias‖²', 'tr Σ', '‖bias‖² + tr Σ'];
  const reasons = run.firstOrders.flatMap(({ algorithm, reason, heterogeneityBias }) =>
    reason === null
      ? []
      : [`  ${heterogeneityBias === null ? 'none' : 'not all'} for ${algorithm}: ${reason}`],
  );
  return [
    'Stationary law to first order in the step size: norms of the biases by cause, and the spread',
    ...(rows.length > 0 ? table([titles, ...rows]) : []),
    ...run.firstOrders.flatMap((law) => {
      const verdict = extrapolationVerdict(law);
      return verdict === undefined ? [] : [`  ${law.algorithm}: ${verdict}`];
    }),
    ...reasons,
  ];
}
