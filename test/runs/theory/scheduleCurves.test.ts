/** Which of the two exact curves of a timed run stands in its manifest, and that they have one mean. */
import { expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { arrivalCurve } from '../../../src/runs/theory/arrivalCurve.ts';
import { exactCurves } from '../../../src/runs/theory/exactCurves.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import { deviationOf, mean } from '../../../src/report/statistics.ts';
import type { ExactCurve, ExactPrediction } from '../../../src/theory/moments/exactPredictions.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { agentsThatDiffer } from '../../actors/timed/timedFixture.ts';
import { configurationOf, LOCAL_SA } from '../../oracles/events.ts';

const configuration = configurationOf({
  policy: { kind: 'asynchronous', mixing: 0.4, weight: { kind: 'constant' } },
  timing: { compute: { kind: 'exponential', mean: 1 }, computeDraw: 'dispatch' },
  sampling: 'iid',
  seeds: [1, 2, 3, 4],
  initial: [2, -1],
});
const problem = buildProblem(agentsThatDiffer(3));
const solution = solveProblem(problem);
const rounds = [0, 1, 5, 10];

/** The curve within a budget. */
async function within(
  multiplications: number,
  change: Partial<RunConfiguration> = {},
): Promise<ExactPrediction> {
  const budget = { multiplications, doubles: 1e6 };
  const [curve] = await exactCurves(problem, solution, { ...configuration, ...change }, rounds, budget);
  return curve!;
}

test('where schedules have a law, the curve is over schedules; where nothing is affordable, the reason stands', async () => {
  const expected = exactErrors(problem, solution, configuration, LOCAL_SA(0.1), rounds);
  if (expected.kind === 'refused') throw new Error(expected.reason);
  const { meanSquare, biasSquare } = expected;
  const overSchedules = { rounds, meanSquare, biasSquare, overSchedules: true };
  expect(await within(1e6)).toEqual(overSchedules);
  expect(await within(1e9)).toEqual(overSchedules);
  expect(await within(1e3)).toHaveProperty('reason');
});

test('without a law of schedules it is given the event times of all seeds', async () => {
  const given = await within(1e9, { timing: { compute: { kind: 'uniform', low: 1, high: 2 } } });
  expect(given).toHaveProperty('arrivals.length', 4);
  expect(given).not.toHaveProperty('overSchedules');
});

/**
 * The mean of ‖θ̄_t − θ*‖² over the four seeds given their event times is one draw of what is expected over schedules: of 50 seeds
 * it is within 4 standard errors, except with probability below 10⁻⁴.
 */
test('the mean over many seeds, given their event times, is that over schedules; of one seed it is not', async () => {
  const schedules = await within(1e9);
  const given = await arrivalCurve(
    problem,
    solution,
    { ...configuration, seeds: Array.from({ length: 50 }, (_, k) => k + 1) },
    LOCAL_SA(0.1),
    rounds,
    { multiplications: 1e10, doubles: 1e6 },
  );
  const each = (given as unknown as ExactCurve).arrivals!.map(({ meanSquare }) => meanSquare.at(-1)!);
  const [centre, last] = [mean(each), (schedules as ExactCurve).meanSquare.at(-1)!];
  const error = deviationOf(each, centre) / Math.sqrt(each.length);
  expect(Math.abs(centre - last)).toBeLessThan(4 * error);
  expect(Math.max(...each) / Math.min(...each)).toBeGreaterThan(1.5);
});
