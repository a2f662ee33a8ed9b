/**
 * What the noise of an observed stage does to X at the end of the round: E_i `[n, moving]` of each agent. Where only mixes
 * follow, which treat agents alike, E_i = C + P_i, with P_i in the rows that agent i keeps.
 */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import {
  add,
  addProductTransposed,
  block,
  combination,
  conjugate,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  plus,
  transposed,
} from '../../maths/matrix.ts';
import { actPlaces, disturbance, type Place, type Places, stored } from '../round/registers.ts';
import { type RoundStage, runStages } from './roundStages.ts';

export type Effects =
  | { readonly kind: 'each'; readonly each: readonly Matrix[] }
  | { readonly kind: 'alike'; readonly common: Matrix; readonly ofAgent: Matrix };

/** The effects of stage `p`, whose act is of this kind. */
export function effectsOf(
  places: Places,
  stages: readonly RoundStage[],
  p: number,
  act: AgentAct['kind'],
): Effects {
  const later = stages.slice(p + 1);
  const effectOf = (i: number): Matrix =>
    stored(runStages(disturbance(places, actPlaces(places, act, i)), later, places), places);
  if (later.some(({ kind }) => kind === 'observed'))
    return { kind: 'each', each: places.agents.map((_, i) => effectOf(i)) };
  const common = effectOf(0);
  const ownRows = block(common, rowsOfAgent(places, 0));
  // What agent 1 gets of agent 0's noise is what every other agent gets; without others, nothing.
  const other =
    places.agents.length > 1 ? block(common, rowsOfAgent(places, 1)) : matrix(ownRows.rows, ownRows.columns);
  const ofAgent = plus(ownRows, other, -1);
  add(ownRows, ofAgent, -1);
  return { kind: 'alike', common, ofAgent };
}

/** The rows of X that an agent keeps. */
function rowsOfAgent({ keptSize, keptByAgent, agents }: Places, agent: number): Place {
  return [keptSize - (agents.length - agent) * keptByAgent, keptByAgent];
}

/** out += Σ_i E_i Cov_i E_iᵀ. */
export function addNoise(
  out: Matrix,
  places: Places,
  effects: Effects,
  covariances: readonly Matrix[],
): void {
  if (effects.kind === 'each') {
    covariances.forEach((covariance, i) => add(out, conjugate(effects.each[i]!, covariance)));
    return;
  }
  const { common: C, ofAgent: P } = effects;
  add(out, conjugate(C, combination(covariances.map((covariance) => [1, covariance]))));
  if (P.rows === 0) return;
  // (C + P_i) Cov (C + P_i)ᵀ without C Cov Cᵀ
  covariances.forEach((covariance, i) => {
    const rows = rowsOfAgent(places, i);
    const ofNoise = multiply(P, covariance);
    const cross = multiplyTransposed(ofNoise, C);
    add(block(out, rows), cross);
    add(block(out, [0, out.rows], rows), transposed(cross));
    addProductTransposed(block(out, rows, rows), ofNoise, P);
  });
}
