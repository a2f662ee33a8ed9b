/** The rounds of second moments by whichever way a setting allows: independent agents, or their joint chain. */
import { independentRounds } from './independentRounds.ts';
import { jointRounds } from './jointRounds.ts';
import type { MomentBudget } from '../budgets.ts';
import type { PlannedRounds } from './momentCurve.ts';
import type { Setting } from './setting.ts';
import type { Unknown } from '../unknown.ts';

/** The rounds, or why they are not computed. */
export function plannedRounds(setting: Setting, budget: MomentBudget): PlannedRounds | Unknown {
  const finiteChains = setting.agents.filter(({ law }) => law?.kind === 'finite').length;
  if (setting.sampling === 'markov' && finiteChains > 0) {
    if (finiteChains < setting.agents.length)
      return { reason: 'some agents have finite chains and others Gauss–Markov noise' };
    return jointRounds(setting, budget);
  }
  return independentRounds(setting, budget);
}
