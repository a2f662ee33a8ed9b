/** FedHSA (Zhu et al.), Figure 6. Cost: about 20 seconds on two cores; `--quick` ten. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-6',
  title: 'Local SA and FedHSA on TD learning',
  question:
    'Two hundred agents evaluate two hundred Markov reward processes with one linear value function, and share nothing but the parameter. ' +
    'Where do Local SA and FedHSA end, without noise and on Markov observations?',
  reproduces: 'FedHSA, Figure 6',
  paper: {
    says: 'Figure 6 clearly demonstrates that FedHSA converges exponentially fast to θ* in the noiseless case and consistently outperforms Local SA both in the noiseless case and the one with Markovian noise.',
    where: 'appendix D.2',
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
    'The paper leaves open how the processes are drawn, and the step size: here rows of P uniform and normalised, r ∼ U(0, 2), γ_i ∼ U(0.5, 0.99), Φ_i ∼ U(0, 1), η = 0.03 and 2,000 rounds, as in the authors’ scripts.',
    'The start, here 0, and five runs are our choice.',
  ],
  problem: {
    kind: 'linear-features-td',
    agents: 200,
    states: 100,
    dimension: 50,
    discount: [0.5, 0.99], // γ_i ∼ U(low, high), per step of the chain
    reward: [0, 2], // r_i(s) ∼ U(low, high)
    seed: 1,
  },
  algorithms: ['local-sa', 'fedhsa'],
  stepSize: 0.03, // η, per local step
  localSteps: 10, // H, per round
  rounds: 2000,
  seeds: 5,
  quick: { rounds: 500, seeds: 2 },
  panels: {
    noiseless: { title: '(a) without noise', sampling: 'exact', seeds: 1 },
    markov: { title: '(b) on Markov observations' },
  },
});
