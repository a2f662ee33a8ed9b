/**
 * Growing H: communication becomes rarer with the rounds, `H_t = ⌈a + b (t − 1)⌉`, as suggested by
 * Spiridonoff, Olshevsky and Paschalidis, "Communication-efficient SGD: From Local SGD to One-Shot Averaging",
 * NeurIPS 2021, for step sizes that decrease.
 */
import { nonNegative, positive, trigger } from '../../src/index.ts';

export const growing = trigger({
  name: 'growing',
  settings: {
    first: positive('a', 'local steps of the first round', { default: 1 }),
    growth: nonNegative('b', 'local steps by which each round is longer', { default: 1 }),
  },
  gap: ({ first, growth }, round) => Math.ceil(first + growth * (round - 1)),
  symbol: ({ first, growth }) => `H_t = ⌈${first} + ${growth} (t − 1)⌉`,
  text: ({ first, growth }) => `after ⌈${first} + ${growth} (t − 1)⌉ local steps in round t (growing H)`,
});
