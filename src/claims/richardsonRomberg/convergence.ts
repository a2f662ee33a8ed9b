/** Richardson–Romberg, Propositions 1–4, Corollary 1 and Theorem 2: how FedAvg converges, and where to. Computed. */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { gradientLaw } from '../../theory/bounds/gradientLaw.ts';
import { fixedPoint } from '../../maths/affineMap.ts';
import { column, matrix, meanOf, multiply } from '../../maths/matrix.ts';
import { linearProblem, pullAtRoot } from '../../theory/linearProblem.ts';
import { localMap } from '../../theory/mean/localMap.ts';
import { meanRound } from '../../theory/mean/roundMap.ts';
import type { Vector } from '../../maths/vector.ts';
import type { ClaimDefinition } from '../claim.ts';
import { plain, solved, stationaryErrors } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { lawOf } from './programLaw.ts';
import { averageOf, expectationsFrom, forgetting, POINTS } from './scalarLaw.ts';
import { DIFFERENT, firstOrders, MU, SMOOTH_DIFFERENT as L, fedAvg } from './scalarObjectives.ts';

/** Quadratics whose noise multiplies θ, so that the noise is not additive. */
const QUADRATICS = {
  kind: 'finite-sum-quadratic',
  agents: 4,
  components: 2,
  dimension: 3,
  eigenvalues: [0.5, 2],
  agentScale: 'one',
  agentOffset: 3,
  componentOffset: 1,
  kernel: { shape: 'uniform', persistence: 0 },
  initial: 'stationary',
  seed: 1,
} as const;

const { problem: BUILT, solution: ROOT } = solved(QUADRATICS);

/** The matrices of the quadratics, and μ, L, ζ_{*,1} and ζ_{*,2} of theirs. */
function known() {
  const linear = linearProblem(BUILT, ROOT);
  if ('reason' in linear) throw new RangeError(linear.reason);
  const law = gradientLaw(
    linear,
    linear.agents.map(() => undefined),
  );
  if ('reason' in law) throw new RangeError(law.reason);
  return { linear, law };
}

/** How far FedAvg-D is from θ*, round by round from START on, and where it stops. */
function deterministicPath(stepSize: number, localSteps: number) {
  const { linear, law } = known();
  const trigger = { kind: 'deterministic', localSteps } as const;
  const round = meanRound(linear, plain('local-sa', stepSize), trigger)!;
  const model = Float64Array.from(START);
  const advance = round.start(model);
  const rounds = Math.ceil(12 / (stepSize * law.monotonicity * localSteps));
  const path = Array.from({ length: rounds }, () => {
    advance();
    return model.slice();
  });
  return { path, limit: round.limit(), law };
}

const START = [2, -1, 1.5];
const distance = (a: Vector, b: Vector): number => Math.hypot(...a.map((x, j) => x - b[j]!));

/** The largest ‖θ_t − θ̄_det‖² over (1 − γμ)^{Ht}‖θ_0 − θ̄_det‖², t ≥ 1. */
function worstOfRate(stepSize: number, localSteps: number): number {
  const { path, limit, law } = deterministicPath(stepSize, localSteps);
  const start = distance(Float64Array.from(START), limit) ** 2;
  return Math.max(
    ...path.map(
      (model, t) =>
        distance(model, limit) ** 2 / ((1 - stepSize * law.monotonicity) ** (localSteps * (t + 1)) * start),
    ),
  );
}

/** γ(H − 1) Lζ_{*,1}/μ */
const biasBound = (stepSize: number, localSteps: number, law: ReturnType<typeof known>['law']): number =>
  (stepSize * (localSteps - 1) * law.smoothness * Math.sqrt(law.gradientSpread)) / law.monotonicity;

/** The largest ‖θ_t − θ*‖² over the bound of Corollary 1, t ≥ 1. */
function worstOfNeighbourhood(stepSize: number, localSteps: number): number {
  const { path, limit, law } = deterministicPath(stepSize, localSteps);
  const start = distance(Float64Array.from(START), limit) ** 2;
  return Math.max(
    ...path.map(
      (model, t) =>
        Math.hypot(...model) ** 2 /
        (2 * (1 - stepSize * law.monotonicity) ** (localSteps * (t + 1)) * start +
          2 * biasBound(stepSize, localSteps, law) ** 2),
    ),
  );
}

const CASES = [
  [0.2, 1],
  [0.05, 10],
  [0.01, 50],
] as const;

