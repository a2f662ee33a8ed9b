/**
 * Two models that an agent moves over the same observations, as the two runs of Richardson–Romberg extrapolation on
 * common noise: what their moves have in common, beside what each has by itself (independentLaw.ts).
 */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import type { Vector } from '../../maths/vector.ts';
import type { GaussMarkovObservations } from '../../problems/observationLaw.ts';
import type { Sampling } from '../../problems/operator.ts';
import { type LocalMoments, noiseCovariance, repeated } from '../moments/localMoments.ts';
import { drawnFromChain } from '../moments/observationMoments.ts';
import type { KnownAgent } from '../moments/setting.ts';
import { stackedLaw } from '../moments/extrapolatedErrors.ts';
import type { ChangeInput } from './stretchLaw.ts';

type Step = Extract<AgentAct, { kind: 'step' }>;

/** What noise has in common. */
export interface SharedNoise {
  /** Cov of the first model's with the second's `[d, d]` */
  readonly betweenModels: Vector;
  /** of the first model's with that of what the stream carries `[d, d]` */
  readonly withCarried: Vector | undefined;
}

/**
 * The covariances that two pieces of work have on so many observations.
 *
 * @param input - before them, v the first model and f the second
 */
export function sharedNoise(
  { mean, law }: KnownAgent,
  sampling: Sampling,
  root: Vector,
  acts: readonly [Step, Step],
  count: number,
  input: ChangeInput,
): SharedNoise {
  const d = root.length;
  const steps = acts.map(({ stepSize }) => stepSize);
  if (law === undefined) throw new TypeError('without a law there is no noise');
  if (law.kind === 'gauss-markov') {
    const { moving, noise } = repeated(addedToBoth(mean.A, law, sampling, steps), count);
    const covariance = noise.kind === 'additive' ? noise.covariance : new Float64Array(0);
    return {
      betweenModels: block(covariance, moving, 0, d, d),
      withCarried: sampling === 'markov' ? block(covariance, moving, 0, 2 * d, d) : undefined,
    };
  }
  const scales = steps.map((step) => step / steps[0]!);
  const both = Float64Array.from([...root, ...root]);
  const shape = { act: acts[0], dimension: 2 * d, fixed: 1, root: both };
  const moments = repeated(drawnFromChain(shape, stackedLaw(law, d, scales)), count);
  const n = 2 * d + 1;
  const y = Float64Array.from([...input.v, ...input.f!, 1], (x, k) => x - (k < 2 * d ? both[k]! : 0));
  const C = input.covariance();
  const second = Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return y[i]! * y[j]! + (i < 2 * d && j < 2 * d ? C[i * 2 * d + j]! : 0);
  });
  return { betweenModels: block(noiseCovariance(moments, second), 2 * d, 0, d, d), withCarried: undefined };
}

/** Of (v_1, v_2, z) in one observation; drawn afresh, z is none's. */
function addedToBoth(
  A: Vector,
  law: GaussMarkovObservations,
  sampling: Sampling,
  steps: readonly number[],
): LocalMoments {
  const d = Math.sqrt(A.length);
  const isCarried = sampling === 'markov';
  const moving = isCarried ? 3 * d : 2 * d;
  const all = moving + 1;
  const mean = new Float64Array(moving * all);
  const covariance = new Float64Array(moving * moving);
  const fresh = stationaryCovariance(law.Q, d, law.variance);
  for (let i = 0; i < d; i++) {
    steps.forEach((step, k) => {
      const row = k * d + i;
      mean[row * all + row] = 1;
      for (let j = 0; j < d; j++) mean[row * all + k * d + j]! -= step * A[i * d + j]!;
      if (isCarried) mean[row * all + 2 * d + i] = step;
      else
        steps.forEach((other, l) => {
          for (let j = 0; j < d; j++) covariance[row * moving + l * d + j] = step * other * fresh[i * d + j]!;
        });
    });
    if (!isCarried) continue;
    for (let j = 0; j < d; j++) mean[(2 * d + i) * all + 2 * d + j] = law.Q[i * d + j]!;
    covariance[(2 * d + i) * (moving + 1)] = law.variance;
  }
  return { moving, fixed: 1, mean, noise: { kind: 'additive', covariance } };
}

/** `[d, d]` of a square matrix. */
const block = (matrix: Vector, stride: number, row: number, column: number, d: number): Float64Array =>
  Float64Array.from(
    { length: d * d },
    (_, at) => matrix[(row + Math.floor(at / d)) * stride + column + (at % d)]!,
  );
