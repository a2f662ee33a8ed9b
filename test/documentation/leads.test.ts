/** Leads say numbers that the rows of their run have: the check, on rows and leads by hand. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder } from '../commandLine/builtProgram.ts';
import { keptFrom, readRows, type Rows, tailMean } from './leads/rows.ts';
import { unfounded } from './leads/unfounded.ts';

const folder = join(emptyFolder(), 'run');
let rows: Rows;

/** Errors of ten rounds and two seeds; the last three rounds, 8 to 10, are the window. */
const ERRORS = {
  'local-sa': [
    [9, 8, 7, 6, 5, 0.5, 4, 3, 4, 5, 6],
    [9, 8, 7, 6, 5, 0.5, 4, 3, 4, 5, 6],
  ],
  scafflsa: [
    [9, 5, 3, 2, 1, 1, 1, 1, 1, 1, 1],
    [9, 5, 3, 2, 1, 1, 1, 1, 1, 1, 4],
  ],
};

beforeAll(() => {
  mkdirSync(folder);
  const configuration = {
    algorithms: [{ name: 'local-sa' }, { name: 'scafflsa' }],
    reach: [2],
    trigger: { kind: 'deterministic', localSteps: 10 },
    budget: { kind: 'rounds', rounds: 10 },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ configuration, problem: { agents: 3 } }));
  const lines = Object.entries(ERRORS).flatMap(([algorithm, seeds]) =>
    seeds.flatMap((errors, seed) =>
      errors.map((error, round) => [algorithm, seed + 1, round, 2 * round, error, 80 * round].join(',')),
    ),
  );
  writeFileSync(
    join(folder, 'rounds.csv'),
    ['algorithm,seed,round,time,error,uplinkBytes', ...lines, ''].join('\n'),
  );
  rows = readRows(folder);
});

test('the window’s mean counts rounds that are not recorded by the line between their neighbours', () => {
  expect(tailMean([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], ERRORS['local-sa'][0]!)).toBe(5);
  // Rounds 8, 9, 10 of 7 → 1 over six rounds: 3, 2, 1.
  expect(tailMean([0, 4, 10], [0, 7, 1])).toBe(2);
});

test('a passage is the first row after which the error is at most ε over every stretch', () => {
  expect(keptFrom([0, 1, 2, 3, 4], [3, 1, 3, 1, 1], 2)).toBe(1);
  expect(keptFrom([0, 1, 2, 3, 4], [3, 1.5, 3, 1, 1], 2)).toBe(3);
  expect(keptFrom([0, 1, 2, 3], [3, 1, 3, 3], 2)).toBe(-1);
  // The row at round 9 stands for five rounds.
  expect(keptFrom([0, 1, 4, 9, 10], [3, 1, 1, 2.9, 1], 2)).toBe(10 - 6);
});

describe('a lead', () => {
  // Means over rounds 8 to 10: 5 and 5; 1 and 2, so 1.5 · exp(± 12.706 · 0.7071/(√2 · 1.5)).
  const value = '1.50 [0.02, 103.63]';

  test.each([
    `SCAFFLSA’s final error, ${value}, and Local SA’s is 5.00.`,
    'Local SA’s error over rounds 8–10 is 5.00; SCAFFLSA’s is 1.50 (seeds 1.00, 2.00).',
    'In the last round SCAFFLSA’s error is 2.50.',
    'SCAFFLSA’s last error is above Local SA’s. At the end it is 2.50 (SCAFFLSA).',
    'SCAFFLSA reaches 2 after 6 s; α = 0.3; Local SA ends at 5.00 at 100 % of the uplink bytes.',
  ])('of the rows: %s', (lead) => {
    expect(unfounded(lead, rows)).toEqual([]);
  });

  test.each([
    ['the last round for the final error’s mean', 'SCAFFLSA’s final error is 2.50.', '2.50'],
    [
      'the last round for an “it” that is the final error',
      'SCAFFLSA’s final error is low. At the end it is 2.50 (SCAFFLSA).',
      '2.50',
    ],
    ['another algorithm’s value', 'SCAFFLSA’s final error is 5.00; Local SA’s is 5.00.', '5.00'],
    ['an interval of nothing', 'SCAFFLSA’s final error is 1.50 [0.90, 1.60].', '1.50 [0.90, 1.60]'],
    ['other seeds', 'SCAFFLSA’s final error is 1.50 (seeds 1.00, 3.00).', '1.50 (seeds 1.00, 3.00)'],
    ['a dip for a passage', 'Local SA reaches 2 after 10 s.', '10 s'],
    ['a factor', 'Local SA’s is higher by a factor of 3.40 [3.30, 3.50].', '3.40 [3.30, 3.50]'],
    ['a window', 'Local SA’s error over rounds 7–10 is 5.00.', '7'],
    ['a cost', 'SCAFFLSA’s is 1.50 at 27 % of the uplink bytes.', '27 %'],
  ])('that says %s is found out', (_, lead, wrong) => {
    expect(unfounded(lead, rows)).toContain(wrong);
  });
});
