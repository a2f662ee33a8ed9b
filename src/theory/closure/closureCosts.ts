/** What the closures take, told before anything is computed. */
import type { ChainLaw, FiniteObservations } from '../../problems/observationLaw.ts';
import { matrixVector } from '../../maths/linearAlgebra.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { meanStepCost } from './firstMoments.ts';
import { chainSize } from './localSteps.ts';
import { secondStepCost } from './secondMoments.ts';
import type { ServerState } from './serverState.ts';

/** Multiplications and numbers in memory, for all agents together. */
export interface ClosureCost {
  /** before the first round */
  readonly setup: number;
  /** one pass along every agent's chain */
  readonly pass: number;
  /** one round beside that */
  readonly round: number;
  /** all of a curve as a rule */
  readonly least: number;
  readonly doubles: number;
}

/** Passes along each agent's chain that a curve takes as a rule. */
const USUAL_PASSES = 8;

/** The costs of a curve of so many rounds: in full, and with additive noise. */
export function closureCosts(
  laws: readonly FiniteObservations[],
  root: Vector,
  { shape, agents: M, size: D }: ServerState,
  steps: number,
  rounds: number,
): { readonly full: ClosureCost; readonly additive: ClosureCost } {
  const { dimension: d, size: X, local } = shape;
  const forgetful = laws.every(({ chain }) => seemsToForget(chain, steps));
  const compositions = 2 * Math.log2(steps + 1);
  let [setup, pass, fixed] = [0, 0, 0];
  let [doubles, tables] = [3 * D * D, 3 * D * D];
  const shared = 2 * D * M * d * (X - 1) + D * D;
  let [round, plain] = [shared, shared];
  for (const law of laws) {
    const chain = chainSize(law, root);
    const n = chain.states;
    const isDense = chain.kind === 'dense';
    const operators = chain.operators * (isDense ? d * d + d : 2 * d + 1);
    setup += steps * meanStepCost(chain, local) + compositions * n ** 3;
    pass += steps * secondStepCost(chain, local) + n * X * X * (d + 2 * local.size);
    fixed +=
      steps * (chain.moves * d * (isDense ? 3 * d * d : 7) + (isDense ? 0 : 4 * n * d * d) + 9 * d ** 3);
    fixed += Math.min(steps, 1000) * (chain.moves * d * (isDense ? d : 4) + n * d * d);
    fixed += steps * local.size * d * d + compositions * n ** 3 + chain.moves * d * d;
    const boundary = forgetful ? n * d : n * D;
    doubles += n * X * X * (USUAL_PASSES + 2) + n * d * X + n * n + boundary + operators;
    tables += n * d * d + n * n + 4 * n * d + boundary + operators + (steps * d) / M;
    const heard = (shape.kept.includes('correction') ? M : 1) * d * d * (X - 1);
    round += n * X * X * (3 + USUAL_PASSES) + n * d * X + heard;
    plain += n * d * d + heard;
    if (!forgetful) {
      const carried = D * n * (n + M * (X - 1));
      round += carried;
      plain += carried;
    }
  }
  return {
    full: { setup, pass, round, doubles, least: setup + USUAL_PASSES * pass + rounds * round },
    additive: { setup: fixed, pass: 0, round: plain, doubles: tables, least: fixed + rounds * plain },
  };
}

/** Whether so many steps take any function of the state to its mean, as far as one function shows. */
function seemsToForget({ transition, stationary, states: n }: ChainLaw, steps: number): boolean {
  let f: Float64Array = Float64Array.from({ length: n }, (_, s) => Math.cos(1 + s * s));
  const centre = dot(stationary, f);
  f = f.map((value) => value - centre);
  for (let step = 0; step < steps; step++) {
    f = matrixVector(transition, f, n);
    if (f.every((value) => Math.abs(value) < 1e-10)) return true;
  }
  return false;
}
