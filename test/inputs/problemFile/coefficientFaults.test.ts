/** Faults of an agent's matrices A(s) and vectors b(s). */
import { describe, expect, test } from 'vitest';
import { fault } from './refusal.ts';
import { spoilt, twoAgents } from './twoAgents.ts';

describe('a fault in A or b is told in one line', () => {
  const cases: [title: string, text: string, message: string][] = [
    [
      'too few matrices',
      spoilt(
        ['agents', 0, 'A'],
        [
          [
            [1, 0],
            [0, 1],
          ],
        ],
      ),
      'agents[0].A: a list of 1; expected a list of 2, one matrix for each row of transition',
    ],
    [
      'no matrices',
      spoilt(['agents', 0, 'A'], []),
      'agents[0].A: an empty list; expected a list of 2, one matrix for each row of transition',
    ],
    [
      'a matrix with a row too many',
      spoilt(['agents', 0, 'A', 1, 2], [0, 0]),
      'agents[0].A[1]: a list of 3; expected a list of 2, one row for each dimension',
    ],
    [
      'a ragged matrix',
      spoilt(['agents', 0, 'A', 1, 0], [1, 2, 3]),
      'agents[0].A[1][0]: a list of 3; expected a list of 2, one number for each dimension',
    ],
    [
      'two ragged matrices',
      spoilt(
        ['agents', 0, 'A'],
        [
          [[1, 2], [3]],
          [
            [4, 5],
            [6, 7, 8],
          ],
        ],
      ),
      'agents[0].A[0][1]: a list of 1; expected a list of 2, one number for each dimension',
    ],
    [
      'a first row that is too long',
      spoilt(['agents', 0, 'A', 0, 0], [1, 2, 3]),
      'agents[0].A[0][0]: a list of 3; expected a list of 2, one number for each dimension',
    ],
    [
      'a vector in place of a matrix',
      spoilt(['agents', 1, 'A', 0], [1, 2]),
      'agents[1].A[0][0]: 1; expected a list of 2, one number for each dimension',
    ],
    [
      'too few vectors',
      spoilt(['agents', 0, 'b'], [[1, 2]]),
      'agents[0].b: a list of 1; expected a list of 2, one vector for each row of transition',
    ],
    [
      'a short vector',
      spoilt(['agents', 0, 'b', 1], [1]),
      'agents[0].b[1]: a list of 1; expected a list of 2, one number for each dimension',
    ],
    [
      'null for NaN',
      spoilt(['agents', 0, 'A', 1, 0, 1], NaN),
      'agents[0].A[1][0][1]: null; expected a finite number',
    ],
    [
      'a number in quotes',
      spoilt(['agents', 0, 'b', 1, 0], '3'),
      'agents[0].b[1][0]: "3"; expected a finite number',
    ],
    [
      'a list too deep',
      spoilt(['agents', 0, 'b', 1, 0], [3]),
      'agents[0].b[1][0]: a list of 1; expected a finite number',
    ],
    [
      'A that is null',
      spoilt(['agents', 0, 'A'], null),
      'agents[0].A: null; expected a list of S matrices, each of d rows of d numbers',
    ],
    [
      'a matrix that is an object',
      spoilt(['agents', 0, 'A', 1], { a: [1] }),
      'agents[0].A[1]: an object; expected a list of 2, one row for each dimension',
    ],
    [
      'a number beyond all doubles',
      JSON.stringify(twoAgents()).replace('12', '-1e999'),
      'agents[0].b[1][1]: a number beyond all doubles; expected a finite number',
    ],
    [
      'a dimension of 1e9',
      spoilt(['dimension'], 1e9),
      'agents[0].A[0]: a list of 2; expected a list of 1000000000, one row for each dimension (and 3 more problems)',
    ],
  ];
  test.each(cases)('%s', (_, text, message) => {
    expect(fault(text)).toBe(`p.json: ${message}`);
  });
});
