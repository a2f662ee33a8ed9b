/** FedHSA, Theorems 1 and 2: what the error floor depends on, exactly. Computed, without a run. */
import { fedHsaConstants, mixingRates, mixingTimeOf } from '../../theory/bounds/fedHsa/constants.ts';
import { markovShape } from '../../theory/bounds/fedHsa/convergence.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import type { ClaimDefinition } from '../claim.ts';
import { errorsAt, plain, solved, stationaryErrors } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';
import { chainAgents, LIPSCHITZ, MONOTONICITY } from '../chainAgents.ts';

const DIFFERENCES = { spread: 0.5, pull: 3 };

/** The stationary E ‖θ̄ − θ*‖² at an effective step α = Hη. */
function floorAt(
  agents: number,
  localSteps: number,
  alpha: number,
  memory = 0,
  sampling: 'iid' | 'markov' = 'iid',
): number {
  return stationaryErrors(
    solved(chainAgents({ agents, memory, ...DIFFERENCES })),
    { trigger: { kind: 'deterministic', localSteps }, sampling },
    plain('fedhsa', alpha / localSteps),
  ).meanSquare;
}

const AGENTS = [2, 4, 8, 16];
const LOCAL_STEPS = [1, 2, 4, 8];
const ALPHAS = [0.02, 0.01, 0.005];
const SMALL = 0.005;
/** E (b − Aθ*)², half of A’s and of b’s difference between two states */
const ROOT_NOISE = (1 - 0.3) ** 2;
const MEMORIES = [0.5, 0.8, 0.9];

/** τ̄/(1 − ρ) of chains with the eigenvalue λ. */
function inflationOf(memory: number, alpha: number): number {
  const { problem } = solved(chainAgents({ agents: 2, memory, ...DIFFERENCES }));
  const rates = mixingRates([problem.agent(0).chain!, problem.agent(1).chain!]);
  if ('reason' in rates) throw new RangeError(rates.reason);
  return mixingTimeOf(rates, alpha ** 2) / (1 - Math.max(...rates.map(({ rate }) => rate)));
}

/** The largest d_T over exp(−μαT/2) d_0 without noise, at the largest step that Theorem 1 can allow. */
function worstOverRate(localSteps: number, spread: number): number {
  const alpha = MONOTONICITY / (2 * (1 + spread + (LIPSCHITZ - 1)) ** 2);
  const rounds = Array.from({ length: 61 }, (_, t) => t);
  const errors = errorsAt(
    solved(chainAgents({ agents: 4, memory: 0, spread, pull: 3 })),
    { trigger: { kind: 'deterministic', localSteps }, sampling: 'exact' },
    plain('fedhsa', alpha / localSteps),
    rounds,
  );
  const [start, ...later] = errors;
  return Math.max(
    ...later.map(
      ({ meanSquare }, t) =>
        meanSquare / (Math.exp((-MONOTONICITY * alpha * (t + 1)) / 2) * start!.meanSquare),
    ),
  );
}

/** (12) of Theorem 2 for four agents, λ = 0.5, at the largest step for C' = 1; from 0, d_0 = 1. */
function wholeBound() {
  const known = solved(chainAgents({ agents: 4, memory: 0.5, ...DIFFERENCES }));
  const linear = linearProblem(known.problem, known.solution);
  if ('reason' in linear) throw new RangeError(linear.reason);
  const agents = linear.agents.map((_, index) => known.problem.agent(index));
  const constants = fedHsaConstants(
    linear,
    agents.map((agent) => agent.observations?.()),
  );
  const rates = mixingRates(agents.map(({ chain }) => chain!));
  if ('reason' in constants || 'reason' in rates) throw new RangeError('the constants are known');
  const { monotonicity: mu, lipschitz: L } = constants;
  // τ̄ = τ(α²) depends on the step that it limits
  let tau = 1;
  for (let k = 0; k < 20; k++) tau = mixingTimeOf(rates, (mu / (tau * L ** 2)) ** 2);
  const stepSize = mu / (tau * L ** 2 * WHOLE_STEPS);
  const rounds = [2, 10, 100].map((times) => times * tau);
  const errors = errorsAt(
    known,
    { trigger: { kind: 'deterministic', localSteps: WHOLE_STEPS }, sampling: 'markov' },
    plain('fedhsa', stepSize),
    rounds,
  );
  const floor = errors.at(-1)!.meanSquare;
  return rounds.map((T, at) => {
    const run = { stepSize, serverStepSize: 1, localSteps: WHOLE_STEPS, rounds: T, initialSquare: 1 };
    const bound = markovShape(constants, rates, run);
    if ('reason' in bound) throw new RangeError(bound.reason);
    const { meanSquare } = errors[at]!;
    const start = Math.exp(-2 * mu * WHOLE_STEPS * stepSize * T);
    return { T, overBound: meanSquare / bound.total, overStart: (meanSquare - floor) / start };
  });
}
const WHOLE_STEPS = 4;

const SETTING =
  'Exact moments of scalar agents on two-state chains that differ, Ā_i = 1 ± 0.5, Ḡ_i(θ*) = ± 3, with noise that multiplies θ.';

