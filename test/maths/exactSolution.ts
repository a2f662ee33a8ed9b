/** Linear systems in rational arithmetic: what rounding is compared with. */

/** p/q, q > 0, not reduced. */
type Rational = readonly [bigint, bigint];

/** A double, exactly. */
function exactly(x: number): Rational {
  let [numerator, exponent] = [x, 0];
  while (!Number.isInteger(numerator)) {
    numerator *= 2;
    exponent += 1;
  }
  return [BigInt(numerator), 2n ** BigInt(exponent)];
}

const reduced = ([p, q]: Rational): Rational => {
  let [a, b] = [p < 0n ? -p : p, q];
  while (b !== 0n) [a, b] = [b, a % b];
  const g = a === 0n ? 1n : a;
  return q < 0n ? [-p / g, -q / g] : [p / g, q / g];
};
const times = (a: Rational, b: Rational): Rational => reduced([a[0] * b[0], a[1] * b[1]]);
const minus = (a: Rational, b: Rational): Rational => reduced([a[0] * b[1] - b[0] * a[1], a[1] * b[1]]);
const over = (a: Rational, b: Rational): Rational => times(a, [b[1], b[0]]);

/** The double next to p/q, to 2⁻⁶⁰. */
function rounded([p, q]: Rational): number {
  if (p === 0n) return 0;
  const bits = (x: bigint): number => x.toString(2).length;
  const shift = 80 + bits(q) - bits(p < 0n ? -p : p);
  const whole = shift >= 0 ? (p << BigInt(shift)) / q : p / (q << BigInt(-shift));
  return Number(whole) * 2 ** -shift;
}

/** x with A x = b exactly, by Gauss–Jordan elimination in rationals, rounded at its end. */
export function exactSolution(A: ArrayLike<number>, b: ArrayLike<number>, n: number): number[] {
  const rows = Array.from({ length: n }, (_, i) => [
    ...Array.from({ length: n }, (__, j) => exactly(A[i * n + j]!)),
    exactly(b[i]!),
  ]);
  for (let k = 0; k < n; k++) {
    const at = rows.findIndex((row, i) => i >= k && row[k]![0] !== 0n);
    [rows[k], rows[at]] = [rows[at]!, rows[k]!];
    const pivot = rows[k]!;
    for (const [i, row] of rows.entries()) {
      if (i === k || row[k]![0] === 0n) continue;
      const factor = over(row[k]!, pivot[k]!);
      for (let j = k; j <= n; j++) row[j] = minus(row[j]!, times(factor, pivot[j]!));
    }
  }
  return rows.map((row, i) => rounded(over(row[n]!, row[i]!)));
}
