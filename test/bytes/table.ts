/** The table of hashes: `bytes.json`, a line a case, and how two tables differ. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type FilePrint, hash, type Print } from './print.ts';

export type Table = ReadonlyMap<string, Print>;

const PATH = fileURLToPath(new URL('bytes.json', import.meta.url));
const HEADER_DIGITS = 4;

/** The file: headers by their hash, and for each case `status file=whole:header:columns …`. */
interface Written {
  readonly headers: Readonly<Record<string, string>>;
  readonly cases: Readonly<Record<string, string>>;
}

export function readTable(): Table {
  if (!existsSync(PATH)) return new Map();
  const { headers, cases } = JSON.parse(readFileSync(PATH, 'utf8')) as Written;
  return new Map(
    Object.entries(cases).map(([key, line]): [string, Print] => {
      const [status, ...files] = line.split(' ');
      const parsed = files.map((file): [string, FilePrint] => {
        const [name, whole, header, hashes] = file.split(/[=:]/) as [string, string, string, string];
        const columns = headers[header]!.split(' ');
        const digits = hashes.length / columns.length;
        const ours = columns.map((column, k) => [column, hashes.slice(k * digits, (k + 1) * digits)]);
        return [name, { whole, columns: Object.fromEntries(ours) as Record<string, string> }];
      });
      return [key, { status: status!, files: Object.fromEntries(parsed) }];
    }),
  );
}

export function writeTable(table: Table): void {
  const headers: Record<string, string> = {};
  const cases = [...table].sort(byFirst).map(([key, { status, files }]) => {
    const prints = Object.entries(files).map(([file, { whole, columns }]) => {
      const header = Object.keys(columns).join(' ');
      const id = hash(header, HEADER_DIGITS);
      headers[id] = header;
      return `${file}=${whole}:${id}:${Object.values(columns).join('')}`;
    });
    return [key, [status, ...prints].join(' ')] as const;
  });
  const text = {
    headers: Object.fromEntries(Object.entries(headers).sort(byFirst)),
    cases: Object.fromEntries(cases),
  };
  writeFileSync(PATH, `${JSON.stringify(text, undefined, 2)}\n`);
}

const byFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : 1;

/** How a run differs from what the table has of it; `undefined` where every byte is the same. */
export function difference(before: Print, now: Print): string | undefined {
  const faults = before.status === now.status ? [] : [`was ${before.status}, is ${now.status}`];
  for (const name of new Set([...Object.keys(before.files), ...Object.keys(now.files)])) {
    const fault = fileDifference(before.files[name], now.files[name]);
    if (fault !== undefined) faults.push(`${name}.csv ${fault}`);
  }
  return faults.length === 0 ? undefined : faults.join('; ');
}

function fileDifference(before: FilePrint | undefined, now: FilePrint | undefined): string | undefined {
  if (before === undefined || now === undefined) return before === undefined ? 'is new' : 'is gone';
  if (before.whole === now.whole) return undefined;
  const names = (wanted: (name: string) => boolean, print: FilePrint): string =>
    Object.keys(print.columns).filter(wanted).join(', ');
  const parts = {
    'other values in': names((c) => c in now.columns && now.columns[c] !== before.columns[c], before),
    without: names((c) => !(c in now.columns), before),
    'new:': names((c) => !(c in before.columns), now),
  };
  const told = Object.entries(parts).flatMap(([title, columns]) =>
    columns === '' ? [] : `${title} ${columns}`,
  );
  return told.length === 0 ? 'has its columns, all with the same values, in another order' : told.join(', ');
}
