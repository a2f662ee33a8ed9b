/**
 * Does it matter whether communication comes by the clock or by a coin?
 *
 * Covers: SCAFFLSA's two triggers, H 2 (every H-th step) and H 1 (a coin of p = 1/H after each
 * step), with as many communications on the average, on FedHSA's quadratics (appendix D.1).
 * Choices, all ours: synchronous, 20,000 local steps of an exponential time of mean 0.1 s, messages
 * of 0.5 s each way.
 * Expect: a coin has long gaps as well as short ones, and drift grows faster than the gap, so that the coin costs
 * Local SA its bias. SCAFFLSA and FedHSA have none either way; FedHSA's noise, one observation a round, stays in
 * use for longer in a long gap.
 * Cost: about ten seconds; `--quick` four.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'bernoulli-vs-deterministic',
  title: 'Communication by the clock and by a coin',
  question:
    'As many communications on the average, at fixed gaps or at random ones: what does the coin cost?',
  answer: ({ panels, panel, placed, unsettled, sentence, sentences }) => {
    const pairs = [
      [panel('h-10'), panel('p-0-1')],
      [panel('h-50'), panel('p-0-02')],
    ] as const;
    const [local, ...others] = pairs[0][0].algorithms;
    const costs = (algorithm: string): readonly string[] =>
      placed(pairs.map(([gap, coin]) => [gap.title, coin.of(algorithm), gap.of(algorithm)] as const));
    const groups = new Map<string, string[]>();
    for (const { algorithm, title } of others) {
      const [cost] = costs(algorithm) as [string];
      groups.set(cost, [...(groups.get(cost) ?? []), `${title}’s`]);
    }
    const open = unsettled(
      panels.flatMap(({ algorithms: all, title }) =>
        all.map((algorithm) => ({ ...algorithm, title: `${algorithm.title} at ${title}` })),
      ),
    );
    return sentences(
      sentence(costs(local!.algorithm).map((cost) => `With random gaps ${local!.title}’s error is ${cost}`)),
      sentence(
        ...[...groups].map(
          ([cost, titles]) => `${titles.join(' and ')} ${titles.length === 1 ? 'is' : 'are'} ${cost}`,
        ),
        open,
      ),
    );
  },
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 5,
    dimension: 5,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'convex',
    offsetScale: 10, // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa', 'scafflsa', 'fedhsa'],
  stepSize: 0.002, // η, per local step
  steps: 20_000,
  seeds: 10,
  timing: {
    compute: { kind: 'exponential', mean: 0.1 }, // seconds for a local step
    uplinkLatency: 0.5,
    downlinkLatency: 0.5,
  },
  placement: 'inline',
  quick: { steps: 6000, seeds: 4 },
  panels: {
    'h-10': { title: 'H = 10', localSteps: 10 },
    'p-0-1': { title: 'p = 0.1', communicationProbability: 0.1 },
    'h-50': { title: 'H = 50', localSteps: 50 },
    'p-0-02': { title: 'p = 0.02', communicationProbability: 0.02 },
  },
});
