/**
 * Local SA whose server weighs each coordinate of an answer by how often its agent has visited that coordinate: of the
 * n answers with N_ij visits in the round,
 *
 *     θ̄_j = Σ_i w_ij θ_ij / Σ_i w_ij,     w_ij = (1 − η)^(−N_ij).
 *
 * A step visits the coordinates in which its G(θ, o) is not 0: of tabular values the entry of one state, or of one pair of
 * state and action. N visits leave (1 − η)^N of the round's θ̄_j in θ_ij, so an agent without visits counts least. Where
 * agents visit equally often, as with dense features, all weights are equal, and it is Local SA to the last bit.
 */
import { power } from '../maths/power.ts';
import type { Vector } from '../maths/vector.ts';
import { stepSize } from '../values/parameter.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';

const started = message('roundStarted', { theta: 'θ̄' });
const ended = message('countedModel', { theta: 'θ_i', visits: 'N_i' });

interface CountedModel {
  readonly theta: Vector;
  readonly visits: Vector;
}

/** The weighted average of each coordinate `[d]`. Weights are relative to the largest, which none of them overflows. */
function weighted(answers: readonly CountedModel[], kept: number, d: number): Float64Array {
  const out = new Float64Array(d);
  for (let j = 0; j < d; j++) {
    let most = -Infinity;
    for (const { visits } of answers) most = Math.max(most, visits[j]!);
    let sum = 0;
    let weights = 0;
    for (const { theta, visits } of answers) {
      const weight = visits[j] === most ? 1 : power(kept, most - visits[j]!);
      sum += weight * theta[j]!;
      weights += weight;
    }
    out[j] = sum / weights;
  }
  return out;
}

export const importanceAveraging = algorithm({
  name: 'importance-averaging',
  title: 'Importance averaging',
  source: 'Local SA; weights grow with the visits to a coordinate',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }, { dimension }) => {
    const visits = new Float64Array(dimension);
    return {
      ask: ({ theta, round, localSteps }, work) => {
        const eta = stepSize(round);
        visits.fill(0);
        work.each(theta, localSteps, (x, value) => {
          for (let j = 0; j < dimension; j++) {
            const g = value[j]!;
            if (g !== 0) visits[j]!++;
            x[j]! += eta * g;
          }
        });
      },
      answer: (_, work) => ended({ theta: work.theta, visits }),
    };
  },

  server: ({ stepSize }, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => started({ theta }),
      receive: ({ all }, round) => {
        // A step of η ≥ 1 leaves nothing of θ̄: only the most visits count.
        const kept = Math.max(0, 1 - stepSize(round));
        theta = weighted(all, kept, theta.length);
        return { localModels: () => all.map((answer) => answer.theta) };
      },
    };
  },

  nonlinear: 'the visits to a coordinate decide its weights',
  notOnMeans: 'mean operators visit all coordinates equally often',
});
