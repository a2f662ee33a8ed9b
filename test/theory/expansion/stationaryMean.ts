/**
 * The stationary mean and second moment of a one-dimensional Local SA, by its transfer operator.
 *
 * `(Uf)(x, s) = E[f(θ_{t+1}, s') | θ_t = x, s]` is applied to f(x, s) = x, or x², again and again until
 * it is constant: its value is the stationary expectation. f is held by its values at Chebyshev points
 * of an interval that the iterates never leave, and interpolated in barycentric form (Berrut and
 * Trefethen, "Barycentric Lagrange interpolation", SIAM Review 2004): exact to rounding for analytic
 * operators. Nothing in it knows of Lyapunov equations or derivatives.
 */

/** One agent's operator on a finite chain, `G(θ, s)`. */
export interface ScalarAgent {
  readonly transition: readonly (readonly number[])[];
  operator(theta: number, state: number): number;
}

const POINTS = 40;

/** All sequences of `steps` states of a chain after `from`, `from` first, with the state that follows. */
function paths(
  transition: ScalarAgent['transition'],
  from: number,
  steps: number,
): { states: number[]; next: number; weight: number }[] {
  let list = [{ states: [] as number[], next: from, weight: 1 }];
  for (let k = 0; k < steps; k++) {
    list = list.flatMap(({ states, next, weight }) =>
      transition[next]!.flatMap((p, to) =>
        p > 0 ? [{ states: [...states, next], next: to, weight: weight * p }] : [],
      ),
    );
  }
  return list;
}

/**
 * E[θ̄] and E[θ̄²] at the stationary law.
 *
 * @param radius - θ stays in [−radius, radius]
 */
export function stationaryMoments(
  agents: readonly ScalarAgent[],
  stepSize: number,
  localSteps: number,
  radius: number,
): { mean: number; square: number } {
  const points = Array.from({ length: POINTS }, (_, k) => radius * Math.cos((Math.PI * k) / (POINTS - 1)));
  const weights = points.map((_, k) => (k % 2 === 0 ? 1 : -1) * (k === 0 || k === POINTS - 1 ? 0.5 : 1));
  const row = (x: number): number[] => {
    const hit = points.indexOf(x);
    if (hit >= 0) return points.map((_, k) => (k === hit ? 1 : 0));
    const terms = points.map((p, k) => weights[k]! / (x - p));
    const sum = terms.reduce((a, b) => a + b, 0);
    return terms.map((t) => t / sum);
  };
  // Joint states of the chains, with the joint outcomes of a round from each.
  const sizes = agents.map((agent) => agent.transition.length);
  const joint = sizes.reduce((a, b) => a * b, 1);
  const digits = (state: number): number[] =>
    sizes.map((size, i) => Math.floor(state / sizes.slice(0, i).reduce((a, b) => a * b, 1)) % size);
  const size = joint * POINTS;
  let U = new Float64Array(size * size);
  for (let state = 0; state < joint; state++) {
    const from = digits(state);
    points.forEach((x, k) => {
      let ends = [{ sum: 0, next: 0, weight: 1 }];
      let place = 1;
      agents.forEach((agent, i) => {
        const custom = paths(agent.transition, from[i]!, localSteps).map(({ states, next, weight }) => {
          const end = states.reduce((theta, s) => theta + stepSize * agent.operator(theta, s), x);
          return { end, next, weight };
        });
        ends = ends.flatMap((entry) =>
          custom.map(({ end, next, weight }) => ({
            sum: entry.sum + end / agents.length,
            next: entry.next + place * next,
            weight: entry.weight * weight,
          })),
        );
        place *= sizes[i]!;
      });
      for (const { sum, next, weight } of ends) {
        if (Math.abs(sum) > radius) throw new Error(`the iterate leaves the interval: ${sum}`);
        row(sum).forEach((value, l) => {
          U[(state * POINTS + k) * size + next * POINTS + l]! += weight * value;
        });
      }
    });
  }
  // U^(2^n), until a row is the stationary functional.
  for (let n = 0; n < 16; n++) U = squared(U, size);
  const functional = U.subarray(0, size);
  const expectation = (f: (x: number) => number): number =>
    functional.reduce((sum, weight, e) => sum + weight * f(points[e % POINTS]!), 0);
  const total = expectation(() => 1);
  return { mean: expectation((x) => x) / total, square: expectation((x) => x * x) / total };
}

function squared(U: Float64Array, n: number): Float64Array<ArrayBuffer> {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const u = U[i * n + k]!;
      if (u === 0) continue;
      for (let j = 0; j < n; j++) out[i * n + j]! += u * U[k * n + j]!;
    }
  }
  return out;
}
