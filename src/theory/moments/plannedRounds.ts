/** The rounds of second moments by whichever way a setting allows: independent agents, or their joint chain. */
import { independentRounds } from './independentRounds.ts';
import { jointRounds } from './jointRounds.ts';
import type { MomentBudget } from '../budgets.ts';
import type { MomentRounds } from './momentCurve.ts';
import type { Setting } from './setting.ts';
import type { Unknown } from '../unknown.ts';

export interface PlannedRounds extends MomentRounds {
  readonly start: Float64Array;
  /** how many packed matrices E[x xᵀ; s] the moments are, one after another: the joint states, or 1 */
  readonly blocks: number;
}

/** The rounds, or why they are not computed. */
export function plannedRounds(setting: Setting, budget: MomentBudget): PlannedRounds | Unknown {
  const finiteChains = setting.agents.filter(({ law }) => law?.kind === 'finite').length;
  if (setting.sampling === 'markov' && finiteChains > 0) {
    if (finiteChains < setting.agents.length)
      return { reason: 'some agents have finite chains and others Gauss–Markov noise' };
    const rounds = jointRounds(setting, budget);
    return 'reason' in rounds ? rounds : { ...rounds, blocks: rounds.jointStates };
  }
  const rounds = independentRounds(setting, budget);
  return 'reason' in rounds ? rounds : { ...rounds, blocks: 1 };
}
