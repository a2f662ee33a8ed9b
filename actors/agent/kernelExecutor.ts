/** Executor with kernels. */
import {
  type Accumulate,
  type Advance,
  hasKernel,
  type KernelFamily,
  type KernelOperator,
  type Peek,
  writeRecord,
} from '../../src/problems/operators/kernelOperator.ts';
import { THETA } from '../../src/kernels/recordLayout.ts';
import { LocalWork, stepByStep } from '../../src/problems/localWork.ts';
import type { LocalOperator } from '../../src/problems/operator.ts';
import type { ThreadKernels } from './threadResources.ts';
import type { Executor, ExecutorOptions } from './executor.ts';

const BYTES_PER_DOUBLE = 8;
const BYTES_PER_WORD = 4;
const CACHE_LINE = 64;
/** θ, c and the value: their addresses stand in a record in this order. */
const PLACES = [0, 1, 2] as const;
const VECTORS = PLACES.length;

/**
 * A WebAssembly kernel does the work of all agents in one call. The agents' vectors lie in the
 * kernel's memory, so that nothing is copied on the way to it and back, and one after another, so that the
 * agents may be asked as one.
 */
export class KernelExecutor implements Executor {
  readonly together: readonly LocalWork[];
  readonly #order: ExecutorOptions;
  readonly #advance: Advance;
  readonly #peek: Peek;
  readonly #accumulate: Accumulate;
  /** of agents that were asked for by themselves */
  readonly #works: (readonly LocalWork[])[] = [];
  /** address of the list of the agents' records, for each stream */
  readonly #records: readonly number[];

  /** @param operators - of each agent, one for each of its streams; all of one family that has a kernel */
  constructor(order: ExecutorOptions, kernels: ThreadKernels, operators: Iterable<readonly LocalOperator[]>) {
    const { streams, hosted, configuration } = order;
    const { first, count } = hosted;
    const vectors = streams.map((_, stream) => new StreamVectors(kernels, stream, hosted, configuration));
    const lists = streams.map((_, stream) => new RecordList(kernels, stream, count));
    this.#order = order;
    this.together = vectors.map(({ together }) => together);
    this.#records = lists.map(({ address }) => address);
    let family: KernelFamily | undefined;
    let k = 0;
    for (const perStream of operators) {
      const agent = first + k;
      for (const [stream, operator] of perStream.entries()) {
        if (!hasKernel(operator) || (family !== undefined && operator.family !== family))
          throw new TypeError(`agent ${agent} has another kind of operator than the agents before it`);
        family = operator.family;
        lists[stream]!.write(k, `agent/${agent}/${stream}`, operator, vectors[stream]!.addressesOf(k));
      }
      k++;
    }
    const { exports } = kernels;
    this.#advance = exports[`${family!}_advance`];
    this.#peek = exports[`${family!}_peek`];
    this.#accumulate = exports[`${family!}_accumulate`];
  }

  works(hosted: number): readonly LocalWork[] {
    const { dimension } = this.#order.configuration;
    const part = (all: Float64Array): Float64Array =>
      all.subarray(hosted * dimension, (hosted + 1) * dimension);
    return (this.#works[hosted] ??= this.together.map(
      ({ theta, correction, value }) => new LocalWork(part(theta), part(correction), part(value)),
    ));
  }

  performTogether(): void {
    const { first, count } = this.#order.hosted;
    this.#order.hostStatus.note(first, 'local steps');
    for (const [stream, work] of this.together.entries()) this.#call(this.#records[stream]!, count, work);
  }

  perform(from: number, count: number): void {
    this.#order.hostStatus.note(this.#order.hosted.first + from, 'local steps');
    const end = from + count;
    for (let stream = 0; stream < this.#records.length; stream++) {
      // As a rule all agents have been asked for the same, and this is one call.
      for (let k = from; k < end;) {
        const work = this.works(k)[stream]!;
        let next = k + 1;
        while (next < end && isLike(this.works(next)[stream]!, work)) next++;
        this.#call(this.#records[stream]! + BYTES_PER_WORD * k, next - k, work);
        k = next;
      }
    }
  }

  #call(records: number, agents: number, work: LocalWork): void {
    const { stride } = this.#order.configuration;
    switch (work.kind) {
      case 'advance':
        this.#advance(records, agents, work.stepSize, work.corrected ? 1 : 0, work.count, stride);
        break;
      case 'peek':
        this.#peek(records, agents);
        break;
      case 'accumulate':
        this.#accumulate(records, agents, work.count, stride);
        break;
      case 'each':
        stepByStep(
          work,
          () => {
            this.#accumulate(records, 1, 1, stride);
          },
          () => {
            this.#peek(records, 1);
          },
        );
    }
  }
}

/** Vectors of a host's agents on one stream: their θ one after another, then their c, then their values. */
class StreamVectors {
  readonly together: LocalWork;
  readonly #address: number;
  readonly #count: number;
  readonly #bytes: number;

  constructor(
    kernels: ThreadKernels,
    stream: number,
    { count }: ExecutorOptions['hosted'],
    { dimension }: ExecutorOptions['configuration'],
  ) {
    this.#count = count;
    this.#bytes = BYTES_PER_DOUBLE * dimension;
    const bytes = VECTORS * this.#bytes * count;
    this.#address = block(kernels, `vectors/${stream}/${bytes}`, bytes);
    const [theta, correction, value] = this.addressesOf(0).map((address) =>
      kernels.memory.float64(address, dimension * count),
    ) as [Float64Array, Float64Array, Float64Array];
    this.together = new LocalWork(theta, correction, value);
  }

  /** Addresses of θ, c and the value of a hosted agent. */
  addressesOf(k: number): readonly number[] {
    return PLACES.map((vector) => this.#address + (vector * this.#count + k) * this.#bytes);
  }
}

/** Records of a host's agents on one stream, and the list of their addresses. */
class RecordList {
  readonly address: number;
  readonly #kernels: ThreadKernels;
  readonly #stream: number;
  readonly #addresses: Uint32Array;
  /** of the first record */
  #first: number | undefined;

  constructor(kernels: ThreadKernels, stream: number, count: number) {
    const bytes = BYTES_PER_WORD * count;
    this.address = block(kernels, `records/${stream}/${bytes}`, bytes);
    this.#kernels = kernels;
    this.#stream = stream;
    this.#addresses = kernels.memory.uint32(this.address, count);
  }

  /** @param vectors - addresses of the agent's θ, c and value */
  write(k: number, name: string, operator: KernelOperator, vectors: readonly number[]): void {
    const { memory } = this.#kernels;
    // Records begin on lines of the cache of their own: several threads may write into neighbours.
    const bytes = Math.ceil(operator.recordBytes / CACHE_LINE) * CACHE_LINE;
    const all = bytes * this.#addresses.length;
    this.#first ??= block(this.#kernels, `operators/${this.#stream}/${all}`, all);
    const record = this.#first + k * bytes;
    writeRecord(memory, record, name, operator);
    memory.uint32(record + THETA, VECTORS).set(vectors);
    this.#addresses[k] = record;
  }
}

/** Memory that is written anew for every replication. */
function block({ memory }: ThreadKernels, name: string, bytes: number): number {
  return memory.kept(name, memory, bytes, () => undefined);
}

/** Compares two pieces of work in all but their vectors. */
function isLike(a: LocalWork, b: LocalWork): boolean {
  // Steps of an agent's own are done agent by agent.
  return (
    a.kind !== 'each' &&
    a.kind === b.kind &&
    a.count === b.count &&
    a.stepSize === b.stepSize &&
    a.corrected === b.corrected
  );
}
