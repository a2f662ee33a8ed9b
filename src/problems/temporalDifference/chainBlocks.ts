/**
 * Chains of many agents with their rewards, in a few large blocks: as arrays of its own for each agent they take
 * several times their size, and with 100,000 agents most of the time goes to collecting garbage.
 */
import { AliasTable, fillSlots } from '../../maths/aliasTable.ts';
import { denseRows, type SparseRows, sparseRows } from '../../maths/sparseRows.ts';
import { sharedTableBlock, TableBlock } from '../../kernels/tableBlock.ts';
import type { ChainLaw } from '../observationLaw.ts';
import type { ChainTables } from '../streams/finiteChain.ts';

/**
 * Bytes of a block at most: 80,000 agents with 30 states. Memory that nobody has written to is only reserved, and a large
 * array has V8 look for garbage before it is filled: what theory has left goes before there are alias tables.
 */
const BLOCK_BYTES = 2 ** 28;
/** Bytes of the blocks that are kept: later agents are made anew at each call. */
const MOST_KEPT = 2 ** 30;

/** A chain and the rewards of its states; all arrays are views of a block, those of P's entries longer than need be. */
export interface BlockedChain {
  /** P by its positive entries */
  readonly rows: SparseRows;
  /** π `[S]` */
  readonly stationary: Float64Array;
  /** r `[S]` */
  readonly rewards: Float64Array;
  /** P's and π's alias tables, filled at the first call */
  readonly tables: () => ChainTables;
}

/** Where an agent's arrays lie in the memory of a block, and how many bytes of it are the agent's, for S states and so many positive probabilities. */
const layoutOf = (states: number, entries: number) => ({
  /** what theory and kernels need */
  chain: { rewards: 0, offsets: 8 * states, bytes: wholeLines(8 * states + 4 * (states + 1)) },
  /** what kernels do not read */
  law: {
    value: 0,
    stationary: 8 * entries,
    column: 8 * (entries + states),
    bytes: wholeLines(8 * (entries + states) + 4 * entries),
  },
  /** P's alias tables */
  slots: { bytes: wholeLines(8 * entries) },
  /** π's, which kernels read where draws are independent */
  start: { slots: 0, offsets: 8 * states, bytes: wholeLines(8 * states + 8) },
});

/** Lines of the processor's cache. */
const wholeLines = (bytes: number): number => Math.ceil(bytes / 64) * 64;

/** What threads share of a block: its chains, their laws, and which are there. */
const SHARED_PARTS = 3;

/** Memory of several agents one after another. */
class Block {
  readonly chain: TableBlock | SharedArrayBuffer;
  readonly law: ArrayBufferLike;
  /** of each agent: 0 nothing is there yet, 1 chain and rewards, 2 alias tables, too */
  readonly filled: Uint8Array;
  readonly #makeDraws: () => { readonly slots: TableBlock; readonly start: TableBlock };
  #draws: ReturnType<Block['draws']> | undefined;

  /** @param shared - what it shares with others; its own if it is left out */
  constructor(
    name: string,
    agents: number,
    { chain, law, slots, start }: ReturnType<typeof layoutOf>,
    shared?: BlockMemory,
  ) {
    this.chain = shared?.[0] ?? new TableBlock(`${name}/chains`, agents * chain.bytes);
    this.law = shared?.[1] ?? new ArrayBuffer(agents * law.bytes);
    this.filled = new Uint8Array(shared?.[2] ?? new ArrayBuffer(agents));
    this.#makeDraws = () => ({
      slots: new TableBlock(`${name}/slots`, agents * slots.bytes),
      start: new TableBlock(`${name}/start`, agents * start.bytes),
    });
  }

  /** Memory of alias tables: theory does without. */
  draws(): { readonly slots: TableBlock; readonly start: TableBlock } {
    return (this.#draws ??= this.#makeDraws());
  }
}

/** Memory of blocks that threads fill together: {@link SHARED_PARTS} of each. */
export type BlockMemory = readonly SharedArrayBuffer[];

/** Writes P and r of an agent, and returns π. */
type Fill = (rows: SparseRows, rewards: Float64Array) => Float64Array;

/** The chains of M agents, each with S states and at most so many positive probabilities. */
export class ChainBlocks {
  readonly #agents: number;
  readonly #states: number;
  readonly #entries: number;
  readonly #layout: ReturnType<typeof layoutOf>;
  /** of an agent */
  readonly #bytes: number;
  /** agents of a block */
  readonly #each: number;
  readonly #blocks: Block[] = [];
  /** what several threads fill; `undefined` where one does */
  readonly memory: BlockMemory | undefined;
  /** P and r of the agent at hand, where threads may be at the same one */
  readonly #own: { readonly rows: SparseRows; readonly rewards: Float64Array } | undefined;

