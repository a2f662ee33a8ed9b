/** 1, 2, 5, 10, 20, 50, … times a power of ten, from it on. */
export function* decades(smallest: number): Generator<number, never> {
  for (let decade = smallest; ; decade *= 10)
    for (const digit of [1, 2, 5]) yield Number((digit * decade).toPrecision(1));
}
