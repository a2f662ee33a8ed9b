/**
 * Logistic regression with l2 regularisation on two blobs (Richardson–Romberg, §7). Agent c holds n
 * records (x, y), y = ±1, with loss `log(1 + exp(m − y xᵀθ)) + (λ/2) ‖θ‖²`; an observation is one
 * record (batch 1), and `G(θ, (x, y)) = σ(m − y xᵀθ) y x − λ θ`, σ the logistic function. The
 * stationary law is uniform on the agent's records. The paper prints the margin m = 1; 0 is usual.
 *
 * Choices the paper leaves open: records of label y are `x ∼ N(y μ, s² I)`, with 2‖μ‖ the given
 * separation and μ in a direction uniform on the sphere, the same for all agents; no intercept; each
 * agent's records are its own draws, half of them (up to one) of each label; s large makes the
 * paper's noisy data, s small with shuffled labels its heterogeneous data. `labels: 'half-shuffled'`
 * permutes the labels among an agent's own records, for the agents of odd number. The paper samples
 * records independently; along the chain a record stays with probability `persistence` and is else
 * drawn afresh, so that persistence 0 is the paper's setting.
 *
 * With m = 0 the Hessian of the loss does not depend on labels: shuffling them changes the gradients
 * of an agent, and not its curvature, and the bias that is first-order in γ(H − 1) all but vanishes.
 */
import { type Generator, generatorFor } from '../../maths/generator.ts';
import { dot, type Vector } from '../../maths/vector.ts';
import { logistic, LogisticOperator, type Records } from './operator.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import { persistentNoise } from '../noise/uniformNoise.ts';
import type { ChainLaw, LocalOperator, NonlinearMean, Problem, Sampling } from '../operator.ts';
import type { OperatorNoise } from '../operatorNoise.ts';
import { family } from '../family.ts';
import { oneOf, count, optional, real, type SpecificationOf } from '../../values/value.ts';
import { agents, dimension, seed } from '../sharedFields.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

const fields = {
  agents,
  dimension,
  /** n, records of each agent */
  records: count(10_000_000),
  /** distance of the blobs' centres, and standard deviation of a coordinate about its centre */
  separation: real({ least: 0 }),
  deviation: real({ least: 0 }),
  /** as drawn; or permuted among its own records for agents 1, 3, 5, … */
  labels: oneOf('true', 'half-shuffled'),
  /** m: 1 as the paper prints it, 0 as usual */
  margin: real(),
  /** λ, above 0 */
  regularisation: real({ above: 0 }),
  /** ρ in [0, 1): the record stays with probability ρ, and is else drawn afresh; 0 without it */
  persistence: optional(real({ least: 0, below: 1 })),
  seed,
};

/**
 * Logistic regression with l2 regularisation on two blobs (Richardson–Romberg §7):
 * loss `log(1 + exp(m − y xᵀθ)) + (λ/2) ‖θ‖²`.
 */
export type LogisticRegressionSpecification = SpecificationOf<'logistic-regression', typeof fields>;

/** Records up to which the chain's n × n kernel is written out for the theory. */
const MOST_STATES = 1000;

/** The average over the records. */
function meanOf({ dimension: d, count: n, signed, margin, regularisation }: Records): NonlinearMean {
  return {
    kind: 'nonlinear',
    evaluate: (theta, out) => {
      out.fill(0);
      for (let row = 0; row < n * d; row += d) {
        const weight = logistic(margin - dot(signed, theta, d, row)) / n;
        for (let j = 0; j < d; j++) out[j]! += weight * signed[row + j]!;
      }
      for (let j = 0; j < d; j++) out[j]! -= regularisation * theta[j]!;
    },
    jacobian: (theta, out) => {
      out.fill(0);
      for (let row = 0; row < n * d; row += d) {
        const t = margin - dot(signed, theta, d, row);
        // σ' = σ(t) σ(−t): no digits are lost where σ(t) is close to 1
        const weight = (logistic(t) * logistic(-t)) / n;
        for (let i = 0; i < d; i++) {
          const zi = weight * signed[row + i]!;
          for (let j = 0; j < d; j++) out[i * d + j]! -= zi * signed[row + j]!;
        }
      }
      for (let i = 0; i < d; i++) out[i * d + i]! -= regularisation;
    },
    secondDerivative: (theta, S, out) => {
      out.fill(0);
      for (let row = 0; row < n * d; row += d) {
        const t = margin - dot(signed, theta, d, row);
        const [here, elsewhere] = [logistic(t), logistic(-t)];
        let form = 0;
        for (let i = 0; i < d; i++) form += signed[row + i]! * dot(S, signed, d, i * d, row);
        // σ'' = σ(t) σ(−t) (σ(−t) − σ(t))
        const weight = (here * elsewhere * (elsewhere - here) * form) / n;
        for (let j = 0; j < d; j++) out[j]! += weight * signed[row + j]!;
      }
    },
  };
}

