import { describe, expect, test } from 'vitest';
import { ActorFailure, InputError } from '../../src/protocol/failure.ts';
import { assertNever, type Downlink, type Uplink } from '../../src/protocol/messages.ts';
import {
  decodeDownlink,
  decodeNotice,
  decodeUplink,
  encodeDownlink,
  encodeUplink,
  HEADER_LENGTH,
  isNotice,
  MOST_VECTORS,
} from '../../src/protocol/wire.ts';

/** Bit for bit, signed zeros, infinities and a subnormal included. */
const payload = Float64Array.of(-0, Infinity, 5e-324, 1 / 3);
const other = Float64Array.of(1, -2, NaN, 0);
const emptySlot = (): Float64Array[] =>
  Array.from({ length: MOST_VECTORS }, () => new Float64Array(payload.length).fill(77));
const BIG = 2_147_483_647;

describe('a message written into its slot is read back as it was', () => {
  test.each<Downlink>([
    { kind: 'roundStarted', round: 1, localSteps: 10_000, theta: payload },
    { kind: 'roundStarted', round: BIG, localSteps: BIG, theta: payload },
    { kind: 'roundStartedAfresh', round: 7, localSteps: 5, theta: payload },
    { kind: 'evaluationRequested', round: 500_000, theta: payload },
    { kind: 'correctionBroadcast', round: 2, localSteps: 1, meanOperator: payload },
    { kind: 'momentumRoundStarted', round: 3, localSteps: 9, theta: payload, momentum: other },
    { kind: 'controlledRoundStarted', round: 4, localSteps: 9, theta: payload, control: other },
    { kind: 'controlledRoundStarted', round: 4, localSteps: 9, theta: payload, control: other, taken: false },
    { kind: 'correctedRoundStarted', round: 4, localSteps: 9, theta: payload, control: other },
  ])('$kind of round $round to the agents', (message) => {
    const header = new Int32Array(HEADER_LENGTH).fill(77);
    const slot = emptySlot();
    encodeDownlink(message, header, slot);
    const read = decodeDownlink(header, slot);
    expect(read).toEqual(message);
    expect(Object.is(slot[0]![0], -0)).toBe(true);
  });

  test.each<Uplink>([
    { kind: 'localModel', agent: 2, round: 1, theta: payload },
    { kind: 'operatorValue', agent: 2, round: BIG, value: payload },
    { kind: 'localDifference', agent: 2, round: 3, difference: payload },
    { kind: 'controlledDifference', agent: 2, round: 3, difference: payload, controlDifference: other },
  ])('$kind of round $round to the server, beside another agent’s', (message) => {
    const header = new Int32Array(3 * HEADER_LENGTH).fill(77);
    const slot = emptySlot();
    encodeUplink(message, header, 2 * HEADER_LENGTH, slot);
    expect(decodeUplink(2, header, 2 * HEADER_LENGTH, slot)).toEqual(message);
    expect([...header.slice(0, 2 * HEADER_LENGTH)]).toEqual(new Array<number>(2 * HEADER_LENGTH).fill(77));
  });
});

test('a notice is read back as one, and never as a message that is answered', () => {
  const header = new Int32Array(HEADER_LENGTH).fill(77);
  const slot = emptySlot();
  const notice = { kind: 'roundClosed', round: 9, theta: payload } as const;
  encodeDownlink(notice, header, slot);
  expect(isNotice(header)).toBe(true);
  expect(decodeNotice(header, slot)).toEqual(notice);
  expect(() => decodeDownlink(header, slot)).toThrow(TypeError);
  encodeDownlink({ kind: 'roundStarted', round: 9, localSteps: 1, theta: payload }, header, slot);
  expect(isNotice(header)).toBe(false);
});

test('a message that is read is the slot itself: what overwrites the slot changes it', () => {
  const header = new Int32Array(HEADER_LENGTH);
  const slot = [new Float64Array(1), new Float64Array(1)];
  encodeDownlink({ kind: 'evaluationRequested', round: 1, theta: Float64Array.of(4) }, header, slot);
  const read = decodeDownlink(header, slot);
  slot[0]![0] = 5;
  expect(read).toMatchObject({ theta: Float64Array.of(5) });
});

test('an unexpected message is told in full', () => {
  expect(() => assertNever({ kind: 'surprise' } as never)).toThrow('unexpected message: {"kind":"surprise"}');
});

describe('a failure', () => {
  const at = { stage: 'local steps', agent: 4, round: 12, algorithm: 'fedhsa', seed: 3 } as const;

  test('tells who, what, when and why, and keeps its cause', () => {
    const cause = new TypeError('no');
    const failure = new ActorFailure(at, cause);
    expect(failure.message).toBe('agent 4 failed in local steps of round 12 (fedhsa, seed 3): no');
    expect([failure.name, failure.at, failure.cause]).toEqual(['ActorFailure', at, cause]);
    expect(failure).toBeInstanceOf(Error);
  });

  test('of a worker without an agent says so, and a text is a cause, too', () => {
    expect(new ActorFailure({ ...at, agent: undefined }, 'gone').message).toBe(
      'a worker failed in local steps of round 12 (fedhsa, seed 3): gone',
    );
  });

  test('of input is an error of its own name', () => {
    expect(new InputError('x').name).toBe('InputError');
  });
});
