/** FedHSA, Figures 3, 5, 7 and 9: the error floor with more and more agents. */
import type { ClaimDefinition } from '../claim.ts';
import { bySeed, type RunData, tailMeans } from '../runData.ts';
import { scientific } from '../../report/numbers.ts';
import { jointLevel, ratioInterval } from '../statistics/intervals.ts';
import { exponentInterval } from '../statistics/slopes.ts';
import { noiseFloorOf } from './predictedFloor.ts';

/** Exponents that count as 1/M. */
const ONE_OVER_M = { low: -1.1, high: -0.9 };

const FIGURES = [
  { number: 3, name: 'quadratics', problem: 'quadratics' },
  { number: 5, name: 'saddles', problem: 'non-convex quadratics whose average is convex' },
  { number: 7, name: 'td', problem: 'TD learning' },
  { number: 9, name: 'finite-sums', problem: 'finite sums of quadratics' },
] as const;

type Figure = (typeof FIGURES)[number];

const scenarioOf = ({ number }: Figure): string => `fedhsa-figure-${number}`;

/** One value a seed, for each number of agents. */
const floorsOf = (runs: readonly RunData[]): number[][] =>
  runs.map((run) => tailMeans(run, 'fedhsa', 'error', 0.25));

const NOTE =
  'The floor is the mean error of the last quarter of the rounds. Intervals are over seeds, for the problems that were drawn: those of different M are different ones.';

const moreAgents = (figure: Figure): ClaimDefinition => ({
  name: `fedhsa-${figure.name}-more-agents`,
  paper: 'FedHSA',
  source: `Figure ${figure.number}`,
  quote: 'demonstrates a lower error floor with an increasing number of agents',
  statement: `On ${figure.problem}, FedHSA’s error floor falls with the number of agents M.`,
  region:
    'The picture’s claim is the order of the curves, so each ratio of neighbours must be below 1. How far below, fedhsa-*-speed-up asks.',
  needs: [{ scenario: scenarioOf(figure) }],
  test: (data) => {
    const runs = data.runs(scenarioOf(figure));
    const floors = floorsOf(runs);
    return {
      parts: runs.slice(1).map((run, index) => ({
        statistic: `floor at M = ${run.at} over that at M = ${runs[index]!.at}`,
        value: ratioInterval(floors[index + 1]!, floors[index]!, jointLevel(runs.length - 1)),
        claimed: { high: 1 },
      })),
      note: NOTE,
    };
  },
});

const speedUp = (figure: Figure): ClaimDefinition => ({
  name: `fedhsa-${figure.name}-speed-up`,
  paper: 'FedHSA',
  source: `Figure ${figure.number}, Corollary 1`,
  quote: 'the expected error floor … is inversely proportional to the number of agents M',
  statement: `On ${figure.problem}, FedHSA’s error floor is that of the drawn agents’ noise over M: linear speed-up.`,
  region:
    'The problems of different M have other roots, matrices and noise, so that M alone does not make their floors comparable: each is divided by M times the floor that the law of first order gives for that problem, which leaves 1/M and the exponent −1, within a tenth. A noise that does not average, or a bias of heterogeneity, bends it upwards.',
  needs: [{ scenario: scenarioOf(figure) }],
  test: (data) => {
    const runs = data.runs(scenarioOf(figure));
    const at = runs.map((run) => run.at!);
    const expected = runs.map(noiseFloorOf);
    const noise = floorsOf(runs).map((floors, index) =>
      floors.map((floor) => floor / (at[index]! * expected[index]!)),
    );
    return {
      parts: [
        {
          statistic: 'exponent in M of the floor over M times the predicted floor',
          value: exponentInterval(at, bySeed(noise), jointLevel(1)),
          claimed: ONE_OVER_M,
        },
      ],
      note: `${NOTE} Predicted floors: ${expected.map((floor, index) => `${scientific(floor, 2)} (M = ${at[index]})`).join(', ')}.`,
    };
  },
});

export const SPEED_UP_FIGURES: readonly ClaimDefinition[] = FIGURES.flatMap((figure) => [
  moreAgents(figure),
  speedUp(figure),
]);
