/**
 * A hundred seeds of a whole run lie on the exact curve of its manifest.
 *
 * (Measured mean − expectation)/(standard error over n = 100 seeds) would be t with 99 degrees of
 * freedom if the errors were normal, and |t| > 6.5 has probability 3.3e-9: by Bonferroni a right program
 * fails one of the 48 comparisons with probability below 2e-7. Squared errors are skewed, which makes
 * the lower tail heavier; but seeds are fixed, so that a test always fails or never.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../../src/runs/library.ts';
import { groupByAlgorithm } from '../../../src/report/curve.ts';
import { readRounds } from '../../../src/report/readRounds.ts';
import { mean } from '../../../src/report/statistics.ts';
import type { ExactCurve } from '../../../src/theory/moments/exactPredictions.ts';
import { temporaryFolder } from '../../recording/temporaryFolder.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';

const LARGEST_T = 6.5;
const ROUNDS = [1, 2, 4, 8, 15, 30];
const ALGORITHMS = ['local-sa', 'scafflsa', 'fedhsa', 'local-sgd-m'] as const;

interface Measured {
  readonly exact: ExactCurve;
  readonly data: ReturnType<typeof groupByAlgorithm>[number];
}

async function measured(sampling: 'markov' | 'iid'): Promise<Map<string, Measured>> {
  const folder = temporaryFolder();
  writeTwoAgents(folder);
  const { directory, manifest } = await run(
    join(folder, 'problem.json'),
    {
      algorithms: ALGORITHMS,
      stepSize: 0.1,
      serverStepSize: 0.5,
      momentum: 0.5,
      localSteps: 4,
      rounds: ROUNDS.at(-1)!,
      initial: [3, -3],
      sampling,
      seeds: 100,
      placement: 'inline',
      iterates: false,
    },
    { out: join(folder, 'out'), report: false },
  );
  const series = await readRounds(directory, manifest);
  const data = groupByAlgorithm(ALGORITHMS, series, manifest.runs);
  return new Map(
    manifest.predictions.map(({ algorithm, exact }, index) => {
      if (exact === undefined || 'reason' in exact) throw new Error(`${algorithm} has no exact curve`);
      return [algorithm, { exact, data: data[index]! }];
    }),
  );
}

/** (mean − expectation)/(standard error) at the rounds above. */
function deviations({ data }: Measured, { rounds, meanSquare }: ExactCurve): number[] {
  return ROUNDS.map((round) => {
    const values = data.series.map(({ columns }) => columns.error[columns.round.indexOf(round)]!);
    const centre = mean(values);
    const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    const standardError = Math.sqrt(squares / (values.length - 1) / values.length);
    return (centre - meanSquare[rounds.indexOf(round)]!) / standardError;
  });
}

const runs = new Map<'markov' | 'iid', Map<string, Measured>>();
beforeAll(async () => {
  for (const sampling of ['markov', 'iid'] as const) runs.set(sampling, await measured(sampling));
});

describe.each(['markov', 'iid'] as const)('a hundred seeds, %s,', (sampling) => {
  test.each(ALGORITHMS)('%s: the measured mean-square error lies on the exact curve', (algorithm) => {
    const measured = runs.get(sampling)!.get(algorithm)!;
    expect(measured.exact.rounds).toEqual(Array.from({ length: 31 }, (_, t) => t));
    for (const deviation of deviations(measured, measured.exact))
      expect(Math.abs(deviation)).toBeLessThan(LARGEST_T);
  });
});

test.each(['local-sa', 'scafflsa'] as const)(
  '%s: the squared bias alone is not mistaken for the whole',
  (algorithm) => {
    const measured = runs.get('markov')!.get(algorithm)!;
    const found = deviations(measured, { ...measured.exact, meanSquare: measured.exact.biasSquare });
    expect(Math.max(...found)).toBeGreaterThan(LARGEST_T);
  },
);

test('nor is the other sampling’s curve mistaken for the own', () => {
  const worst = ALGORITHMS.map((algorithm) => {
    const measured = runs.get('iid')!.get(algorithm)!;
    return Math.max(...deviations(measured, runs.get('markov')!.get(algorithm)!.exact).map(Math.abs));
  });
  expect(Math.max(...worst)).toBeGreaterThan(LARGEST_T);
});
