/** The mean alone, round by round: all there is without noise and with one gap. */
import {
  timesVector,
  assign,
  block,
  column,
  identityMatrix,
  type Matrix,
  matrix,
} from '../../maths/matrix.ts';
import { gapLaw } from './gaps.ts';
import { IndependentRound } from './independentRound.ts';
import { composeCost, type LocalMoments } from './localMoments.ts';
import { type MomentBudget } from './momentBudget.ts';
import { observationMoments } from './observationMoments.ts';
import { type Place, type Places, placesOf } from '../round/registers.ts';
import type { AgentAct, RoundProgram } from '../../algorithms/roundProgram.ts';
import { type RoundStage, stagesOf, takeBack } from './roundStages.ts';
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
  const places = placesOf(program, d, agents.length);
  const ofServer = places.keptSize - agents.length * places.keptByAgent;
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const count = wanted.at(-1) ?? 0;
  const steps = trigger.kind === 'deterministic' ? 2 * Math.log2(1 + trigger.localSteps) : 1;
  const acts = program.evaluation === undefined ? 1 : 2;
  const roundCost =
    program.correction === 'kept' ? agents.length * acts * d * (d + fixed) : places.keptSize ** 2;
  const cost =
    agents.length * (ofServer * acts * d * (d + fixed) + steps * composeCost(d, fixed, 'additive')) +
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
  const advance = meanAdvance(only!.stages, places, program);
  let state: Float64Array = new Float64Array(places.keptSize);
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
  places: Places,
  program: RoundProgram,
): (state: Float64Array) => Float64Array {
  if (program.correction === 'kept') {
    const round = new IndependentRound(places, stages, false);
    return (state) => round.advanceMean(column(state)).values;
  }
  const ofServer = [0, places.keptSize] as const;
  const F = block(takeBack(serverOutputs(places, places.keptSize), stages, places), ofServer, ofServer);
  return (state) => timesVector(F, state);
}

/** The functions of z that are (1, server, memory) `[rows, size]`, above rows of 0. */
export function serverOutputs({ size, keptSize, keptByAgent, agents }: Places, rows: number): Matrix {
  const ofServer: Place = [0, keptSize - agents.length * keptByAgent];
  const W = matrix(rows, size);
  assign(block(W, ofServer, ofServer), identityMatrix(ofServer[1]));
  return W;
}
