/**
 * `npm run docs:claims -- <folder> [<folder>]`: writes the tables of calls of `fedsa reproduce` into docs/claims.md. Of
 * several folders each row is of the first in which all claims of its result were tested.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLAIMS } from '../../src/claims/claimList.ts';
import { PAPER_RESULTS } from '../../src/claims/paperResults.ts';
import { readClaims } from '../../src/recording/claimsFile.ts';
import { linkTo, readEntries } from './gallery/pages.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/claims.md', import.meta.url));
const folders = process.argv.slice(2);
if (folders.length === 0)
  throw new RangeError('docs:claims: name the folder of a finished call of fedsa reproduce');

/** The rows of a folder's tables by paper and source, and the results whose claims were all tested there. */
const calls = folders.map((folder) => {
  const { size, endedAt, claims } = readClaims(folder);
  const tested = new Set(claims.filter(({ verdict }) => verdict !== 'untested').map(({ name }) => name));
  const rows = new Map<string, string>();
  let paper = '';
  for (const line of readFileSync(join(folder, 'claims.md'), 'utf8').split('\n')) {
    if (line.startsWith('### ')) paper = line.slice(4);
    const source = /^\| ([^|]+) \|/.exec(line)?.[1];
    if (source !== undefined && source !== 'result' && source !== '---')
      rows.set(`${paper}: ${source}`, line);
  }
  return { size, day: endedAt.slice(0, 10), rows, tested };
});

const tables = [...new Set(PAPER_RESULTS.map(({ paper }) => paper))].map((paper) => {
  const rows = PAPER_RESULTS.filter((result) => result.paper === paper).map(({ source, claims }) => {
    const key = [...calls.at(-1)!.rows.keys()].find(
      (candidate) => plain(candidate) === plain(`${paper}: ${source}`),
    )!;
    const whole = calls.find(({ tested, rows }) => rows.has(key) && claims.every((name) => tested.has(name)));
    const row = (whole ?? calls.at(-1)!).rows.get(key)!;
    return row.replace(
      / \| (simulated, \w+ size) \| /,
      (_, how: string) => ` | ${[how, ...figuresOf(claims)].join(' ')} | `,
    );
  });
  const head = [
    '| result | as printed | number that decides | how | verdict |',
    '| --- | --- | --- | --- | --- |',
  ];
  return [`### ${paper}`, '', ...head, ...rows, ''].join('\n');
});

/** Links to the figures of the shipped scenarios that claims rest on. */
function figuresOf(names: readonly string[]): string[] {
  const needs = CLAIMS.filter(({ name }) => names.includes(name)).flatMap((claim) => claim.needs);
  const shipped = new Set(
    needs.flatMap(({ scenario, definition }) => (definition === undefined ? [scenario] : [])),
  );
  return readEntries().flatMap((entry) =>
    shipped.has(entry.name) ? [`[${entry.name}](${linkTo(entry)})`] : [],
  );
}

/** Without the signs that Markdown and formulas add. */
function plain(text: string): string {
  return text.replace(/[\\{}^_()]/g, '');
}

const sizes = [...new Set(calls.map(({ size, day }) => `the ${size} size of ${day}`))].join(
  ', or, where not all runs are there, from ',
);
const made = `The column “how” says which size of the runs each verdict comes from: ${sizes}.\n\n${tables.join('\n')}`;
writeFileSync(
  DOCUMENT,
  readFileSync(DOCUMENT, 'utf8').replace(
    /(<!-- results -->\n)[^]*(<!-- end -->)/,
    (_, start: string, end: string) => `${start}\n${made}\n${end}`,
  ),
);
