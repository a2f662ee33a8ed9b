/** `npm run docs:claims -- <folder>`: writes the tables of a finished call of `fedsa reproduce` into docs/claims.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readClaims } from '../../src/recording/claimsFile.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/claims.md', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined)
  throw new RangeError('docs:claims: name the folder of a finished call of fedsa reproduce');
const { size, endedAt } = readClaims(folder);
const tables = readFileSync(join(folder, 'claims.md'), 'utf8');
const made = `At ${size} size, on ${endedAt.slice(0, 10)}.\n\n${tables}`;
writeFileSync(
  DOCUMENT,
  readFileSync(DOCUMENT, 'utf8').replace(
    /(<!-- results -->\n)[^]*(<!-- end -->)/,
    (_, start: string, end: string) => `${start}\n${made}\n${end}`,
  ),
);
