/**
 * Local SA and Quorum SA from `scenarios/algorithms` without rounds, with 20, 60 and 120 local steps.
 *
 * Covers: a server that judges updates by how far its model has moved meanwhile; asynchronous runs that delays make unstable.
 * Choices, all ours: a step takes four updates of twenty agents, one of them a hundred times slower than the others; ε = 0.2, and
 * at least half of a step's updates must be near. Cost: three seconds.
 */
import { scenario } from '../src/index.ts';
import { quorumSa } from './algorithms/quorumSa.ts';

export default scenario({
  name: 'delay-adaptive',
  title: 'Updates from far away',
  question:
    'Each server step applies four updates of twenty agents, so updates are several steps old, and those of one agent hundreds. ' +
    'How does the error change with the local steps, and what does a server gain that leaves out updates from far away?',
  answer: ({ panels, placed, against, sentence, sentences }) => {
    const errors = placed(
      panels.map(
        ({ title, of: numbersOf }) => [title, numbersOf('quorum-sa'), numbersOf('local-sa')] as const,
      ),
    );
    const { title, algorithms } = panels.at(-1)!;
    const [local, ...others] = algorithms.map((algorithm) => ({
      ...algorithm,
      title: `${algorithm.title} at ${title}`,
    }));
    return sentences(
      sentence(errors.map((words) => `Compared with Local SA’s, Quorum SA’s error is ${words}`)),
      against(local!, others),
    );
  },
  problem: {
    kind: 'garnet',
    agents: 20,
    states: 30,
    actions: 2,
    branching: 2,
    dimension: 8,
    discount: 0.9, // γ, per step of the chain
    heterogeneity: 'low',
    perturbation: 0.0002,
    seed: 1,
  },
  algorithms: ['local-sa', quorumSa.with({ distance: 0.2 })],
  stepSize: 0.02, // η, per local step
  rounds: 400, // server steps
  seeds: 5,
  policy: { kind: 'buffered', count: 4 },
  timing: {
    compute: { kind: 'exponential', mean: 0.02 }, // seconds for a local step
    agents: [{ agents: [19, 19], compute: { kind: 'exponential', mean: 2 } }],
  },
  placement: 'inline',
  quick: { seeds: 4 },
  panels: {
    h20: { title: 'H = 20', localSteps: 20 },
    h60: { title: 'H = 60', localSteps: 60 },
    h120: { title: 'H = 120', localSteps: 120 },
  },
});