/** The noise of a record; λ θ is the same for all. */
const recordNoise = (
  { dimension: d, count, signed, margin, regularisation }: Records,
  persistence: number,
): OperatorNoise =>
  persistentNoise(d, count, persistence, (k, theta, out) => {
    const weight = logistic(margin - dot(signed, theta, d, k * d));
    for (let j = 0; j < d; j++) out[j] = weight * signed[k * d + j]! - regularisation * theta[j]!;
  });

/** y x of an agent's records: record k has label (−1)^k before labels are shuffled. */
function signedRecords(
  specification: LogisticRegressionSpecification,
  centre: Vector,
  index: number,
): Float64Array {
  const { dimension: d, records: n, seed, deviation } = specification;
  const points = generatorFor(seed, 'problem', 'records', index);
  const labels = Float64Array.from({ length: n }, (_, k) => (k % 2 === 0 ? 1 : -1));
  const signed = new Float64Array(n * d);
  for (let k = 0; k < n; k++) {
    for (let j = 0; j < d; j++) signed[k * d + j] = labels[k]! * centre[j]! + deviation * points.normal();
  }
  if (specification.labels === 'half-shuffled' && index % 2 === 1) {
    shuffle(labels, generatorFor(seed, 'problem', 'labels', index));
  }
  for (let k = 0; k < n; k++) for (let j = 0; j < d; j++) signed[k * d + j]! *= labels[k]!;
  return signed;
}

/** A uniform permutation, in place (Fisher and Yates). */
function shuffle(values: Float64Array, generator: Generator): void {
  for (let last = values.length - 1; last > 0; last--) {
    const other = generator.below(last + 1);
    [values[last], values[other]] = [values[other]!, values[last]!];
  }
}

/** μ `[d]`, half the separation long. */
function centreOf({ dimension: d, separation, seed }: LogisticRegressionSpecification): Float64Array {
  const generator = generatorFor(seed, 'problem', 'centre');
  const direction = Float64Array.from({ length: d }, () => generator.normal());
  const length = Math.sqrt(dot(direction, direction));
  return direction.map((x) => (separation / 2) * (x / length));
}

/** A record stays with probability ρ, and is else drawn afresh: `P = ρ I + (1 − ρ) 11ᵀ/n`. */
function chainOf(n: number, persistence: number): ChainLaw {
  const transition = new Float64Array(n * n).fill((1 - persistence) / n);
  for (let k = 0; k < n; k++) transition[k * n + k]! += persistence;
  return { states: n, transition, stationary: new Float64Array(n).fill(1 / n) };
}

/** The agents' records, generated from the specification's seed alone. */
function build(specification: LogisticRegressionSpecification): Problem {
  const { dimension: d, records: n, margin, regularisation, persistence = 0 } = specification;
  const centre = centreOf(specification);
  return {
    dimension: d,
    agents: specification.agents,
    agent: (index) => {
      const signed = signedRecords(specification, centre, index);
      const records: Records = { dimension: d, count: n, signed, margin, regularisation };
      const mean = meanOf(records);
      return {
        mean,
        // made only where it is asked for: the stream does without
        get chain() {
          return n <= MOST_STATES ? chainOf(n, persistence) : undefined;
        },
        noise: () => recordNoise(records, persistence),
        operator: (sampling: Sampling, runSeed: number, copy = 0): LocalOperator => {
          if (sampling === 'exact') return exactOperator(mean, d);
          const generator = streamGenerator('chain', runSeed, index, copy);
          return new LogisticOperator(records, generator, sampling === 'iid' ? 0 : persistence);
        },
      };
    },
  };
}

export const logisticRegression = family({
  kind: 'logistic-regression',
  title: 'logistic regression, l2',
  source: 'Richardson–Romberg §7',
  fields,
  build,
});
