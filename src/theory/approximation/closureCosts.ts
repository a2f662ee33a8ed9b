/** What the closures take, estimated before anything is computed. */
import type { ChainLaw, FiniteObservations } from '../../problems/observationLaw.ts';
import { matrixVector } from '../../maths/linearAlgebra.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { meanStepCost } from './firstMoments.ts';
import { type ChainSize, chainSize } from './localSteps.ts';
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
  const isHeard = shape.kept.includes('correction');
  const stages = shape.exchange === undefined ? 1 : 2;
  const width = D + 1 + (stages - 1) * d;
  // an agent of two exchanges starts its steps from more than it starts the round from
  const inputs = shape.exchange === undefined ? X : 3 * d + 1;
  const z = local.size;
  let [setup, pass, fixed] = [0, 0, 0];
  let [doubles, tables] = [5 * width ** 2, forgetful ? (isHeard ? 4 * D * d : 8 * D * D) : 5 * D * D];
  let largestSource = 0;
  let round = stages * 2 * width ** 3;
  // of additive noise: covariances of the whole state, or what is left of them where chains forget
  let plain = forgetful ? (isHeard ? 3 * M * d * X : 2 * D ** 3) : 2 * (D + 1) ** 3;
  for (const law of laws) {
    const chain = chainSize(law, root);
    const n = chain.states;
    const isDense = chain.kind === 'dense';
    const operators = chain.operators * (isDense ? d * d + d : 2 * d + 1);
    setup += steps * meanStepCost(chain, local) + compositions * n ** 3 + n * d * z * inputs;
    pass += steps * secondStepCost(chain, local) + n * inputs * (z * (inputs + z) + d * inputs);
    fixed += additiveCost(chain, law, d, steps, local.second);
    doubles += n * X * X * (USUAL_PASSES + 2) + 2 * n * d * inputs + n * n + 2 * n * width + operators;
    tables += n * n + 4 * n * d + d * (4 * d + 3 * X + 2 * z) + z * X;
    if (!forgetful) tables += n * D;
    largestSource = Math.max(largestSource, law.temporalDifference ? 6 * n * n + 8 * n * d : 2 * operators);
    const tied = width * (n * (n + width) + d * width);
    round += n * X * X * (3 + USUAL_PASSES) + 2 * n * d * X + stages * tied;
    if (!forgetful) plain += n * d * d + tied;
  }
  // rounds until what is still to come is negligible, as a rule
  if (isHeard && forgetful) fixed += Math.min(rounds, 200) * M * (4 + 2 * shape.kept.length) * d ** 3;
  const leastFixed = fixed + rounds * plain;
  return {
    full: { setup, pass, round, doubles, least: setup + USUAL_PASSES * pass + rounds * round },
    additive: { setup: fixed, pass: 0, round: plain, doubles: tables + largestSource, least: leastFixed },
  };
}

/** Times that additive noise is computed, and lags of its operators, as a rule. */
const ADDITIVE_PASSES = 2;
const USUAL_LAGS = 10;

/** Multiplications of one agent's additive noise. */
function additiveCost(
  { states: n, moves, operators, kind }: ChainSize,
  { temporalDifference }: FiniteObservations,
  d: number,
  steps: number,
  second: boolean,
): number {
  const cube = d ** 3;
  const isStructured = temporalDifference !== undefined;
  const spread = isStructured
    ? 2.5 * n * d * d
    : operators * (kind === 'dense' ? 2 * cube + 3 * d * d : 3 * d * d);
  const act = moves * (isStructured ? 3 : kind === 'dense' ? d / 2 : 3) * d;
  const step = act + spread + (second ? 2 : 1) * cube + 2 * n * d * d;
  const rise = moves * d + n * d * d + cube;
  const lag = isStructured ? n * n * (n + d) + n * d * d : n * cube + moves * d * d;
  const pass = steps * step + Math.min(steps, 1000) * rise + 2 * Math.log2(steps + 1) * n ** 3 + 6 * cube;
  return ADDITIVE_PASSES * pass + USUAL_LAGS * (lag + 2 * USUAL_LAGS * cube);
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
