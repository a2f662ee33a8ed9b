/** The mean alone, round by round: all there is without noise and with one gap. */
import { meanModels } from '../mean/meanRecursion.ts';
import { programRound } from '../mean/meanRound.ts';
import { mapsAt } from '../mean/roundMap.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';
import { counted } from '../../values/counted.ts';
import type { MomentBudget } from '../budgets.ts';
import type { Setting } from './setting.ts';

/** E[θ̄ − θ*] after round upon round without noise and with one gap: `visit` sees it at the wanted rounds. */
export function meanRounds(
  { program, agents, root, trigger, initial }: Setting,
  wanted: readonly number[],
  budget: MomentBudget,
  visit: (mean: Float64Array) => void,
): { readonly multiplications: number } | Unknown {
  const d = root.length;
  const M = agents.length;
  const count = wanted.at(-1) ?? 0;
  const steps = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : 1;
  const perAgent = 3 * d * d * (program.evaluation === undefined ? 1 : 2);
  const ofServer = d * (program.memory ? 2 : 1);
  const roundCost = program.correction === 'kept' ? M * perAgent : ofServer ** 2;
  const cost = M * (perAgent * ofServer + 2 * steps * d ** 3) + count * roundCost;
  if (cost > budget.multiplications)
    return tooExpensive(`${counted(count, 'round')} take${count === 1 ? 's' : ''}`, cost, budget);
  const problem = { dimension: d, agents: agents.map(({ mean }) => mean), root };
  const round = programRound(problem, program, trigger, mapsAt(problem, trigger))!;
  for (const model of meanModels(round, initial, wanted)) visit(model.slice());
  return { multiplications: cost };
}
