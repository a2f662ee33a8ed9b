/**
 * A stream on a finite chain inside a record: RecordWriter writes it, and the moves are those of
 * StateStream and TransitionStream in `streams/finiteChain.ts`.
 */
import { draw } from './aliasTable.assembly';
import {
  GENERATOR,
  INDEPENDENT,
  NEXT,
  ROW_SLOTS,
  STATE,
  STATIONARY_OFFSETS,
  STATIONARY_SLOTS,
  SUCCESSOR_OFFSETS,
  SUCCESSOR_SLOTS,
} from './chainStreamLayout';
import { uint32 } from './generator.assembly';

/** The current state. */
export function stateOf(stream: usize): u32 {
  return load<u32>(stream, STATE);
}

/** The state after it, on a stream of transitions. */
export function nextOf(stream: usize): u32 {
  return load<u32>(stream, NEXT);
}

/** Whether observations are drawn afresh from the stationary law. */
export function isIndependent(stream: usize): bool {
  return load<u32>(stream, INDEPENDENT) != 0;
}

/** Address of the generator's words. */
export function generatorOf(stream: usize): usize {
  return stream + GENERATOR;
}

/** A draw from the law of the successor. */
export function successor(stream: usize, state: u32): u32 {
  const word = uint32(stream + GENERATOR);
  const offsets = load<u32>(stream, SUCCESSOR_OFFSETS);
  return draw(offsets, load<u32>(stream, SUCCESSOR_SLOTS), load<u32>(stream, ROW_SLOTS), state, word);
}

/** A draw from the stationary law. */
export function stationary(stream: usize): u32 {
  const word = uint32(stream + GENERATOR);
  return draw(load<u32>(stream, STATIONARY_OFFSETS), load<u32>(stream, STATIONARY_SLOTS), 0, 0, word);
}

/** Moves a stream of states on by some observations. */
export function moveState(stream: usize, count: i32): void {
  const independent = isIndependent(stream);
  for (let k = 0; k < count; k++) {
    store<u32>(stream, independent ? stationary(stream) : successor(stream, stateOf(stream)), STATE);
  }
}

/** Moves a stream of transitions on by some observations. */
export function moveTransition(stream: usize, count: i32): void {
  const independent = isIndependent(stream);
  for (let k = 0; k < count; k++) {
    const state = independent ? stationary(stream) : nextOf(stream);
    store<u32>(stream, state, STATE);
    store<u32>(stream, successor(stream, state), NEXT);
  }
}
