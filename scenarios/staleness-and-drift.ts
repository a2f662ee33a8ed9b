/**
 * Which correction survives staleness?
 *
 * Covers: FedBuff, five answers at a time, on FedHSA's quadratics (appendix D.1) with five of twenty
 * agents slower than the others, by a factor from 1 to 30.
 * Choices, all ours: a fast agent's local step takes an exponential time of mean 0.1 s; the answers of
 * slow agents are as stale as their factor makes them.
 * SCAFFOLD's c and the v̄ of SCAFFLSA, whose control variates the server keeps under this policy, are averages over all
 * agents, whichever answers more often: they keep both at θ*, noise aside.
 * Cost: about a minute; `--quick` 45 seconds. Most of them are for exact curves.
 */
import { scenario } from '../src/index.ts';

const timing = (factor: number) =>
  ({
    compute: { kind: 'exponential', mean: 0.1 }, // seconds for a local step
    agents: [{ agents: SLOW, compute: { kind: 'exponential', mean: 0.1 * factor } }],
  }) as const;

const SLOW = [15, 19] as const; // agents, first and last

export default scenario({
  name: 'staleness-and-drift',
  title: 'Drift under staleness',
  question:
    'Five of twenty agents are up to 30 times slower, and the server takes five answers at a time. ' +
    'Which algorithms correct for fast agents answering more often?',
  answer: ({ panels, compare, bias, interval, unsettled, sentence, sentences }) => {
    const { at, of: numbersOf, algorithms } = panels.at(-1)!;
    const [alike, local] = [panels[0]!.of('local-sa'), numbersOf('local-sa')];
    const others = algorithms.filter((algorithm) => algorithm !== local);
    const errors = others
      .filter(({ ending }) => ending === 'converged')
      .map((algorithm) => `${interval(algorithm)} (${algorithm.title})`);
    const open = unsettled([{ ...alike, title: 'Local SA with equal agents' }, local]);
    return sentences(
      sentence(
        bias(local, others),
        local.ending !== 'converged' || errors.length === 0 ? '' : `final errors are ${errors.join(', ')}`,
      ),
      open === ''
        ? `Local SA’s final error is ${interval(local)} with five agents ${at} times slower, ${interval(alike)} with equal agents: ${compare([[local, alike]])[0]!.words}.`
        : open,
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
  algorithms: ['local-sa', 'scafflsa', 'scaffold'],
  stepSize: 0.005, // η, per local step
  localSteps: 10, // H, per dispatch
  rounds: 4000,
  seeds: 5,
  policy: { kind: 'buffered', count: 5 },
  placement: 'inline',
  quick: { seeds: 4 },
  across: 'how much slower five agents are',
  panels: {
    'slower-1': { title: 'All alike', at: 1, timing: timing(1) },
    'slower-3': { title: '3 times slower', at: 3, timing: timing(3) },
    'slower-10': { title: '10 times slower', at: 10, timing: timing(10) },
    'slower-30': { title: '30 times slower', at: 30, timing: timing(30) },
  },
});
