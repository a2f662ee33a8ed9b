/** The first-order stationary laws of a run's algorithms. */
import type { FirstOrder } from '../expansion/firstOrder.ts';
import type { TheorySummary } from '../summary.ts';
import { cell, numberText, table } from './text.ts';

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
  const titles = [
    '',
    '‖γ(H−1)/2 b_h‖',
    '‖γ/(2M) b_s‖',
    '‖b_local‖',
    '‖γ b_m‖',
    '‖bias‖²',
    'tr Σ',
    '‖bias‖² + tr Σ',
  ];
  const reasons = run.firstOrders.flatMap(({ algorithm, reason, heterogeneityBias }) =>
    reason === null
      ? []
      : [`  ${heterogeneityBias === null ? 'none' : 'not all'} for ${algorithm}: ${reason}`],
  );
  return [
    'Stationary law to first order in γ',
    ...(rows.length > 0 ? table([titles, ...rows]) : []),
    ...run.firstOrders.flatMap(extrapolationLine),
    ...reasons,
  ];
}

/** Whether an extrapolation lessens the bias: it does not where the local steps' noise makes most of it. */
function extrapolationLine({ algorithm, biasSquare, withoutExtrapolation }: FirstOrder): string[] {
  if (biasSquare === null || typeof withoutExtrapolation !== 'number') return [];
  const left = Math.sqrt(biasSquare);
  const verdict = left > withoutExtrapolation ? 'it makes the bias larger' : 'it lessens the bias';
  return [
    `  ${algorithm}: ‖bias‖ ${numberText(left)}, ${numberText(withoutExtrapolation)} without extrapolation: ${verdict}`,
  ];
}
