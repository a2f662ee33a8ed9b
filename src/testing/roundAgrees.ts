/** Whether an algorithm's round as data says what its parts do. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { configured, declaredRuns } from '../algorithms/parts.ts';
import { mean } from '../maths/vector.ts';
import type { LinearMean } from '../problems/operator.ts';
import { solve } from '../maths/linearSolve.ts';
import { NoiseFreeRun } from '../theory/noiseFree/noiseFreeRun.ts';
import { meanOfRuns } from '../theory/roundMap.ts';

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
  const one = configured(algorithm, parameters);
  const runs = declaredRuns(one, trigger);
  const round = runs && meanOfRuns(linear, runs, trigger);
  if (round === undefined) throw new Error('expected a round as data, got none');
  const run = new NoiseFreeRun(one, agents, Float64Array.from(initial), trigger);
  const error = Float64Array.from(initial, (x, j) => x - linear.root[j]!);
  const advance = round.start(error);
  let worst = 0;
  for (let t = 0; t < rounds; t++) {
    run.advance(localSteps);
    advance();
    const { model } = run;
    const size = Math.max(1, ...model.map(Math.abs));
    model.forEach((x, j) => {
      worst = Math.max(worst, Math.abs(x - linear.root[j]! - error[j]!) / size);
    });
  }
  return worst;
}
