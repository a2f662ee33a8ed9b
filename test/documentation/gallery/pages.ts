/** The gallery and the figures of the papers' pages, from what running the scenarios gave. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAIMS } from '../../../src/claims/claimList.ts';
import { readDocument, ROOT } from '../documents.ts';
import { GROUPS } from './groups.ts';

/** What a scenario says of itself, and what came out of its run. */
export interface Entry {
  readonly name: string;
  readonly title: string;
  readonly question: string;
  readonly reproduces?: string;
  readonly paper?: { readonly says: string; readonly where: string };
  readonly differs?: readonly string[];
  readonly answer?: string;
  /** whether there is a quick size, and so it was run */
  readonly isQuick: boolean;
  /** of processor time */
  readonly seconds: number;
}

const PAPERS = join(ROOT, 'docs/papers');
export const ENTRIES = join(import.meta.dirname, 'entries.json');

export const readEntries = (): readonly Entry[] =>
  existsSync(ENTRIES) ? (JSON.parse(readFileSync(ENTRIES, 'utf8')) as readonly Entry[]) : [];

const GALLERY = `# Gallery

Every shipped scenario, run at its quick size where it has one by \`npm run gallery\`: what \`fedsa figure\` draws of it, its question, the answer that the program
printed, the command, and the processor time that the command took. The [papers' pages](README.md#explanation-to-understand) have the answers of their figures.`;

const commandOf = ({ name, isQuick, seconds }: Entry): string =>
  `\`npx fedsa run ${name}${isQuick ? ' --quick' : ''}\` (${seconds} s)`;

/** Of a column of a paper, in points; and the most pixels that a page has. */
const COLUMN = 234;
const PAGE = 700;

/** As HTML, which has a width: in pixels, of a picture as wide as a column; letters are as large in wider ones. */
function pictureOf({ name, title }: Entry, folder: string, width: number): string {
  const own = Number(
    / width="([\d.]+)/.exec(readFileSync(join(ROOT, `docs/gallery/${name}.svg`), 'utf8'))![1],
  );
  const wide = Math.min(PAGE, Math.round((width * own) / COLUMN));
  return `<img src="${folder}/${name}.svg" width="${wide}" alt="${title.replaceAll('"', '”')}">`;
}

function galleryOf(entries: ReadonlyMap<string, Entry>): string {
  const onPapers = namesOnPapers();
  const sections = Object.entries(GROUPS).map(([heading, names]) => {
    const shown = names.flatMap((name) => {
      const entry = entries.get(name);
      if (!entry) return [];
      const { title, question, answer } = entry;
      const answered = answer === undefined || onPapers.has(name) ? [] : [`**Here**: ${answer}`];
      const picture = pictureOf(entry, 'gallery', 360);
      return [`### ${name}`, picture, `**${title}.** ${question}`, ...answered, commandOf(entry)];
    });
    return [`## ${heading}`, ...shown].join('\n\n');
  });
  return `${[GALLERY, ...sections].join('\n\n')}\n`;
}

/** The claims that are decided by a scenario's runs. */
function claimsOn(name: string): string[] {
  const names = CLAIMS.flatMap((claim) =>
    claim.needs.some(({ scenario }) => scenario === name) ? [`\`${claim.name}\``] : [],
  );
  return names.length === 0 ? [] : [`[Claims](../claims.md) that rest on it: ${names.join(', ')}.`];
}

/** A figure on the page of its paper. */
function figureOf(entry: Entry): string {
  const { title, question, reproduces, paper, differs, answer } = entry;
  return [
    `### ${reproduces ?? title}`,
    question,
    ...(paper ? [`> ${paper.says} (${paper.where})`] : []),
    pictureOf(entry, '../gallery', 480),
    ...(answer === undefined ? [] : [`**Here**${entry.isQuick ? ', at the quick size' : ''}: ${answer}`]),
    ...(differs ? [differs.map((one) => `* ${one}`).join('\n')] : []),
    ...claimsOn(entry.name),
    commandOf(entry),
  ].join('\n\n');
}

/** Where a paper's page has its figures: after a line that names the scenarios, up to a line that ends them. */
const FIGURES = /(<!-- npm run gallery: ([\w -]+) -->\n)[^]*?(<!-- end -->)/g;

/** The scenarios whose answers are on the pages of papers. */
const namesOnPapers = (): ReadonlySet<string> =>
  new Set(
    readdirSync(PAPERS).flatMap((name) =>
      [...readFileSync(join(PAPERS, name), 'utf8').matchAll(FIGURES)].flatMap(([, , names]) =>
        names!.split(' '),
      ),
    ),
  );

/** Where a paper's page counts its claims, those under a heading of docs/claims.md. */
const COUNTS = /(<!-- claims: ([\w–-]+(?: \w+)*) -->\n)[^]*?(<!-- end -->)/g;

/** How many of the results under a heading of docs/claims.md have which verdict. */
function verdictsOf(heading: string): string {
  const { prose } = readDocument('docs/claims.md');
  const start = prose.indexOf(`### ${heading}`);
  const end = prose.findIndex((line, at) => at > start && line.startsWith('#'));
  const rows = prose
    .slice(start, end)
    .flatMap((line) => /^\| (?!result |---).*\| ([^|]+) \|$/.exec(line)?.[1] ?? []);
  const times = (verdict: string): number => rows.filter((one) => one === verdict).length;
  const counts = [...new Set(rows)]
    .sort((a, b) => times(b) - times(a))
    .map((verdict) => `${times(verdict)} ${verdict}`);
  return `Of its ${rows.length} results: ${counts.join(', ')}. [Claims](../claims.md#${heading.toLowerCase().replaceAll(' ', '-').replaceAll('–', '')}) has each of them.`;
}

/** The pages that are made of entries, by their paths in the project. */
export function pagesOf(all: readonly Entry[]): ReadonlyMap<string, string> {
  const entries = new Map(all.map((entry) => [entry.name, entry]));
  const papers = readdirSync(PAPERS).map((name) => `docs/papers/${name}`);
  return new Map([
    ['docs/gallery.md', galleryOf(entries)],
    ...papers.map((path): [string, string] => [
      path,
      readFileSync(join(ROOT, path), 'utf8')
        .replaceAll(
          COUNTS,
          (_, begin: string, heading: string, end: string) => `${begin}\n${verdictsOf(heading)}\n\n${end}`,
        )
        .replaceAll(FIGURES, (_, begin: string, names: string, end: string) => {
          const figures = names.split(' ').flatMap((name) => entries.get(name) ?? []);
          return `${begin}\n${figures.map(figureOf).join('\n\n')}\n\n${end}`;
        }),
    ]),
  ]);
}
