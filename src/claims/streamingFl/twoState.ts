/** Streaming FL, appendix E.3: on two-state chains. */
import type { ClaimDefinition, Part } from '../claim.ts';
import { bySeed, type RunData, tailMeans } from '../runData.ts';
import { jointLevel, ratioInterval } from '../statistics/intervals.ts';
import { exponentInterval } from '../statistics/slopes.ts';
import { AGENTS_REGION, agentsRegion } from './agentsRegion.ts';

const ALGORITHMS = [
  ['local-sa', 'Local SGD'],
  ['minibatch-sgd', 'Minibatch SGD'],
  ['local-sgd-m', 'Local SGD-M'],
] as const;

const FIGURE_SEVEN = 'streaming-fl-figure-7';
const FIGURE_EIGHT = 'streaming-fl-figure-8';
const NORMS_NOTE = '‖∇F‖ is the mean over the last half of the rounds; intervals are over seeds.';

const tailNorms = (run: RunData, algorithm: string): number[] =>
  tailMeans(run, algorithm, 'operatorNorm', 0.5, Math.sqrt);

/** The exponents of the three algorithms' norms in M. */
function exponents(runs: readonly RunData[]): Part[] {
  const at = runs.map((run) => run.at!);
  return ALGORITHMS.map(([algorithm, title]) => ({
    statistic: `${title}: exponent of ‖∇F‖ in M`,
    value: exponentInterval(at, bySeed(runs.map((run) => tailNorms(run, algorithm))), jointLevel(3)),
    claimed: agentsRegion(algorithm),
  }));
}

function degradation(run: RunData): Part[] {
  const localSgd = tailNorms(run, 'local-sa');
  return ALGORITHMS.slice(1).map(([algorithm, title]) => ({
    statistic: `Local SGD’s ‖∇F‖ over that of ${title}, K = ${run.at}`,
    value: ratioInterval(localSgd, tailNorms(run, algorithm), jointLevel(2)),
    claimed: { low: 1 },
  }));
}

/** ‖∇F‖, the mean over the last quarter of the rounds, one a seed. */
const quarterNorms = (run: RunData, algorithm: string): number[] =>
  tailMeans(run, algorithm, 'operatorNorm', 0.25, Math.sqrt);

const mixingTime = (letter: 'a' | 'b' | 'c', localSteps: number): ClaimDefinition => {
  const scenario = `streaming-fl-figure-9${letter}`;
  return {
    name: `streaming-fl-mixing-time-k-${localSteps}`,
    paper: 'Streaming FL',
    source: `Figure 9 (${letter})`,
    quote:
      'the performance of Minibatch SGD, Local SGD, and Local SGD-M degrades when the mixing time increases',
    statement: `The gradient norm of all three algorithms is larger at τ = 10⁴ than at τ = 10, K = ${localSteps}.`,
    region:
      'Degraded is a ratio above 1. Only a τ of the order of K or more can matter, so the two ends are compared, and not a slope fitted to all τ; the mean of the last quarter of the rounds stands for the last iterate that the paper plots, whose seeds scatter by half.',
    ...(localSteps === 1000
      ? {
          open: 'the paper draws V and w anew for each seed, here they are drawn once; and with K = 1000 its 500 rounds leave Minibatch SGD and Local SGD-M on their way. With one draw Local SGD stands at its drift for every τ.',
        }
      : {
          conditions: 'One draw of V and w, where the paper has one for each seed; τ = 10 and 10⁴ compared.',
        }),
    needs: [{ scenario, panels: ['tau-10', 'tau-10000'] }],
    test: (data) => {
      const [fast, slow] = [data.run(scenario, 'tau-10'), data.run(scenario, 'tau-10000')];
      return {
        parts: ALGORITHMS.map(([algorithm, title]) => ({
          statistic: `${title}: ‖∇F‖ at τ = 10⁴ over that at τ = 10, last quarter`,
          value: ratioInterval(quarterNorms(slow, algorithm), quarterNorms(fast, algorithm), jointLevel(3)),
          claimed: { low: 1 },
        })),
        note: 'Logarithms of ratios, seed by seed; intervals are over seeds.',
      };
    },
  };
};

export const TWO_STATE: readonly ClaimDefinition[] = [
  {
    name: 'streaming-fl-drift-of-local-sgd',
    paper: 'Streaming FL',
    source: 'Figure 7',
    quote: 'Local SGD’s performance degrades under heterogeneity',
    statement:
      'With many local steps on chains that differ, Local SGD degrades and ends above Minibatch SGD and Local SGD-M.',
    region: 'Above is a ratio over 1. Refuted by a Local SGD that ends with the others or below them.',
    needs: [{ scenario: FIGURE_SEVEN, panels: ['k-1000'] }],
    test: (data) => ({ parts: degradation(data.run(FIGURE_SEVEN, 'k-1000')), note: NORMS_NOTE }),
  },
  {
    name: 'streaming-fl-two-state-agents',
    paper: 'Streaming FL',
    source: 'Figure 8',
    quote: 'all three algorithms improve with more clients',
    statement:
      'On two-state chains the gradient norm of Minibatch SGD and Local SGD-M falls like M^{−1/2}, and Local SGD’s falls.',
    region: AGENTS_REGION,
    needs: [{ scenario: FIGURE_EIGHT }],
    test: (data) => ({
      parts: exponents(data.runs(FIGURE_EIGHT)),
      note: NORMS_NOTE,
    }),
  },
  mixingTime('a', 10),
  mixingTime('b', 100),
  mixingTime('c', 1000),
];
