/**
 * Messages as numbers, for slots of memory that threads share: a header of integers and the
 * vectors. Every message of today carries one vector.
 */
import type { Vector } from '../maths/vector.ts';
import { assertNever, type Downlink, type Uplink } from './messages.ts';

/** Integers before the vectors: kind, round, local steps (0 where the message has none). */
export const HEADER_LENGTH = 3;

/** Vectors of d doubles that a message carries: what the communication counters count. */
export const VECTORS_PER_MESSAGE = 1;

const DOWNLINK_KINDS = ['roundStarted', 'evaluationRequested', 'correctionBroadcast'] as const;
const UPLINK_KINDS = ['localModel', 'operatorValue', 'localDifference'] as const;

/** Writes a message into its slot. */
export function encodeDownlink(message: Downlink, header: Int32Array, payload: Float64Array): void {
  header[0] = DOWNLINK_KINDS.indexOf(message.kind);
  header[1] = message.round;
  header[2] = message.kind === 'evaluationRequested' ? 0 : message.localSteps;
  payload.set(message.kind === 'correctionBroadcast' ? message.meanOperator : message.theta);
}

/** Reads a message from its slot; its vector is the slot itself, not a copy. */
export function decodeDownlink(header: Int32Array, payload: Vector): Downlink {
  const kind = DOWNLINK_KINDS[header[0]!]!;
  const round = header[1]!;
  const localSteps = header[2]!;
  switch (kind) {
    case 'roundStarted':
      return { kind, round, localSteps, theta: payload };
    case 'evaluationRequested':
      return { kind, round, theta: payload };
    case 'correctionBroadcast':
      return { kind, round, localSteps, meanOperator: payload };
    default:
      return assertNever(kind);
  }
}

/** Writes an agent's message into the agent's own slot. */
export function encodeUplink(
  message: Uplink,
  header: Int32Array,
  offset: number,
  payload: Float64Array,
): void {
  header[offset] = UPLINK_KINDS.indexOf(message.kind);
  header[offset + 1] = message.round;
  switch (message.kind) {
    case 'localModel':
      payload.set(message.theta);
      break;
    case 'operatorValue':
      payload.set(message.value);
      break;
    case 'localDifference':
      payload.set(message.difference);
      break;
    default:
      assertNever(message);
  }
}

/** Reads an agent's message; its vector is the slot itself, which the agent's next message overwrites. */
export function decodeUplink(agent: number, header: Int32Array, offset: number, payload: Vector): Uplink {
  const kind = UPLINK_KINDS[header[offset]!]!;
  const round = header[offset + 1]!;
  switch (kind) {
    case 'localModel':
      return { kind, agent, round, theta: payload };
    case 'operatorValue':
      return { kind, agent, round, value: payload };
    case 'localDifference':
      return { kind, agent, round, difference: payload };
    default:
      return assertNever(kind);
  }
}
