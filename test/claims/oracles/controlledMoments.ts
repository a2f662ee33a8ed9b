/**
 * SCAFFLSA's exact first and second moments, local step by local step, for scalar agents: an oracle of its
 * own, apart from the moments that `fedsa theory` propagates round by round.
 */
import { matrixVector, multiply, transpose } from '../../../src/maths/linearAlgebra.ts';
import type { ScalarAgent } from './scalarAgents.ts';

/** Moments of (e_1, …, e_N, x_1, …, x_N), e_i = θ_i − θ* and x_i = ξ_i − ξ_i*. */
export interface Moments {
  /** `[2N]` */
  readonly mean: Float64Array;
  /** `[2N, 2N]` */
  readonly second: Float64Array;
}

/** Of the point with these coordinates: no chance in it. */
function atPoint(point: readonly number[]): Moments {
  const mean = Float64Array.from(point);
  const n = mean.length;
  return {
    mean,
    second: Float64Array.from({ length: n * n }, (_, at) => mean[Math.floor(at / n)]! * mean[at % n]!),
  };
}

/** θ_i = θ* + error, ξ_i = 0, so that x_i = −ξ_i* = pull. */
export const startOf = (agents: readonly ScalarAgent[], error: number): Moments =>
  atPoint([...agents.map(() => error), ...agents.map(({ pull }) => pull)]);

/** A local step of every agent. */
function localStep(agents: readonly ScalarAgent[], stepSize: number): (moments: Moments) => Moments {
  const N = agents.length;
  const n = 2 * N;
  const map = new Float64Array(n * n);
  agents.forEach(({ mean }, i) => {
    map[i * n + i] = 1 - stepSize * mean;
    map[i * n + N + i] = stepSize;
    map[(N + i) * n + N + i] = 1;
  });
  const back = transpose(map, n);
  return ({ mean, second }) => {
    const moved = multiply(multiply(map, second, n), back, n);
    agents.forEach(({ spread, noise }, i) => {
      moved[i * n + i]! += stepSize ** 2 * (spread * second[i * n + i]! + noise);
    });
    return { mean: matrixVector(map, mean, n), second: moved };
  };
}

/**
 * A communication: θ_i becomes the average, and `ξ_i ← ξ_i + gain (θ̄ − θ_i)`.
 *
 * @param gain - p/η, or 1/(ηH)
 */
function communication(agents: number, gain: number): (moments: Moments) => Moments {
  const n = 2 * agents;
  const map = new Float64Array(n * n);
  for (let i = 0; i < agents; i++) {
    map[(agents + i) * n + agents + i] = 1;
    map[(agents + i) * n + i] = -gain;
    for (let j = 0; j < agents; j++) {
      map[i * n + j] = 1 / agents;
      map[(agents + i) * n + j]! += gain / agents;
    }
  }
  const back = transpose(map, n);
  return ({ mean, second }) => ({
    mean: matrixVector(map, mean, n),
    second: multiply(multiply(map, second, n), back, n),
  });
}

/** A round of SCAFFLSA under the deterministic trigger. */
export function fixedRound(
  agents: readonly ScalarAgent[],
  stepSize: number,
  localSteps: number,
): (moments: Moments) => Moments {
  const step = localStep(agents, stepSize);
  const communicate = communication(agents.length, 1 / (stepSize * localSteps));
  return (moments) => {
    let moved = moments;
    for (let h = 0; h < localSteps; h++) moved = step(moved);
    return communicate(moved);
  };
}

/** E_c ‖θ_c − θ*‖². */
function agentError({ second, mean: { length: n } }: Moments): number {
  let sum = 0;
  for (let i = 0; i < n / 2; i++) sum += second[i * n + i]! / (n / 2);
  return sum;
}

/** E_c ‖ξ_c − ξ_c*‖². */
function controlError({ second, mean: { length: n } }: Moments): number {
  let sum = 0;
  for (let i = n / 2; i < n; i++) sum += second[i * n + i]! / (n / 2);
  return sum;
}

/** E ‖θ̄ − θ*‖² of the agents' average. */
export function averageError({ second, mean: { length: n } }: Moments): number {
  const N = n / 2;
  let sum = 0;
  for (let i = 0; i < N; i++) for (let j = 0; j < N; j++) sum += second[i * n + j]! / N ** 2;
  return sum;
}

/** ψ = E_c ‖θ_c − θ*‖² + w² E_c ‖ξ_c − ξ_c*‖²: (45) with w = η/p, (51) with w = ηH. */
export const lyapunov = (moments: Moments, weight: number): number =>
  agentError(moments) + weight ** 2 * controlError(moments);

/**
 * The largest `E[ψ after | state]/ψ(state)` over all states with Σ x_i = 0, the noise at θ* left out.
 *
 * @param advance - of agents whose `noise` is 0
 * @param common - whether all θ_i are alike at the start, as they are after a communication
 */
export function worstGrowth(
  agents: number,
  advance: (moments: Moments) => Moments,
  weight: number,
  common: boolean,
): readonly [form: Float64Array, unit: Float64Array, size: number] {
  const directions = basis(agents, common);
  const size = directions.length;
  const form = new Float64Array(size * size);
  const unit = new Float64Array(size * size);
  const at = (state: readonly number[]): readonly [number, number] => [
    lyapunov(advance(atPoint(state)), weight),
    lyapunov(atPoint(state), weight),
  ];
  const alone = directions.map(at);
  directions.forEach((first, i) => {
    directions.forEach((second, j) => {
      const both = at(first.map((value, k) => value + second[k]!));
      form[i * size + j] = (both[0] - alone[i]![0] - alone[j]![0]) / 2;
      unit[i * size + j] = (both[1] - alone[i]![1] - alone[j]![1]) / 2;
    });
  });
  return [form, unit, size];
}

function basis(agents: number, common: boolean): number[][] {
  const zero = new Array<number>(2 * agents).fill(0);
  const models = common
    ? [zero.map((_, k) => (k < agents ? 1 : 0))]
    : Array.from({ length: agents }, (_, i) => zero.map((_, k) => (k === i ? 1 : 0)));
  const controls = Array.from({ length: agents - 1 }, (_, i) =>
    zero.map((_, k) => (k === agents + i ? 1 : k === 2 * agents - 1 ? -1 : 0)),
  );
  return [...models, ...controls];
}
