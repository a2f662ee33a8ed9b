/**
 * The observations of several chains drawn ahead, in lockstep: each draw waits for the one before it
 * on the same chain, and the processor takes the draws of the other chains meanwhile.
 *
 * A group of streams enters, paths are drawn block after block, and the streams leave. The draws are
 * those of StateStream and TransitionStream in `streams/finiteChain.ts`, from the same words.
 */
import { draw } from './aliasTable.assembly';
import { generatorOf, isIndependent } from './chainStream.assembly';
import { ROW_SLOTS, STATE, SUCCESSOR_OFFSETS } from './chainStreamLayout';
import { recordAt } from './record.assembly';
import { workspace } from './workspace.assembly';
import {
  BLOCK,
  FURTHER_WORDS,
  GENERATORS,
  GROUP,
  LANE,
  LANES,
  OBSERVATION,
  PATH,
  PATHS,
  WORDS,
} from './workspaceLayout';

/** Address of a word of a stream's generator in the workspace. */
function generatorWord(lane: i32, word: i32): usize {
  return workspace + GENERATORS + <usize>(((lane >> 2) << 6) + (word << 4) + ((lane & 3) << 2));
}

/**
 * Lets the streams of as many records in as fit in a group and are drawn alike.
 *
 * @param records - addresses of at most `count` records
 * @param offset - of the stream in a record
 * @returns how many entered
 */
export function enter(records: usize, count: i32, offset: usize): i32 {
  const independent = isIndependent(recordAt(records, 0) + offset);
  let lane = 0;
  for (; lane < min(count, GROUP); lane++) {
    const stream = recordAt(records, lane) + offset;
    if (isIndependent(stream) != independent) break;
    const at = workspace + LANES + <usize>lane * LANE;
    store<u64>(at, load<u64>(stream, STATE));
    // the addresses of all four tables
    v128.store(at, v128.load(stream, SUCCESSOR_OFFSETS), 8);
    store<u32>(at, load<u32>(stream, ROW_SLOTS), 24);
    for (let w = 0; w < 4; w++) store<u32>(generatorWord(lane, w), load<u32>(generatorOf(stream) + (w << 2)));
  }
  return lane;
}

/** Writes the streams back into their records, at the observations that they have come to. */
export function leave(records: usize, count: i32, offset: usize): void {
  for (let lane = 0; lane < count; lane++) {
    const stream = recordAt(records, lane) + offset;
    store<u64>(stream, load<u64>(workspace + LANES + <usize>lane * LANE), STATE);
    for (let w = 0; w < 4; w++) store<u32>(generatorOf(stream) + (w << 2), load<u32>(generatorWord(lane, w)));
  }
}

/**
 * Writes the next `steps` observations of transitions that are used, `stride` apart, into the paths.
 *
 * @param steps - at most {@link BLOCK}
 */
export function drawTransitions(count: i32, independent: bool, steps: i32, stride: i32): void {
  for (let k = 0; k < steps; k++) {
    for (let s = 0; s < stride; s++) {
      const path = workspace + PATHS + <usize>(s == 0 ? k : BLOCK) * OBSERVATION;
      if (independent) independentTransitions(count, path);
      else chainTransitions(count, path);
    }
  }
}

/** Writes the current transitions, and moves on: s ← s', s' ∼ P(s, ·). */
function chainTransitions(count: i32, path: usize): void {
  drawWords(workspace + WORDS, count);
  for (let lane = 0; lane < count; lane++, path += PATH) {
    const at = workspace + LANES + <usize>lane * LANE;
    const observation = load<u64>(at);
    store<u64>(path, observation);
    const state = <u32>(observation >>> 32);
    const next = successorOf(at, state, load<u32>(workspace + WORDS + ((<usize>lane) << 2)));
    store<u64>(at, (<u64>state) | ((<u64>next) << 32));
  }
}

/** Writes the current transitions, and moves on: s ∼ π, s' ∼ P(s, ·). */
function independentTransitions(count: i32, path: usize): void {
  drawWords(workspace + WORDS, count);
  drawWords(workspace + FURTHER_WORDS, count);
  for (let lane = 0; lane < count; lane++, path += PATH) {
    const at = workspace + LANES + <usize>lane * LANE;
    store<u64>(path, load<u64>(at));
    const word = (<usize>lane) << 2;
    const state = stationaryOf(at, load<u32>(workspace + WORDS + word));
    const next = successorOf(at, state, load<u32>(workspace + FURTHER_WORDS + word));
    store<u64>(at, (<u64>state) | ((<u64>next) << 32));
  }
}

/** The same as {@link drawTransitions} for streams of states. */
export function drawStates(count: i32, independent: bool, steps: i32, stride: i32): void {
  for (let k = 0; k < steps; k++) {
    for (let s = 0; s < stride; s++) {
      const path = workspace + PATHS + <usize>(s == 0 ? k : BLOCK) * OBSERVATION;
      if (independent) independentStates(count, path);
      else chainStates(count, path);
    }
  }
}

/** Writes the current states, and moves on: s ∼ P(s, ·). */
function chainStates(count: i32, path: usize): void {
  drawWords(workspace + WORDS, count);
  for (let lane = 0; lane < count; lane++, path += PATH) {
    const at = workspace + LANES + <usize>lane * LANE;
    const state = <u32>load<u64>(at);
    store<u64>(path, <u64>state);
    const next = successorOf(at, state, load<u32>(workspace + WORDS + ((<usize>lane) << 2)));
    store<u64>(at, <u64>next);
  }
}

/** Writes the current states, and moves on: s ∼ π. */
function independentStates(count: i32, path: usize): void {
  drawWords(workspace + WORDS, count);
  for (let lane = 0; lane < count; lane++, path += PATH) {
    const at = workspace + LANES + <usize>lane * LANE;
    store<u64>(path, load<u64>(at));
    const word = load<u32>(workspace + WORDS + ((<usize>lane) << 2));
    store<u64>(at, <u64>stationaryOf(at, word));
  }
}

/** A draw from the law of the successor, in the tables of a lane. */
function successorOf(lane: usize, state: u32, word: u32): u32 {
  return draw(load<u32>(lane, 8), load<u32>(lane, 12), load<u32>(lane, 24), state, word);
}

/** A draw from the stationary law. */
function stationaryOf(lane: usize, word: u32): u32 {
  return draw(load<u32>(lane, 16), load<u32>(lane, 20), 0, 0, word);
}

/** A word of each generator: xoshiro128++, four of them in the lanes of vectors. */
function drawWords(into: usize, count: i32): void {
  for (let lane = 0; lane < count; lane += 4) {
    const four = generatorWord(lane, 0);
    const s0 = v128.load(four);
    const s1 = v128.load(four, 16);
    const s2 = v128.load(four, 32);
    const s3 = v128.load(four, 48);
    const sum = i32x4.add(s0, s3);
    const t2 = v128.xor(s2, s0);
    const t3 = v128.xor(s3, s1);
    v128.store(four, v128.xor(s0, t3));
    v128.store(four, v128.xor(s1, t2), 16);
    v128.store(four, v128.xor(t2, i32x4.shl(s1, 9)), 32);
    v128.store(four, rotated(t3, 11), 48);
    v128.store(into + ((<usize>lane) << 2), i32x4.add(rotated(sum, 7), s0));
  }
}

/** Each of four words rotated to the left. */
function rotated(x: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(x, bits), i32x4.shr_u(x, 32 - bits));
}
