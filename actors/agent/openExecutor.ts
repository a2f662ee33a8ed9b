/** Choice of a host's executor. */
import { hasKernel } from '../../src/problems/operators/kernelOperator.ts';
import type { LocalOperator } from '../../src/problems/operator.ts';
import type { ThreadResources } from './threadResources.ts';
import { KernelExecutor } from './kernelExecutor.ts';
import { OperatorExecutor } from './operatorExecutor.ts';
import type { Executor, ExecutorOptions } from './executor.ts';

/**
 * The executor of a host: kernels where there are any for the agents' operators, else the operators
 * themselves. Both give the same bits.
 */
export function openExecutor(order: ExecutorOptions, { problem, kernels }: ThreadResources): Executor {
  const { configuration, hosted, streams } = order;
  const { sampling, seed } = configuration;
  const operatorsOf = (agent: number): LocalOperator[] => {
    order.hostStatus.note(agent, 'start');
    const data = problem.agent(agent);
    return streams.map((copy) => data.operator(sampling, seed, copy));
  };
  const first = operatorsOf(hosted.first);
  const operators = function* (): Generator<LocalOperator[]> {
    yield first;
    for (let k = 1; k < hosted.count; k++) yield operatorsOf(hosted.first + k);
  };
  // All agents of a problem have operators of one kind.
  return kernels !== undefined && first.every(hasKernel)
    ? new KernelExecutor(order, kernels, operators())
    : new OperatorExecutor(order, operators());
}
