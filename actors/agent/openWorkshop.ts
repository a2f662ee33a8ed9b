/** Which workshop a host gets. */
import { hasKernel } from '../../src/problems/kernels/kernelOperator.ts';
import type { LocalOperator } from '../../src/problems/operator.ts';
import { KernelWorkshop } from './kernelWorkshop.ts';
import { OperatorWorkshop } from './operatorWorkshop.ts';
import type { ThreadKernels } from './threadKernels.ts';
import type { Workshop, WorkshopOrder } from './workshop.ts';

/**
 * The workshop of a host: kernels where there are any for the agents' operators, else the operators
 * themselves. Both give the same bits.
 *
 * @param kernels - `undefined` for none
 */
export function openWorkshop(order: WorkshopOrder, kernels: ThreadKernels | undefined): Workshop {
  const { agentProblem, configuration, hosted, streams } = order;
  const { sampling, seed } = configuration;
  const operatorsOf = (agent: number): LocalOperator[] => {
    order.busyWith(agent, 'start');
    const problem = agentProblem(agent);
    return streams.map((copy) => problem.operator(sampling, seed, copy));
  };
  const first = operatorsOf(hosted.first);
  const operators = function* (): Generator<LocalOperator[]> {
    yield first;
    for (let k = 1; k < hosted.count; k++) yield operatorsOf(hosted.first + k);
  };
  // All agents of a problem have operators of one kind.
  return kernels !== undefined && first.every(hasKernel)
    ? new KernelWorkshop(order, kernels, operators())
    : new OperatorWorkshop(order, operators());
}
