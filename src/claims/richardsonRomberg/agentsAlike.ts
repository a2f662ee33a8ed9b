/** Richardson–Romberg, Theorem 3 and §8: the bias and variance of noise off quadratics, by γ, H and N. Computed. */
import type { ClaimDefinition } from '../claim.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';
import { lawOf, meanOf } from './programLaw.ts';
import { ALIKE, firstOrders, SMOOTH, fedAvg } from './scalarObjectives.ts';

const orders = firstOrders(ALIKE);
/** E θ̄ − θ*. */
const biasAt = (agents: number, stepSize: number, localSteps: number): number =>
  meanOf(ALIKE, agents, fedAvg(stepSize), localSteps) - orders.root;
const secondMomentAt = (agents: number, stepSize: number, localSteps: number): number => {
  const law = lawOf(ALIKE, agents, fedAvg(stepSize), localSteps);
  return law.variance + (law.mean - orders.root) ** 2;
};

/** γ, within the theorem's 1/(9L). */
const STEPS = [0.04, 0.02, 0.01].filter((step) => step <= 1 / (9 * SMOOTH));
const SMALL = 5e-4;
const FEW_AGENTS = [1, 2, 4, 8, 16];
const MANY_AGENTS = [16, 64, 256];
const SETTING =
  'Exact stationary law in one dimension, f(θ) = ln(1 + e^θ) + θ²/4 with additive noise of variance 1.';

export const AGENTS_ALIKE: readonly ClaimDefinition[] = [
  {
    name: 'richardson-romberg-stochastic-order',
    source: 'Theorem 3',
    quote: 'θ̄_sto^(γ,H) − θ⋆ = (γ/2N) b_s + O(γ²H + γ^{3/2})',
    statement:
      'With agents that are alike, what FedAvg’s bias leaves of γ b_s/(2N), and its second moment about θ* of (γ/N) A C, is O(γ²H + γ^{3/2}).',
    region:
      'The remainder must fall at least like γ^{3/2} and grow at most like H. Refuted by an exponent in γ below 1.5, which a wrong b_s gives (then it is 1), or one in H above 1. (It is 2 in γ: the γ^{3/2} of the theorem does not show.)',
    bound: true,
    conditions: SETTING,
    test: () => [
      ...[1, 4].map((agents) => ({
        statistic: `exponent of the remainder in γ, N = ${agents}, H = 10`,
        value: exactExponent(STEPS, (step) =>
          Math.abs(biasAt(agents, step, 10) - (step * orders.stochastic) / (2 * agents)),
        ),
        claimed: { low: 1.5, high: 2.5 },
      })),
      {
        statistic: 'exponent of the remainder in H, from 5 to 20, N = 4, γ = 0.01',
        value: exactExponent([5, 10, 20], (H) =>
          Math.abs(biasAt(4, 0.01, H) - (0.01 * orders.stochastic) / 8),
        ),
        claimed: { low: 0.8, high: 1.2 },
      },
      {
        statistic: 'exponent of the remainder of the second moment in γ, N = 4, H = 10',
        value: exactExponent(STEPS, (step) =>
          Math.abs(secondMomentAt(4, step, 10) - (step * orders.variance) / 4),
        ),
        claimed: { low: 1.5, high: 2.5 },
      },
      {
        statistic: 'second moment over (γ/N) A C, N = 4, H = 10, γ = 0.01',
        value: exactly(secondMomentAt(4, 0.01, 10) / ((0.01 * orders.variance) / 4), 1e-6),
        claimed: { low: 0.99, high: 1.01 },
      },
    ],
  },
  {
    name: 'richardson-romberg-bias-speed-up',
    source: 'Theorem 3',
    quote:
      'as long as γH is small enough, both the bias and the variance of FedAvg decrease inversely proportional to the number of clients N',
    statement: 'Where γHN is small, FedAvg’s bias and variance fall like 1/N.',
    printed: 'a small γH is enough, whatever N is.',
    region:
      'Linear speed-up has the exponent −1. Refuted outside −1.1 to −0.9. γHN is at most 0.016 for the corrected form; the printed one has γH = 0.1 and N = 16 to 256, within the theorem’s γ ≤ 1/(9L) and γμH ≤ 1. Its remainder O(γ²H) has no 1/N: it is the noise of each agent’s own local steps, and overtakes γ b_s/(2N) where γHN is about 1.',
    conditions: SETTING,
    test: () => [
      {
        statistic: `exponent of the bias in N, N = 1 to 16, H = 2, γ = ${SMALL}`,
        value: exactExponent(FEW_AGENTS, (agents) => Math.abs(biasAt(agents, SMALL, 2))),
        claimed: { low: -1.1, high: -0.9 },
      },
      {
        statistic: `the bias over γ b_s/(2N), N = 1, H = 2, γ = ${SMALL}`,
        value: exactly(biasAt(1, SMALL, 2) / ((SMALL * orders.stochastic) / 2), 1e-5),
        claimed: { low: 0.9, high: 1.1 },
      },
      {
        statistic: 'exponent of the second moment about θ* in N, the same',
        value: exactExponent(FEW_AGENTS, (agents) => secondMomentAt(agents, SMALL, 2)),
        claimed: { low: -1.1, high: -0.9 },
      },
      {
        statistic: 'exponent of the bias in N, N = 16 to 256, H = 10, γ = 0.01',
        value: exactExponent(MANY_AGENTS, (agents) => Math.abs(biasAt(agents, 0.01, 10))),
        claimed: { low: -1.1, high: -0.9 },
        isPrinted: true,
      },
    ],
  },
];
