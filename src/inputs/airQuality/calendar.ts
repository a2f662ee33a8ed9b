/** Calendar months of an hourly series that begins at midnight of the first day of a month. */

/** Days of a month (1 to 12) of the Gregorian calendar. */
export function daysOfMonth(year: number, month: number): number {
  if (month === 2) {
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    return leap ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The month after this one. */
export function monthAfter({ year, month }: { readonly year: number; readonly month: number }): {
  readonly year: number;
  readonly month: number;
} {
  return month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
}

/**
 * Row at which each complete month begins, and, last, the row at which the last of them ends:
 * month m is the rows from element m up to, without it, element m + 1.
 *
 * @param first - year and month (1 to 12) of row 0
 * @param rows - number of hours; what is left over after the last complete month is ignored
 */
export function monthBoundaries(
  first: { readonly year: number; readonly month: number },
  rows: number,
): readonly number[] {
  const boundaries = [0];
  let month = first;
  let end = 0;
  for (;;) {
    end += 24 * daysOfMonth(month.year, month.month);
    if (end > rows) return boundaries;
    boundaries.push(end);
    month = monthAfter(month);
  }
}
