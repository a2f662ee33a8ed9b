/** FedHSA (Zhu et al.), Figure 2. Cost: about five seconds on two cores; `--quick` three. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-2',
  title: 'Local SA and FedHSA on heterogeneous quadratics',
  question:
    'Twenty agents minimise the average of their quadratics, with noise and without. ' +
    'How far from the minimum does Local SA stop, and does FedHSA get there?',
  reproduces: 'FedHSA, Figure 2',
  paper: {
    says: 'In this noisy setting, we observe that the FedHSA method exhibits a lower error floor compared to Local SA.',
    where: 'appendix D.1',
  },
  answer: ({ panel, against, ends, sentences }) => {
    const [quiet, noisy] = [panel('noiseless'), panel('markov')];
    return sentences(
      against(noisy.of('local-sa'), [noisy.of('fedhsa')], 'final error with noise'),
      ends([quiet.of('local-sa'), quiet.of('fedhsa')], 'Without noise'),
    );
  },
  figure: { scales: 'own' },
  differs: [
    'The paper leaves open how A_i, b_i and the noise are drawn: here A_i ⪰ I, b_i ∼ N(0, 1 + 100²) and Q_i of spectral radius 1/1.2, as in the authors’ scripts.',
    'It leaves open the start, here 0, and the number of rounds and runs, here 2,000 and twelve.',
  ],
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 20,
    dimension: 10,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'convex',
    offsetScale: Math.sqrt(1 + 100 ** 2), // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa', 'fedhsa'],
  stepSize: 0.001, // η, per local step
  localSteps: 10, // H, per round
  rounds: 2000,
  seeds: 12,
  quick: { rounds: 1200, seeds: 4 },
  panels: {
    noiseless: { title: '(a) without noise', sampling: 'exact', seeds: 1, placement: 'inline' },
    markov: { title: '(b) with Markov noise' },
  },
});
