import { expect, test } from 'vitest';
import { scaffnew } from '../../../scenarios/algorithms/scaffnew.ts';
import { configured } from '../../../src/algorithms/parts.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { expansion } from '../../../src/theory/expansion/expansion.ts';
import {
  type FirstOrderConfiguration,
  firstOrders,
  NO_SECOND_MOMENT,
} from '../../../src/theory/expansion/firstOrder.ts';
import { specimen } from '../../oracles/specimens.ts';
import { extrapolating, ownScaffold } from '../round/ownAlgorithms.ts';

const problem = buildProblem(
  specimen('logistic-regression', {
    agents: 4,
    dimension: 2,
    records: 20,
    regularisation: 0.3,
    persistence: 0.5,
    seed: 3,
  }),
);
const solution = solveProblem(problem);
const stepSize = 0.05;

const configuration = (
  algorithms: FirstOrderConfiguration['algorithms'],
  sampling: FirstOrderConfiguration['sampling'],
): FirstOrderConfiguration => ({
  algorithms,
  sampling,
  stride: 1,
  trigger: { kind: 'deterministic', localSteps: 5 },
});
const romberg = (extrapolation: 'step-size' | 'local-steps', extrapolationNoise: 'independent' | 'common') =>
  ({ name: 'richardson-romberg', stepSize, extrapolation, extrapolationNoise }) as const;

test('Local SA: the sizes of the expansion at its own step size', () => {
  const [row] = firstOrders(problem, solution, configuration([{ name: 'local-sa', stepSize }], 'markov'));
  const x = expansion(problem, solution, {
    stepSize,
    trigger: { kind: 'deterministic', localSteps: 5 },
    sampling: 'markov',
  });
  if (x.kind === 'refused') throw new Error(x.reason);
  const sizes = [x.heterogeneityBias, x.noiseBias!, x.localNoiseBias!, x.memoryBias].map((part) =>
    Math.hypot(...part),
  );
  [row!.heterogeneityBias, row!.noiseBias, row!.localNoiseBias, row!.memoryBias].forEach((value, k) => {
    expect(sizes[k]).toBeGreaterThan(0);
    expect(Math.abs(value! / sizes[k]! - 1)).toBeLessThan(1e-12);
  });
  // no sum of first orders is a prediction off linear operators
  expect(row).toMatchObject({ biasSquare: null, spread: null, meanSquare: null, reason: NO_SECOND_MOMENT });
});

test.each([configured(ownScaffold, { stepSize }), configured(scaffnew, { stepSize })])(
  'an own $name has the first order of the algorithm that it is',
  (algorithm) => {
    const shipped = { name: 'scafflsa', stepSize } as const;
    const asked = configuration([algorithm as unknown as ScheduledAlgorithm, shipped], 'markov');
    const [mine, theirs] = firstOrders(problem, solution, asked);
    expect(mine!.memoryBias).toBeGreaterThan(0);
    expect(mine).toEqual({ ...theirs, algorithm: algorithm.name });
  },
);

test('an own algorithm that is none of the program’s has none', () => {
  const [row] = firstOrders(
    problem,
    solution,
    configuration([extrapolating as unknown as ScheduledAlgorithm], 'markov'),
  );
  expect(row).toMatchObject({ meanSquare: null, reason: 'no first order is known of rounds like its' });
});

test('extrapolation in γ cancels every bias proportional to γ, at 4 Σ + 2 Σ of independent noise', () => {
  const rows = firstOrders(
    problem,
    solution,
    configuration([{ name: 'local-sa', stepSize }, romberg('step-size', 'independent')], 'markov'),
  );
  for (const part of ['heterogeneityBias', 'noiseBias', 'memoryBias'] as const)
    expect(rows[1]![part]).toBeLessThan(1e-14);
  const linear = buildProblem(specimen('linear-features-td', { agents: 3, states: 3, dimension: 2 }));
  const spreads = firstOrders(
    linear,
    solveProblem(linear),
    configuration([{ name: 'local-sa', stepSize }, romberg('step-size', 'independent')], 'iid'),
  ).map(({ spread }) => spread!);
  expect(Math.abs(spreads[1]! / spreads[0]! - 6)).toBeLessThan(1e-12);
});

test('of the bias of local noise, of order γ²H, it leaves −2 times as much', () => {
  const at = (step: number): ReturnType<typeof firstOrders> =>
    firstOrders(problem, solution, {
      ...configuration(
        [
          { name: 'local-sa', stepSize: step },
          { ...romberg('step-size', 'common'), stepSize: step },
        ],
        'iid',
      ),
      trigger: { kind: 'deterministic', localSteps: 40 },
    });
  const small = at(1e-5);
  expect(Math.abs(small[1]!.localNoiseBias! / small[0]!.localNoiseBias! - 2)).toBeLessThan(1e-3);
});

test('extrapolation in H leaves the bias of the noise, γ b_s/(2N), and to first order nothing else', () => {
  const step = 1e-5;
  const rows = firstOrders(
    problem,
    solution,
    configuration(
      [
        { name: 'local-sa', stepSize: step },
        { ...romberg('local-steps', 'common'), stepSize: step },
      ],
      'iid',
    ),
  );
  expect(rows[1]!.heterogeneityBias).toBeLessThan(1e-15);
  expect(rows[1]!.localNoiseBias! / rows[0]!.localNoiseBias!).toBeLessThan(1e-3);
  expect(Math.abs(rows[1]!.noiseBias! / rows[0]!.noiseBias! - 1)).toBeLessThan(1e-12);
  expect(rows[1]).toMatchObject({ spread: null, reason: 'tr Σ is for independent noise of the two runs' });
});

test('SCAFFOLD has no bias of heterogeneity, but one of local noise; a changing step size has its reason', () => {
  const rows = firstOrders(
    problem,
    solution,
    configuration(
      [
        { name: 'scaffold', stepSize, serverStepSize: 1 },
        { name: 'local-sa', stepSize: { kind: 'decreasing', a: 1, b: 1, c: 1 } as never },
      ],
      'iid',
    ),
  );
  expect(rows[0]).toMatchObject({ algorithm: 'scaffold', memoryBias: 0, reason: NO_SECOND_MOMENT });
  expect(rows[0]!.heterogeneityBias).toBe(0);
  expect(rows[0]!.noiseBias).toBeGreaterThan(0);
  expect(rows[0]!.localNoiseBias).toBeGreaterThan(rows[0]!.noiseBias! / 10);
  expect(rows[1]).toMatchObject({ algorithm: 'local-sa', meanSquare: null });
  expect(rows[1]!.reason).toMatch(/changes from round to round/);
});
