/**
 * Coins: the random numbers of an algorithm's parts. Those of a call depend on the seed, the purpose, whose part it is and the number of
 * the call alone, so that they are the same in every placement, in a replay and after a crash; variants of an algorithm share them.
 */
import { Generator, generatorFor } from './generator.ts';
import type { Vector } from './vector.ts';

/** `E Q(x) Q(x)ᵀ` `[d, d]` of `S = E x xᵀ`, where it is linear in S. */
export type SecondMoment = (S: Vector, d: number) => Float64Array;

/** A vector on its way through a map Q, perhaps at random. */
export interface Passage {
  /** of the map, in words */
  readonly name: string;
  /** whether E Q(x) = x */
  readonly isUnbiased: boolean;
  readonly x: Vector;
  readonly out: Float64Array;
  readonly secondMoment: SecondMoment | undefined;
}

/** What a part draws from, during a call of it. */
export interface Coins {
  /** A uniform double in [0, 1). */
  readonly uniform: () => number;
  /** A uniform integer in [0, n). */
  readonly below: (n: number) => number;
  /** A draw from N(0, 1). */
  readonly normal: () => number;
  /** theory runs the part on means: expectations stand in, and drawing throws */
  readonly expected: boolean;
  /** only where theory follows combinations of vectors: writes the mean, and notes that the map adds to it */
  readonly passes?: (passage: Passage) => void;
}

/** For four words of a state that differ where the key's are alike. */
const CONSTANTS = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] as const;

/** The finaliser of MurmurHash3 (Appleby): a bijection of 32-bit words in which each bit depends on all. */
function mixed(word: number): number {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** The generator of call n under a key. */
export function callGenerator(key: readonly [number, number, number, number], n: number): Generator {
  const word = (j: 0 | 1 | 2 | 3): number => mixed(key[j] ^ mixed(n ^ CONSTANTS[j]));
  const [a, b, c, d] = [word(0), word(1), word(2), word(3)];
  // a state of zeros has no successor
  return new Generator([a, b, c, (a | b | c | d) === 0 ? 1 : d]);
}

/** The coins of one purpose of one part. */
class PurposeCoins implements Coins {
  readonly expected = false;
  readonly #key: readonly [number, number, number, number];
  readonly #purpose: string;
  #call = 0;
  #generator: Generator | undefined;

  constructor(seed: number, purpose: string, part: number | 'server') {
    this.#key = generatorFor(seed, 'coins', purpose, part).words;
    this.#purpose = purpose;
  }

  /** Begins call n = 1, 2, …. */
  begin(n: number): void {
    this.#call = n;
    this.#generator = undefined;
  }

  readonly uniform = (): number => this.#now().uniform();
  readonly below = (n: number): number => this.#now().below(n);
  readonly normal = (): number => this.#now().normal();

  #now(): Generator {
    if (this.#call === 0)
      throw new TypeError(`the coins "${this.#purpose}" are drawn within calls of the part`);
    return (this.#generator ??= callGenerator(this.#key, this.#call));
  }
}

const refused = (): never => {
  throw new TypeError('its coins have no mean');
};
/** Stand in where theory runs a part on means. */
const EXPECTED: Coins = { uniform: refused, below: refused, normal: refused, expected: true };

/** All coins of one part, which outlive the part: an agent that has crashed gets a new part, and no old coins. */
export class PartCoins {
  readonly #coins: ReadonlyMap<string, PurposeCoins>;
  readonly #purposes: readonly string[];
  readonly #standIn: Coins;
  #calls = 0;

  /**
   * @param purposes - that the algorithm declares
   * @param keyed - by seed and part; left out, nothing may be drawn
   * @param standIn - for coins that may not be drawn
   */
  constructor(
    purposes: readonly string[],
    keyed?: { readonly seed: number; readonly part: number | 'server' },
    standIn = EXPECTED,
  ) {
    this.#purposes = purposes;
    this.#standIn = standIn;
    this.#coins = new Map(
      keyed && purposes.map((purpose) => [purpose, new PurposeCoins(keyed.seed, purpose, keyed.part)]),
    );
  }

  /**
   * The coins of a purpose.
   *
   * @throws TypeError for one that the algorithm does not declare
   */
  readonly for = (purpose: string): Coins => {
    if (!this.#purposes.includes(purpose))
      throw new TypeError(`the algorithm declares no coins "${purpose}"; list them in \`coins\``);
    return this.#coins.get(purpose) ?? this.#standIn;
  };

  /** Begins the next call of the part. */
  begin(): void {
    this.#calls++;
    for (const coins of this.#coins.values()) coins.begin(this.#calls);
  }
}
