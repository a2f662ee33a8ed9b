/**
 * Q-learning by agents of which none visits all pairs of state and action often: equal and importance averaging.
 *
 * Covers: weights by visits, on a tabular problem; the idea of Woo, Joshi and Chi, “The blessing of heterogeneity in federated
 * Q-learning: linear speedup and beyond”, JMLR 26(26), 2025, whose settings and weights are not used.
 * Choices, all ours: one Garnet of 5 states and 5 actions; agent i takes action i mod 5 with probability 0.99, or in the
 * second panel all actions equally often. Cost: two seconds.
 */
import { type Compared, scenario } from '../src/index.ts';

/** What weights by visits do to the error, by the comparison. */
const VERBS: Readonly<Record<Compared['side'], string>> = {
  lower: 'lower the error',
  higher: 'raise the error',
  alike: 'leave the error alike',
  'not separated': 'leave the error not separated',
};

export default scenario({
  name: 'importance-averaging',
  title: 'Agents that see different pairs',
  question:
    'Ten agents learn one table of action values, and each tries one of five actions almost always. How does the average weigh ' +
    'agents that have hardly visited a pair?',
  answer: ({ panels, compare, interval, cost, sentence, sentences }) =>
    sentences(
      ...panels.map(({ title, algorithms: [equal, weighted] }) => {
        if (equal === undefined || weighted === undefined) return '';
        const [{ side }] = compare([[weighted, equal]]) as [Compared];
        const { first, last } = equal.window;
        const [before, after] = [interval(equal), interval(weighted)];
        return sentence(
          `${title}: weights by visits ${VERBS[side]} ${
            side === 'lower' || side === 'higher' ? `from ${before} to ${after}` : `(${before} and ${after})`
          } over rounds ${first}–${last}${cost(weighted, equal)}`,
        );
      }),
    ),
  problem: {
    kind: 'q-learning',
    agents: 10,
    environment: {
      kind: 'garnet',
      states: 5,
      actions: 5,
      branching: 3,
      heterogeneity: 'low',
      perturbation: 0,
    },
    behaviour: { preferred: 0.99 },
    features: { kind: 'tabular' },
    discount: 0.8, // γ
    seed: 1,
  },
  algorithms: ['local-sa', 'importance-averaging'],
  stepSize: 0.1, // η, per local step
  localSteps: 50, // H, per round
  rounds: 30,
  seeds: 5,
  quick: { seeds: 4 },
  panels: {
    preferred: { title: 'Each agent prefers one action' },
    uniform: { title: 'All actions equally often', problem: { behaviour: 'uniform' } },
  },
});
