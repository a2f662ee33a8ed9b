/** SCAFFLSA, §4: FedLSA's bias by the physical time of its local steps. Computed, without a run. */
import { predict } from '../../theory/predictions.ts';
import type { ClaimDefinition } from '../claim.ts';
import { plain, solved } from '../exactProblem.ts';
import { exactly } from '../statistics/intervals.ts';
import { exactExponent } from '../statistics/slopes.ts';

/** ‖θ_∞ − θ*‖ of FedLSA on ten Garnets that share nothing. */
function biasAt(stepSize: number, localSteps: number): number {
  const { problem, solution } = GARNETS();
  const [prediction] = predict(problem, solution, {
    algorithms: [plain('local-sa', stepSize)],
    trigger: { kind: 'deterministic', localSteps },
  });
  return Math.sqrt(prediction!.limitError ?? NaN);
}

const GARNETS = () =>
  solved({
    kind: 'garnet',
    agents: 10,
    states: 30,
    actions: 2,
    branching: 2,
    dimension: 8,
    discount: 0.95,
    heterogeneity: 'high',
    seed: 1,
  });

/** ηH, small and large: at the last one the local models are close to their own roots. */
const TIMES = [0.01, 0.1, 1, 10];
const FEW = 100; // H of the longer steps
const MANY = 1000; // and of those a tenth as long

export const FED_LSA_BIAS: ClaimDefinition = {
  name: 'scafflsa-bias-physical-time',
  source: 'Theorem 4.1, Corollary 4.5',
  quote:
    'communicating regularly enough, so that the ”physical time” of the local iterations, ηH, scales as ηH = O(ϵ)',
  statement:
    'FedLSA’s bias depends on η and H through the physical time ηH alone, and grows in proportion to it as long as that is small.',
  region:
    'Ten times as many steps, each a tenth as long, change the bias by less than 5 %, at small and at large ηH: a bias of order ηH^q or η^qH with q other than 1 would change it tenfold or more. In proportion is an exponent of 0.9 to 1.1.',
  conditions:
    'From the exact fixed points of the mean recursion; ten Garnets of 30 states, d = 8, independent of each other.',
  test: () => ({
    parts: [
      ...TIMES.map((time) => ({
        statistic: `bias with H = ${MANY} over that with H = ${FEW}, ηH = ${time}`,
        value: exactly(biasAt(time / MANY, MANY) / biasAt(time / FEW, FEW)),
        claimed: { low: 0.95, high: 1.05 },
      })),
      {
        statistic: 'exponent of the bias in ηH, from 0.001 to 0.01',
        value: exactExponent([0.001, 0.003, 0.01], (time) => biasAt(time / FEW, FEW)),
        claimed: { low: 0.9, high: 1.1 },
      },
    ],
  }),
};
