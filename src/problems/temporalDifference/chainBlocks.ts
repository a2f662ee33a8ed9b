/**
 * Chains of many agents with their rewards, in blocks of a few megabytes: as arrays of its own for each agent they take
 * several times their size, and with 100,000 agents most of the time goes to collecting garbage.
 */
import { AliasTable, fillSlots } from '../../maths/aliasTable.ts';
import { denseRows, type SparseRows, sparseRows } from '../../maths/sparseRows.ts';
import { TableBlock } from '../kernels/tableBlock.ts';
import type { ChainLaw } from '../observationLaw.ts';
import type { ChainTables } from '../streams/finiteChain.ts';

/** Bytes of a block, about: some hundreds of agents with 30 states. */
const BLOCK_BYTES = 2 ** 20;
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

/** Where an agent's arrays lie, in bytes from where the agent's begin, for S states and so many positive probabilities. */
const layoutOf = (states: number, entries: number) => {
  const rewards = 8 * entries;
  const lawSlots = rewards + 8 * states;
  const offsets = lawSlots + 8 * states;
  const lawOffsets = offsets + 4 * (states + 1);
  const stationary = 8 * entries;
  const column = stationary + 8 * states;
  return {
    /** of what kernels read, which is copied to where they compute */
    tables: { slots: 0, rewards, lawSlots, offsets, lawOffsets, bytes: wholeLines(lawOffsets + 8) },
    /** of what they do not read */
    laws: { value: 0, stationary, column, bytes: wholeLines(column + 4 * entries) },
  };
};

/** Lines of the processor's cache. */
const wholeLines = (bytes: number): number => Math.ceil(bytes / 64) * 64;

/** Memory of several agents one after another. */
class Block {
  readonly tables: TableBlock;
  readonly laws: ArrayBuffer;
  /** of each agent: 0 nothing is there yet, 1 chain and rewards, 2 alias tables, too */
  readonly filled: Uint8Array;

  constructor(name: string, agents: number, { tables, laws }: ReturnType<typeof layoutOf>) {
    this.tables = new TableBlock(name, agents * tables.bytes);
    this.laws = new ArrayBuffer(agents * laws.bytes);
    this.filled = new Uint8Array(agents);
  }
}

/** The chains of M agents, each with S states and at most so many positive probabilities. */
export class ChainBlocks {
  readonly #agents: number;
  readonly #states: number;
  readonly #entries: number;
  readonly #layout: ReturnType<typeof layoutOf>;
  /** agents of a block */
  readonly #each: number;
  readonly #blocks: Block[] = [];

  constructor(agents: number, states: number, entries: number) {
    this.#agents = agents;
    this.#states = states;
    this.#entries = entries;
    this.#layout = layoutOf(states, entries);
    this.#each = Math.max(1, Math.floor(BLOCK_BYTES / this.#layout.tables.bytes));
  }

  /**
   * An agent's chain.
   *
   * @param fill - writes P and r, where nothing is there yet, and returns π
   */
  of(index: number, fill: (rows: SparseRows, rewards: Float64Array) => Float64Array): BlockedChain {
    const [block, at] = this.#place(index);
    const { tables, laws, filled } = block;
    const layout = this.#layout;
    const from = at * layout.tables.bytes;
    const fromLaws = at * layout.laws.bytes;
    const S = this.#states;
    const rows: SparseRows = {
      offset: new Int32Array(tables, from + layout.tables.offsets, S + 1),
      column: new Int32Array(laws, fromLaws + layout.laws.column, this.#entries),
      value: new Float64Array(laws, fromLaws + layout.laws.value, this.#entries),
    };
    const stationary = new Float64Array(laws, fromLaws + layout.laws.stationary, S);
    const rewards = new Float64Array(tables, from + layout.tables.rewards, S);
    if (filled[at] === 0) {
      stationary.set(fill(rows, rewards));
      filled[at] = 1;
    }
    return { rows, stationary, rewards, tables: () => this.#tablesOf(block, at, rows, stationary) };
  }

  /** The agent's block, and its number there. */
  #place(index: number): readonly [Block, number] {
    const { tables, laws } = this.#layout;
    if ((index + 1) * (tables.bytes + laws.bytes) > MOST_KEPT)
      return [new Block(`chain/${index}`, 1, this.#layout), 0];
    const number = Math.floor(index / this.#each);
    const first = number * this.#each;
    const agents = Math.min(this.#each, this.#agents - first);
    return [(this.#blocks[number] ??= new Block(`chains/${number}`, agents, this.#layout)), index - first];
  }

  #tablesOf({ tables, filled }: Block, at: number, rows: SparseRows, stationary: Float64Array): ChainTables {
    const layout = this.#layout.tables;
    const S = this.#states;
    const words = (offset: number, length: number): Uint32Array =>
      new Uint32Array(tables, at * layout.bytes + offset, length);
    const slots = words(layout.slots, 2 * rows.offset[S]!);
    const lawOffsets = words(layout.lawOffsets, 2);
    const lawSlots = words(layout.lawSlots, 2 * S);
    if (filled[at] === 1) {
      fillSlots(rows, slots);
      const law = sparseRows(stationary, 1, S);
      lawOffsets.set(law.offset);
      fillSlots(law, lawSlots);
      filled[at] = 2;
    }
    return {
      successors: new AliasTable(words(layout.offsets, S + 1), slots),
      stationaryLaw: new AliasTable(lawOffsets, lawSlots.subarray(0, 2 * lawOffsets[1]!)),
    };
  }
}

/** As the theory needs it. */
export function chainLaw({ rows, stationary }: BlockedChain): ChainLaw {
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
