/**
 * Standard normal draws by the ziggurat method: the bits of `maths/normal.ts`, whose tables lie in
 * memory, so that they need not be computed twice.
 */
import { uniform, uint32 } from './generator.assembly';
import { exp, log } from './javaScriptMath.assembly';

const TWO_POW_MINUS_53: f64 = 1.0 / 9007199254740992.0;
/** Number of layers, less 1. */
const LAYER_BITS: u32 = 127;

/**
 * n ← draws from N(0, I), one coordinate after another.
 *
 * The generator's state stays out of memory, but for the rare draws that lie at an edge of their layer.
 *
 * @param edges - address of the layers' right edges
 * @param inside - address of the fractions of the layers that lie under the density
 */
export function normalInto(n: usize, d: i32, generator: usize, edges: usize, inside: usize): void {
  let s0 = load<u32>(generator);
  let s1 = load<u32>(generator, 4);
  let s2 = load<u32>(generator, 8);
  let s3 = load<u32>(generator, 12);
  for (let j = 0; j < d; j++, n += 8) {
    const high = (rotl<u32>(s0 + s3, 7) + s0) >>> 5;
    let t2 = s2 ^ s0;
    let t3 = s3 ^ s1;
    s2 = t2 ^ (s1 << 9);
    s1 ^= t2;
    s0 ^= t3;
    s3 = rotl<u32>(t3, 11);
    const low = (rotl<u32>(s0 + s3, 7) + s0) >>> 6;
    t2 = s2 ^ s0;
    t3 = s3 ^ s1;
    s2 = t2 ^ (s1 << 9);
    s1 ^= t2;
    s0 ^= t3;
    s3 = rotl<u32>(t3, 11);
    const layer = (rotl<u32>(s0 + s3, 7) + s0) & LAYER_BITS;
    t2 = s2 ^ s0;
    t3 = s3 ^ s1;
    s2 = t2 ^ (s1 << 9);
    s1 ^= t2;
    s0 ^= t3;
    s3 = rotl<u32>(t3, 11);
    const bits = ((<i64>high) << 26) | (<i64>low);
    const u = 2 * (<f64>bits * TWO_POW_MINUS_53) - 1;
    if (abs<f64>(u) < load<f64>(inside + ((<usize>layer) << 3))) {
      store<f64>(n, u * load<f64>(edges + ((<usize>layer) << 3)));
      continue;
    }
    store<u32>(generator, s0);
    store<u32>(generator, s1, 4);
    store<u32>(generator, s2, 8);
    store<u32>(generator, s3, 12);
    store<f64>(n, atEdge(u, layer, generator, edges, inside));
    s0 = load<u32>(generator);
    s1 = load<u32>(generator, 4);
    s2 = load<u32>(generator, 8);
    s3 = load<u32>(generator, 12);
  }
  store<u32>(generator, s0);
  store<u32>(generator, s1, 4);
  store<u32>(generator, s2, 8);
  store<u32>(generator, s3, 12);
}

/** A draw whose first point does not lie under the density at every height of its layer. */
function atEdge(u: f64, layer: u32, generator: usize, edges: usize, inside: usize): f64 {
  while (true) {
    const edge = load<f64>(edges + ((<usize>layer) << 3));
    if (abs<f64>(u) < load<f64>(inside + ((<usize>layer) << 3))) return u * edge;
    if (layer == 0) return tail(generator, load<f64>(edges, 8), u < 0);
    const x = u * edge;
    const nextEdge = load<f64>(edges + ((<usize>layer) << 3), 8);
    const below = exp(-0.5 * (edge * edge - x * x));
    const above = exp(-0.5 * (nextEdge * nextEdge - x * x));
    if (above + uniform(generator) * (below - above) < 1) return x;
    u = 2 * uniform(generator) - 1;
    layer = uint32(generator) & LAYER_BITS;
  }
}

/** A draw from the tail, by Marsaglia's exact method. */
function tail(generator: usize, start: f64, negative: bool): f64 {
  while (true) {
    const x = log(1 - uniform(generator)) / start;
    const y = log(1 - uniform(generator));
    if (-2 * y >= x * x) return negative ? x - start : start - x;
  }
}
