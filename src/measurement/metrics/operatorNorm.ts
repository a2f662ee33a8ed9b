/** How far the mean operator is from zero at the iterates. */
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { MeasuredRound } from './measuredRound.ts';
import { metric } from './metric.ts';

function normAt(iterate: Vector | undefined, round: MeasuredRound): number | undefined {
  const value = iterate && round.meanOperator(iterate);
  return value && squaredNorm(value);
}

export const operatorNorm = metric({
  name: 'operatorNorm',
  help: '`‖Ḡ(θ̄_t)‖²`, Ḡ the average of the agents’ mean operators',
  figure: { title: 'Mean operator', axis: 'squared mean operator ‖Ḡ(θ̄ₜ)‖²', against: 'every', floors: true },
  of: (round) => normAt(round.theta, round),
});

export const drawnOperatorNorm = metric({
  name: 'drawnOperatorNorm',
  help: 'only with `--drawn`: `operatorNorm` of the same iterate',
  figure: {
    title: 'Mean operator at the uniformly drawn iterate',
    axis: 'squared mean operator at the drawn iterate',
  },
  when: ({ drawn }) => drawn,
  of: (round) => normAt(round.drawn, round),
});
