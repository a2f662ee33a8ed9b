/**
 * How far apart are the agents when they communicate, and does a correction bring them together?
 *
 * Covers: a user's metric, measured with the program's; federated TD(0) on Garnets.
 * Expect: Local SA's agents go towards roots of their own in every round; under SCAFFLSA the control variates leave
 * the distance that noise makes. The columns obey consensus = agentError − error.
 * Cost: a second.
 */
import { metric, scenario } from '../src/index.ts';

/** Consensus distance: `(1/M) Σ_i ‖θ_i − (1/M) Σ_k θ_k‖²`, the θ_i before they are averaged. */
export const consensus = metric({
  name: 'consensus',
  module: import.meta.url, // for programs that make a scenario of this one
  help: 'mean squared distance of the agents’ models from their mean',
  figure: {
    title: 'Consensus distance',
    axis: 'consensus distance: mean of ‖θᵢ − mean θ‖²',
    fromFirstRound: true,
  },
  of({ theta, models }) {
    let distance = 0;
    for (let j = 0; j < theta.length; j++) {
      const mean = models.reduce((sum, model) => sum + model[j]!, 0) / models.length;
      for (const model of models) distance += (model[j]! - mean) ** 2;
    }
    return distance / models.length;
  },
});

export default scenario({
  name: 'consensus-distance',
  title: 'Agents that agree',
  question:
    'Agents drift towards roots of their own between two communications. How far from each other are their models, ' +
    'and how much of that does SCAFFLSA’s correction take away?',
  answer: ({ panels: [run], compare, interval, against, sentences }) => {
    const [local, scafflsa] = [run!.of('local-sa'), run!.of('scafflsa')];
    const apart = { tail: 'consensus' };
    const [distance] = compare([[scafflsa, local]], apart);
    return sentences(
      `The consensus distance is ${interval(local, apart)} under Local SA and ${interval(scafflsa, apart)} under SCAFFLSA: ${distance!.words}.`,
      against(local, [scafflsa]),
    );
  },
  problem: {
    kind: 'garnet',
    agents: 10,
    states: 30,
    actions: 1,
    branching: 2,
    dimension: 8,
    discount: 0.95, // γ, per step of the chain
    heterogeneity: 'high',
    seed: 2,
  },
  metrics: [consensus],
  algorithms: ['local-sa', 'scafflsa'],
  stepSize: 0.02, // η, per local step
  localSteps: 200, // H, per round
  rounds: 200,
  seeds: 5,
  quick: { rounds: 100, seeds: 4 },
});
