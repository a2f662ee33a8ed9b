/** Calls of every kind, one after another, that a kernel and its reference both go through. */
import { expect } from 'vitest';
import { KernelMemory } from '../../src/kernels/kernelMemory.ts';
import { hasKernel, type KernelOperator } from '../../src/problems/operators/kernelOperator.ts';
import type { Problem, Sampling } from '../../src/problems/operator.ts';
import { KernelAgents, placed } from './kernelAgents.ts';

/** What a kernel may treat in different ways, beside the dimension. */
export interface Circumstances {
  readonly sampling: Sampling;
  readonly stride: number;
}

/** Both kinds of stream, with and without observations that are dropped. */
export const CIRCUMSTANCES: readonly Circumstances[] = [
  { sampling: 'markov', stride: 1 },
  { sampling: 'markov', stride: 3 },
  { sampling: 'iid', stride: 1 },
  { sampling: 'iid', stride: 3 },
];

/** Bytes of a record, from the first up to the last, that hold what changes with the stream. */
export type StreamBytes = readonly (readonly [from: number, to: number])[];

/** Where references are placed to be looked at: what a kernel's record should say. */
const expectedRecords = new KernelMemory();
let records = 0;

/** The agents of a problem, with their references. */
export class PlacedProblem {
  readonly agents: KernelAgents;
  readonly #references: KernelOperator[] = [];
  readonly #streamBytes: StreamBytes;

  /** @param scale - of the first θ, which is normal; at 0 they are zeros of either sign */
  constructor(
    problem: Problem,
    { sampling, stride }: Circumstances,
    streamBytes: StreamBytes,
    count = problem.agents,
    scale = 1,
  ) {
    const owners = Array.from({ length: count }, (_, agent) => problem.agent(agent));
    this.#streamBytes = streamBytes;
    this.agents = new KernelAgents(
      (agent) => {
        const operator = owners[agent]!.operator(sampling, 5);
        if (!hasKernel(operator)) throw new Error('an operator without a kernel');
        // the reference is made last
        this.#references[agent] = operator;
        return operator;
      },
      count,
      stride,
      scale,
    );
  }

  /** Every θ, value and stream is the reference's, bit for bit. */
  expectSame(): void {
    this.agents.expectSameBits();
    const memory = expectedRecords;
    for (const [agent, reference] of this.#references.entries()) {
      const expected = placed(memory, `placed/${records++}`, reference);
      const actual = this.agents.record(agent);
      for (const [from, to] of this.#streamBytes) {
        const words = (to - from) / 4;
        expect(
          [...this.agents.memory.uint32(actual + from, words)],
          `stream of agent ${agent}, bytes ${from} to ${to} of its record`,
        ).toEqual([...memory.uint32(expected + from, words)]);
      }
    }
  }

  /** Steps with and without a correction, single values and sums of them, in turn. */
  goThrough(stepSize: number): void {
    this.agents.peek();
    this.expectSame();
    for (const steps of [1, 0, 2, 9, 30]) {
      for (const corrected of [false, true]) {
        this.agents.advance(stepSize, corrected, steps);
        this.agents.peek();
        this.expectSame();
        this.agents.accumulate(steps);
        this.expectSame();
      }
    }
  }

  /**
   * Steps far too long, until the first agent's θ is not finite, and some more.
   *
   * @returns whether it got there
   */
  diverge(stepSize: number): boolean {
    for (let call = 0; call < 30; call++) {
      this.agents.advance(stepSize, call % 2 === 1, 7);
      this.agents.peek();
      this.expectSame();
      this.agents.accumulate(3);
      this.expectSame();
    }
    return !this.agents.theta(0).every(Number.isFinite);
  }
}
