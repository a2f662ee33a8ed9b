/** `npm run size`: lines, code lines and files by folder, and the words of the documents. Code lines leave out blank lines, comments and imports; words have a letter or a digit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOMS = ['src', 'actors', 'scenarios', 'test', 'bench'];
const NO_CODE = /^\s*($|\/\/|\/?\*|import |\} from )/;

interface Size {
  lines: number;
  code: number;
  files: number;
}

const sizes = new Map<string, Size>();
for (const room of ROOMS)
  for (const path of filesBelow(room)) {
    if (!path.endsWith('.ts')) continue;
    const lines = readFileSync(path, 'utf8').split('\n');
    const folders = path.split('/').slice(0, -1);
    for (const key of [room, folders.slice(0, 2).join('/')].filter(
      (name, k, all) => all.indexOf(name) === k,
    )) {
      const size = sizes.get(key) ?? { lines: 0, code: 0, files: 0 };
      size.lines += lines.length - 1;
      size.code += lines.filter((line) => !NO_CODE.test(line)).length;
      size.files++;
      sizes.set(key, size);
    }
  }
const row = (cells: readonly (string | number)[]): string =>
  cells.map((cell, k) => (k === 3 ? `  ${cell}` : String(cell).padStart(8))).join('');
const rows = [...sizes]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([name, { lines, code, files }]) => row([lines, code, files, name]));
const words = [
  'README.md',
  'CHANGELOG.md',
  ...filesBelow('docs').filter((path) => path.endsWith('.md') && !path.startsWith(join('docs', 'api'))),
].reduce(
  (sum, path) =>
    sum +
    readFileSync(path, 'utf8')
      .split(/\s+/)
      .filter((token) => /[\p{L}\p{N}]/u.test(token)).length,
  0,
);
// One write: whoever reads the first lines alone may close the pipe.
process.stdout.write(
  `${[row(['lines', 'code', 'files', 'folder']), ...rows].join('\n')}\n\n${words} words in README, CHANGELOG and docs\n`,
);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
