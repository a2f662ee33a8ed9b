/**
 * What happens to the answer when agents go, and when they come back?
 *
 * Covers: availability, dropout, crash with and without return, under a server that waits no longer
 * than a deadline, on FedHSA's quadratics (appendix D.1).
 * Choices, all ours: a local step takes an exponential time of mean 0.1 s, a round's deadline is 2 s;
 * five of twenty agents crash after 400 s and return, if they do, after another 400 s, without memory.
 * Expect: agents that miss rounds at random add noise to Local SA and FedHSA, and hardly any to SCAFFLSA, whose
 * models agree at θ*. A crash moves Local SA and FedHSA to the root of those who are left, and a return brings
 * them back. SCAFFLSA stays at θ*, noise aside, since the others' ξ_i make up for those who are gone; but who
 * returns has lost its ξ_i, so that they no longer sum to 0, and the bias comes with the return.
 * Cost: about 12 seconds; `--quick` six.
 */
import { type FoundAlgorithm, scenario } from '../src/index.ts';

const FAR = 0.5; // a squared error that is no noise
const LEAVING = [15, 19] as const; // first and last of those that crash
const compute = { kind: 'exponential', mean: 0.1 } as const; // seconds for a local step

export default scenario({
  name: 'dropout-and-return',
  title: 'Agents that go, and agents that come back',
  question:
    'Twenty agents and a deadline. Some miss rounds, some crash, some return: ' +
    'whose root does the server find?',
  answer: ({ panel, text }) => {
    const [crash, back] = [panel('crash'), panel('crash-and-return')];
    const listed = (found: readonly FoundAlgorithm[], of: (one: FoundAlgorithm) => number): string =>
      found.map((one) => `${one.title} (${text(of(one), 2)})`).join(' and ');
    const isFar = (error: number): boolean => error > FAR;
    const gone = crash.algorithms.filter(({ floor }) => isFar(floor));
    const stay = crash.algorithms.filter(({ floor }) => !isFar(floor));
    const home = back.algorithms.filter(({ last }) => !isFar(last.mean));
    const astray = back.algorithms.filter(({ last }) => isFar(last.mean));
    const floor = (one: FoundAlgorithm): number => one.floor;
    const last = (one: FoundAlgorithm): number => one.last.mean;
    return (
      `When five of twenty crash, the model goes to the root of the other fifteen, at ${text(crash.survivors[0]!)}, under ${listed(gone, floor) || 'none'}, and stays at the root of all under ${listed(stay, floor) || 'none'}. ` +
      `When the five return, it ends at the root of all under ${listed(home, last) || 'none'}, and away from it under ${listed(astray, last) || 'none'}` +
      (astray.some(({ algorithm }) => algorithm === 'scafflsa')
        ? ': who returns has lost its control variate, and those of SCAFFLSA no longer sum to zero. '
        : '. ') +
      `With everybody there the errors are ${panel('everybody')
        .algorithms.map((one) => `${text(one.floor, 2)} (${one.title})`)
        .join(', ')}.`
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
  algorithms: ['local-sa', 'scafflsa', 'fedhsa'],
  stepSize: 0.005, // η, per local step
  localSteps: 10, // H, per round
  rounds: 600,
  seeds: 5,
  policy: { kind: 'deadline', seconds: 2 },
  timing: { compute },
  placement: 'inline',
  quick: { seeds: 2 },
  panels: {
    everybody: { title: 'Everybody stays' },
    dropout: { title: 'A fifth missed', timing: { compute, dropout: 0.2 } },
    'on-and-off': {
      title: 'On 20 s, off 5 s',
      timing: {
        compute,
        availability: { on: { kind: 'exponential', mean: 20 }, off: { kind: 'exponential', mean: 5 } },
      },
    },
    'crash-and-return': {
      title: 'Crash and return',
      timing: { compute, agents: [{ agents: LEAVING, crash: { at: 400, returnsAfter: 400 } }] },
    },
    crash: {
      title: 'Five crash',
      timing: { compute, agents: [{ agents: LEAVING, crash: { at: 400 } }] },
    },
  },
});
