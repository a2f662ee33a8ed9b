/** The folder of a sweep over H that has ended, with two seeds: sweep.json alone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../recording/temporaryFolder.ts';

export const SEEDS = [1, 2];

/** Of each algorithm a run at each H, whose key is both: `a5`. */
export function sweepFolder(
  H: readonly (string | number)[],
  algorithms: readonly string[],
  head: object = {},
): string {
  const folder = temporaryFolder();
  const points = H.map((value) => ({
    point: { H: value },
    runs: algorithms.map((algorithm) => ({
      algorithm,
      key: `${algorithm}${value}`.replace(':', '-'),
      state: 'completed',
    })),
  }));
  const sweep = {
    format: 'fedsa-sweep/1',
    version: '1',
    scenario: { name: 's', title: 'S', question: 'Q?' },
    state: 'completed',
    seeds: SEEDS,
    ...head,
  };
  writeFileSync(join(folder, 'sweep.json'), JSON.stringify({ ...sweep, grid: { H }, zip: {}, points }));
  return folder;
}
