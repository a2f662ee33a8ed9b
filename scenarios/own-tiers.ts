/**
 * TiFL from `scenarios/policies`, a user’s policy, beside sampled and synchronous participation, with agents of three speeds.
 *
 * Of TiFL’s rounds a third waits for slow agents, of sampled ones nearly all. Cost: ten seconds.
 */
import { type FoundAlgorithm, scenario } from '../src/index.ts';
import { tifl } from './policies/tifl.ts';

export default scenario({
  name: 'own-tiers',
  title: 'Your own policy: tiers',
  question:
    'Fifteen agents, a third of them ten times and a third three times as slow as the others. How far does a round of agents ' +
    'of one tier get in the time in which a sampled round waits for the slowest?',
  answer: ({ panel, known, interval, lowest, sentences }) => {
    const named = (name: string, title: string): FoundAlgorithm => ({
      ...panel(name).of('local-sa'),
      title,
    });
    const all = [
      named('tifl', 'TiFL'),
      named('sampled', 'random sampling'),
      named('synchronous', 'full participation'),
    ];
    const [inTiers, sampled, full] = all.map(
      (algorithm) => `${interval(algorithm, 'roundSeconds')} with ${algorithm.title}`,
    );
    return sentences(
      known(
        all.map(({ roundSeconds }) => roundSeconds),
        () => `A round takes ${inTiers!}, ${sampled!} and ${full!}.`,
      ),
      lowest([
        all[0]!,
        { ...all[1]!, title: 'Random sampling' },
        { ...all[2]!, title: 'Full participation' },
      ]),
    );
  },
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 15,
    dimension: 10,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'convex',
    offsetScale: 1, // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa'],
  stepSize: 0.005, // η, per local step
  localSteps: 10, // H, per round
  rounds: 300,
  seeds: 5,
  quick: { seeds: 4, rounds: 100 },
  // seconds for a local step
  timing: {
    compute: { kind: 'exponential', mean: 1 },
    agents: [
      { agents: [5, 9], compute: { kind: 'exponential', mean: 3 } },
      { agents: [10, 14], compute: { kind: 'exponential', mean: 10 } },
    ],
  },
  panels: {
    synchronous: { title: 'All agents', policy: 'synchronous' },
    sampled: { title: 'Five agents, drawn from all', policy: 'sampled:5' },
    tifl: { title: 'Five agents of one tier of three', policy: tifl.with({ count: 5, tiers: 3 }) },
  },
});
