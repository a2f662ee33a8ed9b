/**
 * The exact errors against the program itself, on generated problems that no oracle could enumerate:
 * ten agents' Garnets, and Gauss–Markov noise under Markov sampling.
 *
 * Over n seeds the average of ‖θ̄_t − θ*‖², less its expectation and over its standard error, is close
 * to N(0, 1); |z| > 5.7 has probability 1.2e-8, so that a right program fails one of the fewer than 40
 * comparisons with probability below 1e-6. Seeds are fixed: it always fails or never.
 */
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type {
  GarnetSpecification,
  GaussMarkovQuadraticSpecification,
} from '../../../src/problems/specification.ts';
import type { AlgorithmConfiguration } from '../../../src/configuration/configuration.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { configurationOf, replicationsOf, RICHARDSON_ROMBERG } from '../../oracles/events.ts';
import { LARGEST_Z } from '../../oracles/momentComparison.ts';
import { oneIn } from '../../tooling/parts.ts';
import { specimen } from '../../oracles/specimens.ts';

const SEEDS = Array.from({ length: 600 }, (_, k) => k + 1);
const ROUNDS = [1, 2, 4, 8];

const GARNET: GarnetSpecification = specimen('garnet', { agents: 10, seed: 3 });

const QUADRATIC: GaussMarkovQuadraticSpecification = specimen('gauss-markov-quadratic', {
  agents: 4,
  noiseVariance: 0.5,
  seed: 5,
});

const ALGORITHMS: readonly AlgorithmConfiguration[] = [
  { name: 'local-sa', stepSize: 0.1 },
  { name: 'scafflsa', stepSize: 0.1 },
  { name: 'fedhsa', stepSize: 0.1, serverStepSize: 0.7 },
  { name: 'local-sgd-m', stepSize: 0.1, serverStepSize: 0.4, momentum: 0.3 },
  RICHARDSON_ROMBERG(0.07),
];

const SETTINGS = [
  { title: 'ten Garnets, i.i.d.', specification: GARNET, sampling: 'iid' },
  { title: 'Gauss–Markov noise from z = 0, Markov', specification: QUADRATIC, sampling: 'markov' },
  {
    title: 'stationary Gauss–Markov noise, Markov',
    specification: { ...QUADRATIC, initialNoise: 'stationary' },
    sampling: 'markov',
  },
] as const;
const CASES = SETTINGS.flatMap(({ title, specification, sampling }) =>
  ALGORITHMS.map((algorithm) => ({ title, specification, sampling, algorithm })),
);

describe('over 600 seeds, H = 4:', () => {
  test.each(oneIn(3, CASES))(
    '$title: $algorithm.name has the exact mean-square errors to within 5.7 standard errors',
    async ({ specification, sampling, algorithm }) => {
      const problem = buildProblem(specification);
      const configuration = configurationOf({
        algorithms: [algorithm],
        trigger: { kind: 'deterministic', localSteps: 4 },
        sampling,
        seeds: SEEDS,
        initial: [1, -1, 2],
        budget: { kind: 'rounds', rounds: ROUNDS.at(-1)! },
        recording: 'all',
      });
      const errors = exactErrors(problem, solveProblem(problem), configuration, algorithm, ROUNDS);
      if (errors.kind === 'refused') throw new Error(errors.reason);
      const runs = await replicationsOf(specification, configuration);
      expect(runs).toHaveLength(SEEDS.length);
      ROUNDS.forEach((round, at) => {
        const sample = runs.map(({ records }) => records.find((record) => record.round === round)!.error);
        const mean = sample.reduce((sum, x) => sum + x, 0) / sample.length;
        const variance = sample.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (sample.length - 1);
        const z = (mean - errors.meanSquare[at]!) / Math.sqrt(variance / sample.length);
        expect(Math.abs(z), `round ${round}`).toBeLessThan(LARGEST_Z);
      });
    },
  );
});
