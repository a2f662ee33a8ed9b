/** Neighbouring agents of one value. */
export interface Stretch<Value> {
  readonly first: number;
  readonly last: number;
  readonly value: Value;
}

/** The agents 0, 1, … of these values, neighbours with the same one together. */
export function stretches<Value>(
  values: readonly Value[],
  isSame: (a: Value, b: Value) => boolean = Object.is,
): Stretch<Value>[] {
  const firsts = values.flatMap((value, k) => (k > 0 && isSame(values[k - 1]!, value) ? [] : [k]));
  return firsts.map((first, k) => ({
    first,
    last: (firsts[k + 1] ?? values.length) - 1,
    value: values[first]!,
  }));
}
