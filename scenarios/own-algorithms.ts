/**
 * Three algorithms that do not come with the program, from `scenarios/algorithms`, beside Local SA.
 *
 * FedAvgM’s rounds have the fixed point of Local SA’s, and get there sooner; FedProx pulls its agents back; clipping weighs the
 * agents that pull hardest less. Choices, all ours: μ = 10, β = 0.8, and operator values clipped at 30. Cost: three seconds.
 */
import { scenario } from '../src/index.ts';
import { clippedLocalSa } from './algorithms/clippedLocalSa.ts';
import { fedAvgM } from './algorithms/fedAvgM.ts';
import { fedProx } from './algorithms/fedProx.ts';

export default scenario({
  name: 'own-algorithms',
  title: 'Your own algorithms',
  question:
    'Twenty agents minimise the average of their quadratics. What do a pull towards the server’s model (FedProx), ' +
    'momentum of the server (FedAvgM) and clipped steps make of Local SA’s bias?',
  answer: ({ panels: [run], against }) => {
    const [localSa, ...others] = run!.algorithms;
    return against(localSa!, others);
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
  algorithms: [
    'local-sa',
    fedProx.with({ mu: 10 }),
    fedAvgM.with({ beta: 0.8 }),
    clippedLocalSa.with({ clip: 30 }),
  ],
  stepSize: 0.005, // η, per local step
  localSteps: 20, // H, per round
  rounds: 300,
  seeds: 5,
  quick: { seeds: 4, rounds: 150 },
});
