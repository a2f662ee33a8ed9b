/**
 * The memory that a host's kernels work in: one WebAssembly memory, given out in blocks that are
 * never taken back.
 *
 * It is shared, since threads that take local steps together work in one, each for other agents; and because a shared memory
 * grows without detaching the views of it.
 */

import { blockName } from './tableBlock.ts';

/** Bytes of a WebAssembly page. */
const PAGE = 65_536;
/** The most pages that 32-bit addresses reach: 4 GB. */
const MOST_PAGES = 65_536;
/** The first page belongs to the kernels themselves: their constants and their working space. */
const OWN_BYTES = PAGE;

const ALIGNMENT = 16;
/** Blocks of at least this many bytes start on a line of the processor's cache. */
const CACHE_LINE = 64;

interface KeptBlock {
  readonly address: number;
  readonly bytes: number;
  source: object;
}

/** A copy of a table, with how many names it is kept under. */
interface CopiedTable {
  readonly address: number;
  readonly table: ArrayBufferView;
  names: number;
}

/** Blocks of one growing memory, each zero at first, by address. */
export class KernelMemory {
  readonly memory: WebAssembly.Memory;
  readonly #kept = new Map<string, KeptBlock>();
  readonly #tables = new Map<string, CopiedTable>();
  readonly #tableOf = new Map<ArrayBufferView, CopiedTable>();
  /** addresses of blocks that tables have left, by size */
  readonly #left = new Map<number, number[]>();
  #end = OWN_BYTES;
  #bytes: number;
  /** the memory as it was when a table was last copied; it may have grown since */
  #whole: Uint8Array = new Uint8Array(0);

  /**
   * @param initialBytes - how much is expected to be needed; it grows beyond
   * @throws RangeError where there is no address space for it
   */
  constructor(initialBytes = 0) {
    const pages = Math.min(Math.ceil((OWN_BYTES + initialBytes) / PAGE), MOST_PAGES);
    this.memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
    this.#bytes = pages * PAGE;
  }

  /**
   * The address of a new block, zero, aligned to 16 bytes (to 64 where it is that large).
   *
   * @throws RangeError where all blocks together exceed 4 GB
   */
  allocate(bytes: number): number {
    const alignment = bytes < CACHE_LINE ? ALIGNMENT : CACHE_LINE;
    const address = Math.ceil(this.#end / alignment) * alignment;
    const end = address + bytes;
    if (end > this.#bytes) this.#grow(end);
    this.#end = end;
    return address;
  }

  /** Grows by half at least, so that many small blocks need few growths. */
  #grow(end: number): void {
    const pages = this.#bytes / PAGE;
    const needed = Math.ceil(end / PAGE);
    if (needed > MOST_PAGES) {
      throw new RangeError(`the agents of a host need ${end} bytes of kernel memory; there are 4 GB at most`);
    }
    const wanted = Math.min(Math.max(needed, Math.ceil(1.5 * pages)), MOST_PAGES);
    this.memory.grow(wanted - pages);
    this.#bytes = wanted * PAGE;
  }

  /**
   * A block that is kept under its name from one replication to the next: the same name and size give
   * the same address again.
   *
   * @param source - what the block is written from; `write` is called when the block is new, and when
   * the source is another object than the last time
   */
  kept(name: string, source: object, bytes: number, write: (address: number) => void): number {
    const block = this.#kept.get(name);
    if (block?.bytes === bytes) {
      if (block.source !== source) {
        block.source = source;
        write(block.address);
      }
      return block.address;
    }
    const address = this.allocate(bytes);
    this.#kept.set(name, { address, bytes, source });
    write(address);
    return address;
  }

  /**
   * The address of a copy of a table, an array that nobody changes any more. Names with the same array
   * share one copy, and a name that is given another array leaves its old one's place to others. Of a table in
   * a block of tables (tableBlock.ts) the block has the place, and the table is copied at each call.
   *
   * @param name - of the agent and the table, `'agent/17/0/features'`
   */
  table(name: string, table: ArrayBufferView): number {
    const { buffer, byteOffset } = table;
    const shared = blockName(buffer);
    if (shared !== undefined) {
      const address = this.kept(shared, buffer, buffer.byteLength, () => undefined) + byteOffset;
      this.#copy(table, address);
      return address;
    }
    const old = this.#tables.get(name);
    if (old?.table === table) return old.address;
    if (old !== undefined) this.#leave(old);
    let block = this.#tableOf.get(table);
    if (block === undefined) {
      const bytes = table.byteLength;
      const address = this.#left.get(bytes)?.pop() ?? this.allocate(bytes);
      this.#copy(table, address);
      block = { address, table, names: 0 };
      this.#tableOf.set(table, block);
    }
    block.names++;
    this.#tables.set(name, block);
    return block.address;
  }

  #copy({ buffer, byteOffset, byteLength }: ArrayBufferView, address: number): void {
    // One view of all: very many tables would otherwise make and drop one each.
    if (this.#whole.byteLength < this.#bytes) this.#whole = new Uint8Array(this.memory.buffer);
    this.#whole.set(new Uint8Array(buffer, byteOffset, byteLength), address);
  }

  #leave(block: CopiedTable): void {
    block.names--;
    if (block.names > 0) return;
    this.#tableOf.delete(block.table);
    const addresses = this.#left.get(block.table.byteLength);
    if (addresses) addresses.push(block.address);
    else this.#left.set(block.table.byteLength, [block.address]);
  }

  /** `length` doubles from an address that is a multiple of 8; the view stays valid forever. */
  float64(address: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, address, length);
  }

  /** `length` signed words from an address that is a multiple of 4. */
  int32(address: number, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, address, length);
  }

  /** `length` unsigned words from an address that is a multiple of 4. */
  uint32(address: number, length: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address, length);
  }

  /** `length` unsigned half words from an even address. */
  uint16(address: number, length: number): Uint16Array {
    return new Uint16Array(this.memory.buffer, address, length);
  }
}
