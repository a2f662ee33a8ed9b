/**
 * A stream on a finite chain inside a record: `chainStream.ts` writes it, and the moves are those of
 * StateStream and TransitionStream in `streams/finiteChain.ts`.
 */
import { draw } from './aliasTable.assembly';
import { uint32 } from './generator.assembly';

const GENERATOR = 24;

/** The current state. */
export function stateOf(stream: usize): u32 {
  return load<u32>(stream, 40);
}

/** The state after it, on a stream of transitions. */
export function nextOf(stream: usize): u32 {
  return load<u32>(stream, 44);
}

/** Whether observations are drawn afresh from the stationary law. */
export function isIndependent(stream: usize): bool {
  return load<u32>(stream, 16) != 0;
}

/** Address of the generator's words. */
export function generatorOf(stream: usize): usize {
  return stream + GENERATOR;
}

/** A draw from the law of the successor. */
export function successor(stream: usize, state: u32): u32 {
  const word = uint32(stream + GENERATOR);
  return draw(load<u32>(stream), load<u32>(stream, 4), state, word);
}

/** A draw from the stationary law. */
export function stationary(stream: usize): u32 {
  const word = uint32(stream + GENERATOR);
  return draw(load<u32>(stream, 8), load<u32>(stream, 12), 0, word);
}

/** Moves a stream of states on by some observations. */
export function moveState(stream: usize, count: i32): void {
  const independent = isIndependent(stream);
  for (let k = 0; k < count; k++) {
    store<u32>(stream, independent ? stationary(stream) : successor(stream, stateOf(stream)), 40);
  }
}

/** Moves a stream of transitions on by some observations. */
export function moveTransition(stream: usize, count: i32): void {
  const independent = isIndependent(stream);
  for (let k = 0; k < count; k++) {
    const state = independent ? stationary(stream) : nextOf(stream);
    store<u32>(stream, state, 40);
    store<u32>(stream, successor(stream, state), 44);
  }
}
