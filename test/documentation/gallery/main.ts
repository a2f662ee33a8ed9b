/**
 * Makes docs/gallery.md: every shipped scenario run at its quick size, one after the other, with a small figure.
 *
 *     npm run gallery                     all of them
 *     npm run gallery -- NAME …           these alone; the others stay as they are
 *
 * Scenarios on recorded data are run where FEDSA_AIR_QUALITY names the data; else their entries stay as they are.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readDocument, ROOT } from '../documents.ts';
import { thinned } from './thinned.ts';

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly reproduces: string | null;
  readonly panels: readonly string[];
}

const PAGE = join(ROOT, 'docs/gallery.md');
const PICTURES = join(ROOT, 'docs/gallery');
const MAIN = join(ROOT, 'dist/program/main.js');

const HEAD = `# Gallery

Every shipped scenario, run at its quick size where it has one by \`npm run gallery\`: what \`fedsa figure\` draws of it, its question, the command, and the
processor time that the command took. Full sizes and numbers are in [scenarios](scenarios.md).`;

/** Runs fedsa; resolves to what it printed and its seconds of processor time, or `undefined` where it refused. */
function fedsa(
  ...words: readonly string[]
): { readonly output: string; readonly seconds: number } | undefined {
  // \`times\` of a shell knows what its children have used.
  const line = 'nice "$@" && times';
  const { status, stdout } = spawnSync('sh', ['-c', line, 'sh', process.execPath, MAIN, ...words], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) return undefined;
  const lines = stdout.trimEnd().split('\n');
  const used = /^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/.exec(lines.at(-1)!)!.slice(1).map(Number);
  return { output: lines.slice(0, -2).join('\n'), seconds: 60 * (used[0]! + used[2]!) + used[1]! + used[3]! };
}

/** The ways to draw panels, the first that fits a column: as one figure, and how wide. */
function waysOf({ panels }: Listed): string[][] {
  const beside = [
    ['--width', '3.25in'],
    ['--width', '5.5in'],
  ];
  const over = beside.map((width) => ['--overlay', ...width]);
  return panels.length > 2 ? [...over, ...beside] : [...beside, ...over];
}

/** Runs a scenario, and writes its picture; the words of its entry, `undefined` where it cannot be run here. */
function entryOf(listed: Listed, folder: string): string | undefined {
  const { name, title, question, reproduces } = listed;
  const words = ['--quiet', '--no-report', '--out', join(folder, name)];
  const quick = fedsa('run', name, '--quick', ...words);
  const ran = quick ?? fedsa('run', name, ...words);
  if (!ran) return undefined;
  const file = join(folder, `${name}.svg`);
  const drawn = waysOf(listed).some((way) =>
    fedsa('figure', join(folder, name), '--band', 'none', '--format', 'svg', ...way, '--out', file),
  );
  if (!drawn) throw new Error(`${name}: no figure fits`);
  writeFileSync(join(PICTURES, `${name}.svg`), thinned(readFileSync(file, 'utf8')));
  const time = `${Math.max(1, Math.round(ran.seconds))} s`;
  const paper = reproduces === null ? '' : ` ${reproduces}.`;
  return row(
    name,
    `**${title}.**${paper} ${question} \`fedsa run ${name}${quick ? ' --quick' : ''}\`, ${time}`,
  );
}

const row = (name: string, words: string): string =>
  `| ![${name}](gallery/${name}.svg) | ${words.replaceAll('|', '\\|').replaceAll('\n', ' ')} |`;

/** The names under each heading of docs/scenarios.md. */
function groups(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let heading = '';
  for (const line of readDocument('docs/scenarios.md').prose) {
    heading = /^## (.*)$/.exec(line)?.[1] ?? heading;
    const cell = /^\| (`[^|]*`) \|/.exec(line)?.[1];
    const names = [...(cell ?? '').matchAll(/`([\w-]+)`/g)].map(([, name]) => name!);
    if (names.length > 0) found.set(heading, [...(found.get(heading) ?? []), ...names]);
  }
  return found;
}

const asked = process.argv.slice(2);
const all = JSON.parse(fedsa('list', '--json')!.output) as readonly Listed[];
const before = new Map<string, string>();
if (existsSync(PAGE))
  for (const line of readFileSync(PAGE, 'utf8').split('\n')) {
    const name = /^\| !\[([\w-]+)\]/.exec(line)?.[1];
    if (name !== undefined) before.set(name, line);
  }
mkdirSync(PICTURES, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'fedsa-gallery-'));
const entries = new Map<string, string>();
try {
  for (const listed of all) {
    const isAsked = asked.length === 0 || asked.includes(listed.name);
    const entry = (isAsked ? entryOf(listed, folder) : undefined) ?? before.get(listed.name);
    if (entry === undefined) continue;
    entries.set(listed.name, entry);
    if (isAsked) process.stderr.write(`${listed.name}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const sections = [...groups()].map(([heading, names]) => {
  const rows = names.flatMap((name) => entries.get(name) ?? []);
  return `## ${heading}\n\n| | |\n| --- | --- |\n${rows.join('\n')}`;
});
writeFileSync(PAGE, [HEAD, ...sections].join('\n\n') + '\n');
for (const name of readdirSync(PICTURES))
  if (!entries.has(name.replace(/\.svg$/, ''))) rmSync(join(PICTURES, name));
