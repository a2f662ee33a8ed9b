/** Memory in which many tables lie: what of it is wanted lies at the same places of one block of a kernel memory. */
export class TableBlock extends ArrayBuffer {
  /** within its problem: another block under the same name takes its place */
  readonly name: string;

  constructor(name: string, bytes: number) {
    super(bytes);
    this.name = name;
  }
}

/** Names of shared blocks: no class of theirs, since a page in a browser may have no shared memory to derive it from. */
const sharedNames = new WeakMap<object, string>();

/** The same, which several threads fill; `name` as of {@link TableBlock}. */
export function sharedTableBlock(name: string, bytes: number): SharedArrayBuffer {
  const block = new SharedArrayBuffer(bytes);
  sharedNames.set(block, name);
  return block;
}

/** The name of memory that is such a block; `undefined` of any other. */
export const blockName = (memory: ArrayBufferLike): string | undefined =>
  memory instanceof TableBlock ? memory.name : sharedNames.get(memory);
