/** The values of options' texts, those that name a file of data among them. */
import type { Option } from '../../settings/runSettings.ts';
import { listed } from '../../values/kind.ts';
import { type Reading, textForms } from '../../values/text.ts';
import { readDurations } from './readDurations.ts';

/** Of laws also the values of a file, each as likely: a scenario gives them as they are. */
export const takesFile = ({ argument }: Option): boolean => argument === '<law>';
export const FILE = 'file:PATH.csv';

/**
 * The value of an option's text.
 *
 * @throws InputError for a file that cannot be used
 */
export function readOption(option: Option, text: string): Reading {
  if (!takesFile(option)) return option.read(text);
  if (text.startsWith('file:'))
    return { value: { kind: 'empirical', values: readDurations(text.slice('file:'.length)) } };
  const reading = option.read(text);
  if (!('isOther' in reading)) return reading;
  return { fault: `must be ${listed([...textForms(option.value), FILE], 'or')}` };
}
