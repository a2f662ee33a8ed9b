/** SCAFFLSA, Figure 1: FedLSA beside SCAFFLSA on Garnets. */
import type { ClaimDefinition } from '../claim.ts';
import { predictionOf, type RunData, tailMeans } from '../runData.ts';
import { jointLevel, meanInterval, ratioInterval } from '../statistics/intervals.ts';

const SCENARIO = 'scafflsa-figure-1';
const LOW = 'a-low-heterogeneity';
const HIGH = 'b-high-heterogeneity';
/** What counts as alike: a tenth more or less. */
const ALIKE = { low: 0.9, high: 1.1 };

const ratioOfFloors = (run: RunData, level: number) =>
  ratioInterval(tailMeans(run, 'scafflsa', 'error', 0.5), tailMeans(run, 'local-sa', 'error', 0.5), level);

/** Of the last half, twice the mean less the last quarter's is the quarter's before. */
function stillness(run: RunData) {
  const half = tailMeans(run, 'local-sa', 'error', 0.5);
  const last = tailMeans(run, 'local-sa', 'error', 0.25);
  return ratioInterval(
    last,
    half.map((value, seed) => 2 * value - last[seed]!),
    jointLevel(2),
  );
}

export const FIGURE_ONE: readonly ClaimDefinition[] = [
  {
    name: 'scafflsa-low-heterogeneity',
    paper: 'SCAFFLSA',
    source: 'Figure 1 (a)',
    quote: 'both algorithms behave similarly',
    statement: 'Where the agents’ environments hardly differ, FedLSA and SCAFFLSA behave alike.',
    region:
      'Alike is a ratio within a tenth of 1: a curve that much apart would be seen as another one in the figure.',
    needs: [{ scenario: SCENARIO, panels: [LOW] }],
    test: (data) => [
      {
        statistic: 'SCAFFLSA’s error over FedLSA’s, last half of the rounds',
        value: ratioOfFloors(data.run(SCENARIO, LOW), jointLevel(1)),
        claimed: ALIKE,
      },
    ],
  },
  {
    name: 'scafflsa-high-heterogeneity',
    paper: 'SCAFFLSA',
    source: 'Figure 1 (b)',
    quote:
      'FedLSA stops making progress due to heterogeneity bias, while SCAFFLSA continues towards the global solution',
    statement:
      'Where the environments have nothing in common, FedLSA stops at its bias and SCAFFLSA goes on below it.',
    region:
      'Below 0.1, a decade on the figure’s logarithmic axis, is further; within a tenth of the rounds before is stopped. A FedLSA that still falls, or a SCAFFLSA that stops beside it, refutes the claim.',
    needs: [{ scenario: SCENARIO, panels: [HIGH] }],
    test: (data) => [
      {
        statistic: 'SCAFFLSA’s error over FedLSA’s, last half of the rounds',
        value: ratioOfFloors(data.run(SCENARIO, HIGH), jointLevel(2)),
        claimed: { high: 0.1 },
      },
      {
        statistic: 'FedLSA’s error in the last quarter of the rounds over that in the quarter before',
        value: stillness(data.run(SCENARIO, HIGH)),
        claimed: ALIKE,
      },
    ],
  },
  {
    name: 'scafflsa-fedlsa-bias',
    paper: 'SCAFFLSA',
    source: 'Theorem 4.1',
    quote: 'the bias θ̃_t^(bi,bi) converges to (I − Γ̄_H^(η))^{-1} ρ̄_H',
    statement: 'FedLSA ends at the bias that a closed formula gives, plus its noise.',
    region:
      'The noise of FedLSA is some 2 % of its squared bias here, so a tenth either way is room for it and for the seeds. A formula that is off by 5 % in the bias is refuted.',
    needs: [{ scenario: SCENARIO, panels: [HIGH] }],
    test: (data) => {
      const run = data.run(SCENARIO, HIGH);
      const limit = predictionOf(run, 'local-sa').limitError ?? NaN;
      return {
        parts: [
          {
            statistic: 'measured error over the formula’s bias squared, last half of the rounds',
            value: meanInterval(
              tailMeans(run, 'local-sa', 'error', 0.5).map((error) => error / limit),
              jointLevel(1),
            ),
            claimed: ALIKE,
          },
        ],
        note: 'The formula is computed from the agents’ matrices; the run knows nothing of it.',
      };
    },
  },
];
