/** A sweep ranks points by the floors of all their seeds, and says from how many others the lowest is not separated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bestOf } from '../../../src/report/sweep/sweepFigures.ts';
import type { Cell } from '../../../src/report/sweep/sweepData.ts';
import { overSeeds } from '../../../src/report/headline.ts';
import { emptyFolder, fedsa } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';

const cellOf = (key: string, state: string, ...floors: readonly number[]): Cell => ({
  ...{ point: {}, key, state, reach: [], trend: 'level', numbers: () => new Map() },
  floor: floors.length === 0 ? undefined : overSeeds(floors),
});

test('a point of which some seeds diverged is not ranked by the mean of the others', () => {
  const cells = [cellOf('a', 'completed', 3, 4), cellOf('b', 'diverged', 1), cellOf('c', 'completed', 5, 6)];
  expect(bestOf(cells)?.key).toBe('a');
  expect(bestOf([cells[1]!])).toBeUndefined();
});

test('points that differ by chance are not separated, and those that differ a thousandfold are', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const sweep = async (grid: string, out: string, ...more: readonly string[]): Promise<string> => {
    const length = ['--algorithm', 'local-sa', '--local-steps', '2', '--rounds', '200', '--seeds', '4'];
    const words = ['sweep', 'problem.json', '--grid', grid, ...more, ...length, '--out', join(folder, out)];
    const { stdout, stderr } = await fedsa(folder, ...words);
    expect(stderr).toBe('');
    return stdout;
  };
  expect(await sweep('step-size=0.01,0.0101,0.0102', 'near')).toMatch(
    /Lowest final error of local-sa: \S+.* at step-size=\S+( \(at the edge of the grid: step-size\))?, (alike with|not separated from) any other point\n/,
  );
  expect(await sweep('step-size=0.01,0.010001', 'same')).toMatch(
    / \(at the edge of the grid: step-size\), alike with any other point\n/,
  );
  // Like is compared with like: one lowest floor for each condition.
  const lines = (await sweep('step-size=0.01,0.2', 'conditions', '--grid', 'sampling=iid,exact'))
    .split('\n')
    .filter((line) => line.startsWith('Lowest'));
  expect(lines.map((line) => /^(.*?): .*? at (\S+, \S+)/.exec(line)!.slice(1))).toEqual([
    ['Lowest final error of local-sa at sampling = iid', 'step-size=0.01, sampling=iid'],
    [
      'Lowest final error of local-sa at sampling = exact',
      expect.stringMatching(/^step-size=\S+, sampling=exact$/),
    ],
  ]);
});

test('floors of rounding alone are alike, and a point of which seeds diverged has none', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const length = ['--algorithm', 'local-sa', '--local-steps', '1', '--rounds', '400', '--sampling', 'exact'];
  const sweep = async (steps: string, out: string): Promise<string> => {
    const grid = ['--grid', `step-size=${steps}`, '--seeds', '2', '--allow-divergence'];
    return (await fedsa(folder, 'sweep', 'problem.json', ...grid, ...length, '--out', out)).stdout;
  };
  expect(await sweep('9,11', 'diverging')).toContain(
    'No point of local-sa has a final error: in none have all seeds completed\n',
  );
  expect(await sweep('0.01,0.4,0.5,9', 'noise-free')).toMatch(
    /^Lowest final error of local-sa: .* at step-size=0\.[45], alike with 1 of 2 other points; 1 point has no final error$/m,
  );
  const files = join(folder, 'noise-free');
  const page = readFileSync(join(files, 'report.html'), 'utf8');
  expect(page).toMatch(
    /class="lead">step-size=0\.[45] has the lowest final error, [^<]*, alike with 1 of 2 other results\./,
  );
  expect(page).toContain('Seeds diverged at step-size 9 (Local SA).');
  expect(readFileSync(join(files, 'figures', 'floors-step-size.csv'), 'utf8')).not.toMatch(/^Local SA,9,/m);
});
