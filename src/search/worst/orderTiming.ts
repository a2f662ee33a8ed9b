/** Times under which answers come in a given order, again and again: an ordinary timing model, without chance. */
import type { TimingModel, TimingOverride } from '../../timing/timingModel.ts';
import type { ArrivalRules } from './arrivalRules.ts';
import { OrderGraph, repeatedFromStart } from './orderGraph.ts';

/**
 * The times of a periodic order. One answer comes every H seconds: the dispatches of an agent take the differences of the
 * times at which its answers come, and messages none.
 *
 * @param order - whose answers each step takes in, of one period
 * @returns `undefined` where the order cannot be repeated
 */
export function orderTiming(
  rules: ArrivalRules,
  order: readonly (readonly number[])[],
): TimingModel | undefined {
  const found = repeatedFromStart(new OrderGraph(rules), order);
  if (!found) return undefined;
  const { lead, period } = found;
  const durations = Array.from({ length: rules.agents }, (): number[] => []);
  const begun = new Array<number>(rules.agents).fill(0);
  /** of each agent, how many answers there are before the second period */
  let before: readonly number[] = [];
  let time = 0;
  for (const [k, { step }] of [...lead, ...period, ...period].entries()) {
    if (k === lead.length + period.length) before = durations.map(({ length }) => length);
    for (const agent of step.agents) {
      time++;
      durations[agent]!.push(time - begun[agent]!);
      begun[agent] = time;
    }
    if (rules.waits) for (const agent of step.agents) begun[agent] = time;
  }
  return {
    computeDraw: 'dispatch',
    agents: durations.map((all, agent): TimingOverride => {
      const first = all.slice(0, before[agent]);
      const values = all.slice(before[agent]);
      // A beginning that is a part of what follows need not be said.
      while (first.length > 0 && first.at(-1) === values.at(-1)) values.unshift((first.pop(), values.pop()!));
      return {
        agents: [agent, agent],
        compute: { kind: 'sequence', ...(first.length > 0 && { first }), values },
      };
    }),
  };
}
