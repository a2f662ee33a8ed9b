/** Statements of the abstracts of newer papers, on the scenarios that are after these papers. */
import type { ClaimDefinition, Part } from './claim.ts';
import { LEVEL, ONE_OVER_M } from './fedHsa/speedUpFigures.ts';
import { bySeed, type RunData, seriesOf, tailMeans } from './runData.ts';
import { jointLevel, ratioInterval } from './statistics/intervals.ts';
import { exponentInterval } from './statistics/slopes.ts';

/** Of the rounds, whose mean error is the floor. */
const TAIL = 0.3;

const floorOf = (run: RunData, algorithm: string): number[] => tailMeans(run, algorithm, 'error', TAIL);

/** A claim that the floor falls as 1/M, over the panels of a scenario. */
const speedUp = (
  algorithm: string,
  scenario: string,
  words: Omit<ClaimDefinition, 'region' | 'needs' | 'test'>,
): ClaimDefinition => ({
  ...words,
  region:
    'The agents are identical, so that M alone differs: averaging independent noise leaves 1/M, and the exponent −1 within a tenth. Over all the range, M times the floor is the same within a third, so that a bias that does not average is noticed at the largest M.',
  needs: [{ scenario }],
  test: (data) => {
    const runs = data.runs(scenario);
    const counts = runs.map((run) => run.at!);
    const floors = runs.map((run) => floorOf(run, algorithm));
    const level = jointLevel(2);
    const [few, many] = [counts[0]!, counts.at(-1)!];
    return [
      {
        statistic: `exponent in M of the floor, M = ${few} to ${many}`,
        value: exponentInterval(counts, bySeed(floors), level),
        claimed: ONE_OVER_M,
      },
      {
        statistic: `M times the floor, M = ${many} over M = ${few}`,
        value: ratioInterval(
          floors.at(-1)!.map((floor) => floor * many),
          floors[0]!.map((floor) => floor * few),
          level,
        ),
        claimed: LEVEL,
      },
    ];
  },
});

const EF_TD = 'EF-TD, arXiv 2301.00944';
const Q_LEARNING = 'q-learning-environments';
const Q_LEARNING_CONDITIONS =
  'Twenty Garnets of 5 states and 2 actions that share nothing, γ = 0.9, η = 0.5, agents on their chains.';

/** The least recorded error, by seed. */
const leastOf = (run: RunData): number[] =>
  seriesOf(run, 'local-sa').map(({ columns }) => Math.min(...columns.error));

export const NEWER_PAPERS: readonly ClaimDefinition[] = [
  speedUp('local-sa', 'fedsarsa', {
    name: 'fedsarsa-speed-up',
    source: 'FedSARSA, arXiv 2512.17688',
    quote: 'FedSARSA achieves linear speed-up with respect to the number of agents',
    statement: 'On-policy, Local SA’s error floor falls as 1/M.',
    conditions:
      'Identical Garnets of 10 states and 5 actions, 25 features, softmax of temperature 0.2, γ = 0.2, η = 0.1, H = 30.',
  }),
  speedUp('ef-td', 'ef-td-speed-up', {
    name: 'ef-td-speed-up',
    source: EF_TD,
    quote: 'linear convergence speedups with respect to the number of agents',
    statement:
      'With the 2 largest of 16 coordinates sent and the rest remembered, the error floor falls as 1/M.',
    conditions:
      'Identical Garnets of 32 states, d = 16, γ = 0.5, η = 0.1, one step a round, no projection, in this draw: of two others (--problem-seeds 3) one has the exponent −0.77 [−0.82, −0.72].',
  }),
  {
    name: 'ef-td-same-floor',
    source: EF_TD,
    quote: 'the same non-asymptotic theoretical guarantees as their SGD counterparts',
    statement:
      'With error feedback a quarter or a sixteenth of the coordinates reach the floor of all of them; without it they do not.',
    region:
      'The guarantees are the same up to terms of higher order in the step, a third here. Without memory a biased compressor has no such guarantee: its error is more than twice that with memory.',
    conditions:
      'TD(0) on 20 reward processes that differ, d = 64, top-16 and top-4, η = 0.02, one step a round.',
    needs: [{ scenario: 'ef-td' }],
    test: (data) => {
      const run = data.run('ef-td');
      const level = jointLevel(3);
      const ratio = (above: string, below: string) =>
        ratioInterval(floorOf(run, above), floorOf(run, below), level);
      return [
        {
          statistic: 'floor of top-16 over that of all 64',
          value: ratio('ef-td@2', 'ef-td'),
          claimed: LEVEL,
        },
        { statistic: 'floor of top-4 over that of all 64', value: ratio('ef-td@3', 'ef-td'), claimed: LEVEL },
        {
          statistic: 'error of top-4 without memory over that with it, the same rounds',
          value: ratio('ef-td@5', 'ef-td@3'),
          claimed: { low: 2 },
        },
      ];
    },
  },
  {
    name: 'q-learning-local-steps',
    source: 'Federated Q-learning, arXiv 2409.03897',
    quote: 'E > 1 leads to significant performance degradation',
    statement:
      'Q-learning in different environments, averaged every E steps, ends at a larger error the larger E is.',
    region: 'The floor of each E must be above that of the E before: at least twice as large is significant.',
    conditions: Q_LEARNING_CONDITIONS,
    needs: [{ scenario: Q_LEARNING }],
    test: (data) => {
      const runs = data.runs(Q_LEARNING);
      return runs.slice(1).map((run, index) => ({
        statistic: `floor at E = ${run.at} over that at E = ${runs[index]!.at}`,
        value: ratioInterval(
          floorOf(run, 'local-sa'),
          floorOf(runs[index]!, 'local-sa'),
          jointLevel(runs.length - 1),
        ),
        claimed: { low: 2 },
      }));
    },
  },
  {
    name: 'q-learning-two-phases',
    source: 'Federated Q-learning, arXiv 2409.03897',
    quote: 'the error decays rapidly in the beginning yet later bounces up and stabilizes',
    statement: 'With E > 1 the error falls below its last level, and then rises to it.',
    region:
      'The least error of a run is below half of its floor. At E = 4 noise alone may reach that, so E = 16 and 64 decide. A level that stays is the same in the last tenth of the run as in the last fifth, within a third.',
    conditions: Q_LEARNING_CONDITIONS,
    needs: [{ scenario: Q_LEARNING, panels: ['e-16', 'e-64'] }],
    test: (data) => {
      const runs = data.runs(Q_LEARNING);
      const level = jointLevel(2 * runs.length);
      return runs.flatMap((run): Part[] => {
        const [last, before] = [0.1, 0.2].map((part) => tailMeans(run, 'local-sa', 'error', part));
        return [
          {
            statistic: `least error over the floor, E = ${run.at}`,
            value: ratioInterval(leastOf(run), floorOf(run, 'local-sa'), level),
            claimed: { high: 0.5 },
          },
          {
            statistic: `error of the last tenth over that of the last fifth, E = ${run.at}`,
            value: ratioInterval(last!, before!, level),
            claimed: LEVEL,
          },
        ];
      });
    },
  },
];
