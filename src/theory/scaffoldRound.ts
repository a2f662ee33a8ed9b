/** One mean round of SCAFFOLD on a linear problem, about its fixed point. */
import { matrixVector } from '../maths/linearAlgebra.ts';
import type { Vector } from '../maths/vector.ts';
import type { TriggerConfiguration } from '../protocol/configuration.ts';
import type { AverageMap } from './averageMap.ts';
import { controlledRadius, type ControlledErrors } from './controlledErrors.ts';
import { pullAtRoot, type LinearProblem } from './linearProblem.ts';
import type { MeanRound } from './meanRound.ts';
import { stepAverage } from './stepAverage.ts';

/**
 * SCAFFOLD (Karimireddy et al. 2020, Algorithm 1, option II) on `e = x − θ*` and the differences
 * `z_i = c_i + Ḡ_i(θ*) − c`. The server's c is the average of the c_i in every round, and
 * Σ_i Ḡ_i(θ*) = 0, so Σ_i z_i = 0; nothing else of c_i and c enters a round.
 *
 * About x agent i's local step is `δ ← (I − ηĀ_i)δ + ηr_i` with `r_i = z_i − Ā_i e`. So `Δy_i = ηC_i r_i`
 * and `c_i⁺ = c_i − c − Δy_i/(ηK)`; in the mean, with `T_i = E[C_i/K]` (stepAverage.ts),
 *
 *     e⁺ = e + (α_g η/M) Σ_i C_i r_i,      z_i⁺ = (z_i − T_i r_i) − (1/M) Σ_j (z_j − T_j r_j).
 *
 * It is linear, so 0 is its fixed point: the limit is θ*.
 *
 * @param serverStepSize - α_g
 */
export function scaffoldRound(
  problem: LinearProblem,
  map: AverageMap,
  trigger: TriggerConfiguration,
  serverStepSize: number,
): MeanRound {
  const { dimension: d, agents, root } = problem;
  const averages = agents.map(({ A }, i) => stepAverage(A, d, map.stepSize, trigger, map.agents[i]!));
  const gain = (serverStepSize * map.stepSize) / agents.length;
  const round = ({ model, controls }: ControlledErrors): void => {
    const moved = new Float64Array(d);
    const centre = new Float64Array(d);
    controls.forEach((control, i) => {
      const residual = residualOf(agents[i]!.A, control, model);
      const difference = matrixVector(map.agents[i]!.sum, residual, d);
      const refreshed = matrixVector(averages[i]!, residual, d);
      for (let j = 0; j < d; j++) {
        moved[j]! += gain * difference[j]!;
        control[j]! -= refreshed[j]!;
        centre[j]! += control[j]! / agents.length;
      }
    });
    for (const control of controls) for (let j = 0; j < d; j++) control[j]! -= centre[j]!;
    for (let j = 0; j < d; j++) model[j]! += moved[j]!;
  };
  return {
    factor: () => controlledRadius(agents.length, d, round),
    limit: { kind: 'root', source: 'fixed point θ*, SCAFFOLD, Algorithm 1, option II' },
    start: (model) => {
      const controls = agents.map((agent) => pullAtRoot(agent, root));
      return () => {
        round({ model, controls });
      };
    },
  };
}

/** `z − Ā e`. */
function residualOf(A: Vector, control: Vector, model: Vector): Float64Array {
  const curved = matrixVector(A, model, model.length);
  return curved.map((value, j) => control[j]! - value);
}
