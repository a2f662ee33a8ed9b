/**
 * What does FedHSA's second exchange cost where links are slow?
 *
 * Covers: FedHSA, which sends two vectors each way in a round, against SCAFFLSA and Local SA, which
 * send one, on FedHSA's quadratics (appendix D.1) at d = 20, synchronous.
 * Choices, all ours: a local step takes 0.01 s, latency is 0.02 s each way, and a vector of 160
 * bytes goes over links of 100 to 100,000 bytes a second.
 * Expect: against rounds the bandwidth changes nothing. Against seconds the second exchange costs FedHSA its
 * latency on fast links; on slow ones, where a round is its messages, up to as much time again.
 * Cost: about 25 seconds; `--quick` six.
 */
import { scenario } from '../src/index.ts';

const timing = (bytesPerSecond: number) => ({
  compute: 0.01, // seconds for a local step
  uplinkLatency: 0.02,
  downlinkLatency: 0.02,
  uplinkBandwidth: bytesPerSecond,
  downlinkBandwidth: bytesPerSecond,
});

const LEVEL = 0.1; // ε

export default scenario({
  name: 'bandwidth-two-exchanges',
  title: 'Two exchanges a round, on slow links',
  question:
    'FedHSA asks the agents twice a round, SCAFFLSA once. ' +
    'At which bandwidth does the second exchange cost time?',
  answer: ({ panels, placed, sentence }) => {
    const times = placed(
      panels.map(
        ({ at, of: numbersOf }) =>
          [`B = ${at.toLocaleString('en')}`, numbersOf('fedhsa'), numbersOf('scafflsa')] as const,
      ),
      { seconds: LEVEL },
    );
    return sentence(times.map((time) => `FedHSA’s time to ε = ${LEVEL}, versus SCAFFLSA’s, is ${time}`));
  },
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 20,
    dimension: 20,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'convex',
    offsetScale: 10, // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa', 'scafflsa', 'fedhsa'],
  stepSize: 0.002, // η, per local step
  localSteps: 50, // H, per round
  rounds: 200,
  seeds: 5,
  reach: [LEVEL],
  placement: 'inline',
  quick: { problem: { dimension: 10 }, rounds: 150, seeds: 4 },
  across: 'bandwidth in bytes a second',
  panels: {
    'bytes-100': { title: '100 bytes/s', at: 100, timing: timing(100) },
    'bytes-1000': { title: '1,000 bytes/s', at: 1000, timing: timing(1000) },
    'bytes-10000': { title: '10,000 bytes/s', at: 10_000, timing: timing(10_000) },
    'bytes-100000': { title: '100,000 bytes/s', at: 100_000, timing: timing(100_000) },
  },
});
