/** Lengths as papers give them: `5.5in`, `14cm`, `8pt`. */
import { InputError } from '../values/failure.ts';

/** In points of 1/72 inch, those of PDF; `px` are CSS pixels, 96 an inch. */
const UNITS: Readonly<Record<string, number>> = { in: 72, cm: 72 / 2.54, mm: 7.2 / 2.54, pt: 1, px: 0.75 };

/**
 * A length in points.
 *
 * @param name - of the option, for the error
 * @throws InputError for anything but a number with a unit, and for lengths out of the range
 */
export function lengthOf(text: string, name: string, low: number, high: number): number {
  const [, number = '', unit = ''] = /^(\d*\.?\d+)\s*(in|cm|mm|pt|px)$/.exec(text.trim()) ?? [];
  const points = Number(number) * (UNITS[unit] ?? NaN);
  if (!(points >= low && points <= high)) {
    throw new InputError(
      `${name}: ${JSON.stringify(text)} is not a length from ${low}pt to ${high}pt; a number with one of the units in, cm, mm, pt and px is expected, such as ${low === 7 ? '8pt' : '5.5in'}`,
    );
  }
  return points;
}
