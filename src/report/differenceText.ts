/** A value of a configuration in a table of differences. */
import { ranges } from '../values/numbers.ts';

/** Longest value that is printed whole, in characters. */
const MOST_CHARACTERS = 48;

/** The value of a field as text, cut where it is long; seeds as ranges, own parts without their files, and a dash where a run lacks the field. */
export function valueText(field: string, value: unknown): string {
  if (value === undefined) return '–';
  const text =
    field === 'seeds' && Array.isArray(value)
      ? ranges(value as number[])
      : typeof value === 'string'
        ? value
        : JSON.stringify(value, (name, part: unknown) => (name === 'own' ? undefined : part));
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}
