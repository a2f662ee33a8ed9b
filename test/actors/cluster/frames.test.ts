/** What goes between a run and its hosts arrives bit for bit, and goes once. */
import { expect, it } from 'vitest';
import { dataFrame, dataOf, entriesFrame, entriesOf } from '../../../actors/cluster/frames.ts';
import { pack, unpack } from '../../../actors/cluster/packets.ts';
import { findAlgorithm } from '../../../src/algorithms/catalogue.ts';
import type { Message } from '../../../src/algorithms/message.ts';
import { MessageLayout } from '../../../src/algorithms/messageLayout.ts';

const scaffold = findAlgorithm('scaffold')!;
const [sent] = scaffold.messages.down;
const D = 4;
const layout = new MessageLayout(scaffold, D);

/** Bits of NaN with a payload, −0, the least and the largest double. */
const odd = Float64Array.of(NaN, -0, 5e-324, Number.MAX_VALUE);
new Uint32Array(odd.buffer)[0] = 0xdeadbeef;

const messageOf = (vectors: readonly Float64Array[], taken: boolean): Message => ({
  ...sent!(Object.fromEntries(sent!.fields.map((field, k) => [field, vectors[k]!])) as never),
  round: 7,
  localSteps: 2_000_000_000,
  taken,
});

const bitsOf = (message: Message | undefined): unknown[] =>
  sent!.fields.map((field) => [
    ...new BigUint64Array(Float64Array.from((message as never)[field] as Float64Array).buffer),
  ]);

it('messages keep their heads and every bit of their vectors, at any place in memory', () => {
  const other = odd.map((x) => -x);
  const entries = [
    { agent: 3, message: messageOf([odd, other], true) },
    { agent: 4, message: undefined },
    { agent: 5, message: messageOf([other, odd], false) },
  ];
  const frame = entriesFrame('each', entries, layout, D);
  for (const shift of [0, 1, 8]) {
    const moved = new Uint8Array(frame.length + 8).subarray(shift, shift + frame.length);
    moved.set(frame);
    const read = entriesOf(moved, layout, D);
    expect(read.map(({ agent }) => agent)).toEqual([3, 4, 5]);
    expect(read[1]!.message).toBeUndefined();
    for (const at of [0, 2]) {
      const { kind, round, localSteps, taken } = entries[at]!.message!;
      expect(read[at]!.message).toMatchObject({ kind, round, localSteps, taken });
      expect(bitsOf(read[at]!.message)).toEqual(bitsOf(entries[at]!.message));
    }
  }
});

it('a vector that a thousand messages share goes once: 8 kB for d = 1000, and 32 bytes a message', () => {
  const d = 1000;
  const shared = [new Float64Array(d), new Float64Array(d)];
  const entries = Array.from({ length: 1000 }, (_, agent) => ({ agent, message: messageOf(shared, true) }));
  expect(sent!.fields.length).toBe(2);
  // 8 words an entry, 2 words and a head of 8 bytes before them
  expect(entriesFrame('each', entries, new MessageLayout(scaffold, d), d).length).toBe(
    16 + 1000 * 32 + 2 * 8 * d,
  );
});

it('plain data keeps typed arrays of shared memory, −0 and NaN', () => {
  const shared = new Float64Array(new SharedArrayBuffer(8 * D));
  shared.set(odd);
  const read = dataOf(dataFrame('prepare', { shared, zero: -0, list: [NaN, undefined] })) as typeof expected;
  const expected = { shared: odd, zero: -0, list: [NaN, undefined] };
  expect(read).toEqual(expected);
  expect(Object.is(read.zero, -0)).toBe(true);
});

it('a packet is read as it was made, and what is none is left alone', () => {
  const content = Uint8Array.of(1, 2, 3);
  const packet = pack('again', 2 ** 40, 5, content);
  expect(unpack(packet)).toEqual({ kind: 'again', sequence: 2 ** 40, settled: 5, content });
  expect(unpack(Uint8Array.of(1, 2))).toBeUndefined();
  expect(unpack(new Uint8Array(24).fill(255))).toBeUndefined();
});
