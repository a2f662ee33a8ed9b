/** One word for one thing: the glossary's words are those of the code, and words that were given up do not come back. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOCUMENTS, readDocument, ROOT } from './documents.ts';

/** A word that was given up, what stands in its place, and where it is another word that looks the same. */
const RETIRED: readonly { readonly word: RegExp; readonly instead: string; readonly unless?: RegExp }[] = [
  { word: /\b(un)?told\b/i, instead: 'reported, named, listed, given' },
  { word: /\btell(s|ing)?\b/i, instead: 'reports, says, names, prints' },
  { word: /\bdear(er|est|ly)?\b|tooDear/i, instead: 'expensive' },
  { word: /\b(Desk|Surroundings|Settlement|goesByClock)\b/, instead: 'nothing: they are gone' },
  { word: /\bcasts?\b(?!:)/i, instead: 'broadcast, or those who take part' },
  { word: /\bupload(s|ed|ing)?\b/i, instead: 'answer, uplink', unless: /nothing is uploaded/ },
  { word: /\bhangs? on\b/, instead: 'depends on' },
  { word: /\bfor ever\b/, instead: 'forever' },
  { word: /\bin (the )?place of\b/i, instead: 'instead of' },
  { word: /\bwhoever\b/i, instead: 'anyone who, or the actor itself' },
  { word: /\bone['’]s own\b/i, instead: 'your own, a user’s' },
  { word: /\b(is|are|be) had\b(?! to)/, instead: 'is computed, is known' },
  { word: /put (it|the old one) back|not there any more/, instead: 'restore, missing' },
  { word: /as many as it takes|has twice of|was said of|comes out another/, instead: 'plain words' },
  { word: /\bdeliver(y|ies|s|ed)?\b/i, instead: 'answer, message' },
  {
    word: /(?<!to )\b(a|the|each|its|this|last|next) letters?\b/,
    instead: 'message',
    unless: /heights? of a letter|nearest|third of the letters/,
  },
];

/** Where the words that were given up stand as such. */
const EXEMPT = ['docs/decisions.md'];

/** The files of a folder of the project whose words readers see. */
const sourcesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

const FILES = [...['src', 'actors', 'bench', 'scenarios'].flatMap(sourcesOf), ...DOCUMENTS].filter(
  (path) => !EXEMPT.some((start) => path.startsWith(start)),
);

test.each(RETIRED)('$word is not written: $instead', ({ word, unless }) => {
  const found = FILES.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        word.test(line) && !unless?.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
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
