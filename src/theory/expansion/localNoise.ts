/**
 * What the noise of an agent's own local steps does to a mean operator that is not linear.
 *
 * Within a round an agent's iterate spreads wider than the average of all: after h local steps its
 * second moment about θ* is `Σ + D_i(h)`, with Σ that of θ̄ and, J_i = ∂Ḡ_i/∂θ (θ*), B_i = I + γJ_i,
 *
 *     D_i(0) = 0,    D_i(h + 1) = B_i D_i(h) B_iᵀ + γ(J_i Σ + Σ J_iᵀ) + γ² C_i.
 *
 * Ḡ_i turns it into a mean force `f_i(h) = ½ D²Ḡ_i[D_i(h)]`, and the round's mean recursion into a bias,
 *
 *     b_local = (I − mean B_i^H)⁻¹ mean_i Σ_{h<H} B_i^{H−1−h} γ f_i(h).
 *
 * For agents alike and γH‖J‖ small that is `−½ J⁻¹ D²Ḡ[(1 − 1/M) γ²(H−1)/2 · C]`, as J Σ + Σ Jᵀ = −(γ/M) C:
 * of order γ²H, and more agents do not lessen it. (Mangold et al. 2025, Theorem 4, bounds it in its
 * remainder, O(γ^{3/2}H).) With Bernoulli gaps, q = 1 − p, the sums are expectations over the gap K:
 *
 *     E Σ_{h<K} B^{K−1−h} f(h) = p(I − qB)⁻¹ Σ_h qʰ f(h).
 */
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { ifComputable } from '../attempted.ts';
import { because, type Unknown } from '../unknown.ts';
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { inverse } from '../../maths/inverse.ts';
import { identity, matrixPower, matrixVector, multiply, transpose } from '../../maths/linearAlgebra.ts';
import { solve } from '../../maths/linearSolve.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import type { Vector } from '../../maths/vector.ts';

const NO_CONTRACTION = because('the mean round does not contract at this step size');
/** M H d³ at most: a second. */
const MOST_WORK = 1e8;

/** An agent whose mean operator is not linear, about θ*. */
export interface CurvedAgent {
  /** J_i `[d, d]` */
  readonly jacobian: Vector;
  /** C_i `[d, d]` */
  readonly noise: Vector;
  /** `out ← D²Ḡ_i(θ*)[S]` `[d]`, S symmetric `[d, d]` */
  readonly curvature: (S: Vector, out: Float64Array) => void;
}

/**
 * b_local `[d]`, of Local SA.
 *
 * @param sigma - Σ `[d, d]`, at this step size
 * @returns why there is none: the mean round does not contract at this step size, or has too many local steps
 */
export function localNoiseBias(
  agents: readonly CurvedAgent[],
  sigma: Vector,
  stepSize: number,
  trigger: TriggerConfiguration,
): Float64Array | Unknown {
  const d = Math.sqrt(sigma.length);
  if (trigger.kind === 'deterministic' && agents.length * trigger.localSteps * d ** 3 > MOST_WORK)
    return because(`the spread within rounds of ${trigger.localSteps} local steps would take too long`);
  const force = new Float64Array(d);
  const power = new Float64Array(d * d);
  for (const agent of agents) {
    const B = identity(d).map((one, e) => one + stepSize * agent.jacobian[e]!);
    const own =
      trigger.kind === 'deterministic'
        ? fixedGap(agent, B, sigma, stepSize, trigger.localSteps)
        : geometricGap(agent, B, sigma, stepSize, trigger.probability);
    if (own === undefined) return NO_CONTRACTION;
    for (let j = 0; j < d; j++) force[j]! += (stepSize * own.force[j]!) / agents.length;
    for (let e = 0; e < d * d; e++) power[e]! += own.power[e]! / agents.length;
  }
  if (!(spectralRadius(power, d) < 1)) return NO_CONTRACTION;
  return solve(
    identity(d).map((one, e) => one - power[e]!),
    force,
    d,
  );
}

