/**
 * Unequal H: each round each agent takes a number of local steps that is drawn uniformly from its own range, as
 * agents of unequal speed do that compute for an equal time (Wang, Liu, Liang, Joshi and Poor, "Tackling the
 * objective inconsistency problem in heterogeneous federated optimization", NeurIPS 2020, §5). Agent i has the mean
 * `H_i = slowest + (fastest − slowest) i/(M − 1)` and draws from `H_i (1 ± spread)`.
 */
import { countFromOne, decay, trigger } from '../../src/index.ts';

export const uneven = trigger({
  name: 'uneven',
  settings: {
    slowest: countFromOne('H_0', 'mean local steps of the first agent', { default: 1 }),
    fastest: countFromOne('H_M', 'mean local steps of the last agent', { default: 10 }),
    spread: decay('s', 'by which part of the mean rounds differ', { default: 0 }),
  },
  gapOf: ({ slowest, fastest, spread }, _round, { agent, agents, coins }) => {
    const mean = slowest + ((fastest - slowest) * agent) / Math.max(1, agents - 1);
    return Math.max(1, Math.round(mean * (1 + spread * (2 * coins.uniform() - 1))));
  },
  symbol: ({ slowest, fastest }) => `H_i from ${slowest} to ${fastest}`,
  text: ({ slowest, fastest, spread }) =>
    `after ${slowest} to ${fastest} local steps, by agent${spread > 0 ? `, give or take ${100 * spread} %` : ''}`,
});
