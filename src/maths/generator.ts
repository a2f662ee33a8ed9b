/**
 * Seeded random generators: one independent stream for each (seed, role).
 *
 * A stream is a xoshiro128++ generator (Blackman and Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 2021) whose 128-bit state comes from seedrandom's ARC4, keyed by the seed
 * and the role as text. Streams are therefore unrelated to one another, and a new agent, algorithm
 * or metric changes no stream that already exists.
 */
import seedrandom from 'seedrandom';
import { zigguratNormal } from './normal.ts';

const TWO_POW_26 = 67_108_864;
const TWO_POW_MINUS_53 = 1 / 9_007_199_254_740_992;

/** A stream of random numbers. The state is 128 bits; the period is 2¹²⁸ − 1. */
export class Generator {
  #s0: number;
  #s1: number;
  #s2: number;
  #s3: number;

  /** @param state - four 32-bit words, not all zero */
  constructor(state: readonly [number, number, number, number]) {
    if ((state[0] | state[1] | state[2] | state[3]) === 0) {
      throw new RangeError('the state of a xoshiro128++ generator must not be all zero');
    }
    this.#s0 = state[0] | 0;
    this.#s1 = state[1] | 0;
    this.#s2 = state[2] | 0;
    this.#s3 = state[3] | 0;
  }

  /** The state: four 32-bit words, signed. */
  get words(): readonly [number, number, number, number] {
    return [this.#s0, this.#s1, this.#s2, this.#s3];
  }

  /** A uniform integer in [0, 2³²). */
  uint32(): number {
    const s0 = this.#s0;
    const s1 = this.#s1;
    const s3 = this.#s3;
    const sum = (s0 + s3) | 0;
    const result = (((sum << 7) | (sum >>> 25)) + s0) >>> 0;
    const t2 = this.#s2 ^ s0;
    const t3 = s3 ^ s1;
    this.#s1 = s1 ^ t2;
    this.#s0 = s0 ^ t3;
    this.#s2 = t2 ^ (s1 << 9);
    this.#s3 = (t3 << 11) | (t3 >>> 21);
    return result;
  }

  /** A uniform double in [0, 1), with 53 random bits. */
  uniform(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * TWO_POW_26 + low) * TWO_POW_MINUS_53;
  }

  /** A uniform integer in [0, n), for n ≤ 2³²; its probabilities are exact to within n·2⁻⁵³. */
  below(n: number): number {
    return Math.floor(this.uniform() * n);
  }

  /** A draw from the standard normal distribution N(0, 1). */
  normal(): number {
    return zigguratNormal(this);
  }
}

/**
 * The generator of one random stream.
 *
 * @param seed - the seed of the run, or of the problem's generation
 * @param role - what the stream is for, with the agent's number where it has one: `'chain', 3`
 */
export function generatorFor(seed: number, ...role: readonly (string | number)[]): Generator {
  const arc4 = seedrandom(['fedsa', seed, ...role].join('/'));
  return new Generator([arc4.int32(), arc4.int32(), arc4.int32(), arc4.int32()]);
}
