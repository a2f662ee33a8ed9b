/**
 * Exact stationary laws of two agents in one dimension, each tossing fair coins, of every algorithm: an oracle that
 * knows nothing of closures, derivatives or programs. What an algorithm keeps between rounds is one or two numbers;
 * functions of them are held by their values at Chebyshev points of a box, and a round, over all outcomes of its
 * coins, is a matrix on these values, whose left eigenvector at 1 is the stationary law.
 */

/** `G_i(θ, s)`, s = 0 or 1 with probability ½ each. */
export type CoinAgent = (theta: number, s: number) => number;

/** A round of an algorithm on two agents: what is kept after it, from what is kept and the agents' coins. */
export interface CoinRound {
  readonly keeps: 1 | 2;
  /** θ̄ from what is kept; the first of it if left out */
  readonly model?: (kept: readonly number[]) => number;
  /** half of the box's sides, about its centre */
  readonly radius: readonly number[];
  readonly centre: readonly number[];
  readonly coins: number;
  readonly next: (kept: readonly number[], coins: readonly (readonly number[])[]) => number[];
}

type Agents = readonly [CoinAgent, CoinAgent];

/** The algorithms' rounds as their definitions have them; `box` half of the sides that iterates stay in. */
export const COIN_ROUNDS = {
  'local-sa': (agents: Agents, eta: number, H: number, box: number): CoinRound => ({
    ...{ keeps: 1, radius: [box], centre: [0], coins: H },
    next: ([x], coins) => [mean(agents.map((G, i) => coins[i]!.reduce((t, s) => t + eta * G(t, s), x!)))],
  }),
  fedhsa: (agents: Agents, eta: number, H: number, box: number, alpha = 1): CoinRound => ({
    ...{ keeps: 1, radius: [box], centre: [0], coins: H },
    next: ([x], coins) => {
      const first = agents.map((G, i) => G(x!, coins[i]![0]!));
      const g = mean(first);
      const ends = agents.map((G, i) => coins[i]!.reduce((t, s) => t + eta * (G(t, s) + g - first[i]!), x!));
      return [x! + alpha * (mean(ends) - x!)];
    },
  }),
  // ξ_2 = −ξ_1
  scafflsa: (agents: Agents, eta: number, H: number, box: number): CoinRound =>
    scaffold(agents, eta, H, box, 1),
  scaffold,
  'minibatch-sgd': (agents: Agents, gamma: number, H: number, box: number): CoinRound => ({
    ...{ keeps: 1, radius: [box], centre: [0], coins: H },
    next: ([x], coins) => [x! + gamma * mean(agents.map((G, i) => mean(coins[i]!.map((s) => G(x!, s)))))],
  }),
  // u = w − γ(1−β)/β v moves towards θ* wherever v is
  'local-sgd-m': (agents: Agents, eta: number, H: number, box: number, gamma = 1, beta = 1): CoinRound => ({
    ...{ keeps: 2, radius: [box, 2.7 * box], centre: [0, 0], coins: H },
    model: ([u, v]) => u! + ((gamma * (1 - beta)) / beta) * v!,
    next: ([u, v], coins) => {
      const w = u! + ((gamma * (1 - beta)) / beta) * v!;
      const ends = agents.map((G, i) =>
        coins[i]!.reduce((t, s) => t - eta * (-beta * G(t, s) + (1 - beta) * v!), w),
      );
      const velocity = (w - mean(ends)) / (eta * H);
      return [w - (gamma / beta) * velocity, velocity];
    },
  }),
};

function scaffold(agents: Agents, eta: number, H: number, box: number, alpha = 1): CoinRound {
  const still = (agents[1](0, 0) + agents[1](0, 1) - agents[0](0, 0) - agents[0](0, 1)) / 4;
  return {
    ...{ keeps: 2, radius: [box, 1.5 * box], centre: [0, still], coins: H },
    next: ([x, xi], coins) => {
      const ends = agents.map((G, i) =>
        coins[i]!.reduce((t, s) => t + eta * (G(t, s) + (i === 0 ? xi! : -xi!)), x!),
      );
      return [x! + alpha * (mean(ends) - x!), xi! + (mean(ends) - ends[0]!) / (eta * H)];
    },
  };
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

const POINTS = { 1: 30, 2: 14 } as const;

/** E θ̄ and E θ̄² of the stationary law. */
export function stationaryCoins({ keeps, radius, centre, coins, next, model = ([x]) => x! }: CoinRound): {
  mean: number;
  square: number;
} {
  const count = POINTS[keeps];
  const axes = radius.map((half, k) =>
    Array.from({ length: count }, (_, n) => centre[k]! + half * Math.cos((Math.PI * n) / (count - 1))),
  );
  const all = tensor(axes);
  const size = all.length;
  const U = new Float64Array(size * size);
  const outcomes = everySequence(coins);
  all.forEach((kept, at) => {
    for (const outcome of outcomes) {
      for (const other of outcomes) {
        const rows = next(kept, [outcome, other]).map((x, k) => {
          if (Math.abs(x - centre[k]!) > radius[k]! * 1.0001) throw new Error(`${k}: ${x} leaves the box`);
          return interpolation(axes[k]!, x);
        });
        const weights = keeps === 1 ? rows[0]! : rows[0]!.flatMap((a) => rows[1]!.map((b) => a * b));
        for (let j = 0; j < size; j++) U[at * size + j]! += weights[j]! / outcomes.length ** 2;
      }
    }
  });
  let law = new Float64Array(size).fill(1 / size);
  for (let n = 0, change = 1; n < 2000 && change > 1e-12; n++) {
    const after = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      const weight = law[i]!;
      for (let j = 0; j < size; j++) after[j]! += weight * U[i * size + j]!;
    }
    change = after.reduce((most, x, j) => Math.max(most, Math.abs(x - law[j]!)), 0);
    law = after;
  }
  const expectation = (f: (x: number) => number): number =>
    law.reduce((sum, weight, at) => sum + weight * f(model(all[at]!)), 0);
  return { mean: expectation((x) => x), square: expectation((x) => x * x) };
}

const everySequence = (coins: number): number[][] =>
  Array.from({ length: 2 ** coins }, (_, n) => Array.from({ length: coins }, (_, k) => (n >> k) & 1));

const tensor = (axes: readonly number[][]): number[][] =>
  axes.length === 1 ? axes[0]!.map((x) => [x]) : axes[0]!.flatMap((x) => axes[1]!.map((y) => [x, y]));

/** Barycentric weights at x of Chebyshev points (Berrut and Trefethen, SIAM Review 2004). */
function interpolation(points: readonly number[], x: number): number[] {
  const hit = points.indexOf(x);
  if (hit >= 0) return points.map((_, k) => Number(k === hit));
  const terms = points.map(
    (p, k) => ((k % 2 === 0 ? 1 : -1) * (k === 0 || k === points.length - 1 ? 0.5 : 1)) / (x - p),
  );
  const sum = mean(terms) * terms.length;
  return terms.map((term) => term / sum);
}
