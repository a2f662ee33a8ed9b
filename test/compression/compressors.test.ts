/**
 * Each compressor sends what it says in as many bits as it says: a codec writes the compressed vector as a stream of that
 * length and reads it again. Their constants hold, and bad names are refused.
 */
import { describe, expect, test } from 'vitest';
import { compressorNamed } from '../../src/compression/compressors.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { BitReader, BitWriter } from './bitStream.ts';

/** Writes a compressed vector and reads it: the bits, and what was read. */
type Codec = (sent: Float64Array, width: number) => { readonly bits: number; readonly read: number[] };

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
])('%s', (name, codec) => {
  test.each(['', '/32'])('is sent in as many bits as it says: %s', (precision) => {
    const compressor = compressorNamed(name + precision);
    expect(compressor.name).toBe(name + precision);
    const out = new Float64Array(D).fill(NaN);
    for (const x of vectors()) {
      const before = x.slice();
      compressor.compress(x, out);
      expect(x).toEqual(before);
      const { bits, read } = codec(out, precision === '' ? 64 : 32);
      expect(bits).toBe(compressor.bits(D));
      expect(read).toEqual([...out]);
    }
  });

  test('makes 0 of 0, and the same of the same', () => {
    const out = new Float64Array(D).fill(NaN);
    compressorNamed(name).compress(new Float64Array(D), out);
    expect([...out].map(Math.abs)).toEqual(new Array(D).fill(0));
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
      compress(x, out);
      const left = squared(x.map((y, j) => y - out[j]!));
      expect(left).toBeLessThanOrEqual((1 - share) * squared(x) * (1 + 1e-12));
      return squared(x) === 0 ? 0 : left / squared(x);
    });
    expect(Math.max(...ratios)).toBeCloseTo(1 - share, 12);
  }
});

test('what is no number is sent', () => {
  for (const name of ['none', 'sign', 'top-k:1']) {
    const out = new Float64Array(3);
    compressorNamed(name).compress(Float64Array.of(1, NaN, 2), out);
    expect(out.some(Number.isNaN)).toBe(true);
  }
});

test('top-k takes the largest absolute values, of equal ones the first', () => {
  const out = new Float64Array(5);
  compressorNamed('top-k:3').compress(Float64Array.of(2, -5, 2, 1, -2), out);
  expect([...out]).toEqual([2, -5, 2, 0, 0]);
  compressorNamed('top-k:1/32').compress(Float64Array.of(0, 0.1, 0, 0, 0), out);
  expect([...out]).toEqual([0, Math.fround(0.1), 0, 0, 0]);
});

test('sizes at d = 64: 4096 bits, 4 (64 + 6), 64 + 64, and half the numbers as singles', () => {
  const bits = (name: string): number => compressorNamed(name).bits(64);
  expect(['none', 'top-k:4', 'sign'].map(bits)).toEqual([4096, 280, 128]);
  expect(['none/32', 'top-k:4/32', 'sign/32'].map(bits)).toEqual([2048, 152, 96]);
});

test.each(['top-k', 'top-k:0', 'top-k:1.5', 'none/16', 'rank:1', ''])('there is no compressor %j', (name) => {
  expect(() => compressorNamed(name)).toThrow(new RangeError(`there is no compressor "${name}"`));
});
