/**
 * Standard normal draws by the ziggurat method with 128 layers.
 *
 * Marsaglia and Tsang, "The Ziggurat Method for Generating Random Variables", J. Stat. Software
 * 2000, in the form of Doornik, "An Improved Ziggurat Method to Generate Normal Random Samples",
 * 2005, which takes the layer and the position from different random words.
 */
import type { Vector } from './vector.ts';

interface UniformSource {
  uint32(): number;
  uniform(): number;
}

const LAYERS = 128;
/** Where the tail starts, and the area of each layer, for 128 layers (Doornik 2005, Table 1). */
const TAIL_START = 3.442619855899;
const LAYER_AREA = 9.91256303526217e-3;

/** Right edges of the layers, from the base layer's pseudo-edge down to 0. */
const EDGE = new Float64Array(LAYERS + 1);
/** EDGE[i + 1] / EDGE[i]: below this fraction of its layer, a point lies under the density. */
const INSIDE = new Float64Array(LAYERS);

{
  let density = Math.exp(-0.5 * TAIL_START * TAIL_START);
  EDGE[0] = LAYER_AREA / density;
  EDGE[1] = TAIL_START;
  for (let i = 2; i < LAYERS; i++) {
    EDGE[i] = Math.sqrt(-2 * Math.log(LAYER_AREA / EDGE[i - 1]! + density));
    density = Math.exp(-0.5 * EDGE[i]! * EDGE[i]!);
  }
  EDGE[LAYERS] = 0;
  for (let i = 0; i < LAYERS; i++) INSIDE[i] = EDGE[i + 1]! / EDGE[i]!;
}

/** Right edges of the layers `[129]`, from the base layer's pseudo-edge and the start of the tail down to 0. */
export const zigguratEdges: Vector = EDGE;

/** The fraction of each layer `[128]` that lies under the density at every height. */
export const zigguratInside: Vector = INSIDE;

/** One draw from N(0, 1). */
export function zigguratNormal(source: UniformSource): number {
  for (;;) {
    const u = 2 * source.uniform() - 1;
    const layer = source.uint32() & (LAYERS - 1);
    if (Math.abs(u) < INSIDE[layer]!) return u * EDGE[layer]!;
    if (layer === 0) return tail(source, u < 0);
    const x = u * EDGE[layer]!;
    const below = Math.exp(-0.5 * (EDGE[layer]! * EDGE[layer]! - x * x));
    const above = Math.exp(-0.5 * (EDGE[layer + 1]! * EDGE[layer + 1]! - x * x));
    if (above + source.uniform() * (below - above) < 1) return x;
  }
}

/** A draw from the tail beyond TAIL_START, by Marsaglia's exact method. */
function tail(source: UniformSource, negative: boolean): number {
  for (;;) {
    const x = Math.log(1 - source.uniform()) / TAIL_START;
    const y = Math.log(1 - source.uniform());
    if (-2 * y >= x * x) return negative ? x - TAIL_START : TAIL_START - x;
  }
}
