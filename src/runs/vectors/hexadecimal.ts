/** Doubles as C99's `%a` writes them: `0x1.8p+1` is 3. Every bit can be read, in any language. */

/** Bits of the fraction. */
const FRACTION_BITS = 52n;
/** The exponent's field is so much larger than the exponent. */
const EXPONENT_OFFSET = 1023;
/** The exponent's field of infinities and NaN. */
const NOT_FINITE = 0x7ff;

const double = new Float64Array(1);
const word = new BigUint64Array(double.buffer);

/** A double as `%a` writes it; `nan`, `inf` and `-inf` for those that are not finite. */
export function hexadecimal(x: number): string {
  double[0] = x;
  const bits = word[0]!;
  const sign = bits >> 63n === 1n ? '-' : '';
  const field = Number((bits >> FRACTION_BITS) & 0x7ffn);
  const fraction = bits & ((1n << FRACTION_BITS) - 1n);
  if (field === NOT_FINITE) return fraction === 0n ? `${sign}inf` : 'nan';
  if (field === 0 && fraction === 0n) return `${sign}0x0p+0`;
  const digits = fraction.toString(16).padStart(13, '0').replace(/0+$/, '');
  const first = field === 0 ? '0' : '1';
  const exponent = Math.max(field, 1) - EXPONENT_OFFSET;
  return `${sign}0x${first}${digits === '' ? '' : `.${digits}`}p${exponent < 0 ? '' : '+'}${exponent}`;
}

const FORM = /^([+-]?)0x([0-9a-f])(?:\.([0-9a-f]{1,13}))?p([+-]?\d{1,4})$/i;

/**
 * The double that `%a` has written, by whichever library: the first digit may be any.
 *
 * @returns `undefined` for another text
 */
export function readHexadecimal(text: string): number | undefined {
  const plain = { nan: NaN, inf: Infinity, '-inf': -Infinity }[text.toLowerCase()];
  if (plain !== undefined) return plain;
  const found = FORM.exec(text);
  if (found === null) return undefined;
  const [, sign, first, fraction = '', exponent] = found;
  const digits = BigInt(`0x${first!}${fraction}`);
  // At most 56 bits come from a double, so that the digits are a double, too.
  let value = Number(digits);
  let power = Number(exponent) - 4 * fraction.length;
  // Step by step, since 2 to this power may lie beyond all doubles.
  for (; power > 0; power--) value *= 2;
  for (; power < 0; power++) value /= 2;
  return sign === '-' ? -value : value;
}
