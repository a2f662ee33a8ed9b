/** Head of every record. */
import { CORRECTION, DIMENSION, THETA, VALUE, WORK } from './recordLayout';

/** The record number `index` of a call. */
export function recordAt(records: usize, index: i32): usize {
  return load<u32>(records + ((<usize>index) << 2));
}

/** Address of θ. */
export function thetaOf(record: usize): usize {
  return load<u32>(record, THETA);
}

/** Address of the correction c. */
export function correctionOf(record: usize): usize {
  return load<u32>(record, CORRECTION);
}

/** Address of the value that is asked for. */
export function valueOf(record: usize): usize {
  return load<u32>(record, VALUE);
}

/** Address of the doubles that hold nothing between calls. */
export function workOf(record: usize): usize {
  return load<u32>(record, WORK);
}

/** d. */
export function dimensionOf(record: usize): i32 {
  return load<i32>(record, DIMENSION);
}
