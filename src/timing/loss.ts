/** Messages that are lost: each by itself, or in bursts. */
import type { Generator } from '../maths/generator.ts';
import { named, share } from '../values/parameter.ts';
import { either, real, variant, variants } from '../values/value.ts';

/** The probability of a fault. */
export const chance = real({ least: 0, below: 1 });

const toBad = share('P', 'the probability that the link turns bad from one message to the next');
const toGood = share('R', 'the probability that it turns good again');

/**
 * A link that is good and bad in turn, message by message: a two-state Markov chain in its stationary law (Gilbert,
 * "Capacity of a burst-noise channel", 1960; Elliott, "Estimates of error rates for codes on burst-noise channels", 1963).
 * The mean length of a bad stretch is 1/toGood messages.
 */
export interface BurstLoss {
  readonly kind: 'gilbert-elliott';
  /** probabilities that the state changes from one message to the next */
  readonly toBad: number;
  readonly toGood: number;
  /** probability that a message is lost while the link is bad; 1 by default */
  readonly lossInBad?: number;
  /** the same while it is good; 0 by default */
  readonly lossInGood?: number;
}

/** The probability that a message is lost, or the chain that gives it. */
export type LossModel = number | BurstLoss;

export const lossModel = either<LossModel>(
  [
    chance,
    variants(
      variant('gilbert-elliott', {
        toBad,
        toGood,
        lossInBad: named({ ...real({ least: 0, most: 1 }), symbol: 'H', help: 'lost while the link is bad' }),
        lossInGood: named({ ...chance, symbol: 'K', help: 'lost while the link is good' }),
      }),
    ),
  ],
  'must be a probability in [0, 1), or a law { kind, … }',
);

/** Long-run share of messages lost. */
export function lossRate(model: LossModel): number {
  if (typeof model === 'number') return model;
  const { toBad, toGood, lossInBad = 1, lossInGood = 0 } = model;
  return (toGood * lossInGood + toBad * lossInBad) / (toBad + toGood);
}

/** In words, after what is lost. */
export function lossText(model: LossModel): string {
  if (typeof model === 'number') return `with probability ${model}`;
  const { toGood, lossInBad = 1, lossInGood = 0 } = model;
  const rate = Number(lossRate(model).toPrecision(3));
  const bad = Number((1 / toGood).toPrecision(3));
  return `with probability ${lossInBad} in bad stretches of ${bad} messages on average, else ${lossInGood} (Gilbert–Elliott): ${rate} in all`;
}

/**
 * Whether the next message is lost, message by message.
 *
 * @param coins - of the losses: a link whose states lose alike loses as one with that probability
 * @param changes - of the link's state
 */
export function losses(model: LossModel, coins: Generator, changes: () => Generator): () => boolean {
  if (typeof model === 'number') return () => coins.uniform() < model;
  const { toBad, toGood, lossInBad = 1, lossInGood = 0 } = model;
  const states = changes();
  let isBad = states.uniform() * (toBad + toGood) < toBad;
  return () => {
    const isLost = coins.uniform() < (isBad ? lossInBad : lossInGood);
    if (states.uniform() < (isBad ? toGood : toBad)) isBad = !isBad;
    return isLost;
  };
}
