/** The files below a folder as two calls of a command would make them alike, and what is wrong with those of a killed one. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** Texts of files by path; of a folder without files the text is empty, and its path ends with a slash. */
export type Contents = ReadonlyMap<string, string>;

/** What depends on the time of day and on the folder: instants, and names of empty folders. */
const VARIABLE = new RegExp(
  `\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z|${tmpdir()}/fedsa-user-\\w{6}`,
  'g',
);

/** A file of a part of a store: how its replications are spread over parts depends on when they were put there. */
const PART = /^(store\/\w{64}\/)seeds-[^/]+\/([^/.]+\.(csv|json))$/;

/** Reads all of it; of a store's parts the rows together. */
export function contentsOf(folder: string): Contents {
  const found = new Map<string, string>();
  for (const path of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const file = join(folder, path);
    if (lstatSync(file).isDirectory()) {
      if (readdirSync(file).length === 0) found.set(`${path}/`, '');
      continue;
    }
    const text = readFileSync(file, 'utf8').replace(VARIABLE, '…');
    const [, store, name] = PART.exec(path) ?? [];
    if (store === undefined) found.set(path, comparable(path, text));
    else found.set(store + name!, isJson(text) ? '{}' : rowsTogether(found.get(store + name!), text));
  }
  return found;
}

/** The rows of two files of one header, each once, in the order of seeds. */
const rowsTogether = (some = '', others: string): string =>
  [...new Set([...some.trimEnd().split('\n'), ...others.trimEnd().split('\n')])]
    .filter((row) => row !== '')
    .sort()
    .map((row) => `${row}\n`)
    .join('');

/**
 * A trace is of the session that writes it. The order of a manifest's fields means nothing: one that is read and written
 * again has another.
 */
function comparable(path: string, text: string): string {
  if (basename(path) === 'trace.json' && isJson(text)) return '{}';
  return basename(path) === 'manifest.json' && isJson(text) ? JSON.stringify(sorted(JSON.parse(text))) : text;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, field]) => [name, sorted(field)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Names of what may lie there until the next program: unfinished files and folders, locks, rows that go over. */
const PASSING = /(^|\/)(\.tmp-[^/]+|run\.lock|earlier|earlier\.tmp|\.parts)(\/|$)/;
/** Files of rows to which a run appends. */
const ROWS = /(^|\/)(rounds|iterates|updates|agentErrors)\.csv$/;
/** Files of a run's agents, likewise; those of seeds that were not done are written anew. */
const ACCOUNTS = /(^|\/)(agents|staleness|arrivals)\.csv$/;

/** What is left of a killed command, beside what it would have made. */
export interface Left {
  readonly left: Contents;
  /** before the command */
  readonly before: Contents;
  /** by a command that nobody disturbed */
  readonly whole: Contents;
  /** whether it was killed half-way through a write */
  readonly isTorn: boolean;
}

/** What is wrong with what a killed command has left, a line each. */
export function faultsOfLeft({ left, before, whole, isTorn }: Left): string[] {
  return [
    ...[...before].flatMap(([path, text]) => {
      if (!ROWS.test(path)) return [];
      // While a run grows its rows lie in a folder beside, or in both places.
      const places = [path, join(dirname(path), 'earlier', basename(path))];
      const rows = new Set(places.flatMap((place) => left.get(place)?.split('\n') ?? []));
      return text.split('\n').every((row) => rows.has(row)) ? [] : [`${path}: has lost rows`];
    }),
    ...[...left].flatMap(([path, text]) => {
      if (PASSING.test(path) || before.get(path) === text || whole.get(path) === text) return [];
      if (!whole.has(path)) return path.endsWith('/') ? [] : [`${path}: is a stranger`];
      const fault = faultOf(path, text, whole.get(path)!, isTorn);
      return fault === undefined ? [] : [`${path}: ${fault}`];
    }),
  ];
}

/** Why a file is none that a reader can take: its rows, its JSON or its page are not whole. */
function faultOf(path: string, text: string, whole: string, isTorn: boolean): string | undefined {
  if (path.endsWith('.json')) return isJson(text) ? undefined : 'is no JSON';
  if (path.endsWith('.html')) return text.trimEnd().endsWith('</html>') ? undefined : 'is no whole page';
  if (path.endsWith('.svg')) return text.trimEnd().endsWith('</svg>') ? undefined : 'is no whole picture';
  if (!path.endsWith('.csv')) return 'is another';
  if (ROWS.test(path) && !areRowsOf(whole, text)) return 'has other rows';
  return text === '' || text.endsWith('\n') || (isTorn && (ROWS.test(path) || ACCOUNTS.test(path)))
    ? undefined
    : 'ends within a row';
}

/**
 * Whether rows are among those of a whole file, in its order. The last one may be half a row. A run that grows and is
 * interrupted has, behind a part of a seed's rows, those of the next algorithm that were there before.
 */
function areRowsOf(whole: string, text: string): boolean {
  const lines = `\n${whole}`;
  let at = 0;
  return text.split(/(?<=\n)/).every((row) => {
    const found = lines.indexOf(`\n${row}`, at);
    at = found + row.length;
    return found >= 0;
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How two folders differ, a line each. */
export function differences(found: Contents, whole: Contents): string[] {
  const names = new Set([...found.keys(), ...whole.keys()]);
  return [...names].flatMap((path) => {
    if (!whole.has(path)) return [`${path}: is a stranger`];
    if (!found.has(path)) return [`${path}: is not there`];
    const [mine, theirs] = [found.get(path)!, whole.get(path)!];
    if (mine === theirs) return [];
    let at = 0;
    while (at < mine.length && mine[at] === theirs[at]) at++;
    return [`${path}: differs at ${at}: ${JSON.stringify(mine.slice(Math.max(0, at - 40), at + 40))}`];
  });
}
