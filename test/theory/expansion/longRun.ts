/** Measured stationary moments: one long run of an algorithm by its definition, on the problem's own operators. */
import type { Problem, Sampling } from '../../../src/problems/operator.ts';

export interface Measured {
  /** E ‖θ̄ − θ*‖², with its standard error from batches */
  readonly square: number;
  readonly error: number;
  /** E θ̄ − θ* */
  readonly bias: Float64Array;
}

export interface LongRun {
  readonly name: 'local-sa' | 'fedhsa' | 'scaffold';
  readonly stepSize: number;
  readonly serverStepSize: number;
  readonly localSteps: number;
  readonly sampling: Sampling;
  readonly rounds: number;
}

const BATCHES = 40;

/** Starts at θ*; a tenth of the rounds is left out. */
export function measuredMoments(problem: Problem, root: Float64Array, run: LongRun): Measured {
  const { name, stepSize: eta, serverStepSize: alpha, localSteps: H, sampling, rounds } = run;
  const { dimension: d, agents: M } = problem;
  const operators = Array.from({ length: M }, (_, i) => problem.agent(i).operator(sampling, 7));
  const corrections = operators.map(() => new Float64Array(d));
  const first = operators.map(() => new Float64Array(d));
  const ends = operators.map(() => new Float64Array(d));
  const theta = Float64Array.from(root);
  const sums = new Float64Array(BATCHES);
  const bias = new Float64Array(d);
  const skipped = Math.floor(rounds / 10);
  const kept = rounds - skipped;
  for (let t = 0; t < rounds; t++) {
    if (name === 'fedhsa') {
      operators.forEach((operator, i) => {
        operator.peek(theta, first[i]!);
      });
      for (let j = 0; j < d; j++) {
        const g = first.reduce((sum, entry) => sum + entry[j]! / M, 0);
        first.forEach((entry, i) => (corrections[i]![j] = g - entry[j]!));
      }
    }
    operators.forEach((operator, i) => {
      ends[i]!.set(theta);
      operator.advance(ends[i]!, eta, corrections[i], H);
    });
    for (let j = 0; j < d; j++) {
      const mean = ends.reduce((sum, end) => sum + end[j]! / M, 0);
      if (name === 'scaffold')
        ends.forEach((end, i) => (corrections[i]![j]! += (mean - end[j]!) / (eta * H)));
      theta[j]! += alpha * (mean - theta[j]!);
    }
    if (t < skipped) continue;
    const batch = Math.floor(((t - skipped) * BATCHES) / kept);
    for (let j = 0; j < d; j++) {
      const off = theta[j]! - root[j]!;
      sums[batch]! += (off * off * BATCHES) / kept;
      bias[j]! += off / kept;
    }
  }
  const square = sums.reduce((a, b) => a + b, 0) / BATCHES;
  const variance = sums.reduce((a, b) => a + (b - square) ** 2, 0) / (BATCHES - 1);
  return { square, error: Math.sqrt(variance / BATCHES), bias };
}
