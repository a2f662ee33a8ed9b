/** The equations of docs/mathematics.md by which theory in figures is computed. */
export const EQUATIONS = {
  /** mean rounds without noise */
  noiseFree: [3, 4],
  /** moments of rounds that include all agents */
  exact: [5],
  /** moments over schedules */
  schedules: [13, 14],
  /** moments given the event times */
  eventTimes: [15],
  /** estimated errors of approximations */
  estimate: [8, 9],
} as const;

/** ` (Mathematics 8, 9)`: the citation after a sentence's quantity. */
export const cited = (numbers: readonly number[]): string => ` (Mathematics ${numbers.join(', ')})`;
