/**
 * Do compressed updates save time where the way to the server is slow?
 *
 * Covers: compressed Local SA with unbiased compressors, on links whose delays count the bytes sent.
 * Choices, all ours: the Garnets of `compressed-lsa`; a local step takes 0.01 s, latency is 0.02 s each way, and links to
 * the server are ten times as slow as those from it. Cost: about ten seconds.
 */
import { scenario } from '../src/index.ts';

const sent = (compressor: string, label: string) => ({ name: 'compressed-lsa', compressor, label }) as const;

const timing = (bytesPerSecond: number) => ({
  compute: 0.01, // seconds for a local step
  uplinkLatency: 0.02,
  downlinkLatency: 0.02,
  uplinkBandwidth: bytesPerSecond,
  downlinkBandwidth: 10 * bytesPerSecond,
});

const LEVEL = 0.1; // ε

export default scenario({
  name: 'compression-and-bandwidth',
  title: 'Compressed moves, on slow links',
  question:
    'Agents round what they send to few levels, or pick 4 of 16 coordinates. At which bandwidths do fewer bytes save time?',
  answer: ({ panels, placed, sentence, sentences }) => {
    const [whole, ...others] = panels[0]!.algorithms;
    return sentences(
      ...others.map(({ algorithm, title }, k) => {
        const times = placed(
          panels.map(
            ({ at, of: numbersOf }) =>
              [`B = ${at.toLocaleString('en')}`, numbersOf(algorithm), numbersOf(whole!.algorithm)] as const,
          ),
          { seconds: LEVEL },
        );
        const begins =
          k === 0 ? [`Time to ε = ${LEVEL}, versus whole vectors: `, `Time to ε = ${LEVEL}: `] : [''];
        return sentence(
          times.flatMap((time) => begins.map((begin) => `${begin}${title.split(',')[0]!}’s is ${time}`)),
        );
      }),
    );
  },
  problem: {
    kind: 'garnet',
    agents: 20,
    states: 32,
    actions: 2,
    branching: 2,
    dimension: 16,
    discount: 0.5, // γ, per step of the chain
    heterogeneity: 'low',
    perturbation: 0.0002,
    seed: 1,
  },
  algorithms: [sent('none', 'Whole vectors'), sent('qsgd:4', 'QSGD, s = 4'), sent('rand-k:4', 'Rand-k')],
  sampling: 'iid',
  stepSize: 0.1, // η, per local step
  localSteps: 20, // H, per round
  rounds: 600,
  seeds: 5,
  reach: [LEVEL],
  placement: 'inline',
  quick: { rounds: 400, seeds: 4 },
  across: 'bandwidth to the server in bytes a second',
  panels: {
    'bytes-100': { title: '100 bytes/s', at: 100, timing: timing(100) },
    'bytes-1000': { title: '1,000 bytes/s', at: 1000, timing: timing(1000) },
    'bytes-10000': { title: '10,000 bytes/s', at: 10_000, timing: timing(10_000) },
    'bytes-100000': { title: '100,000 bytes/s', at: 100_000, timing: timing(100_000) },
  },
});
