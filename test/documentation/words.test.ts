/** One word for one thing: the glossary's words are those of the code, and sources use the terms of the word list. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument, ROOT } from './documents.ts';
import { has, type Term, TERMS } from './terms.ts';

/** Words of the list that sources still have, as names or in comments; documents have none of them. */
const STILL_IN_SOURCES: readonly string[] = [
  'goes? by',
  'letters?',
  'rooms?',
  'neighbour(s|ing)?',
  'takes in',
  'taken in',
  'held up',
  'comes? to rest',
  'rests',
  'settles? (at|off|where)',
  'under way',
  'closures?',
  'out of reach',
  'in the way',
  'what is left',
  'heard',
  'gives? up',
  'given up',
  'of no use',
  'dead letters?',
  'round factors?',
  'floors?',
  'orders? of arrivals?',
  'by chance',
  'by the (coin|clock)',
  'beside',
  'bent',
  'worlds?',
  'gone',
  "(agents?|servers?)['’]s? parts?",
];

/** The files of a folder of the project whose words readers see. */
const sourcesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

const lines = ['src', 'actors', 'bench', 'scenarios'].flatMap(sourcesOf).flatMap((path) =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .map((line, at) => ({ line, place: `${path}:${at + 1}: ${line.trim()}` })),
);
const placesOf = (term: Term): string[] =>
  lines.filter(({ line }) => has(term, line)).map(({ place }) => place);

test.each(TERMS.filter(({ pattern }) => !STILL_IN_SOURCES.includes(pattern)))(
  'no source has $pattern: $instead',
  (term) => {
    expect(placesOf(term)).toEqual([]);
  },
);

test('the list of words that sources still have names no other', () => {
  const found = TERMS.filter((term) => placesOf(term).length > 0).map(({ pattern }) => pattern);
  expect(STILL_IN_SOURCES.filter((pattern) => !found.includes(pattern))).toEqual([]);
});

test('what the glossary says things are called in the code is there', () => {
  const rows = readDocument('docs/glossary.md').prose.filter((line) => line.startsWith('| '));
  const names = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  const code = [...sourcesOf('src'), ...sourcesOf('actors')]
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    .join('\n');
  const words = new Set(code.match(/\w+/g));
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
});

test('no word of the glossary is explained twice', () => {
  const words = readDocument('docs/glossary.md')
    .prose.flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1] ?? [])
    .filter((word) => !/^(term|-+)$/.test(word));
  expect(new Set(words).size).toBe(words.length);
});
