/**
 * Each compressor sends what it says in as many bits as it says: a codec writes the compressed vector as a stream of that
 * length and reads it again. Their constants hold, and bad names are refused.
 */
import { describe, expect, test } from 'vitest';
import { compressor, compressorNamed } from '../../../src/algorithms/compression/compressors.ts';
import { readText } from '../../../src/values/text.ts';
import { faultOf } from '../../../src/values/value.ts';
import { type Coins, PartCoins } from '../../../src/maths/coins.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { BitReader, BitWriter } from './bitStream.ts';

/** Writes a compressed vector and reads it: the bits, and what was read. */
type Codec = (
  sent: Float64Array,
  width: number,
  x: Float64Array,
) => { readonly bits: number; readonly read: number[] };

const single = (x: number, width: number): number => (width === 32 ? Math.fround(x) : x);

/** The coins of message n; a call with the same n draws the same. */
function coinsAt(n: number): Coins {
  const coins = new PartCoins(['test'], { seed: 5, part: 0 });
  for (let call = 0; call < n; call++) coins.begin();
  return coins.for('test');
}

const dense: Codec = (sent, width) => {
  const writer = new BitWriter();
  for (const x of sent) writer.number(x, width);
  const reader = new BitReader(writer.bits);
  return { bits: writer.bits.length, read: Array.from(sent, () => reader.number(width)) };
};

/** k places with their numbers; places of no number are filled up with zeros. */
const sparse =
  (k: number): Codec =>
  (sent, width) => {
    const d = sent.length;
    const placeWidth = Math.ceil(Math.log2(d));
    const places = [...sent.keys()].sort((i, j) => Number(sent[j] !== 0) - Number(sent[i] !== 0)).slice(0, k);
    const writer = new BitWriter();
    for (const place of places) {
      writer.whole(place, placeWidth);
      writer.number(sent[place]!, width);
    }
    const reader = new BitReader(writer.bits);
    const read = new Array<number>(d).fill(0);
    for (let entry = 0; entry < k; entry++) {
      const place = reader.whole(placeWidth);
      read[place] = reader.number(width);
    }
    return { bits: writer.bits.length, read };
  };

const signs: Codec = (sent, width) => {
  const writer = new BitWriter();
  writer.number(Math.abs(sent[0]!), width);
  for (const x of sent) writer.whole(Number(x < 0), 1);
  const reader = new BitReader(writer.bits);
  const scale = reader.number(width);
  return { bits: writer.bits.length, read: Array.from(sent, () => (reader.whole(1) === 1 ? -scale : scale)) };
};

/** The numbers at the places that the receiver draws as the sender has. */
const masked =
  (k: number): Codec =>
  (sent, width) => {
    const ones = new Float64Array(sent.length);
    compressorNamed(`rand-k:${k}`).compress(new Float64Array(sent.length).fill(1), ones, coinsAt(1));
    const places = [...ones.keys()].filter((j) => ones[j] !== 0);
    const writer = new BitWriter();
    for (const place of places) writer.number(sent[place]!, width);
    const reader = new BitReader(writer.bits);
    const read = new Array<number>(sent.length).fill(0);
    for (const place of places) read[place] = reader.number(width);
    return { bits: writer.bits.length, read };
  };

/** The norm, and for each coordinate its sign and its level. */
const levels =
  (s: number): Codec =>
  (sent, width, x) => {
    const writer = new BitWriter();
    const levelWidth = Math.ceil(Math.log2(s + 1));
    const norm = single(Math.hypot(...x), width);
    writer.number(norm, width);
    for (const y of sent) {
      writer.whole(Number(y < 0 || Object.is(y, -0)), 1);
      writer.whole(norm === 0 ? 0 : Math.round((Math.abs(y) / norm) * s), levelWidth);
    }
    const reader = new BitReader(writer.bits);
    const scale = reader.number(width);
    const read = Array.from(sent, () => {
      const sign = reader.whole(1) === 1 ? -scale : scale;
      return sign * (reader.whole(levelWidth) / s);
    });
    return { bits: writer.bits.length, read };
  };

/** Sign and exponent; the exponent 0 is the number 0. */
const exponents: Codec = (sent, width) => {
  const [exponentWidth, bias] = width === 32 ? [8, 127] : [11, 1023];
  const writer = new BitWriter();
  for (const y of sent) {
    writer.whole(Number(y < 0), 1);
    writer.whole(y === 0 ? 0 : Math.log2(Math.abs(y)) + bias, exponentWidth);
  }
  const reader = new BitReader(writer.bits);
  const read = Array.from(sent, () => {
    const sign = reader.whole(1) === 1 ? -1 : 1;
    const exponent = reader.whole(exponentWidth);
    return exponent === 0 ? 0 : sign * 2 ** (exponent - bias);
  });
  return { bits: writer.bits.length, read };
};

