/** The values of options' texts, those that name a file of data among them. */
import type { Option } from '../configuration/settings/runSettings.ts';
import { listed } from '../values/kind.ts';
import { decimalOf, type Reading, textForms } from '../values/text.ts';
import { readAvailabilityTrace } from './readAvailabilityTrace.ts';
import { readComputeTrace } from './readComputeTrace.ts';
import { readDevices } from './readDevices.ts';
import { readDurations } from './readDurations.ts';
import { readMeasured } from './readMeasured.ts';

/** Of laws also the values of a file, each as likely: a scenario gives them as they are. */
export const takesFile = ({ argument }: Option): boolean => argument === '<law>';
export const FILE = 'file:PATH.csv';

/** Options whose text is a file of data and perhaps, by its name, one thing more: `PATH.csv,period=86400`. */
const OF_FILES: Readonly<
  Record<string, { readonly more: string | undefined; read(file: string, more: string | undefined): Reading }>
> = {
  'availability-trace': {
    more: 'period',
    read: (file, more) => {
      const period = more === undefined ? undefined : decimalOf(more);
      return period === undefined || (period > 0 && period < Infinity)
        ? { value: readAvailabilityTrace(file, period) }
        : { fault: 'period must be a number above 0' };
    },
  },
  'compute-trace': { more: undefined, read: (file) => ({ value: readComputeTrace(file) }) },
  devices: {
    more: 'batch',
    read: (file, more) => {
      const batch = more === undefined ? undefined : decimalOf(more);
      return batch === undefined || (Number.isSafeInteger(batch) && batch > 0)
        ? { value: readDevices(file, batch) }
        : { fault: 'batch must be a whole number from 1' };
    },
  },
  measured: {
    more: 'order',
    read: (file, order) =>
      order === undefined || order === 'in-order' || order === 'resampled'
        ? { value: readMeasured(file, order) }
        : { fault: 'order must be in-order or resampled' },
  },
};

/**
 * The value of an option's text.
 *
 * @throws InputError for a file that cannot be used
 */
export function readOption(option: Option, text: string): Reading {
  const ofFile = OF_FILES[option.flag];
  if (ofFile !== undefined) {
    const { more } = ofFile;
    const at = more === undefined ? -1 : text.lastIndexOf(`,${more}=`);
    return at < 0
      ? ofFile.read(text, undefined)
      : ofFile.read(text.slice(0, at), text.slice(at + more!.length + 2));
  }
  if (!takesFile(option)) return option.read(text);
  const [, file] = /^file:(.+)$/s.exec(text) ?? [];
  if (file !== undefined) return { value: { kind: 'empirical', values: readDurations(file) } };
  const reading = option.read(text);
  if (!('isOther' in reading)) return reading;
  return { fault: `must be ${listed([...textForms(option.value), FILE], 'or')}` };
}
