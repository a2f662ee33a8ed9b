/** Agents whose steps a kernel takes, beside the same agents whose steps their reference takes. */
import { expect } from 'vitest';
import { instantiate, loadKernels } from '../../actors/agent/kernelProgram.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { KernelMemory } from '../../src/kernels/kernelMemory.ts';
import {
  type Accumulate,
  type Advance,
  type KernelFamily,
  type KernelOperator,
  type Peek,
  writeRecord,
} from '../../src/problems/operators/kernelOperator.ts';
import { CORRECTION, THETA, VALUE } from '../../src/kernels/recordLayout.ts';
import type { LocalOperator } from '../../src/problems/operator.ts';
import { StridedOperator } from '../../src/problems/operators/stridedOperator.ts';

interface PlacedAgent {
  readonly reference: LocalOperator;
  readonly theta: Float64Array;
  readonly correction: Float64Array;
  readonly value: Float64Array;
  /** the same three in the kernel's memory, and the record */
  readonly kernelTheta: Float64Array;
  readonly kernelValue: Float64Array;
  readonly record: number;
}

/** The address of an operator's record, written into a memory; `name` is of the agent and its stream. */
export const placed = (memory: KernelMemory, name: string, operator: KernelOperator): number =>
  writeRecord(memory, memory.allocate(operator.recordBytes), name, operator);

/** Agents of one family and dimension, twice. */
export class KernelAgents {
  readonly memory = new KernelMemory();
  readonly #advance: Advance;
  readonly #peek: Peek;
  readonly #accumulate: Accumulate;
  readonly #agents: readonly PlacedAgent[];
  readonly #records: number;
  readonly #stride: number;

  /**
   * @param make - makes the operator of an agent; called twice for each, with equal streams
   * @param scale - of the first θ, which is normal
   */
  constructor(make: (agent: number) => KernelOperator, count: number, stride = 1, scale = 1) {
    const program = loadKernels();
    if (program === undefined) throw new Error('dist/kernels.wasm is missing; run `node setup.mjs`');
    const exports = instantiate(program, this.memory);
    const family: KernelFamily = make(0).family;
    this.#advance = exports[`${family}_advance`];
    this.#peek = exports[`${family}_peek`];
    this.#accumulate = exports[`${family}_accumulate`];
    this.#stride = stride;
    this.#agents = Array.from({ length: count }, (_, agent) => this.#placed(make, agent, scale));
    this.#records = this.memory.allocate(4 * count);
    this.memory.uint32(this.#records, count).set(this.#agents.map(({ record }) => record));
  }

  #placed(make: (agent: number) => KernelOperator, agent: number, scale: number): PlacedAgent {
    const operator = make(agent);
    const d = operator.dimension;
    const normal = generatorFor(7, 'first iterates', agent);
    const theta = Float64Array.from({ length: d }, () => scale * normal.normal());
    const correction = Float64Array.from({ length: d }, () => normal.normal());
    const record = placed(this.memory, `agent/${agent}/0`, operator);
    const addresses = [theta, correction, theta].map((vector) => {
      const address = this.memory.allocate(8 * d);
      this.memory.float64(address, d).set(vector);
      return address;
    });
    for (const [k, field] of [THETA, CORRECTION, VALUE].entries()) {
      this.memory.uint32(record + field, 1)[0] = addresses[k]!;
    }
    return {
      reference: this.#stride === 1 ? make(agent) : new StridedOperator(make(agent), this.#stride),
      theta,
      correction,
      value: new Float64Array(theta),
      kernelTheta: this.memory.float64(addresses[0]!, d),
      kernelValue: this.memory.float64(addresses[2]!, d),
      record,
    };
  }

  /** Address of the record of an agent. */
  record(agent: number): number {
    return this.#agents[agent]!.record;
  }

  theta(agent: number): Float64Array {
    return this.#agents[agent]!.theta;
  }

  advance(stepSize: number, corrected: boolean, steps: number): void {
    for (const { reference, theta, correction } of this.#agents) {
      reference.advance(theta, stepSize, corrected ? correction : undefined, steps);
    }
    const { length } = this.#agents;
    this.#advance(this.#records, length, stepSize, corrected ? 1 : 0, steps, this.#stride);
  }

  peek(): void {
    for (const { reference, theta, value } of this.#agents) reference.peek(theta, value);
    this.#peek(this.#records, this.#agents.length);
  }

  accumulate(steps: number): void {
    for (const { reference, theta, value } of this.#agents) reference.accumulate(theta, steps, value);
    this.#accumulate(this.#records, this.#agents.length, steps, this.#stride);
  }

  /** Every θ and every value of the kernel has the bits of its reference's. */
  expectSameBits(): void {
    for (const [agent, { theta, value, kernelTheta, kernelValue }] of this.#agents.entries()) {
      expectBits(kernelTheta, theta, `θ of agent ${agent}`);
      expectBits(kernelValue, value, `value of agent ${agent}`);
    }
  }
}

/** Equal by Object.is: signed zeros differ, all NaN are one (which bits a NaN has is nowhere promised). */
function expectBits(actual: Float64Array, expected: Float64Array, title: string): void {
  if (expected.every((x, j) => Object.is(x, actual[j]))) return;
  expect(Array.from(actual), title).toEqual(Array.from(expected));
}
