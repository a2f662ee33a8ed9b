/**
 * Who delays a server that waits?
 *
 * Covers: the critical path of rounds, which follows the last to answer, on FedHSA's quadratics (appendix D.1), synchronous
 * and with the first nine of twelve.
 * Choices, all ours: a local step takes a gamma time of mean 0.1 s; agent 9's take twice as long, agent 10 is behind a link of
 * 80 bytes a second, on which an answer takes one, agent 11 is off for 4 s after every 20 s, on the average. Messages take 0.1 s each way.
 * Cost: three seconds.
 */
import { scenario, type SomeAgents } from '../src/index.ts';

const compute = { kind: 'gamma', shape: 4, scale: 0.025 } as const; // seconds for a local step
const SLOW = [9, 9] as const; // agents, first and last
const FAR = [10, 10] as const;

export default scenario({
  name: 'who-delays',
  title: 'Who delays the rounds?',
  question:
    'Of twelve agents, one is slow, one is behind a slow link, and one is off now and then. ' +
    'How long does the server wait for each? How much sooner do rounds of nine answers end, and where do their errors?',
  answer: ({ panel, interval, known, sentence, sentences, unsettled }) => {
    const [all, nine] = [
      { ...panel('synchronous').of('local-sa'), title: 'Full participation' },
      { ...panel('first-9').of('local-sa'), title: 'The first nine' },
    ] as const;
    const waited = (agents: SomeAgents) => interval(all, { waitedFor: 'any', agents });
    const open = unsettled([all, nine]);
    return sentences(
      known(
        [all.waitedFor('any', SLOW), all.waitedFor('any', FAR)],
        () =>
          `The server waits for agent 9, half as fast as the others, ${waited(SLOW)} of the time, for agent 10’s slow link ${waited(FAR)}.`,
      ),
      known([nine.roundSeconds, all.roundSeconds], () =>
        sentence(
          `Rounds of nine answers take ${interval(nine, 'roundSeconds')}, of twelve ${interval(all, 'roundSeconds')}`,
          open === '' ? `final errors are ${interval(nine)} and ${interval(all)}` : open,
        ),
      ),
    );
  },
  figure: { axes: 'agents' },
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 12,
    dimension: 10,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'convex',
    offsetScale: 10, // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa'],
  stepSize: 0.005, // η, per local step
  localSteps: 10, // H, per round
  seconds: 1000,
  seeds: 5,
  timing: {
    compute,
    uplinkLatency: 0.1,
    downlinkLatency: 0.1,
    agents: [
      { agents: [9, 9], compute: { ...compute, scale: 0.05 } },
      { agents: [10, 10], uplinkBandwidth: 80 },
      {
        agents: [11, 11],
        availability: { on: { kind: 'exponential', mean: 20 }, off: { kind: 'exponential', mean: 4 } },
      },
    ],
  },
  placement: 'inline',
  quick: { seeds: 4, seconds: 500 },
  panels: {
    synchronous: { title: 'Synchronous' },
    'first-9': { title: 'First 9 of 12', policy: { kind: 'first', count: 9 } },
  },
});
