/** Rounds averaged over random gaps once, against the rounds of each gap, which share nothing with it but an agent's acts. */
import { describe, expect, test } from 'vitest';
import type { ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { Generator } from '../../../src/maths/generator.ts';
import type { Problem, Sampling } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { type GapLaw, gapLaw } from '../../../src/theory/moments/gaps.ts';
import {
  averagedOverGaps,
  independentRounds,
  partsOf,
} from '../../../src/theory/moments/independentRounds.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import type { MomentRounds } from '../../../src/theory/moments/momentCurve.ts';
import { type SingleRun, singleRun } from '../../../src/theory/round/runsOf.ts';
import type { Setting } from '../../../src/theory/moments/setting.ts';
import { pack, packedLength } from '../../../src/maths/packed.ts';
import { oneIn } from '../../tooling/parts.ts';
import { randomTd } from '../observedAgents.ts';
import { gaussMarkovAgent, lawsOnly } from './observedProblems.ts';

const trigger = { kind: 'bernoulli', probability: 0.3 } as const;
const STEP = 0.2;

const NOISY = lawsOnly(2, [
  gaussMarkovAgent([1.5, 0.3, -0.2, 1], [1, 0], [0.5, 0, 0.1, 0.2], 0.3, 'zero'),
  gaussMarkovAgent([0.7, 0, 0.4, 2], [0, 1], [0.1, 0, 0, 0.4], 0.1, 'stationary'),
  gaussMarkovAgent([1, 0.1, 0, 1], [2, 1], [0.1, 0, 0, 0.4], 0.1, 'zero'),
]);

const PROBLEMS: readonly (readonly [string, Problem, Sampling])[] = [
  ['TD(0), i.i.d.', randomTd(3, 4, 2, 0.8, 1), 'iid'],
  ['one agent', randomTd(1, 4, 2, 0.8, 2), 'iid'],
  ['carried Gauss–Markov noise', NOISY, 'markov'],
  ['fresh Gauss–Markov noise', NOISY, 'iid'],
  ['no noise', NOISY, 'exact'],
];

const ALGORITHMS: readonly ConfiguredAlgorithm[] = [
  { name: 'local-sa', stepSize: STEP, serverStepSize: 1 },
  { name: 'scafflsa', stepSize: STEP, serverStepSize: 1 },
  { name: 'fedhsa', stepSize: STEP, serverStepSize: 0.9 },
  { name: 'minibatch-sgd', serverStepSize: STEP },
  { name: 'local-sgd-m', stepSize: STEP, serverStepSize: 0.2, momentum: 0.4 },
  { name: 'scaffold', stepSize: STEP, serverStepSize: 0.9 },
];

function settingOf(problem: Problem, sampling: Sampling, algorithm: ConfiguredAlgorithm): Setting {
  const known = knownProblem(problem, solveProblem(problem), { trigger, sampling, initial: [1, -1] });
  if ('reason' in known) throw new Error(known.reason);
  return { ...known, program: (singleRun(algorithm, trigger, known.agents.length) as SingleRun).program };
}

function roundsOf(setting: Setting): MomentRounds {
  const rounds = independentRounds(setting, PATIENT_BUDGET);
  if ('reason' in rounds) throw new Error(rounds.reason);
  return rounds;
}

const image = (rounds: MomentRounds, S: Float64Array): Float64Array => {
  const out = new Float64Array(S.length);
  for (const part of rounds.mixture())
    for (const [j, value] of part.advance(S).entries()) out[j]! += part.weight * value;
  return out;
};

/** E[X Xᵀ] of any X that begins with 1. */
function someMoments(n: number): Float64Array {
  const random = new Generator([n, 7, 7, 7]);
  const factor = Float64Array.from({ length: n * n }, () => 2 * random.uniform() - 1);
  factor.fill(0, 0, n)[0] = 1;
  const S = Float64Array.from({ length: n * n }, (_, at) => {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += factor[Math.floor(at / n) * n + k]! * factor[(at % n) * n + k]!;
    return sum;
  });
  return pack(S, n);
}

describe('rounds averaged over random gaps', () => {
  const cases = PROBLEMS.flatMap(([title, problem, sampling]) =>
    ALGORITHMS.map((algorithm) => [title, algorithm.name, problem, sampling, algorithm] as const),
  );
  test.each(oneIn(3, cases))(
    'are those of the gaps one by one: %s, %s',
    (...[, , problem, sampling, algorithm]) => {
      const setting = settingOf(problem, sampling, algorithm);
      const parts = partsOf(setting, PATIENT_BUDGET);
      if ('reason' in parts) throw new Error(parts.reason);
      const averaged = averagedOverGaps(parts);
      const S = someMoments(averaged.places.keptSize);
      expect(S).toHaveLength(packedLength(averaged.places.keptSize));
      // A growth of up to 1.3 a step: longer gaps than any of these steps need.
      const expected = new Float64Array(S.length);
      for (const { gap, weight } of gapLaw(trigger, 1.3) as GapLaw) {
        const fixed = roundsOf({ ...setting, trigger: { kind: 'deterministic', localSteps: gap } });
        for (const [j, value] of image(fixed, S).entries()) expected[j]! += weight * value;
      }
      const size = Math.max(...expected.map(Math.abs));
      for (const [j, value] of image(averaged, S).entries())
        expect(Math.abs(value - expected[j]!), `${j}`).toBeLessThan(1e-13 * size);
    },
  );
});
