/** Streaming FL, Theorems 4.5–4.9 with their corollaries, on quadratics whose gradients are exact. Computed. */
import type { AlgorithmConfiguration } from '../../configuration/configuration.ts';
import {
  largestLocalTime,
  localSgdBound,
  minibatchSgdBound,
} from '../../theory/bounds/streamingFl/convergence.ts';
import type { TermedStatement } from '../../theory/bounds/statement.ts';
import type { Unknown } from '../../theory/unknown.ts';
import type { ClaimDefinition } from '../claim.ts';
import { errorsAt, plain } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';
import { type KnownQuadratics, knownQuadratics, scalarQuadratics } from './scalarQuadratics.ts';

const START = 3; // w_0; w* = 1
const FAR = 21;
const minibatch = (serverStepSize: number): AlgorithmConfiguration => ({
  name: 'minibatch-sgd',
  serverStepSize,
});
const localSgd = (stepSize: number): AlgorithmConfiguration => plain('local-sa', stepSize);

/** E ‖∇F(ŵ_T)‖²: the mean over w_0, …, w_{T−1}. */
function outputGradient(
  problem: KnownQuadratics,
  algorithm: AlgorithmConfiguration,
  localSteps: number,
  rounds: number,
  start = START,
): number {
  const errors = errorsAt(
    problem,
    { trigger: { kind: 'deterministic', localSteps }, sampling: 'markov', initial: [start] },
    algorithm,
    Array.from({ length: rounds }, (_, t) => t),
  );
  return errors.reduce((sum, { meanSquare }) => sum + meanSquare / rounds, 0);
}

const noiseTerm = ({ constants }: KnownQuadratics, localSteps: number): number =>
  (constants.supremumRatio * constants.noise) / (constants.pseudoSpectralGap * constants.agents * localSteps);

const ALIKE = [
  [1, 0.5],
  [2, 0.5],
  [2, 0.1],
] as const;
/** A run; all agents may start in one state, where they see the same noise. */
interface Case {
  readonly agents: number;
  readonly flip: number;
  readonly rounds: number;
  readonly initial?: { readonly state: number };
}
const CASES: readonly Case[] = [
  ...ALIKE.flatMap(([agents, flip]) => [10, 300].map((rounds) => ({ agents, flip, rounds }))),
  { agents: 2, flip: 0.1, rounds: 10, initial: { state: 0 } },
];
const LOCAL_STEPS = 10;
const named = ({ agents, flip, rounds, initial }: Case): string =>
  `M = ${agents}, p = ${flip}, T = ${rounds}${initial ? ', from one state' : ''}`;
const different = (agents: number, flip: number, initial?: Case['initial']): KnownQuadratics =>
  knownQuadratics(
    scalarQuadratics({ agents, flip, spread: 0.5, pull: 1, ...(initial && { initial }) }),
    START,
  );

/** The exact value over (86), at γ = 1/(2L). */
function minibatchOverBound({ agents, flip, rounds, initial }: Case): number {
  const problem = different(agents, flip, initial);
  const stepSize = 1 / (2 * problem.constants.smoothness);
  const bound = minibatchSgdBound(problem.constants, { localSteps: LOCAL_STEPS, rounds }, stepSize);
  return outputGradient(problem, minibatch(stepSize), LOCAL_STEPS, rounds) / totalOf(bound);
}

/** Over (100), at ηK = 1/(10Lδ²). */
function localOverBound({ agents, flip, rounds, initial }: Case): number {
  const problem = different(agents, flip, initial);
  const { constants, dissimilarity } = problem;
  const stepSize = 1 / (10 * constants.smoothness * dissimilarity.factor * LOCAL_STEPS);
  const bound = localSgdBound(constants, dissimilarity, { localSteps: LOCAL_STEPS, rounds }, stepSize);
  return outputGradient(problem, localSgd(stepSize), LOCAL_STEPS, rounds) / totalOf(bound);
}

function totalOf(bound: TermedStatement | Unknown): number {
  if ('reason' in bound) throw new RangeError(bound.reason);
  return bound.total;
}

/** E ‖∇F(ŵ_T)‖² over ε² at Corollary 4.6's K and T. */
function minibatchAtCorollary(epsilon: number, problem: KnownQuadratics): number {
  const { smoothness, initialGap } = problem.constants;
  const localSteps = Math.ceil((8 * noiseTerm(problem, 1)) / epsilon ** 2);
  const rounds = Math.ceil((4 * smoothness * initialGap) / epsilon ** 2);
  return outputGradient(problem, minibatch(1 / smoothness), localSteps, rounds) / epsilon ** 2;
}

