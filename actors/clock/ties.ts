/**
 * Order of agents at equal times. It is drawn anew for each moment, so that no agent is first by its number, and depends on
 * nothing else: placements, replays and the algorithms of a run have it in common.
 */
import { generatorFor } from '../../src/maths/generator.ts';

/** Of two agents with events at one time and depth, the one with the lower number goes first. */
export type Ties = (agent: number, time: number, depth: number) => number;

/**
 * Uniformly random order: a hash of agent, moment and depth (MurmurHash3 of Appleby for 32 bits), whose key comes from a
 * stream of its own. At one moment and depth two agents never have the same number, as each step is a bijection.
 *
 * @param seed - of the replication
 * @param tieSeed - another order, to show what depends on it
 */
export function randomTies(seed: number, tieSeed?: number): Ties {
  const role = tieSeed === undefined ? [] : [tieSeed];
  const [key] = generatorFor(seed, 'ties', ...role).words;
  return (agent, time, depth) => {
    const words = mixed(mixed(mixed(mixed(key, agent), time), time / TWO_POW_32), depth);
    let hash = words ^ BYTES;
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return (hash ^ (hash >>> 16)) >>> 0;
  };
}

const TWO_POW_32 = 4_294_967_296;

/** Of the four words. */
const BYTES = 16;

/** The hash with another word in it; of a number that is longer, with its last 32 bits. */
function mixed(hash: number, word: number): number {
  let bits = Math.imul(word, 0xcc9e2d51);
  bits = Math.imul((bits << 15) | (bits >>> 17), 0x1b873593);
  const both = hash ^ bits;
  return (Math.imul((both << 13) | (both >>> 19), 5) + 0xe6546b64) | 0;
}