/** ‖E θ̄ − θ*‖ from the moments with noise, by the formula, and its bound. */
function quadraticBias(stepSize: number, localSteps: number) {
  const { linear, law } = known();
  const trigger = { kind: 'deterministic', localSteps } as const;
  const algorithm = plain('local-sa', stepSize);
  const { biasSquare } = stationaryErrors(
    { problem: BUILT, solution: ROOT },
    { trigger, sampling: 'iid' },
    algorithm,
  );
  const limit = meanRound(linear, algorithm, trigger)!.limit();
  // (I − Γ̄)⁻¹ (1/M) Σ γ C_i Ḡ_i(θ*)
  const { dimension: d, agents, root } = linear;
  const maps = agents.map(({ A }) => localMap(matrix(d, d, Float64Array.from(A)), stepSize, trigger)!);
  const pulls = maps.map(({ sum }, i) => multiply(sum, column(pullAtRoot(agents[i]!, root))));
  const drift = meanOf(pulls).values.map((x) => stepSize * x);
  const formula = fixedPoint(meanOf(maps.map(({ power }) => power)), drift);
  const size = Math.hypot(...formula);
  return {
    exact: Math.sqrt(biasSquare),
    formula: size,
    along: limit.reduce((sum, x, j) => sum + (x * formula[j]!) / size ** 2, 0),
    bound:
      (stepSize * (localSteps - 1) * Math.sqrt(law.gradientSpread * law.hessianSpread)) / law.monotonicity,
    offset: Math.hypot(...linear.root),
  };
}

const { root } = firstOrders(DIFFERENT);
const SPREAD = Math.sqrt(averageOf(DIFFERENT, ({ gradient }) => gradient(root) ** 2)); // ζ_{*,1}
const N = 4;
const forgot = (stepSize: number, steps: number): number => (1 - stepSize * MU) ** steps;

const SCALAR = 'Two kinds of agents in one dimension, softplus with l2 regularisation: μ = 1/2, L = 3/2.';

/** E (θ_t − E θ̄)² over the bound of Proposition 4, at its worst. */
function neighbourhood(stepSize: number, localSteps: number): number {
  const law = lawOf(DIFFERENT, N, fedAvg(stepSize), localSteps);
  const start =
    4 * 1.5 ** 2 +
    24 * (localSteps * stepSize * (L / MU)) ** 2 * SPREAD ** 2 +
    ((32 * stepSize) / MU) * SIXTH_MOMENT;
  const rounds = [1, 2, 5, 10, 20, 50, 100, 1000];
  const squares = expectationsFrom(law, root + 1.5, (theta) => (theta - law.mean) ** 2, rounds);
  return Math.max(
    ...rounds.map((t, at) => squares[at]! / (forgot(stepSize, localSteps * t) * start + (4 * stepSize) / MU)),
  );
}

/** E^{1/3} w⁶ of w = ±1/√5, ±3/√5. */
const SIXTH_MOMENT = Math.cbrt((1 + 3 ** 6) / 2 / 5 ** 3);

