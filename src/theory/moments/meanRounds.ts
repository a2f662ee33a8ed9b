/** The mean alone, round by round: all there is without noise and with one gap. */
import { matrixVector } from '../../maths/linearAlgebra.ts';
import { gapLaw } from './gaps.ts';
import { IndependentRound } from './independentRound.ts';
import { composeCost, type LocalMoments } from './localMoments.ts';
import { type MomentBudget } from './momentBudget.ts';
import { observationMoments } from './observationMoments.ts';
import { layoutOf, type StateLayout } from './registers.ts';
import type { AgentAct, RoundProgram } from '../../algorithms/roundProgram.ts';
import { type RoundStage, stagesOf } from './roundStages.ts';
import { serverMap } from './serverMap.ts';
import type { Setting } from './setting.ts';
import { tooExpensive, type Unknown } from '../unknown.ts';
import { counted } from '../../values/counted.ts';

/** E[X] after round upon round without noise and with one gap: `visit` sees it at the wanted rounds. */
export function meanRounds(
  setting: Setting,
  wanted: readonly number[],
  budget: MomentBudget,
  visit: (state: Float64Array) => void,
): { readonly multiplications: number } | Unknown {
  const { program, agents, root, trigger } = setting;
  const d = root.length;
  const layout = layoutOf(program, d, agents.length, false);
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const count = wanted.at(-1) ?? 0;
  const steps = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : 1;
  const acts = program.evaluation === undefined ? 1 : 2;
  const roundCost = program.correction === 'kept' ? agents.length * acts * d * (d + fixed) : layout.size ** 2;
  const cost =
    agents.length * (layout.agentStart * acts * d * (d + fixed) + steps * composeCost(d, fixed, 'additive')) +
    count * roundCost;
  if (cost > budget.multiplications)
    return tooExpensive(`${counted(count, 'round')} take${count === 1 ? 's' : ''}`, cost, budget);
  const momentsOf = (act: AgentAct): LocalMoments[] =>
    agents.map(({ mean }) =>
      observationMoments({ act, dimension: d, fixed, root }, mean, undefined, 'exact'),
    );
  const evaluation = program.evaluation && momentsOf({ kind: 'gather' });
  const gaps = gapLaw(trigger, 1)!;
  const [only] = [...stagesOf(program, gaps, momentsOf(program.act), evaluation)];
  const advance = meanAdvance(only!.stages, layout, program);
  let state: Float64Array = new Float64Array(layout.size);
  state[0] = 1;
  state.set(setting.initial, 1);
  let done = 0;
  for (const next of wanted) {
    for (; done < next; done++) state = advance(state);
    visit(state);
  }
  return { multiplications: cost };
}

/** A round of the state: where agents keep nothing, by the matrix of it, however many agents there are. */
function meanAdvance(
  stages: readonly RoundStage[],
  layout: StateLayout,
  program: RoundProgram,
): (state: Float64Array) => Float64Array {
  if (program.correction === 'kept') {
    const round = new IndependentRound(layout, stages, false);
    return (state) => round.advanceMean(state, 1);
  }
  const F = serverMap(stages, layout.dimension, layout.agents, program.memory);
  return (state) => matrixVector(F, state, layout.size);
}
