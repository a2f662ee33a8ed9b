/**
 * FedLin, Scaffnew and FedAdam from `scenarios/algorithms`, beside Local SA and SCAFFLSA, on the quadratics of own-algorithms.
 *
 * Scaffnew is SCAFFLSA, up to rounding. FedAdam scales the steps of the server alone, so its average direction is 0 where that of
 * Local SA is, and it stops at the same bias. Cost: three seconds.
 */
import { scenario } from '../src/index.ts';
import { fedAdam } from './algorithms/fedAdam.ts';
import { fedLin } from './algorithms/fedLin.ts';
import { scaffnew } from './algorithms/scaffnew.ts';

export default scenario({
  name: 'own-corrections',
  title: 'Your own corrections',
  question:
    'FedLin evaluates the average operator first, Scaffnew learns its corrections, FedAdam only scales the steps ' +
    'of the server. Which of them remove the bias of Local SA?',
  answer: ({ panels: [run], bias, interval, sentences, unsettled }) => {
    const [localSa, ...others] = run!.algorithms;
    const errors = others.map((algorithm) => `${interval(algorithm)} (${algorithm.title})`);
    return sentences(
      bias(localSa!, others),
      unsettled(run!.algorithms) === '' ? `The final errors are ${errors.join(', ')}.` : '',
    );
  },
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 20,
    dimension: 10,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'convex',
    offsetScale: 10, // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa', 'scafflsa', scaffnew, fedLin, fedAdam],
  stepSize: 0.005, // η, per local step
  localSteps: 20, // H, per round
  rounds: 300,
  seeds: 5,
  quick: { seeds: 4, rounds: 150 },
});
