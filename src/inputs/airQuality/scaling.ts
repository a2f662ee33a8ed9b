/** Scaling of a column to a common range, with what is measured on its training rows. */
import type { Vector } from '../../maths/vector.ts';

/** Scaled value = (value − offset) / unit. */
export interface Scale {
  readonly offset: number;
  readonly unit: number;
}

/**
 * A column whose values differ by less than this share of the largest counts as constant: the
 * moving sums of the seasonal part err by about 1e-12 of it, measurements differ by 1e-4 or more.
 */
const CONSTANT = 1e-9;

/**
 * The scale that a column's training rows ask for.
 *
 * `min-max`: their smallest value goes to 0 and their largest to 1. `z-score`: their mean goes to 0
 * and their standard deviation (divided by n) to 1. A constant column goes to 0 (up to rounding).
 */
export function scaleOf(training: Vector, scaling: 'min-max' | 'z-score'): Scale {
  let smallest = Infinity;
  let largest = -Infinity;
  let sum = 0;
  for (let row = 0; row < training.length; row++) {
    const value = training[row]!;
    smallest = Math.min(smallest, value);
    largest = Math.max(largest, value);
    sum += value;
  }
  const range = largest - smallest;
  if (range <= CONSTANT * Math.max(Math.abs(smallest), Math.abs(largest)))
    return { offset: smallest, unit: 1 };
  if (scaling === 'min-max') return { offset: smallest, unit: range };
  const mean = sum / training.length;
  let squares = 0;
  for (let row = 0; row < training.length; row++) squares += (training[row]! - mean) ** 2;
  return { offset: mean, unit: Math.sqrt(squares / training.length) };
}
