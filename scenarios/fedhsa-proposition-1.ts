/** FedHSA (Zhu et al.), Proposition 1; each panel takes T = 5/η rounds, so that all go equally far in ηHT. Cost: some seconds. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-proposition-1',
  title: 'Two local steps are enough for a bias',
  question:
    'Agents take two noiseless steps a round. Does Local SA end at a distance of η‖v‖ from the root, ' +
    'v = (2Ā + ηĀ′)⁻¹ (1/M) Σ Ā_i² (θ_i* − θ*), and FedHSA at the root?',
  reproduces: 'FedHSA, Proposition 1',
  paper: {
    says: 'The main takeaway from Proposition 1 is that even with just 2 local steps (i.e., H=2) and no noise, in the limit, there is a non-vanishing error ηv that depends on how much each local root θ_i* differs from the global root θ*.',
    where: '§2.2',
  },
  answer: ({ panels, slope, percent, known, sentences }) => {
    const local = panels.map((panel) => panel.of('local-sa'));
    const off = Math.max(...local.map(({ last, limit }) => Math.abs(last.mean / limit - 1)));
    const corrected = Math.max(...panels.map((panel) => panel.of('fedhsa').last.mean));
    return sentences(
      known(
        [off, corrected],
        (_, error) =>
          `In the last round Local SA’s squared error differs from η²‖v‖² by at most ${percent(off)}; FedHSA’s is at most ${error}.`,
      ),
      known(
        local.map(({ last }) => last.mean),
        () => `Local SA’s error against η has ${slope('local-sa')}; 2 if v did not depend on η.`,
      ),
    );
  },
  figure: { axes: 'across', algorithms: ['local-sa'], slope: 2 },
  differs: [
    'The proposition is of any linear problem; here it is Figure 2’s quadratics without noise, M = 20, d = 10.',
    'v depends on η, so that the slope is a little more than 2 where η is large.',
  ],
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 20,
    dimension: 10,
    noiseVariance: 0.01, // σ_ε², unused: the sampling is exact
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'convex',
    offsetScale: Math.sqrt(1 + 100 ** 2), // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa', 'fedhsa'],
  sampling: 'exact',
  placement: 'inline', // too little work for threads
  localSteps: 2, // H, per round
  quick: { problem: { agents: 10 } },
  across: 'step size η',
  panels: {
    'eta-1e-3': { title: 'η = 0.001', at: 0.001, stepSize: 0.001, rounds: 5000 },
    'eta-3e-3': { title: 'η = 0.003', at: 0.003, stepSize: 0.003, rounds: 1667 },
    'eta-1e-2': { title: 'η = 0.01', at: 0.01, stepSize: 0.01, rounds: 500 },
    'eta-3e-2': { title: 'η = 0.03', at: 0.03, stepSize: 0.03, rounds: 167 },
    'eta-1e-1': { title: 'η = 0.1', at: 0.1, stepSize: 0.1, rounds: 50 },
  },
});
