/** xoshiro128++ on a state of four words in memory: the bits of Generator in `maths/generator.ts`. */

const TWO_POW_26: f64 = 67108864;
const TWO_POW_MINUS_53: f64 = 1.0 / 9007199254740992.0;

/** A uniform integer in [0, 2³²). */
export function uint32(generator: usize): u32 {
  const s0 = load<u32>(generator);
  const s1 = load<u32>(generator, 4);
  const s2 = load<u32>(generator, 8);
  const s3 = load<u32>(generator, 12);
  const t2 = s2 ^ s0;
  const t3 = s3 ^ s1;
  store<u32>(generator, s0 ^ t3);
  store<u32>(generator, s1 ^ t2, 4);
  store<u32>(generator, t2 ^ (s1 << 9), 8);
  store<u32>(generator, rotl<u32>(t3, 11), 12);
  return rotl<u32>(s0 + s3, 7) + s0;
}

/** A uniform double in [0, 1), with 53 random bits. */
export function uniform(generator: usize): f64 {
  const high = uint32(generator) >>> 5;
  const low = uint32(generator) >>> 6;
  return (<f64>high * TWO_POW_26 + <f64>low) * TWO_POW_MINUS_53;
}

/** A uniform integer in [0, n). */
export function below(generator: usize, n: f64): f64 {
  return Math.floor(uniform(generator) * n);
}
