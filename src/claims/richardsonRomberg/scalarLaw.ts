/**
 * FedAvg's exact stationary law off quadratics, in one dimension: computed without simulation.
 *
 * A local step of agent c is `θ ← θ − γ(f_c'(θ) + w)`, w = ±s/√5 or ±3s/√5 alike, of variance s². Functions on an interval
 * that no step leaves are taken by their values at Chebyshev points, where all of them are analytic; one step is
 * then a matrix on these values, `(L g)(θ) = E g(θ after it)`, and H steps are `Lᴴ`. Given θ̄, the agents are
 * independent, so the cumulants of their average are sums; the law of the average enters by the Gauss rule that
 * has its first eight moments. The round becomes a matrix K, whose left eigenvector at 1 is the stationary law.
 * What a rule of few nodes leaves out is some 10⁻⁵ of the biases at the step sizes of the claims.
 */
import { matrixPower, matrixVector, transpose } from '../../maths/linearAlgebra.ts';
import { solve } from '../../maths/linearSolve.ts';
import type { Vector } from '../../maths/vector.ts';
import { gaussRule } from '../../maths/gaussRule.ts';

/** An agent's objective, by its derivatives, with noise of the gradient. */
export interface ScalarObjective {
  readonly gradient: (theta: number) => number;
  readonly curvature: (theta: number) => number;
  readonly third: (theta: number) => number;
  /** s, the standard deviation of the gradient's noise */
  readonly noise: number;
}

/** w/s; four values, so that even one step of one agent has the moments of a Gauss rule of four nodes. */
const OUTCOMES = [-3, -1, 1, 3].map((value) => value / Math.sqrt(5));
const LARGEST = OUTCOMES.at(-1)!;
/** Chebyshev points. */
export const POINTS = 36;
/** Moments of a Gauss rule of four nodes. */
const MOMENTS = 7;

/** Chebyshev points of an interval, with what interpolates between them. */
class Grid {
  readonly points: Float64Array;
  readonly #weights: Float64Array;

  constructor(from: number, to: number) {
    this.points = new Float64Array(POINTS);
    this.#weights = new Float64Array(POINTS);
    for (let j = 0; j < POINTS; j++) {
      const angle = ((2 * j + 1) * Math.PI) / (2 * POINTS);
      this.points[j] = (from + to) / 2 + ((to - from) / 2) * Math.cos(angle);
      this.#weights[j] = (-1) ** j * Math.sin(angle);
    }
  }

