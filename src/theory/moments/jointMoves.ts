/** What an agent's observations on its chain do to x. */
import { affineInto } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { AgentMove, RowMap } from './jointField.ts';
import { type FullLayout, place } from './jointLayout.ts';
import { actRows } from './observationMoments.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import type { Setting } from './setting.ts';

/** For each state of an agent, its moves and what its act does there. */
export function agentMoves(
  { root, program }: Setting,
  layout: FullLayout,
  law: FiniteObservations,
  agent: number,
  act: AgentAct,
): AgentMove[][] {
  const d = layout.dimension;
  const fixed = program.correction === 'none' ? 1 : 1 + d;
  const run = (from: number): number[] => Array.from({ length: d }, (_, j) => from + j);
  const model = run(place(layout, 'model', agent));
  const correction = layout.correction ? run(place(layout, 'correction', agent)) : [];
  const [targets, others] = act.kind === 'step' ? [model, correction] : [correction, model];
  const sources = [...targets, 0, ...others];
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const r = new Float64Array(d);
  const mapAt = (state: number, next: number): RowMap => {
    law.affine(state, next, A, b);
    affineInto(r, A, b, root);
    const coefficients = new Float64Array(d * sources.length);
    actRows({ act, dimension: d, fixed, root }, A, r, sources.length, coefficients);
    return { targets, sources, coefficients };
  };
  const { states: S, transition } = law.chain;
  return Array.from({ length: S }, (_, state) => {
    const common = law.observes === 'states' ? mapAt(state, state) : undefined;
    const moves: AgentMove[] = [];
    for (let next = 0; next < S; next++) {
      const probability = transition[state * S + next]!;
      if (probability > 0) moves.push({ next, probability, map: common ?? mapAt(state, next) });
    }
    return moves;
  });
}
