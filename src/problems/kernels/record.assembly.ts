/** What every record begins with: see RECORD_HEAD in `kernelOperator.ts`. */

/** The record number `index` of a call. */
export function recordAt(records: usize, index: i32): usize {
  return load<u32>(records + ((<usize>index) << 2));
}

/** Address of θ. */
export function thetaOf(record: usize): usize {
  return load<u32>(record);
}

/** Address of the correction c. */
export function correctionOf(record: usize): usize {
  return load<u32>(record, 4);
}

/** Address of the value that is asked for. */
export function valueOf(record: usize): usize {
  return load<u32>(record, 8);
}

/** d. */
export function dimensionOf(record: usize): i32 {
  return load<i32>(record, 12);
}
