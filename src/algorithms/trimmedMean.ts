/**
 * Local SA whose server takes a trimmed mean: in each coordinate it drops the ⌊βn⌋ smallest and the ⌊βn⌋ largest of the n
 * answers, and averages the others. With ⌊βn⌋ = 0 it is Local SA, to the last bit. Agents that differ are trimmed as
 * well as attackers: the limit is not θ* then, even without an attack.
 */
import { mean, type Vector } from '../maths/vector.ts';
import { lessThanHalf, stepSize } from '../values/parameter.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';

const started = message('roundStarted', { theta: 'θ̄' });
const ended = message('localModel', { theta: 'θ_i' });

/** Of βn: 0.29 · 100 is 28.999999999999996. */
const ROUNDING = 1e-9;

/** By coordinate, the mean of all but the `dropped` smallest and the `dropped` largest `[d]`: of any order the same. */
export function trimmed(models: readonly Vector[], dropped: number, d: number): Float64Array {
  const out = new Float64Array(d);
  const sorted = new Float64Array(models.length);
  const kept = models.length - 2 * dropped;
  for (let j = 0; j < d; j++) {
    models.forEach((model, k) => {
      sorted[k] = model[j]!;
    });
    sorted.sort();
    let sum = 0;
    for (let k = dropped; k < dropped + kept; k++) sum += sorted[k]!;
    out[j] = sum / kept;
  }
  return out;
}

export const trimmedMean = algorithm({
  name: 'trimmed-mean',
  title: 'Trimmed mean',
  source: 'Local SA with a trimmed mean in each coordinate',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    trim: lessThanHalf('β', 'the share of answers that is dropped at either end of each coordinate', {
      default: 0.1,
    }),
  },
  coordinatewise: true,
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }) => ({
    ask: ({ theta, round, localSteps }, work) => {
      work.advance(theta, stepSize(round), undefined, localSteps);
    },
    answer: (_, work) => ended({ theta: work.theta }),
  }),

  server: ({ trim }, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => started({ theta }),
      receive: ({ all }) => {
        const models = all.map((answer) => answer.theta);
        const dropped = Math.floor(trim * models.length + ROUNDING);
        theta = dropped === 0 ? mean(models, theta.length) : trimmed(models, dropped, theta.length);
        return { localModels: () => models };
      },
    };
  },

  nonlinear: 'the order of the answers’ coordinates decides which of them are averaged',
});
