/** Which workshop a host gets. */
import { hasKernel } from '../../src/problems/kernels/kernelOperator.ts';
import type { LocalOperator } from '../../src/problems/operator.ts';
import type { Hosting } from './hosting.ts';
import { KernelWorkshop } from './kernelWorkshop.ts';
import { OperatorWorkshop } from './operatorWorkshop.ts';
import type { Workshop, WorkshopOrder } from './workshop.ts';

/**
 * The workshop of a host: kernels where there are any for the agents' operators, else the operators
 * themselves. Both give the same bits.
 */
export function openWorkshop(order: WorkshopOrder, { problem, kernels }: Hosting): Workshop {
  const { configuration, hosted, streams } = order;
  const { sampling, seed } = configuration;
  const operatorsOf = (agent: number): LocalOperator[] => {
    order.whereabouts.note(agent, 'start');
    const own = problem.agent(agent);
    return streams.map((copy) => own.operator(sampling, seed, copy));
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
