/** Moments of own algorithms, whose rounds are traced, against every sequence of observations of a tiny problem. */
import { expect, test } from 'vitest';
import { fedAvgM } from '../../../scenarios/algorithms/fedAvgM.ts';
import { fedLin } from '../../../scenarios/algorithms/fedLin.ts';
import { scaffnew } from '../../../scenarios/algorithms/scaffnew.ts';
import { configured, type ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { AlgorithmConfiguration } from '../../../src/configuration/configuration.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { specificationOf } from '../../oracles/explicitProblem.ts';
import { oneOfEach } from '../../tooling/parts.ts';
import { enumeratedErrors } from '../moments/pathEnumeration.ts';
import {
  changing,
  differing,
  extrapolating,
  goingOn,
  ownScaffold,
  personalised,
  personalisedAndPulled,
  pulled,
  scaledAndCorrected,
  twice,
  withVelocities,
} from './ownAlgorithms.ts';

/** One coordinate, two states an agent. */
const PROBLEM = buildProblem(
  specificationOf([
    {
      transition: [
        [0.7, 0.3],
        [0.4, 0.6],
      ],
      A: [[[0.5]], [[1.5]]],
      b: [[1], [-0.5]],
      initial: 'stationary',
    },
    {
      transition: [
        [0.1, 0.9],
        [0.5, 0.5],
      ],
      A: [[[2]], [[0.8]]],
      b: [[0.3], [2]],
      initial: 'stationary',
    },
  ]),
);
const SOLUTION = solveProblem(PROBLEM);
const LAWS = [0, 1].map((agent) => PROBLEM.agent(agent).observations!() as FiniteObservations);
const TRIGGER = { kind: 'deterministic', localSteps: 2 } as const;
const ROUNDS = 3;

/** Rounds that are no data, and are followed. */
const FOLLOWED: readonly ConfiguredAlgorithm[] = [
  ...[differing, twice, goingOn, changing],
  ...['scafflsa', 'fedhsa', 'scaffold'].map((name): ConfiguredAlgorithm => ({
    ...{ name, serverStepSize: 0.8 },
    stepSize: { kind: 'decreasing', scale: 0.6, offset: 1, exponent: 0.7 },
  })),
];

const ALGORITHMS = [
  ...[configured(ownScaffold, { stepSize: 0.3 }), configured(scaffnew, { stepSize: 0.3 })],
  ...[configured(fedAvgM, { stepSize: 0.2, beta: 0.5 }), configured(fedLin, { stepSize: 0.3 })],
  ...[extrapolating, personalised, pulled, personalisedAndPulled, withVelocities, scaledAndCorrected],
  ...FOLLOWED,
];
const CASES = ALGORITHMS.map((entry) =>
  (['iid', 'markov'] as const).map((sampling) => [entry.name, sampling, entry] as const),
);

test.each(oneOfEach(CASES))('%s, %s', (_, sampling, entry) => {
  const algorithm = entry as unknown as AlgorithmConfiguration;
  // FedLin evaluates at an observation of its own.
  const more = entry.name === 'fedlin' ? 1 : 0;
  const rounds = more > 0 || FOLLOWED.includes(entry) ? 2 : ROUNDS;
  const gaps = Array.from({ length: rounds }, () => TRIGGER.localSteps);
  const initial = Float64Array.of(3);
  const { mean, square } = enumeratedErrors(
    LAWS,
    sampling,
    algorithm,
    TRIGGER,
    initial,
    SOLUTION.root!,
    gaps,
    more,
  );
  const configuration = { trigger: TRIGGER, sampling, initial: [3] };
  const found = exactErrors(PROBLEM, SOLUTION, configuration, algorithm, [rounds]);
  if (found.kind === 'refused') throw new Error(found.reason);
  expect(Math.abs(found.meanSquare[0]! / square - 1)).toBeLessThan(1e-11);
  const bias = (mean[0]! - SOLUTION.root![0]!) ** 2;
  expect(Math.abs(found.biasSquare[0]! - bias)).toBeLessThan(1e-11 * square);
});
