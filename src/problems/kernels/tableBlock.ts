/** Memory in which many tables lie: what of it is wanted lies at the same places of one block of a kernel memory. */
export class TableBlock extends ArrayBuffer {
  /** within its problem: another block under the same name takes its place */
  readonly name: string;

  constructor(name: string, bytes: number) {
    super(bytes);
    this.name = name;
  }
}

/** The same, which several threads fill. */
export class SharedTableBlock extends SharedArrayBuffer {
  /** as of {@link TableBlock} */
  readonly name: string;

  constructor(name: string, bytes: number) {
    super(bytes);
    this.name = name;
  }
}
