/** Executor without kernels: each agent's operator takes its steps. */
import { type LocalWork, localWork, perform } from '../../src/problems/localWork.ts';
import type { LocalOperator, Observation } from '../../src/problems/operator.ts';
import { StridedOperator } from '../../src/problems/operators/stridedOperator.ts';
import type { Executor, ExecutorOptions } from './executor.ts';

/** Each agent's operator does the agent's work, one after another. */
export class OperatorExecutor implements Executor {
  readonly #order: ExecutorOptions;
  readonly #operators: (readonly LocalOperator[])[] = [];
  readonly #works: (readonly LocalWork[])[] = [];

  /** @param operators - of each agent, one for each of its streams */
  constructor(order: ExecutorOptions, operators: Iterable<readonly LocalOperator[]>) {
    const { stride } = order.configuration;
    this.#order = order;
    for (const perStream of operators) {
      this.#operators.push(
        stride === 1 ? perStream : perStream.map((operator) => new StridedOperator(operator, stride)),
      );
      this.#works.push(perStream.map(({ dimension }) => localWork(dimension)));
    }
  }

  works(hosted: number): readonly LocalWork[] {
    return this.#works[hosted]!;
  }

  observation(hosted: number): Observation | undefined {
    return this.#operators[hosted]![0]!.observation?.();
  }

  perform(from: number, count: number): void {
    const { first } = this.#order.hosted;
    for (let k = from; k < from + count; k++) {
      this.#order.hostStatus.note(first + k, 'local steps');
      const works = this.#works[k]!;
      for (let stream = 0; stream < works.length; stream++) {
        perform(works[stream]!, this.#operators[k]![stream]!);
      }
    }
  }
}
