/** The first-order stationary laws of a run's algorithms. */
import { titlesOf } from '../../algorithms/titles.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import { cell, table } from '../textTable.ts';

/**
 * One row an algorithm that has one, and one line for each reason why some have none, or not all. The sums of first orders
 * have no estimate of what they are worth.
 */
export function firstOrderLines({ run }: TheorySummary): string[] {
  if (run === null || run.firstOrders.length === 0) return [];
  const titleOf = titlesOf(run.configuration.algorithms);
  const biased = run.firstOrders.filter(({ heterogeneityBias }) => heterogeneityBias !== null);
  const rows = biased.map(({ algorithm, heterogeneityBias, noiseBias, localNoiseBias, memoryBias }) => [
    titleOf(algorithm),
    ...[heterogeneityBias, noiseBias, localNoiseBias, memoryBias].map(cell),
  ]);
  const reasons = new Map<string, string[]>();
  for (const { algorithm, reason, heterogeneityBias } of run.firstOrders) {
    if (reason === null) continue;
    const line = `${heterogeneityBias === null ? 'none' : 'not all'} for %: ${reason}`;
    reasons.set(line, [...(reasons.get(line) ?? []), titleOf(algorithm)]);
  }
  return [
    'Causes of the stationary bias: norms of their first-order terms in the step size',
    ...(rows.length > 0 ? table([['', 'heterogeneity', 'noise', 'local noise', 'memory'], ...rows]) : []),
    ...[...reasons].map(([line, titles]) => `  ${line.replace('%', () => titles.join(', '))}`),
  ];
}
