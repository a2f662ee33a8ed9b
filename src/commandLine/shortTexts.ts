/** The texts of options, as commander reads them. */
import { InvalidArgumentError } from 'commander';
import { duration } from '../timing/timingModel.ts';
import type { Distribution } from '../timing/distribution.ts';
import { type Reading, readText, textForms } from '../values/text.ts';
import { listed } from '../values/kind.ts';
import type { Value } from '../values/value.ts';
import { readDurations } from './readDurations.ts';

/** What was read; a fault is what commander says of the option. */
function valueOf<T>({ fault, ...reading }: Reading<T>): T {
  if (fault === undefined) return (reading as { readonly value: T }).value;
  const end = fault.endsWith('?') ? '' : '.';
  throw new InvalidArgumentError(`${fault.startsWith('must') ? 'It ' : ''}${fault}${end}`);
}

/**
 * Reads an option's text.
 *
 * @throws InvalidArgumentError for a text that the value does not take
 */
export const parser =
  <T>(value: Value<T>) =>
  (text: string): T =>
    valueOf(readText(value, text));

/**
 * A number, a law, or the values of a file, each as likely.
 *
 * @throws InvalidArgumentError for a text that is none of them, or a number outside its range
 * @throws InputError for a file that cannot be used
 * @example parseLaw('pareto:1,2.5') // { kind: 'pareto', scale: 1, shape: 2.5 }
 */
export function parseLaw(text: string): Distribution {
  if (text.startsWith('file:'))
    return { kind: 'empirical', values: readDurations(text.slice('file:'.length)) };
  const reading = readText(duration, text);
  const forms = listed([...textForms(duration), 'file:PATH.csv'], 'or');
  return valueOf('isOther' in reading ? { fault: `must be ${forms}` } : reading);
}
