/**
 * What does it cost to wait for the slowest, and what not to?
 *
 * Covers: server policies under heavy-tailed computation, on FedHSA's quadratics (appendix D.1).
 * Choices, all ours: a local step takes Pareto(1.2) seconds from 0.2 s on, 1.2 s on the average and
 * without a variance; messages take 1 s each way; about 4,000 simulated seconds for each policy.
 * Expect: the synchronous server waits most of the time, and ends near Local SA's predicted bias. The first
 * 15 of 20 and the deadline are sooner at a middling error and stay about there: no step is the mean over
 * all agents. FedAsync and FedBuff step by few agents at a time, and go up and down far above that. Bounded staleness waits
 * nearly as much as the synchronous server, mixes in at once what has come meanwhile, and ends no lower than
 * those that do not wait.
 * Cost: some seconds.
 */
import { scenario } from '../src/index.ts';

const LEVEL = 0.2; // ε

/** What sentences call the panels. */
const NAMES: Readonly<Record<string, string>> = {
  synchronous: 'Synchronous',
  'first-15': 'First-15',
  deadline: 'Deadline',
  buffered: 'FedBuff',
  asynchronous: 'FedAsync',
  bounded: 'Bounded',
};

export default scenario({
  name: 'stragglers-sync-vs-async',
  title: 'Stragglers: wait for them, or not?',
  question:
    'Twenty agents, whose local steps now and then take very long, under six server policies. ' +
    'What does it cost to wait for the slowest, and what not to?',
  answer: ({ panels, reaches, lowest, sentences }) => {
    const found = panels.map(({ name, of: numbersOf }) => ({
      ...numbersOf('local-sa'),
      title: NAMES[name]!,
    }));
    return sentences(reaches(LEVEL, found), lowest(found));
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
  seeds: 5,
  reach: [LEVEL],
  timing: {
    compute: { kind: 'pareto', scale: 0.2, shape: 1.2 }, // seconds for a local step
    uplinkLatency: 1,
    downlinkLatency: 1,
  },
  placement: 'inline',
  quick: { seeds: 4 },
  panels: {
    synchronous: { title: 'Synchronous', rounds: 60 },
    'first-15': { title: 'First 15 of 20', policy: { kind: 'first', count: 15 }, rounds: 360 },
    deadline: { title: 'Deadline of 15 s', policy: { kind: 'deadline', seconds: 15 }, rounds: 270 },
    buffered: { title: 'FedBuff, 5 at a time', policy: { kind: 'buffered', count: 5 }, rounds: 1300 },
    asynchronous: {
      title: 'FedAsync, α = 0.05',
      policy: { kind: 'asynchronous', mixing: 0.05 },
      rounds: 6500,
    },
    bounded: {
      title: 'At most 20 steps stale, α = 0.05',
      policy: { kind: 'bounded-staleness', staleness: 20, mixing: 0.05 },
      rounds: 800,
    },
  },
});