/** The same at Corollary 4.8's K, η and T. */
function localAtCorollary(epsilon: number, problem: KnownQuadratics, start = START): number {
  const { smoothness, initialGap, noise } = problem.constants;
  const { constant, factor } = problem.dissimilarity;
  const localSteps = Math.ceil(((392 / 15) * noiseTerm(problem, 1)) / epsilon ** 2);
  const time = Math.min(
    (3 * factor * epsilon ** 2) / (8 * smoothness * (constant + noise)),
    1 / (10 * smoothness * factor),
  );
  const rounds = Math.ceil(((98 / 15) * initialGap) / (time * epsilon ** 2));
  return outputGradient(problem, localSgd(time / localSteps), localSteps, rounds, start) / epsilon ** 2;
}

const MOMENTUM = 0.5; // β
/** What the open constants of (16) and of γ ≤ O(β/L) are put at. */
const OPEN = 0.25;

/** E ‖∇F(ŵ_T)‖² at Corollary 4.10's K and T, constants 1, and at the largest steps of (16) times the open constant. */
function momentumAtCorollary(epsilon: number): number {
  const problem = different(2, 0.2);
  const { smoothness, initialGap } = problem.constants;
  const localSteps = Math.ceil(noiseTerm(problem, 1) / epsilon ** 2);
  const rounds = Math.ceil((smoothness * initialGap) / (MOMENTUM * epsilon ** 2));
  const serverStepSize = (OPEN * MOMENTUM) / smoothness;
  const most = largestLocalTime(
    problem.constants,
    { localSteps, rounds },
    { stepSize: NaN, serverStepSize, momentum: MOMENTUM, initialGradients: INITIAL_GRADIENTS },
  );
  const algorithm = {
    name: 'local-sgd-m',
    stepSize: (OPEN * most) / (smoothness * localSteps),
    serverStepSize,
    momentum: MOMENTUM,
  } as const;
  return outputGradient(problem, algorithm, localSteps, rounds);
}

/** mean ‖∇F_m(w_0)‖² = mean ((1 ± 0.5)(w_0 − w*) ∓ 1)². */
const INITIAL_GRADIENTS = ((1.5 * 2 - 1) ** 2 + (0.5 * 2 + 1) ** 2) / 2;
/** ‖w_0 − w*‖²/(2γT) over ε², with γ = β/(4L) and T = LΔ_0/(βε²): Δ_0 = ‖w_0 − w*‖²/2. */
const START_TERM = 1 / OPEN;
/** Small enough that T leaves the start behind: before that the average is that of the start, whatever ε is. */
const PRECISIONS = [0.25, 0.125, 0.0625];

const SETTING =
  'Exact moments on the joint chain of scalar quadratics, ∇²F_m = 1 ± 0.5, ∇F_m(w*) = ± 1, noise ± 1 on two-state chains with flip probability p, w_0 − w* = 2.';

/** A theorem's bound with its corollary, of one algorithm. */
interface Bounded {
  readonly name: string;
  readonly title: string;
  readonly source: readonly [theorem: string, corollary: string];
  readonly quote: string;
  readonly step: string;
  readonly overBound: (testCase: Case) => number;
  readonly atCorollary: (epsilon: number, problem: KnownQuadratics) => number;
}

const BOUNDED: readonly Bounded[] = [
  {
    name: 'minibatch',
    title: 'Minibatch SGD',
    source: ['Theorem 4.5, (86)', 'Corollary 4.6'],
    quote: '(1/T) Σ E‖∇F(w_t)‖² ≤ 2Δ_0/(γT) + 4C_∞σ²/(ν_ps MK)',
    step: 'γ = 1/(2L)',
    overBound: minibatchOverBound,
    atCorollary: minibatchAtCorollary,
  },
  {
    name: 'local',
    title: 'Local SGD',
    source: ['Theorem 4.7, (100)', 'Corollary 4.8'],
    quote: '≤ (98/45) Δ_0/(η̃T) + (392/45) C_∞σ²/(ν_ps MK) + (40/45) Lη̃(θ² + σ²)/δ²',
    step: 'ηK = 1/(10Lδ²)',
    overBound: localOverBound,
    atCorollary: localAtCorollary,
  },
];

