/**
 * Q-learning by agents of which none visits all pairs of state and action often: equal and importance averaging.
 *
 * Covers: weights by visits, on a tabular problem; the idea of Woo, Joshi and Chi, “The blessing of heterogeneity in federated
 * Q-learning: linear speedup and beyond”, JMLR 26(26), 2025, whose settings and weights are not used.
 * Choices, all ours: one Garnet of 5 states and 5 actions; agent i takes action i mod 5 with probability 0.99, or in the
 * second panel all actions equally often. Cost: two seconds.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'importance-averaging',
  title: 'Agents that see different pairs',
  question:
    'Ten agents learn one table of action values, and each tries one of five actions almost always. How does the average weigh ' +
    'agents that have hardly visited a pair?',
  answer: ({ panels, compare, interval, sentences }) =>
    sentences(
      ...panels.map(({ title, algorithms: [equal, weighted] }) => {
        const [error] = compare([[weighted!, equal!]], 'last');
        const verb = error!.side === 'not separated' ? 'not separated from' : `${error!.side} than`;
        return (
          `${title}: with weights by visits the last error, ${interval(weighted!, 'last')}, is ${verb} ` +
          `that with equal weights, ${interval(equal!, 'last')}.`
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