/** Of one agent and round: `Σ_{h<H} B^{H−1−h} f(h)` `[d]` and `B^H` `[d, d]`, or their expectations. */
interface LocalForce {
  readonly force: Float64Array;
  readonly power: Float64Array;
}

/** γ(J Σ + Σ Jᵀ) + γ² C: what a local step adds to D. */
function spreadByStep({ jacobian, noise }: CurvedAgent, sigma: Vector, stepSize: number): Float64Array {
  const d = Math.sqrt(sigma.length);
  const pulled = multiply(jacobian, sigma, d);
  const back = transpose(pulled, d);
  return pulled.map((x, e) => stepSize * (x + back[e]! + stepSize * noise[e]!));
}

/** Local steps h at which f(h) is evaluated at most; it is a sum of exponentials of h, and smooth. */
const MOST_EVALUATIONS = 12;

function fixedGap(
  agent: CurvedAgent,
  B: Float64Array,
  sigma: Vector,
  stepSize: number,
  localSteps: number,
): LocalForce {
  const d = Math.sqrt(sigma.length);
  const added = spreadByStep(agent, sigma, stepSize);
  const Bt = transpose(B, d);
  const nodes = spreadNodes(localSteps);
  const forces: Float64Array[] = [];
  let D: Float64Array = new Float64Array(d * d);
  for (let h = 0; h < localSteps; h++) {
    if (h === nodes[forces.length]) forces.push(forceOf(agent, D));
    D = multiply(multiply(B, D, d), Bt, d).map((x, e) => x + added[e]!);
  }
  let force: Float64Array = new Float64Array(d);
  for (let h = 0; h < localSteps; h++) {
    force = matrixVector(B, force, d);
    interpolationWeights(nodes, h).forEach((weight, n) => {
      for (let j = 0; j < d && weight !== 0; j++) force[j]! += weight * forces[n]![j]!;
    });
  }
  return { force, power: matrixPower(B, d, localSteps) };
}

function geometricGap(
  agent: CurvedAgent,
  B: Float64Array,
  sigma: Vector,
  stepSize: number,
  p: number,
): LocalForce | undefined {
  const d = Math.sqrt(sigma.length);
  const q = 1 - p;
  return ifComputable(() => {
    // X = Σ_h qʰ D(h) solves X = q B X Bᵀ + (q/p)(what a step adds)
    const added = spreadByStep(agent, sigma, stepSize).map((x) => (q / p) * x);
    const X = stationaryCovariance(
      B.map((x) => Math.sqrt(q) * x),
      d,
      added,
    );
    const resolvent = inverse(
      identity(d).map((one, e) => one - q * B[e]!),
      d,
    ).map((x) => p * x);
    return { force: matrixVector(resolvent, forceOf(agent, X), d), power: multiply(B, resolvent, d) };
  });
}

/** ½ D²Ḡ_i[D]. */
function forceOf({ curvature }: CurvedAgent, D: Vector): Float64Array {
  const out = new Float64Array(Math.sqrt(D.length));
  curvature(D, out);
  return out.map((x) => x / 2);
}

/** All of 0, …, H − 1 where they are few, and else those next to Chebyshev points. */
function spreadNodes(localSteps: number): number[] {
  if (localSteps <= MOST_EVALUATIONS) return Array.from({ length: localSteps }, (_, h) => h);
  const last = localSteps - 1;
  const nodes = Array.from({ length: MOST_EVALUATIONS }, (_, n) =>
    Math.round((last / 2) * (1 - Math.cos((Math.PI * n) / (MOST_EVALUATIONS - 1)))),
  );
  return [...new Set(nodes)];
}

/** Lagrange's polynomials of the nodes at h. */
function interpolationWeights(nodes: readonly number[], h: number): number[] {
  return nodes.map((node, n) =>
    nodes.reduce((product, other, m) => (m === n ? product : (product * (h - other)) / (node - other)), 1),
  );
}