/** The place of each coordinate on the grid. */
const grid =
  (bits: number, limit: number): Codec =>
  (sent) => {
    const steps = 2 ** bits - 1;
    const writer = new BitWriter();
    for (const y of sent) writer.whole(Math.round(((y + limit) / (2 * limit)) * steps), bits);
    const reader = new BitReader(writer.bits);
    const read = Array.from(sent, () => (reader.whole(bits) / steps) * 2 * limit - limit);
    return { bits: writer.bits.length, read };
  };

const D = 11;
const vectors = (): Float64Array[] => {
  const generator = generatorFor(7, 'compressed');
  const drawn = Array.from({ length: 40 }, () => Float64Array.from({ length: D }, () => generator.normal()));
  const sparseOnes = drawn.slice(0, 10).map((x) => x.map((y, j) => (j % 3 === 0 ? y : 0)));
  return [...drawn, ...sparseOnes, new Float64Array(D), new Float64Array(D).fill(2)];
};

describe.each<[string, Codec]>([
  ['none', dense],
  ['top-k:1', sparse(1)],
  ['top-k:4', sparse(4)],
  // where places would cost more than they save, and beyond d
  ['top-k:11', dense],
  ['top-k:40', dense],
  ['sign', signs],
  ['rand-k:1', masked(1)],
  ['rand-k:4', masked(4)],
  ['rand-k:40', dense],
  ['qsgd:1', levels(1)],
  ['qsgd:5', levels(5)],
  ['natural', exponents],
  ['range:3,2', grid(3, 2)],
])('%s', (name, codec) => {
  test.each(name.startsWith('range') ? [''] : ['', '/32'])(
    'is sent in as many bits as it says: %s',
    (precision) => {
      const compressor = compressorNamed(name + precision);
      expect(compressor.name).toBe(name + precision);
      const out = new Float64Array(D).fill(NaN);
      for (const x of vectors()) {
        const before = x.slice();
        compressor.compress(x, out, coinsAt(1));
        expect(x).toEqual(before);
        const { bits, read } = codec(out, precision === '' ? 64 : 32, x);
        expect(bits).toBe(compressor.bits(D));
        expect(read.map((y) => y + 0)).toEqual([...out].map((y) => y + 0));
      }
    },
  );

  test('makes 0 of 0, and the same of the same', () => {
    const out = new Float64Array(D).fill(NaN);
    compressorNamed(name).compress(new Float64Array(D), out, coinsAt(1));
    // an even number of equidistant values has no 0 among them
    const most = name.startsWith('range') ? 2 / 7 + 1e-12 : 0;
    for (const y of out) expect(Math.abs(y)).toBeLessThanOrEqual(most);
  });
});

const squared = (x: Float64Array): number => x.reduce((sum, y) => sum + y * y, 0);

test('‖Q(x) − x‖² is at most (1 − 1/δ) ‖x‖²: δ = d/k of top-k, d of signs, and it is met by vectors of equal coordinates or one alone', () => {
  for (const [name, share] of [
    ['top-k:1', 1 / D],
    ['top-k:4', 4 / D],
    ['sign', 1 / D],
  ] as const) {
    const { compress } = compressorNamed(name);
    const out = new Float64Array(D);
    const ratios = [...vectors(), Float64Array.of(3, ...new Array<number>(D - 1).fill(0))].map((x) => {
      compress(x, out, coinsAt(1));
      const left = squared(x.map((y, j) => y - out[j]!));
      expect(left).toBeLessThanOrEqual((1 - share) * squared(x) * (1 + 1e-12));
      return squared(x) === 0 ? 0 : left / squared(x);
    });
    expect(Math.max(...ratios)).toBeCloseTo(1 - share, 12);
  }
});

test('what is no number is sent', () => {
  for (const name of ['none', 'sign', 'top-k:1', 'rand-k:2', 'qsgd:2', 'natural', 'range:4,2']) {
    const out = new Float64Array(3);
    compressorNamed(name).compress(Float64Array.of(1, NaN, 2), out, coinsAt(1));
    // drawn places may leave it out
    if (name !== 'rand-k:2') expect(out.every(Number.isFinite)).toBe(false);
  }
});

