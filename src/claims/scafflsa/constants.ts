/** SCAFFLSA, (26): how large the bias of a round can be. Computed. */
import { spectralNorm } from '../../maths/symmetricEigenvalues.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import { solve } from '../../maths/linearSolve.ts';
import type { ClaimDefinition } from '../claim.ts';
import { errorsAt, plain, solved, type SolvedProblem } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';

/** Five quadratics in three dimensions, all Ā_c and b̄_c times `scale`, as chains of one state. */
function scaledQuadratics(scale: number): SolvedProblem {
  const { problem } = solved({
    kind: 'gauss-markov-quadratic',
    agents: 5,
    dimension: 3,
    noiseVariance: 0.01,
    noiseSpectralRadius: 0.5,
    curvature: 'convex',
    offsetScale: 1,
    initialNoise: 'zero',
    seed: 2,
  });
  return solved({
    kind: 'finite-linear',
    dimension: problem.dimension,
    agents: Array.from({ length: problem.agents }, (_, index) => {
      const { mean } = problem.agent(index);
      if (mean?.kind !== 'linear') throw new RangeError('a quadratic’s gradient is linear');
      const [A, b] = [mean.A, mean.b].map((values) => values.map((x) => scale * x));
      return { transition: Float64Array.of(1), A: A!, b: b!, states: 1, initial: 'stationary' };
    }),
  });
}

/** ‖ρ̄_H‖, how far a round of FedLSA without noise goes from θ*, over (26) with ‖Ā_c‖² within the sum, and as printed. */
function biasOverBound(scale: number, localSteps: number, time: number, corrected: boolean): number {
  const solvedProblem = scaledQuadratics(scale);
  const linear = linearProblem(solvedProblem.problem, solvedProblem.solution);
  if ('reason' in linear) throw new RangeError(linear.reason);
  const { dimension: d, root, agents } = linear;
  const [error] = errorsAt(
    solvedProblem,
    { trigger: { kind: 'deterministic', localSteps }, sampling: 'exact', initial: [...root] },
    plain('local-sa', time / localSteps),
    [1],
  );
  const sum = agents.reduce((total, { A, b }) => {
    const norm = spectralNorm(A, d);
    const away = Math.hypot(...solve(A, b, d).map((x, j) => x - root[j]!));
    return total + (corrected ? norm ** 2 : 1) * Math.exp(time * norm) * away;
  }, 0);
  return Math.sqrt(error!.biasSquare) / ((time ** 2 / agents.length) * sum);
}

const CASES = [
  [1, 2, 0.1],
  [1, 100, 0.1],
  [1, 100, 1],
  [3, 100, 0.1],
] as const;

export const CONSTANTS: readonly ClaimDefinition[] = [
  {
    name: 'scafflsa-round-bias-bound',
    source: '(26), Lemma C.3',
    quote: '‖ρ̄_H‖ ≤ (η²H²/N) Σ_c exp(ηH‖Ā^c‖) ‖θ_*^c − θ_*‖',
    statement: 'The bias of a round, ρ̄_H, is at most (η²H²/N) Σ_c ‖Ā_c‖² exp(ηH‖Ā_c‖) ‖θ_c* − θ*‖.',
    printed: '‖ρ̄_H‖ ≤ (η²H²/N) Σ_c exp(ηH‖Ā_c‖)‖θ_c* − θ*‖, without ‖Ā_c‖².',
    region:
      'Refuted by a number above 1; below a thousandth there would be no bias. The proof’s u² is ‖Ā_c‖², which the printed bound leaves out: without it matrices of a large norm violate it.',
    bound: true,
    conditions: 'Exact, for five quadratics in three dimensions.',
    test: () => [
      ...CASES.map(([scale, localSteps, time]) => ({
        statistic: `‖ρ̄_H‖ over the bound, H = ${localSteps}, ηH = ${time}, Ā_c times ${scale}`,
        value: exactly(biasOverBound(scale, localSteps, time, true)),
        claimed: { low: 0.001, high: 1 },
      })),
      {
        statistic: '‖ρ̄_H‖ over the bound, H = 100, ηH = 0.01, Ā_c times 10',
        value: exactly(biasOverBound(10, 100, 0.01, false)),
        claimed: { high: 1 },
        isPrinted: true,
      },
    ],
  },
];
