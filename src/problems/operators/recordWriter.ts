/** Writes an operator, with its tables and its stream, into a kernel memory: as a record of its family's layout. */
import type { Generator } from '../../maths/generator.ts';
import type { StateStream, TransitionStream } from '../streams/finiteChain.ts';
import * as chain from '../../kernels/chainStreamLayout.ts';
import { WORK } from '../../kernels/recordLayout.ts';
import type { KernelMemory } from '../../kernels/kernelMemory.ts';

/** A record under way; offsets are in bytes from its beginning. */
export class RecordWriter {
  readonly #memory: KernelMemory;
  readonly #name: string;
  readonly #address: number;

  constructor(memory: KernelMemory, name: string, address: number) {
    this.#memory = memory;
    this.#name = name;
    this.#address = address;
  }

  word(offset: number, value: number): void {
    this.#memory.uint32(this.#address + offset, 1)[0] = value;
  }

  doubles(offset: number, values: ArrayLike<number>): void {
    this.#memory.float64(this.#address + offset, values.length).set(values);
  }

  /** The address of a copy of an array that nobody changes any more; `what` names it within the agent. */
  table(offset: number, subject: string, array: ArrayBufferView): void {
    this.word(offset, this.#memory.table(`${this.#name}/${subject}`, array));
  }

  /** The address of a table that all agents share. */
  sharedTable(offset: number, name: string, array: ArrayBufferView): void {
    this.word(offset, this.#memory.table(name, array));
  }

  /**
   * The address of doubles that a kernel fills and uses up within one call. Each record has its own: another thread may be in a
   * call for other agents of the same memory.
   */
  work(length: number): void {
    const bytes = length * Float64Array.BYTES_PER_ELEMENT;
    const memory = this.#memory;
    this.word(
      WORK,
      memory.kept(`${this.#name}/working vectors`, memory, bytes, () => undefined),
    );
  }

  /** The four words of a generator. */
  generator(offset: number, { words }: Generator): void {
    this.#memory.uint32(this.#address + offset, words.length).set(words);
  }

  /** A stream on a finite chain. */
  chainStream(offset: number, stream: StateStream | TransitionStream): void {
    const { sampler, generator, independent } = stream;
    this.table(offset + chain.SUCCESSOR_OFFSETS, 'offsets', sampler.successors.offsets);
    this.table(offset + chain.SUCCESSOR_SLOTS, 'slots', sampler.successors.slots);
    if (independent) {
      const { offsets, slots } = sampler.stationaryLaw;
      this.table(offset + chain.STATIONARY_OFFSETS, 'stationary/offsets', offsets);
      this.table(offset + chain.STATIONARY_SLOTS, 'stationary/slots', slots);
    }
    this.word(offset + chain.ROW_SLOTS, sampler.successors.rowSlots);
    this.word(offset + chain.INDEPENDENT, independent ? 1 : 0);
    this.generator(offset + chain.GENERATOR, generator);
    this.word(offset + chain.STATE, stream.state);
    this.word(offset + chain.NEXT, 'next' in stream ? stream.next : 0);
  }
}
