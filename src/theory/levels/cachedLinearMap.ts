/**
 * A linear map that is expensive to apply, at inputs that move slowly. Inputs and images are kept; the map is applied
 * anew only to the part of an input that is orthogonal to earlier inputs.
 */
import { dot, type Vector } from '../../maths/vector.ts';

/** Linear map with cached inputs and images. */
export class CachedLinearMap {
  readonly #apply: (input: Float64Array) => Float64Array;
  readonly #weights: Vector;
  /** orthonormal once scaled by the weights, with their images */
  readonly #known: { readonly scaled: Float64Array; readonly image: Float64Array }[] = [];

  /**
   * @param weights - of each coordinate, for the norm by which inputs are compared
   * @param part - what inputs have in common, to which the map is applied first
   */
  constructor(apply: (input: Float64Array) => Float64Array, weights: Vector, part: Vector) {
    this.#apply = apply;
    this.#weights = weights;
    this.at(part, 0);
  }

  /**
   * The image of an input, but for a part of the input whose norm is at most `tolerance` times its own.
   *
   * @returns with whether the map was applied
   */
  at(input: Vector, tolerance: number): { readonly image: Float64Array; readonly applied: boolean } {
    const rest = new Float64Array(input.length);
    for (let j = 0; j < rest.length; j++) rest[j] = input[j]! * this.#weights[j]!;
    const size = Math.sqrt(dot(rest, rest));
    let image: Float64Array | undefined;
    const add = (factor: number, known: Vector): void => {
      image ??= new Float64Array(known.length);
      for (let j = 0; j < known.length; j++) image[j]! += factor * known[j]!;
    };
    for (const { scaled, image } of this.#known) {
      const part = dot(scaled, rest);
      for (let j = 0; j < rest.length; j++) rest[j]! -= part * scaled[j]!;
      add(part, image);
    }
    const left = Math.sqrt(dot(rest, rest));
    if (image !== undefined && !(left > tolerance * size)) return { image, applied: false };
    if (!(left > 0)) {
      const nothing = this.#apply(new Float64Array(input.length));
      return { image: image ?? nothing, applied: false };
    }
    for (let j = 0; j < rest.length; j++) rest[j]! /= left;
    const direction = new Float64Array(input.length);
    for (let j = 0; j < rest.length; j++) direction[j] = rest[j]! / this.#weights[j]!;
    const applied = this.#apply(direction);
    this.#known.push({ scaled: rest, image: applied });
    add(left, applied);
    return { image: image!, applied: true };
  }
}
