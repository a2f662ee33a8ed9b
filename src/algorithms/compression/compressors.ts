/**
 * The compressors by the words of settings: `none`, `top-k:K`, `sign`, `rand-k:K`, `qsgd:S`, `natural`, `range:J,D`; followed by `/32`,
 * numbers are sent as singles.
 */
import type { Parameter } from '../../values/parameter.ts';
import { matching } from '../../values/value.ts';
import { type Compression, type Compressor, DOUBLE, type Precision, SINGLE } from './compressor.ts';
import { natural } from './natural.ts';
import { none } from './none.ts';
import { qsgd } from './qsgd.ts';
import { randK } from './randK.ts';
import { range } from './range.ts';
import { sign } from './sign.ts';
import { topK } from './topK.ts';

/** Name of the coins that random compressors draw. */
export const COMPRESSION = 'compression';

const FORM =
  /^(?:(none|sign|natural|(?:top-k|rand-k|qsgd):[1-9]\d{0,8})(\/32)?|range:(?:[1-9]|[12]\d|3[0-2]),(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/;

/** A compressor as a parameter of an algorithm. */
export const compressor = (help: string): Parameter<string> & { readonly default: string } => ({
  ...matching(
    FORM,
    'must be none, sign, natural, top-k:K, rand-k:K or qsgd:S with whole numbers from 1, alone or followed by /32, or range:J,D with J bits from 1 to 32',
  ),
  symbol: 'Q',
  help,
  default: 'none',
});

/** Of each name that was asked for: sizes are asked for with every message. */
const known = new Map<string, Compressor>();

/**
 * The compressor that a parameter names.
 *
 * @throws RangeError for a name of another form
 */
export function compressorNamed(name: string): Compressor {
  let compressor = known.get(name);
  if (compressor === undefined) known.set(name, (compressor = read(name)));
  return compressor;
}

/** Bits of a message whose one vector is compressed as the algorithm's parameter `compressor` says. */
export const compressedBits = (
  _: unknown,
  dimension: number,
  { compressor: name }: Readonly<Record<string, unknown>>,
): number => compressorNamed(name as string).bits(dimension);

function read(name: string): Compressor {
  if (!FORM.test(name)) throw new RangeError(`there is no compressor "${name}"`);
  const [words, single] = name.split('/');
  const [kind, given = ''] = words!.split(':');
  const numbers = given.split(',').map(Number);
  const { bits, compress, isIdentity, isUnbiased, secondMoment } = made(
    kind!,
    numbers,
    single === undefined ? DOUBLE : SINGLE,
  );
  return {
    ...{ name, bits },
    compress: (x, out, coins) => {
      if (coins.passes === undefined || isIdentity === true) compress(x, out, coins);
      else coins.passes({ name, x, out, isUnbiased: isUnbiased === true, secondMoment });
    },
  };
}

function made(kind: string, [first, second]: readonly number[], precision: Precision): Compression {
  switch (kind) {
    case 'top-k':
      return topK(first!, precision);
    case 'rand-k':
      return randK(first!, precision);
    case 'qsgd':
      return qsgd(first!, precision);
    case 'range':
      return range(first!, second!);
    case 'sign':
      return sign(precision);
    case 'natural':
      return natural(precision);
    default:
      return none(precision);
  }
}
