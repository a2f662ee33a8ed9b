/** The compressors by the words of settings: `none`, `top-k:K`, `sign`; followed by `/32`, numbers are sent as singles. */
import type { Parameter } from '../values/parameter.ts';
import { type Compression, type Compressor, DOUBLE, type Precision, SINGLE } from './compressor.ts';
import { none } from './none.ts';
import { sign } from './sign.ts';
import { topK } from './topK.ts';

const FORM = /^(?:none|sign|top-k:([1-9]\d{0,8}))(\/32)?$/;

/** A compressor as a parameter of an algorithm. */
export const compressor = (help: string): Parameter<string> & { readonly default: string } => ({
  kind: 'text',
  pattern: FORM,
  fault: 'must be none, sign or top-k:K with K from 1, alone or followed by /32',
  symbol: 'Q',
  help,
  default: 'none',
});

/**
 * The compressor that a parameter names.
 *
 * @throws RangeError for a name of another form
 */
export function compressorNamed(name: string): Compressor {
  const found = FORM.exec(name);
  if (found === null) throw new RangeError(`there is no compressor "${name}"`);
  const [, k, single] = found;
  const precision = single === undefined ? DOUBLE : SINGLE;
  return { name, ...made(name, Number(k), precision) };
}

function made(name: string, k: number, precision: Precision): Compression {
  if (name.startsWith('top-k')) return topK(k, precision);
  return name.startsWith('sign') ? sign(precision) : none(precision);
}
