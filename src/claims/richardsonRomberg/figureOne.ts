/** Richardson–Romberg, Figure 1: FedAvg, its extrapolation and SCAFFOLD on logistic regression. */
import type { ClaimDefinition, Part } from '../claim.ts';
import { finals, type RunData, tailMeans } from '../runData.ts';
import { jointLevel, ratioInterval } from '../statistics/intervals.ts';
import type { ScenarioDefinition } from '../../configuration/scenario.ts';
import { firstOrderBias, removedOf } from './partRemoved.ts';

/** Ten agents of two blobs each, as in the figure. */
const BLOBS = {
  kind: 'logistic-regression',
  agents: 10,
  dimension: 20,
  records: 200,
  separation: 2,
  margin: 1,
  seed: 1,
} as const;

const COMMON = {
  stepSize: 0.01,
  sampling: 'iid',
  steps: 10_000,
  seeds: 10,
  average: 0.1,
  quick: { seeds: 6 },
} as const;

/**
 * The heterogeneous panel with few local steps, with the vectors of its averages. Four times as long and averaged over
 * the last half: the figure's averages, from 10 % of 10,000 steps on, hold a part of the start that is as large as the bias.
 */
const FEW_STEPS: ScenarioDefinition = {
  ...COMMON,
  name: 'claim-few-local-steps',
  title: 'Ten local steps on heterogeneous logistic regression',
  question:
    'How much of FedAvg’s bias do extrapolation and control variates take away, where noise hides it?',
  reproduces: 'FedAvg with Richardson–Romberg extrapolation, Figure 1 (f)',
  problem: { ...BLOBS, deviation: 0.3, labels: 'half-shuffled', regularisation: 0.1 },
  algorithms: ['local-sa', { name: 'richardson-romberg', extrapolationNoise: 'common' }, 'scaffold'],
  localSteps: 10,
  steps: 40_000,
  average: 0.5,
  iterates: true,
};

const SCENARIO = 'richardson-romberg-figure-1';

/** The error of one algorithm's averaged iterate over that of another's, at the end of a run. */
const ratio = (run: RunData, above: string, below: string, level: number) =>
  ratioInterval(finals(run, above, 'averageError'), finals(run, below, 'averageError'), level);

const localStepsOf = ({ manifest: { configuration } }: RunData): string =>
  configuration.trigger.kind === 'deterministic' ? `H = ${configuration.trigger.localSteps}` : 'random H';

/** Two parts a panel. */
function parts(
  runs: readonly RunData[],
  ofPanel: (run: RunData, level: number) => readonly [Part, Part],
): Part[] {
  const level = jointLevel(2 * runs.length);
  return runs.flatMap((run) => ofPanel(run, level));
}

const NOTE =
  'Squared distances from θ* of the iterates’ average over the last 90 % of the rounds, at the end of the run: bias and what is left of the noise together.';

const over = (run: RunData, level: number): Part => ({
  statistic: `extrapolation’s error over FedAvg’s, ${localStepsOf(run)}`,
  value: ratio(run, 'richardson-romberg', 'local-sa', level),
  claimed: { high: 1 },
});

/** The iterates' error in the last half of the rounds, extrapolated over FedAvg's. */
const iterates = (run: RunData, level: number): Part => ({
  statistic: `extrapolation’s error over FedAvg’s, iterates, ${run.panel!.replace(/-h.*/, '')}, ${localStepsOf(run)}`,
  value: ratioInterval(
    tailMeans(run, 'richardson-romberg', 'error', 0.5),
    tailMeans(run, 'local-sa', 'error', 0.5),
    level,
  ),
  claimed: { high: 1 },
});

const PARTLY =
  'The averages’ difference under the same observations is sharp along the bias, where their distances from θ* are not: it is taken along FedAvg’s first-order bias and as a part of it, so that 1 − x of the bias is left.';

