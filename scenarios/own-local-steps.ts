/**
 * The trigger of unequal H from `scenarios/triggers` and FedNova from `scenarios/algorithms`, beside Local SA, on the quadratics of
 * own-algorithms; as panels ten seconds’ work by agents of unequal speed, and H that grows with the rounds.
 *
 * With unequal H Local SA weighs agents by their steps; FedNova is left with the bias that its own local steps have, whether H_i are
 * given or there is time for so many. Under growing H all agents take as many, and FedNova is Local SA. Cost: six seconds.
 */
import { scenario } from '../src/index.ts';
import { fedNova } from './algorithms/fedNova.ts';
import { growing } from './triggers/growing.ts';
import { uneven } from './triggers/uneven.ts';

export default scenario({
  name: 'own-local-steps',
  title: 'Your own local steps',
  question:
    'Agents take between 1 and 40 local steps a round. Local SA then solves another problem, in which those who take more ' +
    'steps count for more; how much of that does FedNova undo?',
  answer: ({ panel, bias, against, sentences }) => {
    const uneven = panel('uneven');
    const [localSa, ...others] = uneven.algorithms;
    const fedNova = uneven.of('fednova');
    return sentences(
      bias(localSa!, [fedNova, ...others.filter((algorithm) => algorithm !== fedNova)]),
      against(localSa!, others),
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
  algorithms: ['local-sa', fedNova],
  stepSize: 0.002, // η, per local step
  rounds: 400,
  seeds: 5,
  quick: { seeds: 4, rounds: 100 },
  panels: {
    uneven: {
      title: 'Hᵢ from 1 to 40, by agent',
      trigger: uneven.with({ slowest: 1, fastest: 40, spread: 0.5 }),
    },
    seconds: {
      title: 'As many as there is time for in 10 s, by speed',
      workSeconds: 10,
      // Seconds of a local step: from 0.25 to 10 in the mean, as fast as an agent is in this seed.
      timing: {
        compute: { kind: 'exponential', mean: 1 },
        slowness: { kind: 'uniform', low: 0.25, high: 10 },
      },
    },
    growing: { title: 'Hₜ = t/20, for all agents', trigger: growing.with({ first: 1, growth: 0.05 }) },
  },
});
