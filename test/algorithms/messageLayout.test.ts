/** Messages as numbers in slots, for every message of every algorithm and for a user's own. */
import { describe, expect, test } from 'vitest';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import { localSa } from '../../src/algorithms/localSa.ts';
import { message, type Message, type MessageType } from '../../src/algorithms/message.ts';
import { scafflsa } from '../../src/algorithms/scafflsa.ts';
import { HEADER_LENGTH, MessageLayout } from '../../src/algorithms/messageLayout.ts';
import { messageOf } from '../oracles/givenMessages.ts';

/** Bit for bit, signed zeros, infinities, a subnormal and NaN included; of each field other numbers. */
const payload = (k: number): Float64Array => Float64Array.of(-0, Infinity, 5e-324, NaN, 1 / 3, k);
const LENGTH = payload(0).length;
const BIG = 2_147_483_647;

/** Three slots of a layout in a row, full of something else. */
function slotsOf(layout: MessageLayout) {
  const header = new Int32Array(3 * HEADER_LENGTH).fill(77);
  const slot = Array.from({ length: layout.vectors }, () => new Float64Array(LENGTH).fill(77));
  return { header, slot };
}

/** A message of a type, filled. */
const filled = ({ kind, fields }: MessageType, head: Partial<Message>): Message =>
  messageOf({ kind, ...head, ...Object.fromEntries(fields.map((field, k) => [field, payload(k)])) });

const ownTypes = {
  down: [message('asked', { x: 'x', y: 'y', z: 'z' })],
  up: [message('said', {}, { localSteps: false })],
  notices: [message('told', { x: 'x' })],
} as const;
const custom = { name: 'own', messages: ownTypes };

describe.each([...ALGORITHMS, custom])('a message of $name written into its slot', ({ name, messages }) => {
  const layout = new MessageLayout({ name, messages }, LENGTH);

  test.each(
    [...messages.down, ...messages.notices, ...messages.up].map((type) => ({ type, kind: type.kind })),
  )('is read back as it was, beside another agent’s: $kind', ({ type }) => {
    const { header, slot } = slotsOf(layout);
    for (const head of [
      { round: 1, localSteps: 10_000, taken: true },
      { round: BIG, localSteps: BIG, taken: false },
      { round: 0, localSteps: 0, taken: true },
    ]) {
      const given = filled(type, { ...head, agent: 2 });
      layout.encode(given, header, HEADER_LENGTH, slot);
      const read = layout.reader(2, header, HEADER_LENGTH, slot).read();
      expect(read).toEqual(given);
      expect(Object.keys(read).sort()).toEqual(Object.keys(given).sort());
      for (const field of type.fields)
        expect(Object.is((read as unknown as Record<string, Float64Array>)[field]![0], -0)).toBe(true);
    }
    expect([...header.slice(0, HEADER_LENGTH)]).toEqual(new Array(HEADER_LENGTH).fill(77));
    expect([...header.slice(2 * HEADER_LENGTH)]).toEqual(new Array(HEADER_LENGTH).fill(77));
    expect(layout.typeOf(type)).toBe(type);
    expect(layout.vectorCount(type)).toBe(type.fields.length);
    expect(layout.isNotice(type)).toBe(messages.notices.some(({ kind }) => kind === type.kind));
  });

  test('finds room for the largest of them, and no more', () => {
    const sizes = [...messages.down, ...messages.notices, ...messages.up].map(({ fields }) => fields.length);
    expect(layout.vectors).toBe(Math.max(...sizes));
  });
});

test('a smaller message leaves the rest of the slot alone', () => {
  const layout = new MessageLayout(custom, LENGTH);
  const { header, slot } = slotsOf(layout);
  layout.encode(filled(ownTypes.notices[0], {}), header, 0, slot);
  expect(slot.map((vector) => vector[1])).toEqual([Infinity, 77, 77]);
});

test('a reader has one message of each type, and the vectors are the slot itself: what overwrites it changes them', () => {
  const layout = new MessageLayout(scafflsa, LENGTH);
  const { header, slot } = slotsOf(layout);
  const reader = layout.reader(0, header, 0, slot);
  const read = ({ kind }: { readonly kind: string }, round: number, theta: number): Message => {
    const x = new Float64Array(LENGTH).fill(theta);
    layout.encode(messageOf({ kind, round, theta: x, control: x }), header, 0, slot);
    return reader.read();
  };
  const [started, corrected] = scafflsa.messages.down;
  const first = read(started!, 1, 4);
  expect(first).toMatchObject({ round: 1, agent: 0, theta: new Float64Array(LENGTH).fill(4) });
  const other = read(corrected!, 2, 5);
  expect(other).not.toBe(first);
  expect(first).toMatchObject({ round: 1, theta: new Float64Array(LENGTH).fill(5) });
  expect(read(started!, 3, 6)).toBe(first);
  expect(first.round).toBe(3);
  expect(layout.reader(0, header, 0, slot).read()).not.toBe(first);
});

test('two messages of one kind are refused, wherever they are', () => {
  const { down, up } = localSa.messages;
  const texts = message('roundStarted', { other: 'x' });
  const notices = [message('localModel', { theta: 'θ' })];
  for (const messages of [
    { down: [...down, texts], up, notices: [] },
    { down, up: [...up, texts], notices: [] },
    { down, up, notices },
  ])
    expect(() => new MessageLayout({ name: 'own', messages }, LENGTH)).toThrow(
      'own: two of its messages are of the same kind',
    );
});

test('a message of another algorithm has no type', () => {
  const layout = new MessageLayout(localSa, LENGTH);
  const why = 'no message of kind "roundClosed" belongs to the algorithm';
  expect(() => layout.typeOf({ kind: 'roundClosed' })).toThrow(new TypeError(why));
  expect(() => layout.vectorCount({ kind: 'roundClosed' })).toThrow(why);
  expect(layout.isNotice({ kind: 'roundClosed' })).toBe(false);
  const { header, slot } = slotsOf(layout);
  expect(() => {
    layout.encode(messageOf({ kind: 'roundClosed', theta: payload(0) }), header, 0, slot);
  }).toThrow(why);
});