export const CONVERGENCE: readonly ClaimDefinition[] = [
  {
    name: 'richardson-romberg-deterministic',
    source: 'Propositions 1, 2, Corollary 1',
    quote: '‖θ_t − θ⋆‖² ≤ 2(1 − γμ)^{Ht} ‖θ_0 − θ̄_det‖² + 2γ²(H−1)² C_1², with C_1 = Lζ_{⋆,1}/μ',
    statement:
      'Without noise FedAvg converges to its fixed point at the rate (1 − γμ)^{Ht}, its bias is at most γ(H − 1) Lζ_{*,1}/μ, and so it stays below the bound of Corollary 1.',
    region:
      'Refuted by a number above 1, at any round from the first on. Below a hundredth FedAvg would be far faster than its local steps, below a thousandth there would be no bias; at H = 1 the bias is rounding.',
    bound: true,
    conditions: 'Four finite sums of two quadratics each, d = 3, exact mean operators; from a start off θ*.',
    test: () => [
      ...CASES.flatMap(([step, H]) => {
        const { limit, law } = deterministicPath(step, H);
        const over = (statistic: string, value: number, low: number) => ({
          statistic: `${statistic} over the bound, γ = ${step}, H = ${H}`,
          value: exactly(value),
          claimed: { low, high: 1 },
        });
        return [
          over('largest ‖θ_t − θ̄_det‖²', worstOfRate(step, H), 0.01),
          over('largest ‖θ_t − θ*‖²', worstOfNeighbourhood(step, H), 0.01),
          ...(H === 1 ? [] : [over('‖θ̄_det − θ*‖', Math.hypot(...limit) / biasBound(step, H, law), 0.001)]),
        ];
      }),
      {
        statistic: '‖θ̄_det − θ*‖ over ‖θ_0 − θ*‖, H = 1, γ = 0.2',
        value: exactly(Math.hypot(...deterministicPath(0.2, 1).limit) / Math.hypot(...START)),
        claimed: { high: 1e-6 },
      },
    ],
  },
  {
    name: 'richardson-romberg-chain',
    source: 'Propositions 3, 4',
    quote:
      'the Markov kernel κ is geometrically ergodic …, E[‖θ_t − θ̄_sto‖²] ≤ (1 − γμ)^{Ht} ψ_0 + (4γ/μ) τ̃²',
    statement:
      'With noise FedAvg forgets its start at least at the rate (1 − γμ)^{Ht}, and stays below the bound of Proposition 4 about its stationary mean.',
    region:
      'The largest eigenvalue of a round on functions of mean 0 gives the rate of the slowest function, λ^t; the proposition allows (1 − γμ)^{Ht/2}. Refuted by a ratio above 1, for γ ≤ 1/(8L) and γμH ≤ 1, at any round; a tenth and a hundredth below there would be other steps, or no noise.',
    bound: true,
    conditions: `${SCALAR} Exact law, additive noise of variance 1, four agents, from θ* + 1.5.`,
    test: () => [
      ...[1, 10, 50].map((H) => ({
        statistic: `second eigenvalue of a round over (1 − γμ)^{H/2}, γ = 0.02, H = ${H}`,
        value: exactly(
          spectralRadius(forgetting(lawOf(DIFFERENT, N, fedAvg(0.02), H)), POINTS) / forgot(0.02, H / 2),
          1e-6,
        ),
        claimed: { low: 0.1, high: 1 },
      })),
      ...[1, 10, 40].map((H) => ({
        statistic: `largest E ‖θ_t − θ̄_sto‖² over the bound, γ = 0.04, H = ${H}`,
        value: exactly(neighbourhood(0.04, H), 1e-6),
        claimed: { low: 0.01, high: 1 },
      })),
    ],
  },
  {
    name: 'richardson-romberg-quadratic-bias',
    source: 'Theorem 2',
    quote: 'in quadratic problems the bias of FedAvg is solely driven by heterogeneity',
    statement:
      'On quadratics, with noise that multiplies θ, FedAvg’s bias is (I − Γ*)⁻¹ mean (I − Γ_c*)(θ_c* − θ*), and at most γ(H − 1)ζ_{*,1}ζ_{*,2}/μ.',
    printed: 'the bias has the opposite sign.',
    region:
      'The mean comes from second moments with the noise in them, the formula from the agents’ averages: a noise that biased quadratics would set them apart by more than 10⁻⁴. The bound is refuted by a ratio above 1, the last number by a bias at H = 1.',
    conditions: 'Exact moments under i.i.d. sampling; four finite sums of two quadratics each, d = 3.',
    test: () => [
      ...[
        [0.1, 2],
        [0.05, 10],
      ].flatMap(([step, H]) => {
        const { exact, formula, bound, along } = quadraticBias(step!, H!);
        return [
          {
            statistic: `‖E θ̄ − θ*‖ over the formula, γ = ${step}, H = ${H}`,
            value: exactly(exact / formula, 1e-6),
            claimed: { low: 0.9999, high: 1.0001 },
          },
          {
            statistic: `‖E θ̄ − θ*‖ over the bound, γ = ${step}, H = ${H}`,
            value: exactly(exact / bound),
            claimed: { low: 0.001, high: 1 },
          },
          {
            statistic: `E θ̄ − θ* along the formula and over it, γ = ${step}, H = ${H}`,
            value: exactly(along),
            claimed: { low: 0.9999, high: 1.0001 },
          },
          {
            statistic: `E θ̄ − θ* along the formula with the opposite sign and over it, γ = ${step}, H = ${H}`,
            value: exactly(-along),
            claimed: { low: 0.9999, high: 1.0001 },
            isPrinted: true as const,
          },
        ];
      }),
      {
        statistic: '‖E θ̄ − θ*‖ over ‖θ*‖, γ = 0.1, H = 1',
        value: exactly(quadraticBias(0.1, 1).exact / quadraticBias(0.1, 1).offset, 1e-9),
        claimed: { high: 1e-4 },
      },
    ],
  },
];
