/** Powers of ten on a logarithmic axis: they alone have labels and lines of the grid. */
import { powerOfTen } from '../../../values/numbers.ts';

/** A power of ten as such, and nothing between them; nor of what uPlot leaves out, which is null. */
export function powerOnly(value: number): string {
  const power = Math.round(Math.log10(value));
  if (!(Math.abs(value / 10 ** power - 1) < 1e-9)) return '';
  return power >= 0 && power <= 3 ? String(10 ** power) : powerOfTen(power);
}

/** The grid has no line at null. */
export const powersAmong = (_: unknown, values: readonly number[]): (number | null)[] =>
  values.map((value) => (powerOnly(value) === '' ? null : value));
