/** One mean round of Local SGD-M on a linear problem, about θ*. */
import { spectralRadius } from '../maths/eigenvalues.ts';
import { identity, matrixVector, multiply } from '../maths/linearAlgebra.ts';
import { solve } from '../maths/linearSolve.ts';
import type { TriggerConfiguration } from '../protocol/configuration.ts';
import type { AverageMap } from './averageMap.ts';
import { pullAtRoot, type LinearProblem } from './linearProblem.ts';
import type { MeanRound } from './meanRound.ts';
import { stepAverage } from './stepAverage.ts';

/** The parameters of Local SGD-M besides η. */
export interface MomentumParameters {
  /** γ, per round */
  readonly serverStepSize: number;
  /** β */
  readonly momentum: number;
}

/**
 * Local SGD-M (Streaming FL, Algorithm 1) on `e = w − θ*` and v.
 *
 * The local step `w ← w + ηβ(G_i(w) − ((1 − β)/β) v)` is one of step size ηβ with a constant
 * correction, so `w_{i,K} − θ* = Γ_i e + ηC_i(β Ḡ_i(θ*) − (1 − β)v)`, Γ_i and C_i those of ηβ. As
 * `I − Γ_i = ηβ C_i Ā_i`, with `T_i = E[C_i/K]` (stepAverage.ts) the server's average is
 *
 *     v⁺ = (1/M) Σ_i E[(w − w_{i,K})/(ηK)] = β(S e − r) + (1 − β) T̄ v,      e⁺ = e − γ v⁺,
 *     S = (1/M) Σ_i T_i Ā_i,   r = (1/M) Σ_i T_i Ḡ_i(θ*),   T̄ = (1/M) Σ_i T_i.
 *
 * e stays where it is only with v = 0, and then v stays 0 only with S e = r: the limit is
 * `θ* + S⁻¹ r`, whatever γ and however (1 − β) v got there. With the deterministic trigger T_i = C_i/H
 * and S = (I − Γ̄)/(ηβH): it is Local SA's limit at the step size ηβ, biased by drift like that.
 *
 * @param map - the agents' local maps at the step size ηβ
 */
export function localSgdMomentumRound(
  problem: LinearProblem,
  map: AverageMap,
  trigger: TriggerConfiguration,
  { serverStepSize, momentum: beta }: MomentumParameters,
): MeanRound {
  const { dimension: d, agents, root } = problem;
  const slope = new Float64Array(d * d);
  const kept = new Float64Array(d * d);
  const pull = new Float64Array(d);
  agents.forEach((agent, i) => {
    const T = stepAverage(agent.A, d, map.stepSize, trigger, map.agents[i]!);
    const curved = multiply(T, agent.A, d);
    const pulled = matrixVector(T, pullAtRoot(agent, root), d);
    for (let j = 0; j < d * d; j++) {
      slope[j]! += curved[j]! / agents.length;
      kept[j]! += T[j]! / agents.length;
    }
    for (let j = 0; j < d; j++) pull[j]! += pulled[j]! / agents.length;
  });
  return {
    factor: () => spectralRadius(roundMatrix(d, slope, kept, serverStepSize, beta), 2 * d),
    limit: {
      kind: 'offset',
      source:
        trigger.kind === 'deterministic'
          ? 'exact fixed point: v = 0 and Local SA’s limit at the step size ηβ'
          : 'exact fixed point: v = 0 and the zero of the average direction',
      solve: () => solve(slope, pull, d),
    },
    start: (model) => {
      let v = new Float64Array(d);
      return () => {
        const ahead = matrixVector(slope, model, d);
        const before = matrixVector(kept, v, d);
        v = ahead.map((value, j) => beta * (value - pull[j]!) + (1 - beta) * before[j]!);
        for (let j = 0; j < d; j++) model[j]! -= serverStepSize * v[j]!;
      };
    },
  };
}

/** The linear part on (e, v), `[2d, 2d]`: `[[I − γβS, −γ(1 − β)T̄], [βS, (1 − β)T̄]]`. */
function roundMatrix(
  d: number,
  slope: Float64Array,
  kept: Float64Array,
  serverStepSize: number,
  beta: number,
): Float64Array {
  const out = new Float64Array(4 * d * d);
  const unit = identity(d);
  for (let row = 0; row < d; row++) {
    for (let column = 0; column < d; column++) {
      const at = row * d + column;
      const [upper, lower] = [row * 2 * d + column, (d + row) * 2 * d + column];
      out[lower] = beta * slope[at]!;
      out[lower + d] = (1 - beta) * kept[at]!;
      out[upper] = unit[at]! - serverStepSize * out[lower];
      out[upper + d] = -serverStepSize * out[lower + d]!;
    }
  }
  return out;
}