  /** Adds `weight · g(x)`, as a row of coefficients of g's values at the points. */
  addValueAt(x: number, weight: number, row: Float64Array): void {
    const at = this.points.indexOf(x);
    if (at >= 0) {
      row[at]! += weight;
      return;
    }
    let sum = 0;
    for (let j = 0; j < POINTS; j++) sum += this.#weights[j]! / (x - this.points[j]!);
    for (let j = 0; j < POINTS; j++) row[j]! += (weight * this.#weights[j]!) / (x - this.points[j]!) / sum;
  }
}

/** A run of FedAvg on scalar objectives: its law round by round, and where it settles. */
export interface ScalarLaw {
  readonly points: Vector;
  /** K, row-major: `(K g)(θ) = E[g(θ̄_{t+1}) | θ̄_t = θ]` on values at the points */
  readonly round: Float64Array;
  /** the stationary law, as weights of the points */
  readonly stationary: Float64Array;
  /** E θ̄ of the stationary law */
  readonly mean: number;
  /** its variance */
  readonly variance: number;
}

/** θ̄ ← server · θ̄ + meanModel · the average of the agents’ models. */
export interface Closing {
  readonly server: number;
  readonly meanModel: number;
}

/** The zero of mean f_c', by bisection and Newton's method. */
export function rootOf(objectives: readonly ScalarObjective[]): number {
  let theta = 0;
  for (let k = 0; k < 60; k++) {
    const slope = averageOf(objectives, ({ curvature }) => curvature(theta));
    theta -= averageOf(objectives, ({ gradient }) => gradient(theta)) / slope;
  }
  return theta;
}

/** The mean over the objectives. */
export const averageOf = (
  objectives: readonly ScalarObjective[],
  value: (objective: ScalarObjective) => number,
): number => objectives.reduce((sum, objective) => sum + value(objective) / objectives.length, 0);

/** The smallest interval that no step leaves: beyond it every seen gradient points inwards. */
function interval(objectives: readonly ScalarObjective[]): readonly [number, number] {
  let [from, to] = [0, 0];
  while (objectives.some(({ gradient, noise }) => gradient(to) < LARGEST * noise)) to += 1 / 8;
  while (objectives.some(({ gradient, noise }) => gradient(from) > -LARGEST * noise)) from -= 1 / 8;
  return [from - 1 / 8, to + 1 / 8];
}

/** `L^H` of one agent. */
function localRound(
  grid: Grid,
  { gradient, noise }: ScalarObjective,
  stepSize: number,
  localSteps: number,
): Float64Array {
  const step = new Float64Array(POINTS * POINTS);
  for (let i = 0; i < POINTS; i++) {
    const row = step.subarray(i * POINTS, (i + 1) * POINTS);
    const theta = grid.points[i]!;
    for (const outcome of OUTCOMES) {
      const after = theta - stepSize * (gradient(theta) + outcome * noise);
      grid.addValueAt(after, 1 / OUTCOMES.length, row);
    }
  }
  return matrixPower(step, POINTS, localSteps);
}

/**
 * The law of FedAvg.
 *
 * @param objectives - those of one period of agents
 * @param repeats - how often each is there: M = objectives · repeats
 * @param closing - what the server makes of θ̄ and of the average of the agents’ models; the average, of FedAvg
 */
export function scalarLaw(
  objectives: readonly ScalarObjective[],
  repeats: number,
  stepSize: number,
  localSteps: number,
  closing: Closing = { server: 0, meanModel: 1 },
): ScalarLaw {
  const grid = new Grid(...interval(objectives));
  const agents = objectives.length * repeats;
  const locals = objectives.map((objective) => localRound(grid, objective, stepSize, localSteps));
  const round = new Float64Array(POINTS * POINTS);
  for (let i = 0; i < POINTS; i++) {
    const centre = grid.points[i]!;
    const cumulants = new Float64Array(MOMENTS + 1);
    for (const local of locals) {
      const localCumulants = cumulantsOf(
        momentsAbout(centre, local.subarray(i * POINTS, (i + 1) * POINTS), grid.points),
      );
      for (let k = 1; k <= MOMENTS; k++) cumulants[k]! += (repeats * localCumulants[k]!) / agents ** k;
    }
    const { nodes, weights } = gaussRule(momentsOf(cumulants), grid.points[0]! - grid.points[POINTS - 1]!);
    const row = round.subarray(i * POINTS, (i + 1) * POINTS);
    const { server, meanModel } = closing;
    nodes.forEach((node, q) =>
      grid.addValueAt(server * centre + meanModel * (centre + node), weights[q]!, row),
    );
  }
  const stationary = stationaryOf(round);
  const mean = against(stationary, grid.points);
  const variance = against(
    stationary,
    grid.points.map((x) => (x - mean) ** 2),
  );
  return { points: grid.points, round, stationary, mean, variance };
}

/** Σ_j w_j g_j. */
function against(weights: Vector, values: Vector): number {
  let sum = 0;
  for (let j = 0; j < values.length; j++) sum += weights[j]! * values[j]!;
  return sum;
}

/**
 * E[g(θ̄_t) | θ̄_0 = start] at the given rounds.
 *
 * @throws RangeError for a start outside the interval, where nothing is known
 */
export function expectationsFrom(
  { points, round }: ScalarLaw,
  start: number,
  value: (theta: number) => number,
  rounds: readonly number[],
): number[] {
  if (start > points[0]! || start < points[POINTS - 1]!)
    throw new RangeError(`the start ${start} is outside ${points[POINTS - 1]!} to ${points[0]!}`);
  const grid = gridOf(points);
  return rounds.map((t) => {
    const later = matrixVector(matrixPower(round, POINTS, t), points.map(value), POINTS);
    const row = new Float64Array(POINTS);
    grid.addValueAt(start, 1, row);
    return against(row, later);
  });
}

/** E (T⁻¹ Σ_{t<T} θ̄_t − E θ̄)², started from the stationary law. */
export function averageVariance({ points, round, stationary, mean }: ScalarLaw, rounds: number): number {
  // Σ_{|l| < T} (T − |l|) c_l / T² with c_l = Cov(θ̄_0, θ̄_l), the deviation taken through the rounds
  let deviation: Float64Array = Float64Array.from(points, (x) => x - mean);
  const weighted = points.map((x, j) => (x - mean) * stationary[j]!);
  let sum = rounds * against(weighted, deviation);
  for (let lag = 1; lag < rounds; lag++) {
    deviation = matrixVector(round, deviation, POINTS);
    const covariance = against(weighted, deviation);
    sum += 2 * (rounds - lag) * covariance;
    if (Math.abs(covariance) * rounds < 1e-14 * sum) break;
  }
  return sum / rounds ** 2;
}

/** K less its part at eigenvalue 1: what its largest eigenvalue says of how fast a start is forgotten. */
export function forgetting({ round, stationary }: ScalarLaw): Float64Array {
  return round.map((value, at) => value - stationary[at % POINTS]!);
}

function gridOf(points: Vector): Grid {
  const [first, last] = [points[0]!, points[POINTS - 1]!];
  const half = (first - last) / 2 / Math.cos(Math.PI / (2 * POINTS));
  const centre = (first + last) / 2;
  return new Grid(centre - half, centre + half);
}

/** E (θ_H − centre)^k, k = 0 … 7. */
function momentsAbout(centre: number, row: Vector, points: Vector): Float64Array {
  const moments = new Float64Array(MOMENTS + 1);
  for (let j = 0; j < POINTS; j++) {
    let power = row[j]!;
    for (let k = 0; k <= MOMENTS; k++) {
      moments[k]! += power;
      power *= points[j]! - centre;
    }
  }
  return moments;
}

function binomial(n: number, k: number): number {
  let value = 1;
  for (let j = 1; j <= k; j++) value = (value * (n - k + j)) / j;
  return value;
}

/** κ_n = m_n − Σ_{0<k<n} C(n−1, k−1) κ_k m_{n−k}. */
function cumulantsOf(moments: Vector): Float64Array {
  const cumulants = new Float64Array(MOMENTS + 1);
  for (let n = 1; n <= MOMENTS; n++) {
    cumulants[n] = moments[n]!;
    for (let k = 1; k < n; k++) cumulants[n]! -= binomial(n - 1, k - 1) * cumulants[k]! * moments[n - k]!;
  }
  return cumulants;
}

/** m_n = Σ_{0<k≤n} C(n−1, k−1) κ_k m_{n−k}. */
function momentsOf(cumulants: Vector): Float64Array {
  const moments = new Float64Array(MOMENTS + 1);
  moments[0] = 1;
  for (let n = 1; n <= MOMENTS; n++) {
    for (let k = 1; k <= n; k++) moments[n]! += binomial(n - 1, k - 1) * cumulants[k]! * moments[n - k]!;
  }
  return moments;
}

/** π with π K = π and Σ π = 1: one equation of K's is replaced by the sum. */
function stationaryOf(round: Float64Array): Float64Array {
  const system = transpose(round, POINTS);
  for (let j = 0; j < POINTS; j++) {
    system[j * POINTS + j]! -= 1;
    system[(POINTS - 1) * POINTS + j] = 1;
  }
  const right = new Float64Array(POINTS);
  right[POINTS - 1] = 1;
  return Float64Array.from(solve(system, right, POINTS));
}
