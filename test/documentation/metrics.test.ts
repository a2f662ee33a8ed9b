/** The table of rounds.csv in docs/files.md says of each metric what its value says, in the order of the columns. */
import { expect, test } from 'vitest';
import { METRICS } from '../../src/measurement/metrics/metrics.ts';
import { readDocument } from './documents.ts';

test('docs/files.md has a row for every metric', () => {
  const { prose } = readDocument('docs/files.md');
  const rows = METRICS.map(({ name, unit, help }) => `| \`${name}\` | ${unit}${unit && ' '}| ${help} |`);
  const first = prose.indexOf(rows[0]!);
  expect(prose.slice(first, first + rows.length)).toEqual(rows);
});
