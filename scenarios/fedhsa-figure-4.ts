/** FedHSA (Zhu et al.), Figure 4. Cost: about five seconds on two cores; `--quick` three. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-4',
  title: 'Local SA and FedHSA on saddles that average to a bowl',
  question:
    'Objectives of single agents have no minimum, their average has one. ' +
    'Does FedHSA find it, as if each of them were convex?',
  reproduces: 'FedHSA, Figure 4',
  paper: {
    says: 'As demonstrated in Figures 4 and 5, the observed results remain consistent with those obtained under strongly convex objectives.',
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
    'The paper leaves open how symmetric A_i are drawn: here Gaussian ones with eigenvalues of about −2 to 2, moved together so that their average is I + WᵀW/d. Most single objectives are saddles, their average is strongly convex.',
    'b_i, the noise, the start and the number of runs as for Figure 2; here 2,500 rounds.',
  ],
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 20,
    dimension: 10,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'non-convex',
    offsetScale: Math.sqrt(1 + 100 ** 2), // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa', 'fedhsa'],
  stepSize: 0.001, // η, per local step
  localSteps: 10, // H, per round
  rounds: 2500,
  seeds: 12,
  quick: { rounds: 1500, seeds: 4 },
  panels: {
    noiseless: { title: '(a) without noise', sampling: 'exact', seeds: 1, placement: 'inline' },
    markov: { title: '(b) with Markov noise' },
  },
});
