/** The table of families, and what is made from it. */
import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { ALL_FAMILIES, FAMILIES, FILE_FAMILIES } from '../../src/problems/families.ts';
import type { Value } from '../../src/values/value.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import { problemSchema } from '../../src/configuration/problemSchema.ts';
import { readDocument } from '../documentation/documents.ts';

test('each kind has one family, and what is read from files becomes one that threads can build', () => {
  const kinds = ALL_FAMILIES.map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  const built: readonly string[] = FAMILIES.map(({ kind }) => kind);
  expect(built).toEqual(expect.arrayContaining(FILE_FAMILIES.flatMap(({ readInto }) => readInto)));
});

test('a kind that no family has is refused, by its name, and not taken for another', () => {
  for (const kind of ['granet', 'problem-file', 'toString']) {
    expect(() => buildProblem({ kind } as unknown as ProblemSpecification)).toThrow(
      new RegExp(`^no family of problems is called ${kind}; there are garnet, `),
    );
  }
});

describe.each(ALL_FAMILIES)('$kind', ({ kind, fields }) => {
  test('every field that may not be left out is asked for', () => {
    const needed = Object.entries<Value>(fields).filter(([, { optional }]) => optional !== true);
    const issues = problemSchema.safeParse({ kind }).error?.issues ?? [];
    expect(issues.map(({ path }) => path[0]).sort()).toEqual(needed.map(([name]) => name).sort());
  });

  test('a field that it does not have is refused', () => {
    const issues = problemSchema.safeParse({ kind, unheardOf: 1 }).error?.issues ?? [];
    expect(issues.at(-1)).toMatchObject({ code: 'unrecognized_keys', keys: ['unheardOf'] });
  });
});

test('the page on scenarios has a row for each family, and none besides', () => {
  const { prose } = readDocument('docs/own-scenarios.md');
  const rows = ALL_FAMILIES.map((family) => {
    const source = 'source' in family ? `| ${family.source} |` : '| |';
    return `| \`${family.kind}\` | ${family.title} ${source}`;
  });
  const start = prose.indexOf('| kind | problem | source |') + 2;
  expect(prose.slice(start, prose.indexOf('', start))).toEqual(rows);
});
