/** The house rules of eslint.config.js, on lines that keep or break them. */
import { resolve } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The rules that need no types: the files below do not exist, so no compiler knows them. */
const UNTYPED = new Set([
  'no-restricted-globals',
  'no-restricted-properties',
  'no-restricted-syntax',
  '@typescript-eslint/max-params',
  'jsdoc/require-jsdoc',
  'jsdoc/require-description',
  'jsdoc/check-param-names',
  'jsdoc/no-types',
  'jsdoc/match-description',
]);

const eslint = new ESLint({
  cwd: ROOT,
  ruleFilter: ({ ruleId }) => UNTYPED.has(ruleId),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

/** The rules that a line breaks as the content of a file. */
async function brokenRules(line: string, file: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${line}\n`, { filePath: resolve(ROOT, file) });
  return result!.messages.map((message) => message.ruleId);
}

const RULES = new URL('../../.dependency-cruiser.mjs', import.meta.url).href;
const { PURE_ROOMS } = (await import(RULES)) as { readonly PURE_ROOMS: Readonly<Record<string, unknown>> };

describe.each(Object.keys(PURE_ROOMS))('%s is pure', (room) => {
  test.each([
    ['const now = Date.now();', 'no-restricted-globals'],
    ['const now = new Date();', 'no-restricted-globals'],
    ['const now = performance.now();', 'no-restricted-globals'],
    ['const now = globalThis.performance.now();', 'no-restricted-globals'],
    ['setTimeout(() => 1, 10);', 'no-restricted-globals'],
    ['setInterval(() => 1, 10);', 'no-restricted-globals'],
    ['const home = process.env.HOME;', 'no-restricted-globals'],
    ['console.log(1);', 'no-restricted-globals'],
    ['const x = Math.random();', 'no-restricted-properties'],
    ['const { random } = Math;', 'no-restricted-properties'],
  ])('%s is refused', async (line, rule) => {
    expect(await brokenRules(line, `${room}/example.ts`)).toEqual([rule]);
  });
});

test('the actors and the edge may have a clock and a process, but no global randomness', async () => {
  for (const file of [
    'actors/experiment/example.ts',
    'src/commandLine/example.ts',
    'src/recording/example.ts',
  ]) {
    expect(await brokenRules('const now = Date.now() + performance.now() + process.pid;', file)).toEqual([]);
    expect(await brokenRules('const x = Math.random();', file)).toEqual(['no-restricted-properties']);
  }
});

describe('what is exported is documented and cannot be changed from outside', () => {
  const FILE = 'src/theory/example.ts';

  test.each([
    ['export function unit(): number { return 1; }', 'jsdoc/require-jsdoc'],
    ['export const unit = (): number => 1;', 'jsdoc/require-jsdoc'],
    [
      '/** @param x - a number */ export function same(x: number): number { return x; }',
      'jsdoc/require-description',
    ],
    [
      '/** The same.\n * @param y - a number */\nexport function same(x: number): number { return x; }',
      'jsdoc/check-param-names',
    ],
    [
      '/** The same.\n * @param {number} x - a number */\nexport function same(x: number): number { return x; }',
      'jsdoc/no-types',
    ],
    ['export interface Row { readonly cells: number[] }', 'no-restricted-syntax'],
    ['export interface Row { readonly cells: readonly number[] }', undefined],
    ['/** The unit. */\nexport function unit(): number { return 1; }', undefined],
    ['function unit(): number { return 1; }', undefined],
  ])('%s', async (line, rule) => {
    expect(await brokenRules(line, FILE)).toEqual(rule === undefined ? [] : [rule]);
  });
});

test('a function of the core has at most four positional parameters', async () => {
  const five =
    '/** Five. */\nexport const sum = (a: number, b: number, c: number, d: number, e = 0): number => a + b + c + d + e;';
  expect(await brokenRules(five, 'actors/server/example.ts')).toEqual(['@typescript-eslint/max-params']);
  expect(await brokenRules(five, 'src/algorithms/example.ts')).toEqual(['@typescript-eslint/max-params']);
  expect(await brokenRules(five, 'src/maths/example.ts')).toEqual([]);
  expect(
    await brokenRules(five.replace(', e = 0', '').replace(' + e', ''), 'actors/server/example.ts'),
  ).toEqual([]);
});

test.each([
  ['/** What a policy says. */', false],
  ['/** It in words. */', false],
  ['/** Outputs of a policy. */', true],
  ['/** Whether a round is over. */', true],
])('a comment of the core begins with the thing that it is about: %s', async (comment, isRight) => {
  const expected = isRight ? [] : ['jsdoc/match-description'];
  expect(
    await brokenRules(
      `${comment}\nexport interface Row { readonly cells: number }`,
      'src/policies/example.ts',
    ),
  ).toEqual(expected);
});

describe('a declaration is named by a noun or a verb', () => {
  test.each([
    ['const own = 1;', true],
    ['const [own] = [1];', true],
    ['const { name: said } = source;', true],
    ['for (const one of rows) use(one);', true],
    ['function shown(): number { return 1; }', true],
    ['const twice = (of: number): number => 2 * of;', true],
    ['const twice = (of = 1): number => 2 * of;', true],
    ['class Row { readonly #what = 1; }', true],
    ['interface Row { readonly said: string }', true],
    ['const row = { shown: 1 };', true],
    // the words that users type
    ['const metric = { of: measure, own: 1 };', false],
    ['const { of: measure } = metric;', false],
  ])('%s', async (line, isRefused) => {
    expect(await brokenRules(line, 'src/report/example.ts')).toEqual(
      isRefused ? ['no-restricted-syntax'] : [],
    );
  });
});
