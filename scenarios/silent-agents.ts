/**
 * Agents that speak only when they have something to say: Lazy Local SA, in the manner of LAG, and Triggered SCAFFLSA, both from
 * `scenarios/algorithms`, beside the algorithms of which they are versions, on the quadratics of own-algorithms.
 *
 * Lazy agents repeat their last moves, and end near where Local SA does. Corrected steps lead nowhere at θ*, so agents of SCAFFLSA fall
 * silent there. Choices, all ours: τ = 0.03 and 0.01. Cost: three seconds.
 */
import { scenario } from '../src/index.ts';
import { lazySa } from './algorithms/lazySa.ts';
import { triggeredScafflsa } from './algorithms/triggeredScafflsa.ts';

export default scenario({
  name: 'silent-agents',
  title: 'Agents that may be silent',
  question:
    'Agents send their models only when these say something new. How many bytes does that save Local SA (by the ' +
    'rule of LAG) and SCAFFLSA, and what does it cost in error?',
  answer: ({ panels: [run], against, sentences }) => {
    return sentences(
      against(run!.of('local-sa'), [run!.of('lazy-sa')], 'final error', 1),
      against(run!.of('scafflsa'), [run!.of('triggered-scafflsa')], 'final error', 1),
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
  algorithms: [
    'local-sa',
    lazySa.with({ threshold: 0.03 }),
    'scafflsa',
    triggeredScafflsa.with({ threshold: 0.01 }),
  ],
  stepSize: 0.005, // η, per local step
  localSteps: 20, // H, per round
  rounds: 300,
  seeds: 5,
  quick: { seeds: 4, rounds: 150 },
});
