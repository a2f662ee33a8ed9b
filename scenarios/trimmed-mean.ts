/**
 * Two of twenty agents send their models with the other sign: the mean and trimmed means.
 *
 * Covers: attacked algorithms; the trimmed mean of each coordinate, with shares below and from the attackers’ on; federated TD(0)
 * on Garnets that hardly differ, where the honest agents have nearly one root.
 * Choices, all ours: agents 18 and 19 attack, β = 0.1 and 0.2. Cost: two seconds.
 */
import { attacked, localSa, scenario, trimmedMean } from '../src/index.ts';

const attack = { agents: [18, 19], attack: 'sign-flip' } as const;
const trimmed = attacked(trimmedMean, attack);

export default scenario({
  name: 'trimmed-mean',
  title: 'Agents that attack',
  question:
    'Two of twenty agents send −θᵢ instead of θᵢ. What error does that leave with the mean, and with means that drop the smallest ' +
    'and the largest tenth or fifth of each coordinate?',
  answer: ({ panels: [run], placed, interval, sentence, sentences }) => {
    const [honest, mean, ...others] = run!.algorithms;
    if (mean === undefined) return '';
    const { first, last } = mean.window;
    const values = others.map((algorithm) => `, ${interval(algorithm)} (${algorithm.title})`);
    const ratios = placed(
      others.map((algorithm) => [algorithm.title.replace('Trimmed, ', ''), algorithm, mean] as const),
    );
    return sentences(
      `Under the attack the error over rounds ${first}–${last} is ${interval(mean)} with the mean${values.join('')}.`,
      sentence(
        others.length === 0 ? '' : ratios.map((ratio) => `Trimmed means’ is ${ratio}`),
        `without the attack it is ${interval(honest!)}`,
      ),
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
  algorithms: [
    localSa.with({ label: 'Mean, no attack' }),
    attacked(localSa, attack).with({ label: 'Mean' }),
    trimmed.with({ trim: 0.1, label: 'Trimmed, β = 0.1' }),
    trimmed.with({ trim: 0.2, label: 'Trimmed, β = 0.2' }),
  ],
  stepSize: 0.05, // η, per local step
  localSteps: 20, // H, per round
  rounds: 300,
  seeds: 5,
  quick: { seeds: 4 },
});
