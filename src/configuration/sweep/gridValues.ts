/** The values of one swept name: a list, whole numbers from a to b, or a range with a spacing. */
import { InputError } from '../../values/failure.ts';

/** Most values of one name. */
const MOST_VALUES = 100_000;
/** Digits to which computed values are rounded: the neighbours of 0.3 in a range are not to be shown. */
const DIGITS = 15;

const FORMS =
  'give values (1,2,5), whole numbers (1..10), or a range with its spacing (0.001..1:log7, 0..1:lin5, 10..100:step10)';

/**
 * The values in a text, in its order. Values that have commas of their own are separated by semicolons:
 * `1,2,5`, `exponential:1;uniform:0,2`.
 *
 * @param where - for messages, such as `--grid step-size`
 * @returns the texts of the values
 * @throws InputError in one line
 */
export function gridValues(text: string, where: string): readonly string[] {
  const range = /^\s*([^,;:]+?)\.\.([^,;:]+?)\s*(?::\s*(log|lin|step)([^,;]*))?$/.exec(text);
  const values = range === null ? listed(text) : ranged(range, where, text);
  if (values.some((value) => value === ''))
    throw new InputError(`${where}: a value of "${text}" is empty; ${FORMS}`);
  return values;
}

const listed = (text: string): string[] =>
  text.split(text.includes(';') ? ';' : ',').map((word) => word.trim());

function ranged(
  [, low, high, spacing, count]: RegExpExecArray,
  where: string,
  text: string,
): readonly string[] {
  const [a, b] = [Number(low), Number(high)];
  if (!Number.isFinite(a) || !Number.isFinite(b))
    throw new InputError(`${where}: "${text}" is no range of numbers; ${FORMS}`);
  if (spacing === undefined || spacing === 'step') {
    const step = spacing === undefined ? 1 : Number(count === '' ? NaN : count);
    if (spacing === undefined && !(Number.isSafeInteger(a) && Number.isSafeInteger(b)))
      throw new InputError(`${where}: "${text}" is no range of whole numbers; ${FORMS}`);
    if (!(step > 0) || !(b >= a))
      throw new InputError(`${where}: "${text}" needs a..b with a ≤ b, and a step greater than 0`);
    // So much beyond b a last value may lie by rounding alone.
    const steps = Math.floor((b - a) / step + 1e-9);
    refuseMany(steps + 1, where, text);
    return Array.from({ length: steps + 1 }, (_, k) => rounded(a + k * step));
  }
  const n = Number(count === '' ? NaN : count);
  if (!Number.isSafeInteger(n) || n < 2)
    throw new InputError(
      `${where}: "${text}" needs how many values, at least 2, as in ${low!}..${high!}:${spacing}5`,
    );
  refuseMany(n, where, text);
  if (a === b) throw new InputError(`${where}: "${text}" needs two different ends`);
  if (spacing === 'log' && !(a > 0 && b > 0))
    throw new InputError(
      `${where}: "${text}" needs ends greater than 0, since its values are spaced by a factor`,
    );
  return Array.from({ length: n }, (_, k) => {
    if (k === 0) return rounded(a);
    if (k === n - 1) return rounded(b);
    return rounded(spacing === 'log' ? a * (b / a) ** (k / (n - 1)) : (a * (n - 1 - k) + b * k) / (n - 1));
  });
}

const rounded = (value: number): string => String(Number(value.toPrecision(DIGITS)));

function refuseMany(count: number, where: string, text: string): void {
  if (count <= MOST_VALUES) return;
  throw new InputError(`${where}: "${text}" has ${count} values; at most ${MOST_VALUES} can be swept`);
}
