/** FedHSA, Figures 2, 4, 6 and 8, and Q-learning: Local SA beside FedHSA, (a) without noise and (b) on Markov observations. */
import { identity, matrixVector, multiply } from '../../maths/linearAlgebra.ts';
import type { LinearMean, Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import { type LinearProblem, linearProblem } from '../../theory/linearProblem.ts';
import { meanErrors } from '../../theory/mean/meanRecursion.ts';
import type { ClaimDefinition, Finding, Need } from '../claim.ts';
import { solved } from '../exactProblem.ts';
import { predictionOf, type RunData, seriesOf, tailMeans } from '../runData.ts';
import { exactly, jointLevel, meanInterval, ratioInterval } from '../statistics/intervals.ts';
import { exponentialRate } from '../statistics/slopes.ts';
import { noiseFloorOf } from './predictedFloor.ts';
import { Q_LEARNING } from './qLearning.ts';

/** How far a measured number may be from a predicted one, relative. */
const AGREEMENT = { low: 0.95, high: 1.05 };
/** ‖θ̄ − θ*‖² over that of the start, below which rounding takes part: double precision, squared, with room. */
const ROUNDING = 1e-24;

/** The noise’s floor, with room for the few seeds of a figure. */
const NOISE_ALONE = { low: 0.6, high: 5 / 3 };

interface Figure {
  /** of the paper; left out where it has none */
  readonly number?: number;
  /** for the claims' names and sentences */
  readonly name: string;
  readonly problem: string;
  /** whether its steps are so short that the law of first order is that of its noise */
  readonly isOfShortSteps: boolean;
}

const FIGURES: readonly Figure[] = [
  { number: 2, name: 'quadratics', problem: 'quadratics that differ', isOfShortSteps: true },
  {
    number: 4,
    name: 'saddles',
    problem: 'non-convex quadratics whose average is convex',
    isOfShortSteps: true,
  },
  {
    number: 6,
    name: 'td',
    problem: 'TD learning with an environment and features of its own for each agent',
    isOfShortSteps: true,
  },
  // the steps of its steepest agents would be unstable alone
  { number: 8, name: 'finite-sums', problem: 'finite sums of quadratics', isOfShortSteps: false },
  { name: 'q-learning', problem: 'Q-learning, whose operators are not linear', isOfShortSteps: true },
];

const needOf = ({ number }: Figure, panel: string): Need =>
  number === undefined
    ? { scenario: Q_LEARNING.name, definition: Q_LEARNING }
    : { scenario: `fedhsa-figure-${number}`, panels: [panel] };

const sourceOf = ({ number }: Figure): string =>
  number === undefined ? 'Theorems 1, 2' : `Figure ${number} (a)`;

/** Claims on what the paper has no figure of say for which problem. */
const conditionsOf = ({ number }: Figure) =>
  number === undefined && {
    conditions: 'Tabular Q-learning on eight Garnets of 5 states and 2 actions, γ = 0.5, η = 0.05, H = 10.',
  };

const withoutNoise = (figure: Figure): ClaimDefinition => ({
  name: `fedhsa-${figure.name}-noiseless`,
  source: sourceOf(figure),
  quote:
    'Local SA approach fails to converge to the optimal point θ⋆ …, FedHSA demonstrates linear convergence towards θ⋆',
  statement: `On ${figure.problem}, without noise, Local SA stops off the root and FedHSA converges to it linearly.`,
  region:
    'Without noise nothing is random, and 5 % is room for what is left of the transient. Local SA must stop, and at the bias of theory. FedHSA must end a hundred times lower, and fall as fast as the exact recursion of the mean, whose rate is that of theory (of the derivatives at θ* where operators are not linear), over the last half of the rounds before rounding: a rate that is off by 1 % is refuted.',
  ...conditionsOf(figure),
  needs: [{ ...needOf(figure, 'noiseless'), predictions: true }],
  test: (data) =>
    noiselessFinding(
      data.runs(needOf(figure, 'noiseless').scenario).find(({ panel }) => panel !== 'markov')!,
    ),
});

function noiselessFinding(run: RunData): Finding {
  const [localSa] = seriesOf(run, 'local-sa');
  const [fedHsa] = seriesOf(run, 'fedhsa');
  const measured = localSa!.columns.error;
  const limit = predictionOf(run, 'local-sa').limitError ?? NaN;
  const { round, error } = fedHsa!.columns;
  const half = Math.floor(measured.length / 2);
  return {
    parts: [
      {
        statistic: 'Local SA: final error over the error halfway (1: it stopped)',
        value: exactly(measured.at(-1)! / measured[half]!),
        claimed: AGREEMENT,
      },
      {
        statistic: 'Local SA: final error over the bias that theory gives',
        value: exactly(measured.at(-1)! / limit),
        claimed: AGREEMENT,
      },
      {
        statistic: 'FedHSA: final error over that of Local SA',
        value: exactly(error.at(-1)! / measured.at(-1)!),
        claimed: { high: 0.01 },
      },
      {
        statistic: 'FedHSA: rate per round over that of the exact curve, same rounds',
        value: exactly(rateOf(round, error) / rateOf(round, exactCurve(run, round))),
        claimed: { low: 0.99, high: 1.01 },
      },
    ],
    note: 'Errors are ‖θ̄ − θ*‖².',
  };
}

const rateOf = (round: readonly number[], error: readonly number[]): number =>
  exponentialRate(round, error, ROUNDING * error[0]!);

/**
 * FedHSA’s error without noise. With Ā_i of the derivatives at θ*, a round of Algorithm 1 is
 * `e ← e − α_g η (1/M) Σ_i Σ_{k<H} (I − ηĀ_i)^k Ā e`.
 */
function exactCurve({ manifest: { problem, configuration } }: RunData, rounds: readonly number[]): number[] {
  const { problem: built, solution } = solved(problem.specification as ProblemSpecification);
  const { agents, A, dimension: d, root } = linearAtRoot(built, solution);
  const { stepSize, serverStepSize } = configuration.algorithms.find(
    ({ name }) => name === 'fedhsa',
  ) as unknown as { readonly stepSize: number; readonly serverStepSize: number };
  const { trigger } = configuration;
  if (trigger.kind !== 'deterministic') throw new RangeError('the figures have a fixed H');
  const steps = new Float64Array(d * d);
  for (const agent of agents) {
    const shrink = identity(d).map((x, e) => x - stepSize * agent.A[e]!);
    let power = identity(d);
    for (let k = 0; k < trigger.localSteps; k++) {
      for (let e = 0; e < d * d; e++) steps[e]! += power[e]! / agents.length;
      power = multiply(power, shrink, d);
    }
  }
  const fall = multiply(steps, A, d).map((x) => serverStepSize * stepSize * x);
  const start = (error: Float64Array) => () => {
    const moved = matrixVector(fall, error, d);
    for (let j = 0; j < d; j++) error[j]! -= moved[j]!;
  };
  return meanErrors({ start }, Float64Array.from(configuration.initial), root, rounds);
}

/** Each `Ḡ_i` as `Ḡ_i(θ*) + J_i (θ − θ*)`: itself, of a linear problem. */
function linearAtRoot(problem: Problem, solution: Solution): LinearProblem {
  const linear = linearProblem(problem, solution);
  if (!('reason' in linear)) return linear;
  const { dimension: d } = problem;
  const root = solution.root!;
  const agents = Array.from({ length: problem.agents }, (_, index): LinearMean => {
    const { mean } = problem.agent(index);
    if (mean?.kind !== 'nonlinear') throw new RangeError(linear.reason);
    const [A, b] = [new Float64Array(d * d), new Float64Array(d)];
    mean.jacobian!(root, A);
    mean.evaluate(root, b);
    for (let e = 0; e < d * d; e++) {
      A[e] = -A[e]!;
      b[Math.floor(e / d)]! += A[e]! * root[e % d]!;
    }
    return { kind: 'linear', A, b };
  });
  const A = Float64Array.from({ length: d * d }, (_, e) =>
    agents.reduce((sum, linearMean) => sum + linearMean.A[e]! / agents.length, 0),
  );
  return { dimension: d, agents, A, root };
}

const withNoise = (figure: Figure): ClaimDefinition => ({
  name: `fedhsa-${figure.name}-noisy`,
  source: `Figure ${figure.number!} (b)`,
  quote: 'the FedHSA method exhibits a lower error floor compared to Local SA',
  statement: `On ${figure.problem}, with Markov noise, FedHSA ends at a lower error than Local SA.`,
  region:
    'The paper’s claim is the order of the floors, a ratio below 1. It also says why: FedHSA’s floor is noise alone. So where steps are short it must be that of the drawn problem’s noise to first order, which knows nothing of FedHSA: within two thirds, for the seeds scatter.',
  needs: [needOf(figure, 'markov')],
  test: (data) => {
    const run = data.run(needOf(figure, 'markov').scenario, 'markov');
    const floors = tailMeans(run, 'fedhsa', 'error', 0.25);
    const parts = figure.isOfShortSteps ? 2 : 1;
    const order = {
      statistic: 'FedHSA’s error over Local SA’s, last quarter of the rounds',
      value: ratioInterval(floors, tailMeans(run, 'local-sa', 'error', 0.25), jointLevel(parts)),
      claimed: { high: 1 },
    };
    if (!figure.isOfShortSteps) return [order];
    const noise = noiseFloorOf(run);
    return [
      order,
      {
        statistic: 'FedHSA’s error over that of the noise to first order, the same rounds',
        value: meanInterval(
          floors.map((floor) => floor / noise),
          jointLevel(parts),
        ),
        claimed: NOISE_ALONE,
      },
    ];
  },
});

export const COMPARISON_FIGURES: readonly ClaimDefinition[] = FIGURES.flatMap((figure) => [
  withoutNoise(figure),
  ...(figure.number === undefined ? [] : [withNoise(figure)]),
]);
