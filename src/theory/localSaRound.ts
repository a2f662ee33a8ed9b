/** One mean round of Local SA on a linear problem. */
import { spectralRadius } from '../maths/eigenvalues.ts';
import { matrixVector } from '../maths/linearAlgebra.ts';
import type { AverageMap } from './averageMap.ts';
import { localSaLimit } from './localSaLimit.ts';
import type { MeanRound } from './meanRound.ts';

/** `e ← Γ̄ e + (1/M) Σ_i η C_i Ḡ_i(θ*)` for e = θ̄ − θ*; see localSaLimit.ts. */
export function localSaRound(map: AverageMap): MeanRound {
  const d = map.drift.length;
  return {
    factor: () => spectralRadius(map.power, d),
    limit: {
      kind: 'offset',
      source: 'exact fixed point, as in SCAFFLSA, Theorem 4.1',
      solve: () => localSaLimit(map),
    },
    start: (model) => () => {
      const next = matrixVector(map.power, model, d);
      for (let j = 0; j < d; j++) model[j] = next[j]! + map.drift[j]!;
    },
  };
}
