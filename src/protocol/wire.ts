/**
 * Messages as numbers, for slots of memory that threads share: a header of integers, and room for
 * the vectors.
 */
import { copyInto, type Vector } from '../maths/vector.ts';
import { assertNever, type Downlink, type Notice, type Uplink } from './messages.ts';

/** Integers before the vectors: kind, round, local steps (0 where the message has none), whether the last answer was not taken. */
export const HEADER_LENGTH = 4;

/** The most vectors of d doubles that any message carries: the room of a slot. */
export const MOST_VECTORS = 2;

const DOWNLINK_KINDS = [
  'roundStarted',
  'evaluationRequested',
  'correctionBroadcast',
  'momentumRoundStarted',
  'controlledRoundStarted',
  'correctedRoundStarted',
  'pairedRoundStarted',
  'roundStartedAfresh',
  'roundClosed',
] as const;
const UPLINK_KINDS = [
  'localModel',
  'operatorValue',
  'localDifference',
  'controlledDifference',
  'pairedModels',
] as const;

/** Vectors of d doubles that a message carries: what the communication counters count. */
export function vectorCount(message: Downlink | Notice | Uplink): number {
  switch (message.kind) {
    case 'momentumRoundStarted':
    case 'controlledRoundStarted':
    case 'correctedRoundStarted':
    case 'controlledDifference':
    case 'pairedRoundStarted':
    case 'pairedModels':
      return 2;
    default:
      return 1;
  }
}

/** Runs once for each agent and exchange, so it makes no list of the vectors. */
function writeVectors(message: Downlink | Notice | Uplink, slot: readonly Float64Array[]): void {
  const first = slot[0]!;
  const second = slot[1]!;
  switch (message.kind) {
    case 'roundStarted':
    case 'roundStartedAfresh':
    case 'roundClosed':
    case 'evaluationRequested':
    case 'localModel':
      copyInto(first, message.theta);
      break;
    case 'correctionBroadcast':
      copyInto(first, message.meanOperator);
      break;
    case 'momentumRoundStarted':
      copyInto(first, message.theta);
      copyInto(second, message.momentum);
      break;
    case 'controlledRoundStarted':
    case 'correctedRoundStarted':
      copyInto(first, message.theta);
      copyInto(second, message.control);
      break;
    case 'operatorValue':
      copyInto(first, message.value);
      break;
    case 'localDifference':
      copyInto(first, message.difference);
      break;
    case 'controlledDifference':
      copyInto(first, message.difference);
      copyInto(second, message.controlDifference);
      break;
    case 'pairedRoundStarted':
    case 'pairedModels':
      copyInto(first, message.fine);
      copyInto(second, message.coarse);
      break;
    default:
      assertNever(message);
  }
}

/**
 * Writes a broadcast into its slot.
 *
 * @param slot - {@link MOST_VECTORS} vectors `[d]`
 */
export function encodeDownlink(
  message: Downlink | Notice,
  header: Int32Array,
  slot: readonly Float64Array[],
): void {
  header[0] = DOWNLINK_KINDS.indexOf(message.kind);
  header[1] = message.round;
  header[2] = 'localSteps' in message ? message.localSteps : 0;
  header[3] = 'taken' in message && !message.taken ? 1 : 0;
  writeVectors(message, slot);
}

/** Whether the message in a slot is one that is not answered. */
export function isNotice(header: Int32Array): boolean {
  return DOWNLINK_KINDS[header[0]!] === 'roundClosed';
}

/** Reads a message that is not answered from its slot; its vectors are the slot itself, not copies. */
export function decodeNotice(header: Int32Array, slot: readonly Vector[]): Notice {
  return { kind: 'roundClosed', round: header[1]!, theta: slot[0]! };
}

/** Reads a broadcast from its slot; its vectors are the slot itself, not copies. */
export function decodeDownlink(header: Int32Array, slot: readonly Vector[]): Downlink {
  const message = decodeBody(header, slot);
  return header[3] === 0 ? message : { ...message, taken: false };
}

function decodeBody(header: Int32Array, slot: readonly Vector[]): Downlink {
  const kind = DOWNLINK_KINDS[header[0]!]!;
  const round = header[1]!;
  const localSteps = header[2]!;
  const first = slot[0]!;
  const second = slot[1]!;
  switch (kind) {
    case 'roundStarted':
    case 'roundStartedAfresh':
      return { kind, round, localSteps, theta: first };
    case 'evaluationRequested':
      return { kind, round, theta: first };
    case 'correctionBroadcast':
      return { kind, round, localSteps, meanOperator: first };
    case 'momentumRoundStarted':
      return { kind, round, localSteps, theta: first, momentum: second };
    case 'controlledRoundStarted':
    case 'correctedRoundStarted':
      return { kind, round, localSteps, theta: first, control: second };
    case 'pairedRoundStarted':
      return { kind, round, localSteps, fine: first, coarse: second };
    case 'roundClosed':
      throw new TypeError('a slot holds a notice where a message that is answered belongs');
    default:
      return assertNever(kind);
  }
}

/**
 * Writes an agent's message into the agent's own slot.
 *
 * @param offset - where the agent's header begins
 */
export function encodeUplink(
  message: Uplink,
  header: Int32Array,
  offset: number,
  slot: readonly Float64Array[],
): void {
  header[offset] = UPLINK_KINDS.indexOf(message.kind);
  header[offset + 1] = message.round;
  writeVectors(message, slot);
}

/** Reads an agent's message; its vectors are the slot itself, which the agent's next message overwrites. */
export function decodeUplink(
  agent: number,
  header: Int32Array,
  offset: number,
  slot: readonly Vector[],
): Uplink {
  const kind = UPLINK_KINDS[header[offset]!]!;
  const round = header[offset + 1]!;
  const first = slot[0]!;
  const second = slot[1]!;
  switch (kind) {
    case 'localModel':
      return { kind, agent, round, theta: first };
    case 'operatorValue':
      return { kind, agent, round, value: first };
    case 'localDifference':
      return { kind, agent, round, difference: first };
    case 'controlledDifference':
      return { kind, agent, round, difference: first, controlDifference: second };
    case 'pairedModels':
      return { kind, agent, round, fine: first, coarse: second };
    default:
      return assertNever(kind);
  }
}