  /**
   * @param shared - whether several threads are to fill it, or what others fill already
   * @param blockBytes - of a block at most
   */
  constructor(
    agents: number,
    states: number,
    entries: number,
    shared: boolean | BlockMemory = false,
    blockBytes = BLOCK_BYTES,
  ) {
    this.#agents = agents;
    this.#states = states;
    this.#entries = entries;
    this.#layout = layoutOf(states, entries);
    const { chain, law, slots, start } = this.#layout;
    this.#bytes = chain.bytes + law.bytes + slots.bytes + start.bytes;
    this.#each = Math.max(1, Math.floor(blockBytes / this.#bytes));
    if (shared === false) return;
    this.memory = shared === true ? this.#newMemory() : shared;
    for (let number = 0; SHARED_PARTS * number < this.memory.length; number++) {
      const parts = this.memory.slice(SHARED_PARTS * number, SHARED_PARTS * (number + 1));
      this.#blocks.push(new Block(`block/${number}`, this.#agentsOf(number), this.#layout, parts));
    }
    this.#own = {
      rows: {
        offset: new Int32Array(states + 1),
        column: new Int32Array(entries),
        value: new Float64Array(entries),
      },
      rewards: new Float64Array(states),
    };
  }

  /** Of the blocks that are kept. It is only reserved until it is written to. */
  #newMemory(): BlockMemory {
    const { chain, law } = this.#layout;
    return Array.from({ length: Math.ceil(this.kept / this.#each) }, (_, number) => {
      const agents = this.#agentsOf(number);
      return [
        sharedTableBlock(`block/${number}/chains`, agents * chain.bytes),
        new SharedArrayBuffer(agents * law.bytes),
        new SharedArrayBuffer(agents),
      ];
    }).flat();
  }

  /** How many agents a block has. */
  #agentsOf(number: number): number {
    return Math.min(this.#each, this.#agents - number * this.#each);
  }

  /** How many agents are kept: the first ones. */
  get kept(): number {
    return Math.min(this.#agents, Math.floor(MOST_KEPT / this.#bytes));
  }

  /** Whether the chain of an agent that is kept is there, from whichever thread. */
  has(index: number): boolean {
    const [{ filled }, at] = this.#place(index);
    return Atomics.load(filled, at) !== 0;
  }

  /**
   * An agent's chain.
   *
   * @param fill - writes P and r, where nothing is there yet, and returns π
   */
  chainAt(index: number, fill: Fill): BlockedChain {
    const [block, at] = this.#place(index);
    const { chain, law, filled } = block;
    const layout = this.#layout;
    const from = at * layout.chain.bytes;
    const fromLaw = at * layout.law.bytes;
    const S = this.#states;
    const rows: SparseRows = {
      offset: new Int32Array(chain, from + layout.chain.offsets, S + 1),
      column: new Int32Array(law, fromLaw + layout.law.column, this.#entries),
      value: new Float64Array(law, fromLaw + layout.law.value, this.#entries),
    };
    const stationary = new Float64Array(law, fromLaw + layout.law.stationary, S);
    const rewards = new Float64Array(chain, from + layout.chain.rewards, S);
    if (Atomics.load(filled, at) === 0) {
      if (this.#own === undefined) stationary.set(fill(rows, rewards));
      else this.#fillShared({ rows, stationary, rewards }, this.#own, fill);
      Atomics.compareExchange(filled, at, 0, 1);
    }
    return { rows, stationary, rewards, tables: () => this.#tablesOf(block, at, rows, stationary) };
  }

  /**
   * Nothing but an agent's final numbers is ever written where another thread may be at the same one, so that it does not matter
   * which is the last.
   */
  #fillShared(
    { rows, stationary, rewards }: Pick<BlockedChain, 'rows' | 'stationary' | 'rewards'>,
    chain: { readonly rows: SparseRows; readonly rewards: Float64Array },
    fill: Fill,
  ): void {
    chain.rewards.fill(0);
    stationary.set(fill(chain.rows, chain.rewards));
    rewards.set(chain.rewards);
    rows.offset.set(chain.rows.offset);
    const entries = chain.rows.offset.at(-1)!;
    rows.column.set(chain.rows.column.subarray(0, entries));
    rows.value.set(chain.rows.value.subarray(0, entries));
  }

  /** The agent's block, and its number there. */
  #place(index: number): readonly [Block, number] {
    if (index >= this.kept) return [new Block(`agent/${index}`, 1, this.#layout), 0];
    const number = Math.floor(index / this.#each);
    const block = (this.#blocks[number] ??= new Block(
      `block/${number}`,
      this.#agentsOf(number),
      this.#layout,
    ));
    return [block, index - number * this.#each];
  }

  #tablesOf(block: Block, at: number, rows: SparseRows, stationary: Float64Array): ChainTables {
    const { slots, start } = this.#layout;
    const draws = block.draws();
    const offsets = new Uint32Array(draws.slots, at * slots.bytes, 2 * rows.offset.at(-1)!);
    const fromStart = at * start.bytes;
    const startOffsets = new Uint32Array(draws.start, fromStart + start.offsets, 2);
    const startSlots = new Uint32Array(draws.start, fromStart + start.slots, 2 * this.#states);
    if (block.filled[at] === 1) {
      fillSlots(rows, offsets);
      const law = sparseRows(stationary, 1, this.#states);
      startOffsets.set(law.offset);
      fillSlots(law, startSlots);
      block.filled[at] = 2;
    }
    const { buffer, byteOffset, length } = rows.offset;
    return {
      successors: new AliasTable(new Uint32Array(buffer, byteOffset, length), offsets),
      stationaryLaw: new AliasTable(startOffsets, startSlots.subarray(0, 2 * startOffsets[1]!)),
    };
  }
}

/** As the theory needs it. */
export function chainLaw({ rows, stationary }: Pick<BlockedChain, 'rows' | 'stationary'>): ChainLaw {
  const states = stationary.length;
  let dense: Float64Array | undefined;
  return {
    states,
    get transition() {
      return (dense ??= denseRows(rows, states));
    },
    rows,
    stationary,
  };
}
