/** What an agent's observations on its chain do to x. */
import { affineInto, type Vector } from '../../maths/vector.ts';
import type { FiniteObservations } from '../../problems/observationLaw.ts';
import type { AgentMove, RowMap } from '../../maths/jumpLinear/jointField.ts';
import { actRows } from './observationMoments.ts';
import type { AgentAct } from '../../algorithms/roundProgram.ts';

/** Where an agent's registers are in x, whose first element is the constant 1. */
export interface ActPlaces {
  /** where the register begins that the act moves */
  readonly moving: number;
  /** the other one: where vectors begin that it is the sum of, each with its factor; none where there is none */
  readonly fixed: readonly (readonly [from: number, factor: number])[] | undefined;
}

/** For each state of an agent, its moves and what its act does there; `root` is what x is about `[d]`. */
export function movesOfAct(
  law: FiniteObservations,
  act: AgentAct,
  { moving, fixed }: ActPlaces,
  root: Vector,
): AgentMove[][] {
  const d = root.length;
  const run = (from: number): number[] => Array.from({ length: d }, (_, j) => from + j);
  const targets = run(moving);
  const sources = [...targets, 0, ...(fixed ?? []).flatMap(([from]) => run(from))];
  const width = sources.length;
  const all = d + 1 + (fixed ? d : 0);
  const rows = new Float64Array(d * all);
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const r = new Float64Array(d);
  const mapAt = (state: number, next: number): RowMap => {
    law.affine(state, next, A, b);
    affineInto(r, A, b, root);
    actRows({ act, dimension: d, fixed: all - d, root }, A, r, all, rows);
    const coefficients = new Float64Array(d * width);
    for (let i = 0; i < d; i++) {
      for (let j = 0; j <= d; j++) coefficients[i * width + j] = rows[i * all + j]!;
      fixed?.forEach(([, factor], k) => {
        for (let j = 0; j < d; j++)
          coefficients[i * width + (k + 1) * d + 1 + j] = factor * rows[i * all + d + 1 + j]!;
      });
    }
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