export const FLOORS: readonly ClaimDefinition[] = [
  {
    name: 'fedhsa-rate',
    source: 'Theorem 1',
    quote: 'd_T ≤ exp(−(μ/2)αT) ‖θ̄^(0) − θ⋆‖² + …',
    statement: 'Without noise FedHSA’s error falls at least like exp(−μαT/2), from the first round on.',
    region:
      'Refuted by a number above 1, at any round from the first to the sixtieth; below a tenth FedHSA would be faster than exp(−2α) a round allows. The step is the largest that the theorem can allow, η = μ/(2CL²H) with C = 1; a larger C only makes it shorter.',
    bound: true,
    conditions: 'Exact mean recursion of four scalar agents with other roots.',
    test: () =>
      [1, 10, 100].flatMap((localSteps) =>
        [0.5, 0.9].map((spread) => ({
          statistic: `largest d_T over exp(−μαT/2) d_0, H = ${localSteps}, Ā_i = 1 ± ${spread}`,
          value: exactly(worstOverRate(localSteps, spread)),
          claimed: { low: 0.1, high: 1 },
        })),
      ),
  },
  {
    name: 'fedhsa-floor-agents-and-steps',
    source: 'Theorem 1',
    quote: 'O(αL²/(μMH) + α²L⁴/μ²) σ²',
    statement:
      'Under i.i.d. sampling FedHSA’s floor is of the order α/(MH) where the effective step α is small.',
    region:
      'The exponents of the first term: −1 in M and in H at a fixed α, 1 in α, a tenth for what the second term adds. A floor without speed-up has 0 in M, one that gains nothing from local steps 0 in H. The level is that of independent noise, within a tenth.',
    conditions: SETTING,
    test: () => [
      {
        statistic: `exponent of the floor in M, H = 4, α = ${SMALL}`,
        value: exactExponent(AGENTS, (agents) => floorAt(agents, 4, SMALL)),
        claimed: { low: -1.1, high: -0.9 },
      },
      {
        statistic: `exponent of the floor in H, M = 4, α = ${SMALL}`,
        value: exactExponent(LOCAL_STEPS, (localSteps) => floorAt(4, localSteps, SMALL)),
        claimed: { low: -1.1, high: -0.9 },
      },
      {
        statistic: 'exponent of the floor in α, M = 4, H = 4',
        value: exactExponent(ALPHAS, (alpha) => floorAt(4, 4, alpha)),
        claimed: { low: 0.9, high: 1.1 },
      },
      {
        statistic: `floor over α/(2MH) times the noise at θ*, M = 4, H = 4, α = ${SMALL}`,
        value: exactly((floorAt(4, 4, SMALL) * 32) / (SMALL * ROOT_NOISE), 1e-5),
        claimed: { low: 0.9, high: 1.1 },
      },
    ],
  },
  {
    name: 'fedhsa-whole-bound',
    source: 'Theorem 2, (12)',
    quote: 'd_T ≤ exp(−(μ/4)αT) O(d_0 + σ²) + O(τ̄αL²/(μMH(1−ρ)) + α²L⁴/μ²) σ²',
    statement:
      'Under Markov sampling FedHSA’s error stays below (12) with its open constants at 1, and its start is forgotten exponentially.',
    region:
      'Refuted by a number above 1: larger constants only raise the bound, and shorten the step. Its start decays like exp(−2μαT) without noise, faster than the exp(−μαT/4) of (12); within a fourth, for the noise that multiplies θ.',
    bound: true,
    conditions: `${SETTING} M = 4, H = 4, λ = 0.5, η = μ/(τ̄L²H), T = 2τ̄, 10τ̄ and 100τ̄, from d_0 = 1.`,
    test: () => {
      const rows = wholeBound();
      return [
        ...rows.map(({ T, overBound }) => ({
          statistic: `d_T over (12), T = ${T}`,
          value: exactly(overBound),
          claimed: { low: 1e-4, high: 1 },
        })),
        {
          statistic: `d_T less its floor, over exp(−2μαT) d_0, T = ${rows[0]!.T}`,
          value: exactly(rows[0]!.overStart, 1e-6),
          claimed: { low: 0.8, high: 1.25 },
        },
      ];
    },
  },
  {
    name: 'fedhsa-mixing-inflation',
    source: 'Theorem 2, Discussion',
    quote: 'the noise variance term σ² in the Markov case gets inflated by an additional factor τ̄/(1−ρ)',
    statement: 'Markov sampling inflates FedHSA’s floor by at most τ̄/(1 − ρ) over i.i.d. sampling.',
    region:
      'Refuted by a number above 1. The bound is not sharp: the inflation of a chain with the eigenvalue λ is (1 + λ)/(1 − λ), while τ̄ alone is of the order ln(1/α²)/(1 − λ); that is tested within a tenth.',
    bound: true,
    conditions: `${SETTING} M = 2, H = 4, α = ${SMALL}.`,
    test: () =>
      MEMORIES.flatMap((memory) => {
        const inflation = floorAt(2, 4, SMALL, memory, 'markov') / floorAt(2, 4, SMALL);
        return [
          {
            statistic: `floor under Markov sampling over that under i.i.d. sampling, over τ̄/(1 − ρ), λ = ${memory}`,
            value: exactly(inflation / inflationOf(memory, SMALL), 1e-5),
            claimed: { high: 1 },
          },
          {
            statistic: `the same ratio over (1 + λ)/(1 − λ), λ = ${memory}`,
            value: exactly((inflation * (1 - memory)) / (1 + memory), 1e-5),
            claimed: { low: 0.9, high: 1.1 },
          },
        ];
      }),
  },
];
