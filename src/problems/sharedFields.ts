/** Fields that several families share, and the conditions they must meet. */
import {
  type Check,
  oneOf,
  count,
  either,
  type Value,
  list,
  object,
  optional,
  real,
  whole,
} from '../values/value.ts';
import type { InitialState } from './observationLaw.ts';
import { SUM_TOLERANCE, sumsToOne } from './probabilities.ts';

/** As many as alias tables have. */
export const MOST_STATES = 65_536;
const MOST_AGENTS = 1_000_000;
const MOST_DIMENSIONS = 10_000;

export const agents = count(MOST_AGENTS);
export const dimension = count(MOST_DIMENSIONS);
/** of the generation, apart from the seeds of the runs */
export const seed = whole();
export const discount = real({ least: 0, below: 1 });

export const initial: Value<InitialState> = either<InitialState>(
  [
    oneOf('stationary'),
    object({ state: whole(0) }),
    object({ distribution: list(real({ least: -SUM_TOLERANCE }), 0) }),
  ],
  'must be "stationary", { state } or { distribution }',
);

/** Of a start: that it is one in `states` states. */
export function startsIn(states: number, start: InitialState, fault: Parameters<Check<unknown>>[1]): void {
  if (start === 'stationary') return;
  const right =
    'state' in start
      ? start.state < states
      : start.distribution.length === states && sumsToOne(start.distribution);
  if (right) return;
  fault(
    ['initial'],
    'must be of states 0 to states − 1; a distribution has one probability for each and sums to 1',
  );
}

/** Fields of Garnets, which evaluation and control share. */
export const garnetFields = {
  /** `high`: an independent Garnet (kernel and rewards) for each agent; `low`: one Garnet, perturbed for each */
  heterogeneity: oneOf('low', 'high'),
  /** where heterogeneity is low: non-zero transition probabilities are raised by U[0, perturbation], rows renormalised */
  perturbation: optional(real({ least: 0 })),
};

interface GarnetShape {
  readonly states: number;
  readonly branching: number;
  readonly heterogeneity: 'low' | 'high';
  readonly perturbation?: number;
}

/** Conditions on a Garnet. */
export const checkGarnet: Check<GarnetShape> = (garnet, fault) => {
  if (garnet.branching > garnet.states) fault(['branching'], 'must be at most the number of states');
  if (garnet.heterogeneity === 'low' && garnet.perturbation === undefined) {
    fault(
      ['perturbation'],
      'is needed where heterogeneity is "low": the largest amount added to a transition probability',
    );
  }
};
