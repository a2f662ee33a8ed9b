/**
 * How many local steps are best when every message takes its time?
 *
 * Covers: the trade between drift and communication that local steps are for, on FedHSA's quadratics
 * (appendix D.1), synchronous.
 * Choices, all ours: a local step takes 0.01 s, a message an exponential time of mean 0.5 s each way,
 * so that a round of twenty agents waits 2.7 s on the average for the slowest pair of messages; about
 * 800 simulated seconds for each H.
 * Expect: against seconds more local steps are faster, up to where computing takes as long as
 * the messages. Local SA pays with a bias that grows with H; SCAFFLSA does not.
 * Cost: about 15 seconds; `--quick` seven.
 */
import { scenario } from '../src/index.ts';

const LEVEL = 0.1; // ε

export default scenario({
  name: 'latency-vs-local-steps',
  title: 'Latency against local steps',
  question:
    'Messages take fifty times as long as a local step. ' +
    'How many local steps a round bring the error down soonest?',
  answer: ({ panels, reaches, sentences }) =>
    sentences(
      ...panels[0]!.algorithms.map(({ algorithm, title }) => {
        const found = panels.map((panel) => ({ ...panel.of(algorithm), title: `H = ${panel.at}` }));
        return reaches(LEVEL, found, title);
      }),
    ),
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
  algorithms: ['local-sa', 'scafflsa'],
  stepSize: 0.002, // η, per local step
  seeds: 5,
  reach: [LEVEL],
  timing: {
    compute: 0.01, // seconds for a local step
    uplinkLatency: { kind: 'exponential', mean: 0.5 },
    downlinkLatency: { kind: 'exponential', mean: 0.5 },
  },
  placement: 'inline',
  quick: { seeds: 4 },
  across: 'local steps H',
  panels: {
    'h-1': { title: 'H = 1', at: 1, localSteps: 1, rounds: 300 },
    'h-5': { title: 'H = 5', at: 5, localSteps: 5, rounds: 300 },
    'h-20': { title: 'H = 20', at: 20, localSteps: 20, rounds: 280 },
    'h-100': { title: 'H = 100', at: 100, localSteps: 100, rounds: 210 },
    'h-500': { title: 'H = 500', at: 500, localSteps: 500, rounds: 95 },
  },
});
