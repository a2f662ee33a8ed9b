/**
 * A linear map that is expensive to apply, at inputs that move slowly. Inputs and images are kept; the map is applied
 * anew only to the part of an input that is orthogonal to earlier inputs.
 */
import { dot, type Vector } from './vector.ts';

/** Linear map with cached inputs and images. */
export class CachedLinearMap {
  readonly #apply: (input: Float64Array) => Float64Array;
  /** orthonormal, with their images */
  readonly #known: { readonly input: Float64Array; readonly image: Float64Array }[] = [];

  /** @param part - what inputs have in common, to which the map is applied first */
  constructor(apply: (input: Float64Array) => Float64Array, part: Vector) {
    this.#apply = apply;
    this.at(part, 0);
  }

  /** The image of an input, but for a part of the input whose norm is at most `tolerance` times its own. */
  at(input: Vector, tolerance: number): Float64Array {
    const rest = Float64Array.from(input);
    const size = Math.sqrt(dot(rest, rest));
    const out = new Float64Array(this.#known[0]?.image.length ?? 0);
    for (const { input: known, image } of this.#known) {
      const part = dot(known, rest);
      addTo(rest, known, -part);
      addTo(out, image, part);
    }
    const left = Math.sqrt(dot(rest, rest));
    if (this.#known.length > 0 && !(left > tolerance * size)) return out;
    const direction = rest.map((value) => value / left);
    const image = this.#apply(direction);
    this.#known.push({ input: direction, image });
    return out.length === 0 ? image.map((value) => left * value) : addTo(out, image, left);
  }
}

function addTo(out: Float64Array, values: Vector, factor: number): Float64Array {
  for (let j = 0; j < out.length; j++) out[j]! += factor * values[j]!;
  return out;
}
