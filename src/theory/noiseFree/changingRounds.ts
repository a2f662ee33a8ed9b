/**
 * Whether parts that are not linear do something else from round to round: then a run without noise comes to rest
 * because its steps end, and what it is near to then is no limit.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { MeanOperator } from '../../problems/operator.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import { NoiseFreeRun } from './noiseFreeRun.ts';

const MOST_AGENTS = 3;
/** Rounds in which nothing happens: what averages of squares remember, as Adam's over 1000 rounds, is gone by then. */
const IDLE = 8192;
/** Relative difference of two moves: a step that falls as t^−0.1 moves by 7 % less after twice the time. */
const SAME = 0.05;

/**
 * Compares the move of a round in which every operator is 1, after n and after 2n rounds in which it was 0: by then
 * whatever parts remember of a run is what they began with.
 *
 * @param agents - M
 * @param dimension - d
 */
export function changesByRound(
  algorithm: ConfiguredAlgorithm,
  agents: number,
  dimension: number,
  trigger: RunTrigger,
): boolean {
  let value = 0;
  const mean: MeanOperator = {
    kind: 'nonlinear',
    evaluate: (_, out) => void out.fill(value),
  };
  const means = Array.from({ length: Math.min(agents, MOST_AGENTS) }, () => mean);
  const moves = [IDLE, 2 * IDLE].map((idle) => {
    value = 0;
    const run = new NoiseFreeRun(algorithm, means, new Float64Array(dimension), trigger);
    for (let t = 0; t < idle; t++) run.advance(1);
    const before = Float64Array.from(run.model);
    value = 1;
    run.advance(1);
    return run.model.map((x, j) => x - before[j]!);
  });
  return moves[0]!.some((x, j) => !(Math.abs(x - moves[1]![j]!) <= SAME * Math.abs(x)));
}
