/** FedHSA, Theorem 2: the error floor does not know how much the agents differ. Computed, without a run. */
import type { ClaimDefinition } from '../claim.ts';
import { type ExactError, plain, solved, stationaryErrors } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { chainAgents } from '../chainAgents.ts';

const STEP = 0.01;
const SPREADS = [0.5, 0.9];
const PULL = 10;

/** E ‖θ̄ − θ*‖² in the long run, by how far the Ā_i and the local roots are apart. */
const floorAt = (name: 'local-sa' | 'fedhsa', spread: number, pull: number): ExactError =>
  stationaryErrors(
    solved(chainAgents({ agents: 2, memory: 0.5, spread, pull })),
    { trigger: { kind: 'deterministic', localSteps: 10 }, sampling: 'markov' },
    plain(name, STEP),
  );

export const NO_HETEROGENEITY_BIAS: ClaimDefinition = {
  name: 'fedhsa-no-heterogeneity-bias',
  source: 'Theorem 2, (12)',
  quote:
    'FedHSA effectively eliminates such a bias term without making any assumptions whatsoever on the level of heterogeneity',
  statement:
    'FedHSA’s error floor does not grow with the agents’ differences in Ā_i and b̄_i; Local SA’s does, many times over.',
  region:
    'Only the Ā_i and the local roots move apart, Ā, θ* and the noise at θ* stay: a floor that is noise alone stays within a tenth. A bias of heterogeneity, O(η) times the spread as in Proposition 1, makes Local SA’s floor grow more than tenfold, which is tested too: without it the problem would be too mild to show anything.',
  conditions:
    'Exact moments of the stationary law on the joint chain of two agents, two states each with λ = 0.5; H = 10, η = 0.01. The operators’ noise multiplies θ. There is a bias of the noise, O(η) like Local SA’s own, in both numbers.',
  test: () => {
    const near = floorAt('fedhsa', 0, 0).meanSquare;
    const localNear = floorAt('local-sa', 0, 0).meanSquare;
    return [
      ...SPREADS.map((spread) => ({
        statistic: `FedHSA: floor with Ā_i = 1 ± ${spread} and Ḡ_i(θ*) = ± ${PULL}, over that of agents that are alike`,
        value: exactly(floorAt('fedhsa', spread, PULL).meanSquare / near, 1e-5),
        claimed: { low: 0.9, high: 1.1 },
      })),
      {
        statistic: `Local SA: the same with Ā_i = 1 ± ${SPREADS[0]}`,
        value: exactly(floorAt('local-sa', SPREADS[0]!, PULL).meanSquare / localNear, 1e-5),
        claimed: { low: 10 },
      },
    ];
  },
};
