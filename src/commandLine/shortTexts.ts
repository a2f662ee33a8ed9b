/** The short texts of options: laws of durations, server policies and staleness weights. */
import { InvalidArgumentError } from 'commander';
import type { PolicySettings } from '../policies/index.ts';
import type { StalenessWeight } from '../policies/stalenessWeight.ts';
import { readPolicy, readWeight } from '../scenario/policyText.ts';
import { type Reading, readShortText, readValue } from '../scenario/shortText.ts';
import { durationSchema } from '../scenario/timingSchema.ts';
import type { Distribution } from '../timing/distribution.ts';
import { decimalOf } from './decimal.ts';
import { readDurations } from './readDurations.ts';

const LAWS =
  'must be a number, exponential:MEAN, uniform:LOW,HIGH, log-normal:MEDIAN,SIGMA, pareto:SCALE,SHAPE, gamma:SHAPE,SCALE or file:PATH.csv';

const LAW_FIELDS = {
  exponential: ['mean'],
  uniform: ['low', 'high'],
  'log-normal': ['median', 'sigma'],
  pareto: ['scale', 'shape'],
  gamma: ['shape', 'scale'],
} as const;

/** What was read; a fault is what commander says of the option. */
function valueOf<T>(reading: Reading<T>): T {
  if (reading.fault === undefined) return reading.value;
  const { fault } = reading;
  const end = fault.endsWith('?') ? '' : '.';
  throw new InvalidArgumentError(`${fault.startsWith('must') ? 'It ' : ''}${fault}${end}`);
}

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
  const value = decimalOf(text);
  return valueOf(
    Number.isFinite(value)
      ? readValue(durationSchema, value)
      : readShortText(text, LAW_FIELDS, durationSchema, LAWS),
  );
}

/** @throws InvalidArgumentError for a text that is no policy, or a number outside its range */
export const parsePolicy = (text: string): PolicySettings => valueOf(readPolicy(text));

/** @throws InvalidArgumentError for a text that is no staleness weight, or a number outside its range */
export const parseStalenessWeight = (text: string): StalenessWeight => valueOf(readWeight(text));
