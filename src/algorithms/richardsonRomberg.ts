/**
 * Richardson–Romberg extrapolation of FedAvg: Mangold, Durmus, Dieuleveut, Samsonov, Moulines,
 * "Refined Analysis of Federated Averaging's Bias and Federated Richardson–Romberg Extrapolation",
 * AISTATS 2025, §6. Two runs whose biases differ by a known factor are combined so that the leading
 * term of the bias cancels.
 */
import { mean, type Vector } from '../maths/vector.ts';
import { algorithm, type Move } from './algorithm.ts';
import { message } from './message.ts';
import { choice, stepSize } from '../values/parameter.ts';
import { lawOf } from '../triggers/index.ts';

/** In what the coarse run differs from the fine one: twice the step size, or twice the local steps. */
export type Extrapolation = 'step-size' | 'local-steps';

/** The weights of the fine and the coarse run; they sum to 1. */
export interface ExtrapolationWeights {
  readonly fine: number;
  readonly coarse: number;
}

/**
 * With twice the step size, `ϑ = 2θ^{(γ)} − θ^{(2γ)}`: it cancels a bias proportional to γ (Theorem 5).
 * With twice the local steps, `((2H − 1)θ^{(γ,H)} − (H − 1)θ^{(γ,2H)})/H`: it cancels a bias
 * proportional to γ(H − 1). (Remark 1 of the paper prints weights that do not sum to 1.)
 *
 * @param localSteps - H
 */
export function extrapolationWeights(extrapolation: Extrapolation, localSteps: number): ExtrapolationWeights {
  if (extrapolation === 'step-size') return { fine: 2, coarse: -1 };
  return { fine: (2 * localSteps - 1) / localSteps, coarse: -(localSteps - 1) / localSteps };
}

/** The coarse run's round beside one in which the fine run takes `localSteps` local steps of `stepSize`. */
export function coarseRound(
  extrapolation: Extrapolation,
  stepSize: number,
  localSteps: number,
): { readonly stepSize: number; readonly localSteps: number } {
  return extrapolation === 'step-size'
    ? { stepSize: 2 * stepSize, localSteps }
    : { stepSize, localSteps: 2 * localSteps };
}

/** The extrapolated model `[d]`. */
export function extrapolate(weights: ExtrapolationWeights, fine: Vector, coarse: Vector): Float64Array {
  return Float64Array.from(fine, (x, j) => weights.fine * x + weights.coarse * coarse[j]!);
}

const started = message('pairedRoundStarted', { fine: 'θ^(γ,H)', coarse: 'θ^(2γ,H) or θ^(γ,2H)' });
const ended = message('pairedModels', { fine: 'θ_i of the fine run', coarse: 'θ_i of the coarse run' });

/** Local SA run twice side by side, a fine and a coarse model in every message, and the extrapolated model as the result. */
export const richardsonRomberg = algorithm({
  name: 'richardson-romberg',
  title: 'Richardson–Romberg',
  source: 'FedAvg with Richardson–Romberg extrapolation, Mangold et al. 2025, §6',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    extrapolation: choice('twice', 'what the coarse run doubles', ['step-size', 'local-steps'], {
      default: 'step-size',
    }),
    extrapolationNoise: choice(
      'noise',
      'whether both runs see the same observations',
      ['independent', 'common'],
      { default: 'independent' },
    ),
  },
  coordinatewise: true,
  messages: { down: [started], up: [ended] },
  refuse: ({ extrapolation, extrapolationNoise }, trigger) => {
    if (extrapolation !== 'local-steps') return undefined;
    if (lawOf(trigger)?.kind !== 'constant')
      return '`extrapolation`: local-steps weighs its runs by H, so it takes `localSteps`, not `communicationProbability`';
    return extrapolationNoise === 'common'
      ? '`extrapolationNoise`: the runs of `extrapolation` local-steps use up different numbers of observations, so their noise cannot be common; leave it out'
      : undefined;
  },
  streams: ({ extrapolationNoise }) => [0, extrapolationNoise === 'common' ? 0 : 1],

  agent: ({ stepSize, extrapolation }) => ({
    ask: ({ fine, coarse, round, localSteps }, work, second) => {
      const eta = stepSize(round);
      const doubled = coarseRound(extrapolation, eta, localSteps);
      work.advance(fine, eta, undefined, localSteps);
      second.advance(coarse, doubled.stepSize, undefined, doubled.localSteps);
    },
    answer: (_, work, second) => ended({ fine: work.theta, coarse: second.theta }),
  }),

  server: ({ extrapolation }, { initial, trigger }) => {
    // Twice the local steps has H as its unit, so it takes the deterministic trigger.
    const law = lawOf(trigger);
    const weights = extrapolationWeights(extrapolation, law?.kind === 'constant' ? law.gap : 1);
    const d = initial.length;
    let fine = initial;
    let coarse = initial;
    return {
      model: () => extrapolate(weights, fine, coarse),
      kept: () => [fine, coarse],
      open: () => started({ fine, coarse }),
      receive: ({ all }) => {
        fine = mean(
          all.map((answer) => answer.fine),
          d,
        );
        coarse = mean(
          all.map((answer) => answer.coarse),
          d,
        );
        return { localModels: () => all.map((answer) => extrapolate(weights, answer.fine, answer.coarse)) };
      },
      free: {
        step: (updates, fold) => {
          const moves = (run: 'fine' | 'coarse'): Move[] =>
            updates.map(({ message, answer, weight }) => ({
              weight,
              origin: message[run],
              model: answer[run],
            }));
          const fineMoves = moves('fine');
          const coarseMoves = moves('coarse');
          fine = fold(fine, fineMoves);
          coarse = fold(coarse, coarseMoves, 1);
          return fineMoves.map(({ weight, origin, model }, k) => ({
            weight,
            origin: extrapolate(weights, origin, coarseMoves[k]!.origin),
            model: extrapolate(weights, model, coarseMoves[k]!.model),
          }));
        },
      },
    };
  },
});
