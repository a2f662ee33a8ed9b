/**
 * Regression on recorded time series with a non-convex regulariser (Streaming FL, appendix E.1):
 * loss `(wᵀx − y)² + λ r(w)`, `r(w) = ½ Σ_j w_j²/(1 + w_j²)`, so
 * `G(w, (x, y)) = −2 (wᵀx − y) x − λ w/(1 + w²)²` coordinate by coordinate.
 *
 * An agent's stream runs through its window hour by hour and begins again at the end; its
 * stationary law is uniform on the window.
 */
import { dot } from '../../maths/vector.ts';
import { type RecordedWindow, RecordedRegressionOperator, rowAt, type Series } from './operator.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import { uniformNoise } from '../noise/uniformNoise.ts';
import type { LocalOperator, NonlinearMean, Problem, Sampling } from '../operator.ts';
import type { OperatorNoise } from '../operatorNoise.ts';
import {
  regulariserCurvature,
  regulariserSlope,
  regulariserThirdDerivative,
} from '../regulariser/regulariser.ts';
import { family } from '../family.ts';
import {
  array,
  type Check,
  oneOf,
  list,
  object,
  real,
  type SpecificationOf,
  whole,
} from '../../values/value.ts';
import { dimension } from '../sharedFields.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

const fields = {
  dimension,
  /** x `[rows, d]` row-major and y `[rows]`, one pair a series */
  series: list(object({ x: array, y: array })),
  /** each agent's: which of the series, first row, and number of rows */
  windows: list(object({ series: whole(0), start: whole(0), length: whole(1) })),
  /** λ */
  regularisation: real({ least: 0 }),
  /** row at which an agent's stream starts: drawn uniformly from its window, or the window's first */
  initial: oneOf('stationary', 'first'),
};

/**
 * Regression on recorded time series with a non-convex regulariser (Streaming FL E.1):
 * loss `(wᵀx − y)² + λ ½ Σ w²/(1 + w²)`, `G = −∇ loss`.
 */
export type RecordedRegressionSpecification = SpecificationOf<'recorded-regression', typeof fields>;

const check: Check<RecordedRegressionSpecification> = ({ series, windows, dimension: d }, fault) => {
  for (const [index, { x, y }] of series.entries()) {
    if (y.length > 0 && x.length === y.length * d) continue;
    fault(['series', index], 'must have in each row one number of y, and of x one for each dimension');
  }
  for (const [index, window] of windows.entries()) {
    const rows = series[window.series]?.y.length ?? 0;
    if (window.start >= rows) fault(['windows', index], 'must start in a row of one of the series');
  }
};

/** The mean over a window: `Ḡ(w) = 2 (mean yx − mean xxᵀ w) − λ r'(w)`. */
function meanOf(series: Series, window: RecordedWindow, d: number, regularisation: number): NonlinearMean {
  const { x, y } = series;
  const second = new Float64Array(d * d);
  const cross = new Float64Array(d);
  for (let k = 0; k < window.length; k++) {
    const row = rowAt(window, y.length, k);
    for (let i = 0; i < d; i++) {
      const xi = x[row * d + i]!;
      cross[i]! += xi * y[row]!;
      for (let j = 0; j <= i; j++) second[i * d + j]! += xi * x[row * d + j]!;
    }
  }
  for (let i = 0; i < d; i++) {
    cross[i]! /= window.length;
    for (let j = 0; j <= i; j++) {
      second[i * d + j]! /= window.length;
      second[j * d + i] = second[i * d + j]!;
    }
  }
  return {
    kind: 'nonlinear',
    evaluate: (w, out) => {
      for (let i = 0; i < d; i++) {
        out[i] = 2 * (cross[i]! - dot(second, w, d, i * d)) - regularisation * regulariserSlope(w[i]!);
      }
    },
    jacobian: (w, out) => {
      for (let e = 0; e < d * d; e++) out[e] = -2 * second[e]!;
      for (let i = 0; i < d; i++) out[i * d + i]! -= regularisation * regulariserCurvature(w[i]!);
    },
    secondDerivative: (w, S, out) => {
      for (let i = 0; i < d; i++) {
        out[i] = -regularisation * regulariserThirdDerivative(w[i]!) * S[i * d + i]!;
      }
    },
  };
}

/** A record does not forget: only its covariance is given, which i.i.d. sampling sees. */
const windowNoise = ({ x, y }: Series, window: RecordedWindow, d: number): OperatorNoise =>
  uniformNoise(d, window.length, (k, w, out) => {
    const row = rowAt(window, y.length, k);
    const slope = -2 * (dot(x, w, d, row * d) - y[row]!);
    for (let j = 0; j < d; j++) out[j] = slope * x[row * d + j]!;
  });

/** The agents' windows of the recorded series, with their exact means. */
function build(specification: RecordedRegressionSpecification): Problem {
  const { dimension: d, regularisation } = specification;
  return {
    dimension: d,
    agents: specification.windows.length,
    agent: (index) => {
      const window = specification.windows[index]!;
      const series = specification.series[window.series]!;
      const mean = meanOf(series, window, d, regularisation);
      return {
        mean,
        chain: undefined,
        noise: () => windowNoise(series, window, d),
        operator: (sampling: Sampling, seed: number, copy = 0): LocalOperator => {
          if (sampling === 'exact') return exactOperator(mean, d);
          const generator = streamGenerator('chain', seed, index, copy);
          const independent = sampling === 'iid';
          const atRandom = independent || specification.initial === 'stationary';
          const position = atRandom ? generator.below(window.length) : 0;
          const draws = independent ? generator : undefined;
          return new RecordedRegressionOperator(d, series, window, regularisation, position, draws);
        },
      };
    },
  };
}

export const recordedRegression = family({
  kind: 'recorded-regression',
  title: 'regression on recorded series, non-convex regulariser',
  source: 'Streaming FL E.1',
  fields,
  check,
  build,
});
