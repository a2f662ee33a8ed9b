/** Problem files of kind `linear`: transition matrices, A(s) and b(s) of each agent. */
import * as z from 'zod';
import type { FiniteLinearSpecification } from '../../problems/finiteLinear/family.ts';
import { agentsField, agentsIn, initialIn, kernelIn, listField, TRANSITION } from './agentFields.ts';
import { fieldsOf } from './faults.ts';
import type { NumberStore } from './numberStore.ts';

const RIGHT_DIMENSION = 'a positive integer';

export const linearFields = {
  dimension: z.int({ error: RIGHT_DIMENSION }).min(1, { error: RIGHT_DIMENSION }),
  agents: agentsField,
};

const agentFields = fieldsOf({
  transition: listField(TRANSITION),
  A: listField('a list of S matrices, each of d rows of d numbers'),
  b: listField('a list of S vectors of d numbers'),
  initial: z.unknown().optional(),
});

/** The problem, its faults reported. */
export const readLinear = (
  { dimension: d, agents }: z.infer<z.ZodObject<typeof linearFields>>,
  store: NumberStore,
): FiniteLinearSpecification => ({
  kind: 'finite-linear',
  dimension: d,
  agents: agentsIn(store, agents, agentFields, (agent, path) => {
    const S = agent.transition.length;
    const transition = kernelIn(store, [...path, 'transition'], agent.transition);
    if (S === 0) return undefined;
    const numbers = [d, 'number for each dimension'] as const;
    const each = (entry: string) => [S, `${entry} for each row of transition`] as const;
    const rows = [d, 'row for each dimension'] as const;
    const A = store.block([...path, 'A'], agent.A, each('matrix'), rows, numbers);
    const b = store.block([...path, 'b'], agent.b, each('vector'), numbers);
    const initial = initialIn(store, [...path, 'initial'], agent.initial, S);
    return transition && A && b && { transition, A, b, states: S, initial };
  }),
});
