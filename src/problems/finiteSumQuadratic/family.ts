/**
 * Finite sums of quadratics on a doubly stochastic chain (FedHSA, appendix D.3, equation (104)):
 * `f_i(θ) = (1/N) Σ_j (½ θᵀA_ij θ − b_ijᵀθ + c_ij)`, and the observation is the index j, so
 * `G_i(θ, j) = b_ij − A_ij θ`. The chain's law is uniform on the N components; c_ij does not matter.
 *
 * The paper leaves the generation open. Here: `A_ij = s_i Q diag(λ) Qᵀ` with λ uniform in a given
 * range, Q uniform on the orthogonal matrices, and s_i = 1 or ∼ Exp(1), one for an agent;
 * `b_ij ∼ N(0, σ_a² I) + N(0, σ_c² I)`, the first part common to an agent's components; kernels are
 * each agent's own where they are random. The authors' published scripts have symmetric Gaussian A_ij
 * shifted to be positive, times Exp(1) (Figure 8), or with the spectrum brought to [1, 10] at d = 10
 * (Figure 9), b_ij normal, and random symmetric kernels balanced by Sinkhorn's method.
 */
import { generatorFor } from '../../maths/generator.ts';
import { symmetricWithEigenvalues } from '../../maths/randomSymmetric.ts';
import { finiteLinearAgent } from '../finiteLinear/agent.ts';
import type { LinearMean, Problem } from '../operator.ts';
import { family } from '../family.ts';
import { oneOf, count, interval, real, type SpecificationOf } from '../../values/value.ts';
import { agents, dimension, initial, MOST_STATES, seed, startsIn } from '../sharedFields.ts';
import { doublyStochasticChain, doublyStochasticKernel } from './doublyStochasticChain.ts';

const fields = {
  agents,
  /** N, components of an agent's sum and states of its chain */
  components: count(MOST_STATES),
  dimension,
  /** eigenvalues of A_ij ∼ U(low, high), above 0 */
  eigenvalues: interval((low) => low > 0, 'must lie above 0'),
  /** factor of all of an agent's A_ij: 1, or drawn from Exp(1) for each agent */
  agentScale: oneOf('one', 'exponential'),
  /** standard deviations of the part of b_ij that an agent's components share, and of each component's own */
  agentOffset: real({ least: 0 }),
  componentOffset: real({ least: 0 }),
  kernel: doublyStochasticKernel,
  initial,
  seed,
};

/**
 * Finite sums of quadratics on a doubly stochastic chain (FedHSA D.3): `G_i(θ, j) = b_ij − A_ij θ`,
 * the index j on the agent's chain.
 */
export type FiniteSumQuadraticSpecification = SpecificationOf<'finite-sum-quadratic', typeof fields>;

/** An agent's N quadratics: A_ij `[N, d, d]` and b_ij `[N, d]`, row-major. */
interface Components {
  readonly A: Float64Array;
  readonly b: Float64Array;
}

function componentsOf(specification: FiniteSumQuadraticSpecification, index: number): Components {
  const { components: N, dimension: d, seed } = specification;
  const [low, high] = specification.eigenvalues;
  const curvature = generatorFor(seed, 'problem', 'curvature', index);
  const offset = generatorFor(seed, 'problem', 'offset', index);
  const scale =
    specification.agentScale === 'one'
      ? 1
      : -Math.log1p(-generatorFor(seed, 'problem', 'scale', index).uniform());
  const A = new Float64Array(N * d * d);
  const b = new Float64Array(N * d);
  const common = Float64Array.from({ length: d }, () => specification.agentOffset * offset.normal());
  for (let j = 0; j < N; j++) {
    const lambda = Float64Array.from({ length: d }, () => scale * (low + (high - low) * curvature.uniform()));
    A.set(symmetricWithEigenvalues(lambda, curvature), j * d * d);
    for (let k = 0; k < d; k++) b[j * d + k] = common[k]! + specification.componentOffset * offset.normal();
  }
  return { A, b };
}

/** `Ā = (1/N) Σ_j A_j`, `b̄ = (1/N) Σ_j b_j`. */
function meanOf({ A, b }: Components, N: number, d: number): LinearMean {
  const mean = { kind: 'linear', A: new Float64Array(d * d), b: new Float64Array(d) } as const;
  for (let j = 0; j < N; j++) {
    for (let e = 0; e < d * d; e++) mean.A[e]! += A[j * d * d + e]! / N;
    for (let e = 0; e < d; e++) mean.b[e]! += b[j * d + e]! / N;
  }
  return mean;
}

/** The agents' components and kernels, generated from the specification's seed alone. */
function build(specification: FiniteSumQuadraticSpecification): Problem {
  const { components: N, dimension: d, seed } = specification;
  return {
    dimension: d,
    agents: specification.agents,
    agent: (index) => {
      const components = componentsOf(specification, index);
      const mean = meanOf(components, N, d);
      const kernel = generatorFor(seed, 'problem', 'kernel', index);
      const chain = doublyStochasticChain(N, specification.kernel, kernel);
      return finiteLinearAgent({ chain, initial: specification.initial, ...components, mean }, index);
    },
  };
}

export const finiteSumQuadratic = family({
  kind: 'finite-sum-quadratic',
  title: 'finite sums of quadratics on a doubly stochastic chain',
  source: 'FedHSA D.3',
  fields,
  check: ({ initial: start, components }, fault) => startsIn(components, start, fault),
  build,
});
