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
import { scenario } from '../src/index.ts';

const FAR = 0.5; // a squared error that is no noise
const LEAVING = [15, 19] as const; // first and last of those that crash
const compute = { kind: 'exponential', mean: 0.1 } as const; // seconds for a local step

export default scenario({
  name: 'dropout-and-return',
  title: 'Agents that go, and agents that come back',
  question:
    'Twenty agents and a deadline. Some miss rounds, some crash, some return: ' +
    'whose root does the server find?',
  answer: ({ panel, compare, interval, sentences }) => {
    // Far from the root of all: beyond a distance that no algorithm has while no agent is away.
    const placed = (name: string, quantity: 'floor' | 'last'): string => {
      const { algorithms } = panel(name);
      const sides = compare(
        algorithms.map((algorithm) => [algorithm, FAR] as const),
        quantity,
      );
      const parts = (
        [
          ['higher', `above ${FAR} under`],
          ['lower', 'below it under'],
          ['not separated', 'not separated from it under'],
        ] as const
      ).flatMap(([side, words]) => {
        const titles = algorithms
          .filter((_, k) => sides[k]!.side === side)
          .map((algorithm) => `${algorithm.title} (${interval(algorithm, quantity)})`);
        return titles.length === 0 ? [] : [`${words} ${titles.join(' and ')}`];
      });
      const text = parts.join(', ');
      return text.includes('above') ? text : text.replace('it', String(FAR));
    };
    const hasFloors = panel('crash-and-return').algorithms.every(({ ending }) => ending === 'converged');
    return sentences(
      `While five agents are away the error is ${placed('crash', 'floor')}.`,
      hasFloors
        ? `After their return it is ${placed('crash-and-return', 'floor')}.`
        : `In the last round, after their return, it is ${placed('crash-and-return', 'last')}.`,
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
  quick: { seeds: 4 },
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