/** Of 20,000 messages, within five standard errors: a true constant fails with a probability below 1e-4 in all. */
describe.each([
  // ω = d/k − 1; min(d/(4s²), √d/s); 1/8
  ['rand-k:1', D - 1],
  ['rand-k:4', D / 4 - 1],
  ['rand-k:4/32', D / 4 - 1],
  ['qsgd:1', Math.min(D / 4, Math.sqrt(D))],
  ['qsgd:5', Math.min(D / 100, Math.sqrt(D) / 5)],
  ['natural', 1 / 8],
])('%s', (name, most) => {
  const { compress } = compressorNamed(name);
  const x = vectors()[0]!;

  test('has the mean x and at most the variance ω ‖x‖², rand-k exactly that', () => {
    const coins = new PartCoins(['test'], { seed: 9, part: 2 });
    const drawn = coins.for('test');
    const n = 20_000;
    const out = new Float64Array(D);
    const [sums, squares] = [new Float64Array(D), new Float64Array(D)];
    let [total, totalOfSquares] = [0, 0];
    for (let call = 0; call < n; call++) {
      coins.begin();
      compress(x, out, drawn);
      let error = 0;
      for (let j = 0; j < D; j++) {
        sums[j]! += out[j]!;
        squares[j]! += out[j]! ** 2;
        error += (out[j]! - x[j]!) ** 2;
      }
      total += error;
      totalOfSquares += error ** 2;
    }
    for (let j = 0; j < D; j++) {
      const mean = sums[j]! / n;
      const error = Math.sqrt(Math.max(squares[j]! / n - mean ** 2, 0) / n);
      expect(Math.abs(mean - x[j]!)).toBeLessThanOrEqual(5 * error + 1e-7);
    }
    const mean = total / n;
    const error = Math.sqrt((totalOfSquares / n - mean ** 2) / n);
    expect(mean).toBeLessThanOrEqual(most * squared(x) + 5 * error + 1e-7);
    if (name.startsWith('rand-k'))
      expect(Math.abs(mean - most * squared(x))).toBeLessThanOrEqual(5 * error + 1e-6);
  });

  test('is its mean where coins are expected', () => {
    const out = new Float64Array(D);
    compress(x, out, new PartCoins(['test']).for('test'));
    out.forEach((y, j) => expect(y).toBeCloseTo(x[j]!, 6));
  });
});

test('range is unbiased inside, takes the ends beyond, and errs by a step at most', () => {
  const { compress } = compressorNamed('range:2,3');
  const coins = new PartCoins(['test'], { seed: 3, part: 0 });
  const out = new Float64Array(4);
  const x = Float64Array.of(0.5, -2.2, 7, -100);
  const sums = [0, 0, 0, 0];
  let largest = 0;
  const n = 20_000;
  for (let call = 0; call < n; call++) {
    coins.begin();
    compress(x, out, coins.for('test'));
    for (let j = 0; j < 4; j++) sums[j]! += out[j]! / n;
    largest = Math.max(largest, Math.abs(out[0]! - 0.5));
  }
  expect(largest).toBeLessThanOrEqual(2);
  // standard deviations of at most 1, five of the mean's
  expect(Math.abs(sums[0]! - 0.5)).toBeLessThan(5 / Math.sqrt(n));
  expect(Math.abs(sums[1]! + 2.2)).toBeLessThan(5 / Math.sqrt(n));
  expect([out[2], out[3]]).toEqual([3, -3]);
});

test('top-k takes the largest absolute values, of equal ones the first', () => {
  const out = new Float64Array(5);
  compressorNamed('top-k:3').compress(Float64Array.of(2, -5, 2, 1, -2), out, coinsAt(1));
  expect([...out]).toEqual([2, -5, 2, 0, 0]);
  compressorNamed('top-k:1/32').compress(Float64Array.of(0, 0.1, 0, 0, 0), out, coinsAt(1));
  expect([...out]).toEqual([0, Math.fround(0.1), 0, 0, 0]);
});

test('sizes at d = 64: 4096 bits, 4 (64 + 6), 64 + 64, and half the numbers as singles', () => {
  const bits = (name: string): number => compressorNamed(name).bits(64);
  expect(['none', 'top-k:4', 'sign'].map(bits)).toEqual([4096, 280, 128]);
  expect(['rand-k:4', 'qsgd:4', 'natural', 'range:3,1'].map(bits)).toEqual([256, 64 + 64 * 4, 768, 192]);
  expect(['none/32', 'top-k:4/32', 'sign/32'].map(bits)).toEqual([2048, 152, 96]);
});

test.each([
  'top-k',
  'top-k:0',
  'top-k:1.5',
  'none/16',
  'rank:1',
  '',
  'range:0,1',
  'range:4',
  'range:3,1/32',
  'qsgd:',
])('there is no compressor %j', (name) => {
  expect(() => compressorNamed(name)).toThrow(new RangeError(`there is no compressor "${name}"`));
  expect(readText(compressor('help'), name).fault).toMatch(name === '' ? /empty/ : /^must be none, sign/);
  expect(faultOf(compressor('help'), name)).toMatch(/^must be none, sign/);
});
