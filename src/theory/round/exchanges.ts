/**
 * A round as stages, one for each exchange: X⁺ = B X + Σ_i E_i y_i, with y_i what agent i's observations make of its part O_i X,
 * traced through a round's registers. Between the stages of a round X has all results so far.
 */
import type { AgentAct, RoundProgram } from '../../algorithms/roundProgram.ts';
import { assign, block, clear, identityMatrix, type Matrix, matrix, stacked } from '../../maths/matrix.ts';
import type { LocalShape } from '../../maths/jumpLinear/jumpSystem.ts';
import { localShape } from '../chain/localSteps.ts';
import { actPlaces, applyMix, loaded, ONE, type Places, stored } from './registers.ts';

export interface Stage {
  /** what the observations do to (v, f, 1) = O_i X, and how many they are */
  readonly act: AgentAct;
  readonly local: LocalShape;
  readonly steps: number;
  /** `[q, n]` of each agent */
  readonly O: readonly Matrix[];
  /** `[m, n]`, and `[m, d]` of each agent */
  readonly B: Matrix;
  readonly E: readonly Matrix[];
}

/** The stages of a round of `gap` local steps. */
export function stagesOf(program: RoundProgram, places: Places, gap: number): Stage[] {
  const { dimension: d, size, keptSize } = places;
  const { act, evaluation, correction } = program;
  const last = { act, steps: gap, mix: program.closing(gap) };
  const exchanges =
    evaluation === undefined
      ? [last]
      : [
          { act: { kind: 'gather' } as const, steps: 1, mix: evaluation },
          { ...last, steps: gap - 1 },
        ];
  let Z = loaded(identityMatrix(keptSize), places);
  applyMix(Z, program.opening, places);
  return exchanges.map(({ act, steps, mix }, k): Stage => {
    const n = Z.columns;
    const acts = places.agents.map((_, i) => actPlaces(places, act.kind, i));
    // z = (v, f, 1), as local steps have it
    const O = acts.map(({ all }) => stacked([all[0]!, ...all.slice(2), ONE].map((place) => block(Z, place))));
    const results = matrix(size, n + acts.length * d);
    assign(block(results, [0, size], [0, n]), Z);
    acts.forEach(({ moving: [moved] }, i) => {
      clear(block(results, moved!));
      assign(block(results, moved!, [n + i * d, d]), identityMatrix(d));
    });
    applyMix(results, mix, places);
    const after = k === exchanges.length - 1 ? stored(results, places) : identityMatrix(results.columns);
    Z = results;
    const ofAgent = (i: number): Matrix => block(after, [0, after.rows], [n + i * d, d]);
    return {
      ...{ act, local: localShape(act, d, correction !== 'none'), steps, O },
      ...{ B: block(after, [0, after.rows], [0, n]), E: acts.map((_, i) => ofAgent(i)) },
    };
  });
}
