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

const CLEAR = 0.1; // of Local SA's error, below which an algorithm corrects: our choice

const timing = (factor: number) =>
  ({
    compute: { kind: 'exponential', mean: 0.1 }, // seconds for a local step
    agents: [{ agents: SLOW, compute: { kind: 'exponential', mean: 0.1 * factor } }],
  }) as const;

const [FAST, SLOW] = [
  [0, 14],
  [15, 19],
] as const; // agents, first and last

export default scenario({
  name: 'staleness-and-drift',
  title: 'Drift under staleness',
  question:
    'Five of twenty agents are slower and slower, under a server that takes five answers at a time. ' +
    'How stale are their answers, and which algorithm corrects for it that who answers more often weighs more?',
  answer: ({ panels, text, percent }) => {
    const [alike, slowest] = [panels[0]!, panels.at(-1)!];
    const local = slowest.of('local-sa');
    const others = slowest.algorithms.filter(({ algorithm }) => algorithm !== 'local-sa');
    const corrected = others.filter(({ floor }) => floor < CLEAR * local.floor);
    const fromTo = ({ algorithm, title, floor }: typeof local): string =>
      `${title}'s from ${text(alike.of(algorithm).floor, 2)} to ${text(floor, 2)}`;
    const theory = slowest.algorithms
      .map(({ title, bias, expected }) => `${text(bias, 2)} of ${text(expected, 2)} for ${title}`)
      .join(', ');
    return (
      `${corrected.length === 0 ? 'None' : corrected.map(({ title }) => title).join(' and ')} ${corrected.length > 1 ? 'correct' : 'corrects'} for it: with five agents ${slowest.at} times slower ` +
      `Local SA's error goes from ${text(alike.of('local-sa').floor, 2)} to ${text(local.floor, 2)}, ${others.map(fromTo).join(', ')}. ` +
      `Answers of slow agents are ${text(local.staleness(SLOW).mean, 2)} server steps stale on average, at most ${text(local.staleness(SLOW).largest)}, ` +
      `the others' ${text(local.staleness(FAST).mean, 2)}. The share of slow agents in the model falls from ` +
      `${percent(alike.of('local-sa').contribution(SLOW))} to ${percent(local.contribution(SLOW))}: Local SA goes to the root of an average with these shares. ` +
      `Corrected steps are zero in the mean at θ* for each agent, so shares do not matter` +
      (theory.includes('NaN')
        ? '.'
        : `: of the error that exact theory expects along these arrivals, squared bias is ${theory}; the rest is noise.`)
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
  quick: { seeds: 2 },
  across: 'how much slower five agents are',
  panels: {
    'slower-1': { title: 'All alike', at: 1, timing: timing(1) },
    'slower-3': { title: '3 times slower', at: 3, timing: timing(3) },
    'slower-10': { title: '10 times slower', at: 10, timing: timing(10) },
    'slower-30': { title: '30 times slower', at: 30, timing: timing(30) },
  },
});
