/** FedHSA, Figures 3, 5, 7 and 9: the error floor with more and more agents. */
import type { ClaimDefinition, Need } from '../claim.ts';
import { bySeed, type RunData, tailMeans } from '../runData.ts';
import { scientific } from '../../values/numbers.ts';
import { jointLevel, meanInterval, ratioInterval } from '../statistics/intervals.ts';
import { exponentInterval } from '../statistics/slopes.ts';
import { noiseFloorOf } from './predictedFloor.ts';
import { Q_LEARNING_AGENTS } from './qLearning.ts';

/** Exponents that count as 1/M. */
export const ONE_OVER_M = { low: -1.1, high: -0.9 };
/** Room for the second order in the step and the scatter of seeds. */
export const LEVEL = { low: 0.75, high: 4 / 3 };

interface Figure {
  /** of the paper; left out where it has none */
  readonly number?: number;
  readonly name: string;
  readonly problem: string;
  /** the part of the rounds whose error is the floor; a quarter where left out */
  readonly tail?: number;
}

const FIGURES: readonly Figure[] = [
  { number: 3, name: 'quadratics', problem: 'quadratics' },
  { number: 5, name: 'saddles', problem: 'non-convex quadratics whose average is convex' },
  { number: 7, name: 'td', problem: 'TD learning' },
  { number: 9, name: 'finite-sums', problem: 'finite sums of quadratics' },
  { name: 'q-learning', problem: 'Q-learning, whose operators are not linear', tail: 0.75 },
];

const needOf = ({ number }: Figure): Need =>
  number === undefined
    ? { scenario: Q_LEARNING_AGENTS.name, definition: Q_LEARNING_AGENTS }
    : { scenario: `fedhsa-figure-${number}` };

const sourceOf = ({ number }: Figure): string =>
  number === undefined ? 'Theorem 2' : `Figure ${number}, Corollary 1`;

/** Claims on what the paper has no figure of say for which problem. */
const conditionsOf = ({ number }: Figure) =>
  number === undefined && {
    conditions: 'Tabular Q-learning on 2 to 16 Garnets of 5 states and 2 actions, γ = 0.5, η = 0.05, H = 10.',
  };

/** One value a seed, for each number of agents. */
const floorsOf = (runs: readonly RunData[], { tail = 0.25 }: Figure): number[][] =>
  runs.map((run) => tailMeans(run, 'fedhsa', 'error', tail));

const NOTE =
  'The floor is the mean error of the last quarter of the rounds, of Q-learning of the last three. Intervals are over seeds, for the problems that were drawn: those of different M are different ones.';

const speedUp = (figure: Figure): ClaimDefinition => ({
  name: `fedhsa-${figure.name}-speed-up`,
  source: sourceOf(figure),
  quote: 'the expected error floor … is inversely proportional to the number of agents M',
  statement: `On ${figure.problem}, FedHSA’s error floor falls with the number of agents M, as that of the drawn agents’ noise over M: linear speed-up.`,
  region:
    'The picture’s claim is the order of the curves, so each ratio of neighbours must be below 1. The problems of different M have other roots, matrices and noise, so that M alone does not make their floors comparable: each is divided by M times the floor that the law of first order gives for that problem, which leaves 1/M and the exponent −1, within a tenth. A noise that does not average, or a bias of heterogeneity, bends it upwards.',
  ...conditionsOf(figure),
  needs: [needOf(figure)],
  test: (data) => {
    const runs = data.runs(needOf(figure).scenario);
    const at = runs.map((run) => run.at!);
    const expected = runs.map(noiseFloorOf);
    const floors = floorsOf(runs, figure);
    const noise = floors.map((entry, index) => entry.map((floor) => floor / (at[index]! * expected[index]!)));
    // Of figures the level is that of their comparison with Local SA.
    const levels = figure.number === undefined ? noise : [];
    // Of figures alone the paper has the order of the curves.
    const later = figure.number === undefined ? [] : runs.slice(1);
    const level = jointLevel(1 + later.length + levels.length);
    return {
      parts: [
        {
          statistic: 'exponent in M of the floor over M times the predicted floor',
          value: exponentInterval(at, bySeed(noise), level),
          claimed: ONE_OVER_M,
        },
        ...later.map((run, index) => ({
          statistic: `floor at M = ${run.at} over that at M = ${runs[index]!.at}`,
          value: ratioInterval(floors[index + 1]!, floors[index]!, level),
          claimed: { high: 1 },
        })),
        ...levels.map((entry, index) => ({
          statistic: `floor over the predicted floor, M = ${at[index]}`,
          value: meanInterval(
            entry.map((floor) => floor * at[index]!),
            level,
          ),
          claimed: LEVEL,
        })),
      ],
      note: `${NOTE} Predicted floors: ${expected.map((floor, index) => `${scientific(floor, 2)} (M = ${at[index]})`).join(', ')}.`,
    };
  },
});

export const SPEED_UP_FIGURES: readonly ClaimDefinition[] = FIGURES.map(speedUp);
