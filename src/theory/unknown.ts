/** What theory cannot say. */
export interface Unknown {
  /** for readers, in one line */
  readonly reason: string;
  /** the multiplications that it would take, where their number is all that stands in its way */
  readonly needed?: number;
}