const bounded = ({ name, title, source, quote, step, overBound, atCorollary }: Bounded): ClaimDefinition => ({
  name: `streaming-fl-${name}-bound`,
  source: source.join(', '),
  quote,
  statement: `${title} stays below the bound of its theorem, and its corollary’s K, T and step give E ‖∇F(ŵ_T)‖² ≤ ε², with the constants of the proofs.`,
  region:
    'Refuted by a number above 1; below a hundredth the start would be forgotten faster than these steps allow. Local SGD’s start alone leaves ‖w_0 − w*‖²/(2ηKT), to which its noise adds: 0.8 to 1.4.',
  bound: true,
  conditions: `${SETTING} K = 10, ${step}.`,
  test: () => [
    ...CASES.map((testCase) => ({
      statistic: `E ‖∇F(ŵ_T)‖² over the bound, ${named(testCase)}, ${step}`,
      value: exactly(overBound(testCase)),
      claimed: { low: 0.01, high: 1 },
    })),
    ...[
      [1, 0.5],
      [0.5, 0.5],
      [0.5, 0.2],
    ].map(([epsilon, flip]) => ({
      statistic: `E ‖∇F(ŵ_T)‖²/ε² at the corollary’s K and T, ε = ${epsilon}, p = ${flip}, M = 2`,
      value: exactly(atCorollary(epsilon!, different(2, flip!))),
      claimed: { low: 0.01, high: 1 },
    })),
    ...(name === 'local'
      ? [
          {
            statistic: 'E ‖∇F(ŵ_T)‖² over what the start leaves, M = 1, p = 0.5, T = 300, ηK = 0.1',
            value: exactly(
              (outputGradient(different(1, 0.5), localSgd(0.1 / LOCAL_STEPS), LOCAL_STEPS, 300) *
                2 *
                0.1 *
                300) /
                (START - 1) ** 2,
            ),
            claimed: { low: 0.8, high: 1.4 },
          },
        ]
      : []),
  ],
});

export const THEOREMS: readonly ClaimDefinition[] = [
  ...BOUNDED.map(bounded),
  {
    name: 'streaming-fl-low-heterogeneity',
    source: '§4.5, Impact of Heterogeneity',
    quote:
      'The lower bound for communication complexity in the i.i.d. setting can only be achieved within the low-heterogeneity, low-noise regime; i.e., when (θ² + σ²)/ϵ² ≤ δ⁴',
    statement:
      'Where (θ² + σ²)/ε² ≤ δ⁴, Corollary 4.8’s T ∝ 1/ε² gives Local SGD E ‖∇F(ŵ_T)‖² ≤ ε², and no less than a tenth of it.',
    region:
      'Refuted by a number above 1, where T ∝ 1/ε² would not do; below a tenth the corollary’s T would be ten times too long.',
    bound: true,
    conditions:
      'Exact moments of two scalar quadratics that are alike, θ = 0, δ = 1, noise ± 1, p = 0.5, w_0 − w* = 20.',
    test: () =>
      [4, 2, 1].map((epsilon) => ({
        statistic: `E ‖∇F(ŵ_T)‖²/ε², ε = ${epsilon}, M = 2`,
        value: exactly(
          localAtCorollary(epsilon, knownQuadratics(scalarQuadratics({ agents: 2, flip: 0.5 }), FAR), FAR),
        ),
        claimed: { low: 0.1, high: 1 },
      })),
  },
  {
    name: 'streaming-fl-momentum-complexity',
    source: 'Theorem 4.9, Corollary 4.10',
    quote: 'K = O(C_∞σ²/(ν_ps Mϵ²)), T = O(LΔ_0/(βϵ²))',
    statement:
      'With K and T in proportion to 1/ε² Local SGD-M reaches E ‖∇F(ŵ_T)‖² = O(ε²), without heterogeneity assumptions.',
    region:
      'O(ε²) is an exponent of at least 2 in ε, a tenth of room for the rounding of K and T. A drift that stays, as Local SGD’s does at a fixed ηK, would bend it towards 0; one far above 2 would be no sign of the theorem’s terms. The level is that of the start, which the noise’s and the drift’s terms are below. The theorem’s constants are open and put at 1, those of (16) at 1/4.',
    bound: true,
    conditions: SETTING,
    test: () => {
      const squares = PRECISIONS.map(momentumAtCorollary);
      return [
        {
          statistic: 'exponent in ε of E ‖∇F(ŵ_T)‖², ε = 1/4, 1/8, 1/16, β = 0.5, p = 0.2, M = 2',
          value: exactExponent(PRECISIONS, squares),
          claimed: { low: 1.9, high: 2.3 },
        },
        {
          statistic: 'E ‖∇F(ŵ_T)‖² over what the start leaves, ‖w_0 − w*‖²/(2γT), ε = 1/16',
          value: exactly(squares.at(-1)! / (START_TERM * PRECISIONS.at(-1)! ** 2)),
          claimed: { low: 0.8, high: 1.25 },
        },
      ];
    },
  },
];
