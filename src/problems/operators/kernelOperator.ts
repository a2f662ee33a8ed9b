/**
 * Operators whose local steps a WebAssembly kernel can take, with the same bits.
 *
 * A kernel works on records: an operator with its stream and tables, laid out in a host's memory. All
 * agents of a host step in one call. The operator that wrote a record is its kernel's reference.
 */
import type { LocalOperator } from '../operator.ts';
import type { KernelMemory } from '../../kernels/kernelMemory.ts';
import { DIMENSION } from '../../kernels/recordLayout.ts';
import { RecordWriter } from './recordWriter.ts';

/** Families of operators that have a kernel. */
export type KernelFamily =
  | 'temporalDifference'
  | 'linearStates'
  | 'linearMean'
  | 'qLearning'
  | 'gaussMarkov'
  | 'twoStateRegression'
  | 'recordedRegression'
  | 'logisticRegression';

/** An operator that a kernel can take over. */
export interface KernelOperator extends LocalOperator {
  readonly family: KernelFamily;
  /** the same for all agents of a problem */
  readonly recordBytes: number;
  /**
   * Writes this operator, with the present state of its stream, as a record; from then on the stream
   * in the record is the agent's. The host fills in the addresses of θ, c and G (see `recordLayout.ts`).
   */
  write(record: RecordWriter): void;
}

/** Whether a kernel can take the operator's steps. */
export function hasKernel(operator: LocalOperator): operator is KernelOperator {
  return (operator as Partial<KernelOperator>).family !== undefined;
}

/**
 * Writes an operator's record.
 *
 * @param name - of the agent and the copy of its stream, `'agent/17/0'`: what is written once for several
 *   replications is kept under it
 * @returns its address
 */
export function writeRecord(
  memory: KernelMemory,
  address: number,
  name: string,
  operator: KernelOperator,
): number {
  const record = new RecordWriter(memory, name, address);
  record.word(DIMENSION, operator.dimension);
  operator.write(record);
  return address;
}

/**
 * `θ ← θ + η (G(θ, o) + c)`, `steps` times for each record, the stream moved on by `stride`
 * observations after each; c only where `corrected` is 1. `records` is the address of `count`
 * addresses of records of the family, all of the same dimension.
 */
export type Advance = (
  records: number,
  count: number,
  ...step: readonly [stepSize: number, corrected: number, steps: number, stride: number]
) => void;

/** value ← G(θ, o) for each record; o stays current. */
export type Peek = (records: number, count: number) => void;

/** value ← Σ G(θ, o) over the next `steps` observations, `stride` apart, at fixed θ, for each record. */
export type Accumulate = (records: number, count: number, steps: number, stride: number) => void;

/** What the program of the kernels exports. */
export type KernelExports = Readonly<
  Record<`${KernelFamily}_advance`, Advance> &
    Record<`${KernelFamily}_peek`, Peek> &
    Record<`${KernelFamily}_accumulate`, Accumulate>
>;
