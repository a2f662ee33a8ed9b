/** SCAFFLSA, (26) and Lemma 3.1: how large the bias of a round and TD's constants can be. Computed. */
import { spectralNorm } from '../../maths/symmetricEigenvalues.ts';
import {
  featureSpread,
  temporalDifferenceConstants,
} from '../../theory/bounds/scafflsa/temporalDifference.ts';
import { lsaConstants } from '../../theory/bounds/scafflsa/assumptions.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import { solve } from '../../maths/linearSolve.ts';
import type { ClaimDefinition } from '../claim.ts';
import { errorsAt, plain, solved, type SolvedProblem } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';

const SEEDS = [1, 2, 3];
const DISCOUNT = 0.9;
const garnets = (seed: number) =>
  solved({
    kind: 'garnet',
    agents: 5,
    states: 10,
    actions: 2,
    branching: 2,
    dimension: 3,
    discount: DISCOUNT,
    heterogeneity: 'high',
    seed,
  });

/** Exact constants over Lemma 3.1's, the largest over the seeds; of a, the other way round. */
function lemmaRatios() {
  const rows = SEEDS.map((seed) => {
    const { problem, solution } = garnets(seed);
    const linear = linearProblem(problem, solution);
    if ('reason' in linear) throw new RangeError(linear.reason);
    const agents = linear.agents.map((_, index) => problem.agent(index));
    const exact = lsaConstants(
      linear,
      agents.map((agent) => agent.observations?.()),
    );
    if ('reason' in exact) throw new RangeError(exact.reason);
    const spread = Math.min(...agents.map(({ values, chain }) => featureSpread(values!, chain!)));
    const lemma = temporalDifferenceConstants(DISCOUNT, spread, {
      local: linear.agents.map(({ A, b }) => solve(A, b, linear.dimension)),
      common: linear.root,
    });
    return {
      norm: exact.matrixNorm / lemma.matrixNorm,
      noise: exact.localNoise / lemma.localNoise,
      matrixNoise: exact.matrixNoise / lemma.matrixNoise,
      contraction: lemma.monotonicity / exact.monotonicity,
      smoothness: exact.smoothness / lemma.smoothness,
      printedSmoothness: (exact.smoothness * (1 - DISCOUNT) ** 2 * spread) / (1 + DISCOUNT),
    };
  });
  return (key: keyof (typeof rows)[number]): number => Math.max(...rows.map((row) => row[key]));
}

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
    paper: 'SCAFFLSA',
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
  {
    name: 'scafflsa-td-constants',
    paper: 'SCAFFLSA',
    source: 'Lemma 3.1',
    quote: 'the sequence of TD(0) updates satisfies assumptions A 1–A 3 with C_A = 1 + γ, …',
    statement:
      'TD(0)’s constants are within those that Lemma 3.1 gives from the discount and the features alone.',
    region:
      'Refuted by a number above 1: a constant larger than the lemma says, or a monotonicity smaller. The printed L is larger than (1 + γ)²/(1 − γ), which the lemma’s argument proves for A 3 as it is used; both are tested.',
    bound: true,
    conditions: 'Exact, the worst of three problems of five Garnets, 10 states, d = 3, γ = 0.9.',
    test: () => {
      const largest = lemmaRatios();
      const part = (statistic: string, key: Parameters<typeof largest>[0]) => ({
        statistic,
        value: exactly(largest(key)),
        claimed: { high: 1 },
      });
      return [
        part('‖Ā_c‖ over C_A = 1 + γ', 'norm'),
        part('‖Σ_Ã‖ over 2(1 + γ)²', 'matrixNoise'),
        part('Tr Σ_ε over 2(1 + γ)²(‖θ_c*‖² + 1)', 'noise'),
        part('(1 − γ)ν over the monotonicity of A 3', 'contraction'),
        part('L of A 3 over (1 + γ)²/(1 − γ)', 'smoothness'),
        part('L of A 3 over the printed (1 + γ)/((1 − γ)²ν)', 'printedSmoothness'),
      ];
    },
  },
];
