/** What is particular to an algorithm stands in its own file, and in what papers say of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';

const NAMES = ALGORITHMS.flatMap(({ name, aliases }) => [name, ...aliases]);
const A_NAME = new RegExp(`['"\`](${NAMES.join('|')})['"\`]`);
/** The algorithms, the papers' claims and bounds, and the first-order laws, of which each is an algorithm's. */
const OWN = /^src\/(algorithms|claims|theory\/bounds|theory\/expansion)\//;

const withoutComments = (text: string): string => text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');

it.each(['src', 'actors'])('no file of %s but its own knows an algorithm by name', (root) => {
  const knowing = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !OWN.test(file))
    .filter((file) => A_NAME.test(withoutComments(readFileSync(file, 'utf8'))));
  expect(knowing).toEqual([]);
});
