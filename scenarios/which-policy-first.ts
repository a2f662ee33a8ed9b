/**
 * Which server policy is first at an error of ε?
 *
 * Covers: seven server policies in the same simulated time, on FedHSA's quadratics (appendix D.1), with agents that are
 * slow for good; time, bytes and rounds until an error is first reached.
 * Choices, all ours: a local step takes an exponential time of mean 0.1 s, eight times as long on agents 16 to 19; messages
 * take a quarter of a second each way; 600 simulated seconds for each policy.
 * Expect: it depends on ε. At ε = 3 several policies are not separated from the first. The synchronous server alone reaches 0.1:
 * under the others slow agents weigh less in the mean, or are left out, and agents differ, so that θ̄ converges to another root.
 * Agents drawn at random are all agents in the mean, but a few of them differ from all.
 * Cost: a minute or two.
 */
import { scenario } from '../src/index.ts';

const LEVELS = [3, 1, 0.3, 0.1]; // ε

/** What sentences call the panels. */
const NAMES: Readonly<Record<string, string>> = {
  synchronous: 'Synchronous',
  'first-16': 'First-16',
  deadline: 'Deadline',
  sampled: 'Sampled',
  buffered: 'FedBuff',
  asynchronous: 'FedAsync',
  bounded: 'Bounded',
};

export default scenario({
  name: 'which-policy-first',
  title: 'Which policy reaches ε first?',
  question:
    'Twenty agents that differ, four of them slow for good, under seven server policies for the same time. ' +
    'Which reaches an error of ε first?',
  answer: ({ panels, reaches, sentences }) => {
    const found = panels.map(({ name, of: numbersOf }) => ({
      ...numbersOf('local-sa'),
      title: NAMES[name]!,
    }));
    return sentences(...[LEVELS[0]!, LEVELS.at(-1)!].map((level) => reaches(level, found)));
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
  algorithms: ['local-sa'],
  stepSize: 0.005, // η, per local step
  localSteps: 10, // H, per dispatch
  seconds: 600,
  seeds: 8,
  reach: LEVELS,
  timing: {
    compute: { kind: 'exponential', mean: 0.1 }, // seconds for a local step
    uplinkLatency: 0.25,
    downlinkLatency: 0.25,
    agents: [{ agents: [16, 19], compute: { kind: 'exponential', mean: 0.8 } }],
  },
  placement: 'inline',
  quick: { seeds: 4 },
  panels: {
    synchronous: { title: 'Synchronous' },
    'first-16': { title: 'First 16 of 20', policy: { kind: 'first', count: 16 } },
    deadline: {
      title: 'Deadline of 3 s, late answers carried over',
      policy: { kind: 'deadline', seconds: 3 },
      late: 'carry',
    },
    sampled: { title: 'Five at random', policy: { kind: 'sampled', count: 5 } },
    buffered: { title: 'FedBuff, 10 at a time', policy: { kind: 'buffered', count: 10 } },
    asynchronous: { title: 'FedAsync, α = 0.1', policy: { kind: 'asynchronous', mixing: 0.1 } },
    bounded: {
      title: 'At most 40 steps stale, α = 0.1',
      policy: { kind: 'bounded-staleness', staleness: 40, mixing: 0.1 },
    },
  },
});
