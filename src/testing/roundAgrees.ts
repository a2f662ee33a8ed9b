/** Whether an algorithm's round as data says what its parts do. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { configured } from '../algorithms/parts.ts';
import { affineInto, mean, type Vector } from '../maths/vector.ts';
import type { LinearMean, LocalOperator } from '../problems/operator.ts';
import { solve } from '../maths/linearSolve.ts';
import { meanRound } from '../theory/roundMap.ts';
import { runRounds } from './runRounds.ts';

/** The operator of an agent without noise, Ḡ(θ) = b̄ − Āθ. */
function meanOperator({ A, b }: LinearMean): LocalOperator {
  const dimension = b.length;
  const value = new Float64Array(dimension);
  const peek = (theta: Vector, out: Float64Array): void => {
    affineInto(out, A, b, theta);
  };
  return {
    dimension,
    peek,
    advance: (theta, stepSize, correction, count) => {
      for (let step = 0; step < count; step++) {
        peek(theta, value);
        for (let j = 0; j < dimension; j++) theta[j]! += stepSize * (value[j]! + (correction?.[j] ?? 0));
      }
    },
    accumulate: (theta, count, out) => {
      peek(theta, value);
      for (let j = 0; j < dimension; j++) out[j] = count * value[j]!;
    },
    skip: () => undefined,
  };
}

/**
 * Runs an algorithm's parts without noise, and its round as data, with H local steps a round.
 *
 * @param agents - the mean operators Ḡ_i(θ) = b_i − A_i θ
 * @param initial - θ̄ at the start `[d]`
 * @returns the largest difference of a coordinate of θ̄ over the rounds, relative to the larger of 1 and the
 *   largest coordinate: of the order of rounding where both say the same
 * @throws Error where the algorithm does not give its round as data
 */
export function roundAgrees(
  algorithm: Algorithm,
  parameters: Readonly<Record<string, unknown>>,
  agents: readonly LinearMean[],
  initial: readonly number[],
  { localSteps, rounds }: { readonly localSteps: number; readonly rounds: number },
): number {
  const trigger = { kind: 'deterministic', localSteps } as const;
  const dimension = initial.length;
  const A = mean(
    agents.map((agent) => agent.A),
    dimension ** 2,
  );
  const b = mean(
    agents.map((agent) => agent.b),
    dimension,
  );
  const linear = { dimension, agents, A, root: solve(A, b, dimension) };
  const round = meanRound(linear, configured(algorithm, parameters), trigger);
  if (round === undefined) throw new Error('expected a round as data, got none');
  const models = runRounds({
    algorithm,
    parameters,
    agents: agents.length,
    operator: (agent) => meanOperator(agents[agent]!),
    initial,
    localSteps,
    rounds,
  });
  const error = Float64Array.from(initial, (x, j) => x - linear.root[j]!);
  const advance = round.start(error);
  let worst = 0;
  for (const model of models.slice(1)) {
    advance();
    const size = Math.max(1, ...model.map(Math.abs));
    model.forEach((x, j) => {
      worst = Math.max(worst, Math.abs(x - linear.root[j]! - error[j]!) / size);
    });
  }
  return worst;
}
