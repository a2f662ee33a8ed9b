/**
 * Scaffnew (Mishchenko, Malinovsky, Stich, Richtárik, "ProxSkip: Yes! Local Gradient Steps Provably Lead to
 * Communication Acceleration! Finally!", ICML 2022, Algorithm 2): local steps `θ_i ← θ_i + η (G_i + h_i)`, and
 * after an exchange, which comes with probability p, `h_i ← h_i + (p/η) (θ̄ − θ_i)`. After every H-th step
 * p is 1/H. SCAFFLSA is the same on stochastic approximation, so the two agree.
 */
import { algorithmOfRound, stepSize } from '../../src/index.ts';

export const scaffnew = algorithmOfRound({
  name: 'scaffnew',
  title: 'Scaffnew',
  source: 'Mishchenko et al. 2022, Algorithm 2',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  round: ({ stepSize }, trigger) => {
    const p = trigger.kind === 'bernoulli' ? trigger.probability : 1 / trigger.localSteps;
    return {
      memory: false,
      correction: 'kept', // h_i
      opening: { model: { server: 1 } },
      act: { kind: 'step', stepSize },
      closing: () => ({
        server: { meanModel: 1 },
        correction: { correction: 1, meanModel: p / stepSize, model: -p / stepSize },
      }),
    };
  },
});
