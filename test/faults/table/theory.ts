/** Faults of expectations, bounds, searches and plans. */
import type { Fault } from '../fault.ts';

export const THEORY: readonly Fault[] = [
  {
    name: 'staleness-of-group-one-too-many',
    file: 'src/theory/expectedPace.ts',
    text: 'total / rate - 1',
    replacement: 'total / rate',
    harm: 'The expected staleness of each group of agents is one step too large.',
  },
  {
    name: 'deadline-of-one-agent',
    file: 'src/theory/expectedPace.ts',
    text: 'Math.exp((-asked * deadline) / mean)',
    replacement: 'Math.exp(-deadline / mean)',
    harm: 'The expected seconds of a round with a deadline are those of one agent alone.',
  },
  {
    name: 'sixth-moment-of-gaussian',
    file: 'src/theory/bounds/gradientLaw.ts',
    text: '6 * first * two + 8 * three',
    replacement: '3 * first * two + 8 * three',
    harm: 'Bounds of extrapolated FedAvg take a sixth moment that is too small: they are no bounds.',
  },
  {
    name: 'local-steps-of-random-rounds',
    file: 'src/theory/bounds/scafflsaStatements.ts',
    text: 'Math.floor(rounds / trigger.probability)',
    replacement: 'Math.floor(rounds * trigger.probability)',
    harm: 'Theorem 5.1 of SCAFFLSA is stated after p² times as many local steps as the run takes.',
  },
  {
    name: 'stalest-orders-not-searched',
    file: 'src/search/worst/arrivalRules.ts',
    text: 'if (age > bound) continue;',
    replacement: 'if (age >= bound) continue;',
    harm: 'The worst order of arrivals is searched among those that are one step less stale.',
  },
  {
    name: 'plan-interval-of-90-percent',
    file: 'src/runs/plan/measuredPassage.ts',
    text: 'const TAILS = [0.025, 0.975] as const;',
    replacement: 'const TAILS = [0.05, 0.95] as const;',
    harm: 'Intervals of a plan’s T are said to hold 95 % and hold 90 %.',
  },
  {
    name: 'variance-without-bias-error',
    file: 'src/report/expectedFloor.ts',
    text: 'whole.value * whole.relativeError + bias.value * bias.relativeError',
    replacement: 'whole.value * whole.relativeError',
    harm: 'The variance that theory expects is shown as surer than the squared bias that it was reckoned with.',
  },
];
