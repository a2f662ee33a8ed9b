/** How far the iterates are from the root. */
import { squaredDistance, type Vector } from '../../maths/vector.ts';
import type { MeasuredRound } from './measuredRound.ts';
import { metric } from './metric.ts';

const errorOf = (iterate: Vector | undefined, { run: { answer } }: MeasuredRound): number | undefined =>
  iterate && answer.root && squaredDistance(iterate, answer.root);

export const error = metric({
  name: 'error',
  help: '`‖θ̄_t − θ*‖²`',
  figure: { title: 'Error', axis: 'squared error ‖θ̄ₜ − θ*‖²', against: 'every', floors: true },
  of: (round) => errorOf(round.theta, round),
});

export const averageError = metric({
  name: 'averageError',
  help: 'only with `--average`: `‖average − θ*‖²`, the average of θ̄ over all rounds, recorded or not, after the first T·fraction (rounded down)',
  figure: {
    title: 'Error of the average over rounds',
    axis: 'squared error of the averaged iterate',
    floors: true,
  },
  when: ({ averageFrom }) => averageFrom !== undefined,
  of: (round) => errorOf(round.average, round),
});

export const drawnError = metric({
  name: 'drawnError',
  help: 'only with `--drawn`: `error` of an iterate drawn uniformly from rounds 0, …, t − 1',
  figure: {
    title: 'Error of the uniformly drawn iterate',
    axis: 'squared error of the drawn iterate',
  },
  when: ({ drawn }) => drawn,
  of: (round) => errorOf(round.drawn, round),
});
