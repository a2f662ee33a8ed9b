import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanRows } from '../../src/recording/rowSlices.ts';
import { temporaryFolder } from './temporaryFolder.ts';

test('rows of seeds 1, 10 and 100 that follow one another are those of three replications', () => {
  const path = join(temporaryFolder(), 'rounds.csv');
  const rows = [1, 1, 10, 10, 10, 100].map((seed, k) => `local-sa,${seed},${k}\n`);
  const header = 'algorithm,seed,round\n';
  writeFileSync(path, header + rows.join(''));
  const [first, second, third] = [rows.slice(0, 2), rows.slice(2, 5), rows.slice(5)].map(
    (part) => part.join('').length,
  );
  const { slices, header: found } = scanRows(path);
  expect(found).toBe('algorithm,seed,round');
  expect([...slices]).toEqual([
    ['local-sa,1', { offset: header.length, bytes: first, rows: 2 }],
    ['local-sa,10', { offset: header.length + first!, bytes: second, rows: 3 }],
    ['local-sa,100', { offset: header.length + first! + second!, bytes: third, rows: 1 }],
  ]);
});
