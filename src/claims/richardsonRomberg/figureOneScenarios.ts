/** Runs of Figure 1's data that its claims need beside the figure's own. */
import type { ScenarioDefinition } from '../../configuration/scenario.ts';

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
export const FEW_STEPS: ScenarioDefinition = {
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
