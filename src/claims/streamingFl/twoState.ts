/** Streaming FL, appendix E.3: on two-state chains, with features and optima drawn anew for each seed as the paper has it. */
import type { Panel, ScenarioDefinition } from '../../configuration/scenario.ts';
import { gradientNormOf } from '../../measurement/metrics/gradientNorm.ts';
import type { ClaimData, ClaimDefinition, Part } from '../claim.ts';
import { bySeed, tailMeans } from '../runData.ts';
import { jointLevel, ratioInterval } from '../statistics/intervals.ts';
import { exponentInterval } from '../statistics/slopes.ts';
import { AGENTS_REASON, AGENTS_REGION } from './agentsRegion.ts';

const ALGORITHMS = [
  ['local-sa', 'Local SGD'],
  ['minibatch-sgd', 'Minibatch SGD'],
  ['local-sgd-m', 'Local SGD-M'],
] as const;

const DRAWS = Array.from({ length: 12 }, (_, draw) => draw + 1);
const panelOf = (panel: string, draw: number): string => `${panel}-draw-${draw}`;

type Panels = Readonly<Record<string, Panel & { readonly problem: Readonly<Record<string, unknown>> }>>;

/** A figure's runs on draws of V and w, one seed each. */
const onDraws = (
  figure: string,
  { problem, ...settings }: Partial<ScenarioDefinition>,
  panels: Panels,
): ScenarioDefinition => ({
  name: `claim-figure-${figure}`,
  title: `Figure ${figure} on draws of V and w`,
  question:
    'What do the chains and the local steps do to the gradient norm, whatever the features and the optima are?',
  reproduces: `Streaming FL, Figure ${figure}`,
  problem: {
    kind: 'two-state-regression',
    agents: 10,
    dimension: 10,
    flipProbability: 1 / 100,
    features: [0, 1],
    optima: [
      [0, 1],
      [1, 2],
    ],
    labelNoise: [0, 0.01],
    regularisation: 0.01,
    initial: 'stationary',
    seed: 1,
    ...problem,
  } as ScenarioDefinition['problem'],
  algorithms: ['local-sgd', 'minibatch-sgd', 'local-sgd-m'],
  stepSize: 0.001,
  serverStepSize: 0.01,
  momentum: 0.1,
  ...settings,
  panels: Object.fromEntries(
    Object.entries(panels).flatMap(([name, panel]) =>
      DRAWS.map((draw) => [
        panelOf(name, draw),
        {
          ...panel,
          title: `${panel.title}, draw ${draw}`,
          problem: { ...panel.problem, seed: draw },
          seeds: [draw],
        },
      ]),
    ),
  ),
});

/** ‖∇F‖, the mean over the last part of the rounds, one a draw. */
const norms = (
  data: ClaimData,
  { name }: ScenarioDefinition,
  panel: string,
  algorithm: string,
  tail: number,
): number[] =>
  DRAWS.flatMap((draw) =>
    tailMeans(data.run(name, panelOf(panel, draw)), algorithm, 'operatorNorm', tail, gradientNormOf),
  );

const LONG_ROUNDS = onDraws(
  '7',
  { localSteps: 1000, rounds: 2000, quick: { rounds: 600 } },
  { k: { title: 'K = 1,000', problem: {} } },
);

const AGENTS = [5, 20, 80];
const MORE_AGENTS = onDraws(
  '8',
  { localSteps: 100, rounds: 2000, quick: { rounds: 300 } },
  Object.fromEntries(
    AGENTS.map((agents) => [`m-${agents}`, { title: `M = ${agents}`, problem: { agents } }]),
  ),
);

/** Panels of the fastest and the slowest chains of Figure 9. */
const ENDS: Panels = {
  fast: { title: 'τ = 10', problem: { flipProbability: 1 / 10 } },
  slow: { title: 'τ = 10⁴', problem: { flipProbability: 1 / 10_000 } },
};
const NOTE = 'One seed on each of twelve draws of V and w; intervals are over these.';

const mixingTime = (
  letter: 'a' | 'b' | 'c',
  localSteps: number,
  [steps, quickSteps]: readonly [number, number],
): ClaimDefinition => {
  const definition = onDraws(
    `9${letter}`,
    { problem: { agents: 20 } as never, localSteps, steps, quick: { steps: quickSteps } },
    ENDS,
  );
  return {
    name: `streaming-fl-mixing-time-k-${localSteps}`,
    source: `Figure 9 (${letter})`,
    quote:
      'the performance of Minibatch SGD, Local SGD, and Local SGD-M degrades when the mixing time increases',
    statement: `The gradient norm of all three algorithms is larger at τ = 10⁴ than at τ = 10, K = ${localSteps}.`,
    region:
      'Degraded is a ratio above 1. Only a τ of the order of K or more can matter, so the two ends are compared, and not a slope fitted to all τ; the mean of the last quarter of the rounds stands for the last iterate that the paper plots, whose seeds scatter by half.',
    conditions: '20 agents, twelve draws of V and w; τ = 10 and 10⁴ compared.',
    needs: [{ scenario: definition.name, definition }],
    test: (data) => ({
      parts: ALGORITHMS.map(([algorithm, title]) => ({
        statistic: `${title}: ‖∇F‖ at τ = 10⁴ over that at τ = 10, last quarter`,
        value: ratioInterval(
          norms(data, definition, 'slow', algorithm, 0.25),
          norms(data, definition, 'fast', algorithm, 0.25),
          jointLevel(3),
        ),
        claimed: { low: 1 },
      })),
      note: NOTE,
    }),
  };
};

export const TWO_STATE: readonly ClaimDefinition[] = [
  {
    name: 'streaming-fl-drift-of-local-sgd',
    source: 'Figure 7',
    quote: 'Local SGD’s performance degrades under heterogeneity',
    statement:
      'With many local steps on chains that differ, Local SGD degrades and ends above Minibatch SGD and Local SGD-M.',
    region: 'Above is a ratio over 1. Refuted by a Local SGD that ends with the others or below them.',
    needs: [{ scenario: LONG_ROUNDS.name, definition: LONG_ROUNDS }],
    test: (data) => ({
      parts: ALGORITHMS.slice(1).map(([algorithm, title]): Part => ({
        statistic: `Local SGD’s ‖∇F‖ over that of ${title}, K = 1000`,
        value: ratioInterval(
          norms(data, LONG_ROUNDS, 'k', 'local-sa', 0.5),
          norms(data, LONG_ROUNDS, 'k', algorithm, 0.5),
          jointLevel(2),
        ),
        claimed: { low: 1 },
      })),
      note: NOTE,
    }),
  },
  {
    name: 'streaming-fl-two-state-agents',
    source: 'Figure 8',
    quote: 'all three algorithms improve with more clients',
    statement:
      'On two-state chains the gradient norm of all three algorithms falls with M, at most like M^{−1/2}.',
    region: AGENTS_REASON,
    needs: [{ scenario: MORE_AGENTS.name, definition: MORE_AGENTS }],
    test: (data) => ({
      parts: ALGORITHMS.map(([algorithm, title]) => ({
        statistic: `${title}: exponent of ‖∇F‖ in M`,
        value: exponentInterval(
          AGENTS,
          bySeed(AGENTS.map((agents) => norms(data, MORE_AGENTS, `m-${agents}`, algorithm, 0.5))),
          jointLevel(3),
        ),
        claimed: AGENTS_REGION,
      })),
      note: NOTE,
    }),
  },
  mixingTime('a', 10, [200_000, 20_000]),
  mixingTime('b', 100, [300_000, 60_000]),
  mixingTime('c', 1000, [500_000, 100_000]),
];
