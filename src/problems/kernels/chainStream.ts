/**
 * The part of a record that is a stream on a finite chain: the chain's alias tables, the generator's
 * state and the current observation. Its kernel side is `chainStream.assembly.ts`.
 */
import type { StateStream, TransitionStream } from '../streams/finiteChain.ts';
import type { KernelMemory } from './kernelMemory.ts';

/** Bytes of a stream in a record. */
export const CHAIN_STREAM_BYTES = 48;

/** Words of a stream, counted from its beginning. */
const SUCCESSOR_OFFSETS = 0;
const SUCCESSOR_SLOTS = 1;
const STATIONARY_OFFSETS = 2;
const STATIONARY_SLOTS = 3;
const INDEPENDENT = 4;
// word 5 is free: state and next state are read as one double word
const GENERATOR = 6;
const STATE = 10;
const NEXT = 11;

/**
 * Writes a stream into a record. On a stream of states, without transitions, there is no next state. (Its
 * tables are of two words a slot: a chain of more than 65,536 states has a matrix of 34 GB.)
 *
 * @param address - where the stream's part of the record begins
 */
export function placeChainStream(
  memory: KernelMemory,
  name: string,
  stream: StateStream | TransitionStream,
  address: number,
): void {
  const { sampler, generator, independent } = stream;
  const words = memory.uint32(address, CHAIN_STREAM_BYTES / 4);
  words[SUCCESSOR_OFFSETS] = memory.table(`${name}/offsets`, sampler.successors.offsets);
  words[SUCCESSOR_SLOTS] = memory.table(`${name}/slots`, sampler.successors.slots);
  if (independent) {
    const { offsets, slots } = sampler.stationaryLaw;
    words[STATIONARY_OFFSETS] = memory.table(`${name}/stationary/offsets`, offsets);
    words[STATIONARY_SLOTS] = memory.table(`${name}/stationary/slots`, slots);
  }
  words[INDEPENDENT] = independent ? 1 : 0;
  words.set(generator.words, GENERATOR);
  words[STATE] = stream.state;
  words[NEXT] = 'next' in stream ? stream.next : 0;
}
