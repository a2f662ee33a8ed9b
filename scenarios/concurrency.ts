/**
 * How many agents should be at work at once?
 *
 * Covers: the concurrency M_c of FedBuff with uniform assignment (Nguyen et al. 2022; Koloskova, Stich and Jaggi
 * 2022), on FedHSA's quadratics (appendix D.1), five of twenty agents ten times slower than the others.
 * Choices, all ours: a fast agent's local step takes an exponential time of mean 0.1 s; 3,000 simulated seconds.
 * Cost: 12 seconds; `--quick` three.
 */
import { scenario } from '../src/index.ts';

const LEVEL = 1e-3; // ε

const atWork = (concurrency: number) =>
  ({
    title: concurrency === 20 ? 'All 20 at work' : `${concurrency} of 20 at work`,
    at: concurrency,
    policy: { kind: 'buffered', count: 5, concurrency },
  }) as const;

export default scenario({
  name: 'concurrency',
  title: 'Concurrency: fast, stale and uneven',
  question:
    'A server that keeps more agents at work steps more often, on staler answers, and more often on those of fast agents. ' +
    'How many, M_c, should be at work?',
  answer: ({ panels, reaches, against, unsettled, sentences }) => {
    const named = (algorithm: string) =>
      panels.map(({ at, of: numbersOf }) => ({
        ...numbersOf(algorithm),
        title: `${numbersOf(algorithm).title} with M_c = ${at}`,
      }));
    const local = named('local-sa');
    const [fewest, ...more] = local.filter(({ ending }) => ending === 'converged');
    const others = [...more.slice(-1), ...local.filter(({ ending }) => ending !== 'converged')];
    return sentences(
      reaches(LEVEL, named('scaffold')),
      fewest === undefined ? unsettled(local) : against(fewest, others, 'final error', 1),
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
  algorithms: ['local-sa', 'scaffold'],
  stepSize: 0.002, // η, per local step
  localSteps: 10, // H, per dispatch
  seconds: 3000,
  seeds: 5,
  reach: [LEVEL],
  timing: {
    compute: { kind: 'exponential', mean: 0.1 }, // seconds for a local step
    agents: [{ agents: [15, 19], compute: { kind: 'exponential', mean: 1 } }],
  },
  placement: 'inline',
  quick: { seeds: 4, seconds: 600 },
  across: 'agents at work',
  panels: {
    'at-work-1': atWork(1),
    'at-work-2': atWork(2),
    'at-work-5': atWork(5),
    'at-work-10': atWork(10),
    'at-work-20': atWork(20),
  },
});