export const FIGURE_ONE: readonly ClaimDefinition[] = [
  {
    name: 'richardson-romberg-noisy',
    source: 'Figure 1 (b), (d)',
    quote: 'FedAvg with Richardson-Romberg can reduce the bias, while Scaffold fails',
    statement:
      'On noisy data that are split uniformly, the extrapolation’s averages come nearer to θ* than FedAvg’s, SCAFFOLD’s do not.',
    region:
      'Nearer is a ratio below 1; SCAFFOLD fails unless its error is more than a fifth below FedAvg’s: a larger error fails as well. The agents’ data are draws of one law, so a little heterogeneity is in them, as in the paper’s.',
    conditions:
      'The two runs of the extrapolation see the same observations, which the paper leaves open; independent ones have 4 + 1 times the variance, and at H = 10 the noise of the averages then hides the bias.',
    needs: [{ scenario: SCENARIO, panels: ['noisy-h10', 'noisy-h100'] }],
    test: (data) => ({
      parts: parts(data.runs(SCENARIO), (run, level) => [
        over(run, level),
        {
          statistic: `SCAFFOLD’s error over FedAvg’s, ${localStepsOf(run)}`,
          value: ratio(run, 'scaffold', 'local-sa', level),
          claimed: { low: 0.8 },
        },
      ]),
      note: NOTE,
    }),
  },
  {
    name: 'richardson-romberg-iterates',
    source: 'Figure 1 (a), (c), (e), (g), §7',
    quote:
      'on the two problems that we consider, FedAvg with Richardson-Romberg extrapolation consistently outperforms vanilla FedAvg',
    statement: 'Without averaging, too, the extrapolation ends nearer to θ* than FedAvg, in all four panels.',
    region:
      'Nearer is a ratio below 1 of the errors’ means over the last half of the rounds. Consistently is in all four: one ratio above 1 refutes it.',
    needs: [{ scenario: SCENARIO }],
    test: (data) => {
      const runs = data.runs(SCENARIO);
      return {
        parts: runs.map((run) => iterates(run, jointLevel(runs.length))),
        note: 'Squared distances of single iterates. Their noise of first order is the same in FedAvg and the extrapolation, with the same observations, so that the bias decides.',
      };
    },
  },
  {
    name: 'richardson-romberg-heterogeneous',
    source: 'Figure 1 (h)',
    quote:
      'it only partly removes heterogeneity bias. On the opposite, Scaffold … successfully suppresses this bias',
    statement:
      'On heterogeneous data, H = 100, the extrapolation’s averages come nearer to θ* than FedAvg’s, and SCAFFOLD’s nearer still.',
    region: 'Nearer is a ratio below 1.',
    needs: [{ scenario: SCENARIO, panels: ['heterogeneous-h100'] }],
    test: (data) => {
      const run = data.run(SCENARIO, 'heterogeneous-h100');
      return {
        parts: [
          over(run, jointLevel(2)),
          {
            statistic: `SCAFFOLD’s error over the extrapolation’s, ${localStepsOf(run)}`,
            value: ratio(run, 'scaffold', 'richardson-romberg', jointLevel(2)),
            claimed: { high: 1 },
          },
        ],
        note: NOTE,
      };
    },
  },
  {
    name: 'richardson-romberg-heterogeneous-few-steps',
    source: 'Figure 1 (f)',
    quote:
      'it only partly removes heterogeneity bias. On the opposite, Scaffold … successfully suppresses this bias',
    statement:
      'On heterogeneous data, H = 10, the extrapolation takes away most of FedAvg’s bias, and SCAFFOLD all of it.',
    region: `${PARTLY} The paper has a part for the extrapolation, and all for SCAFFOLD: from a half to 1.2, and from 0.8 to 1.2.`,
    needs: [{ scenario: FEW_STEPS.name, definition: FEW_STEPS }],
    test: (data) => {
      const run = data.run(FEW_STEPS.name);
      return {
        parts: [
          ['the extrapolation', 'richardson-romberg'],
          ['SCAFFOLD', 'scaffold'],
        ].map(([title, algorithm]) => ({
          statistic: `part of FedAvg’s bias that ${title!} takes away, H = 10`,
          value: removedOf(run, algorithm!, firstOrderBias(run), jointLevel(2)),
          claimed: { low: algorithm === 'scaffold' ? 0.8 : 0.5, high: 1.2 },
        })),
        note: 'The extrapolation is not seen to leave a part at this H: what it takes away is all but a few per cent. The panel’s agents and steps, four times as long and averaged over the last half: the figure’s averages still hold a part of the start that is as large as the bias, and ratios of squared distances, as in panel (h), cannot decide here, since what is left of the noise is larger.',
      };
    },
  },
];
