/** The gallery and the figures of the papers' pages, from what running the scenarios gave. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  /** first and last round of its final errors, where those of all panels are the same */
  readonly window?: readonly [number, number];
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

Every shipped scenario. Answers are those of \`npx fedsa run NAME --quick\`, with the rounds of final errors. The processor time is that of the whole command, its report included. \`npm run gallery\` makes them and the figures.`;

/** The answer after what gave it, the size where it is not the quick one, the rounds that it is about, and the time that it took. */
const answerOf = ({ answer, isQuick, seconds, window }: Entry, run = '**Here**'): string =>
  [
    `${run}${isQuick ? '' : ', at the full size'} (${window ? `rounds ${window.join('–')}; ` : ''}${seconds} s)`,
    ...(answer === undefined ? [] : [answer]),
  ].join(': ');

/** Of a column of a paper, in points; and the most pixels that a page has. */
const COLUMN = 234;
const PAGE = 700;

/** As HTML, which has a width: in pixels, of a picture as wide as a column; letters are as large in wider ones, and on a page's own. */
function pictureOf({ name, title }: Entry, folder: string, width: number): string {
  const svg = readFileSync(join(ROOT, `docs/gallery/${name}.svg`), 'utf8');
  const [, custom, unit] = / width="([\d.]+)(pt)?"/.exec(svg)!;
  const wide = Math.min(PAGE, Math.round(unit === 'pt' ? (width * Number(custom)) / COLUMN : Number(custom)));
  return `<img src="${folder}/${name}.svg" width="${wide}" alt="${title.replaceAll('"', '”')}">`;
}

/** The place in docs that has a scenario's figure: the page of its paper, or else the gallery. */
export function linkTo({ name, reproduces }: Pick<Entry, 'name' | 'reproduces'>): string {
  const page = pagesOfPapers().get(name);
  return page === undefined ? `gallery.md#${name}` : `papers/${page}#${anchorOf(reproduces!)}`;
}

function galleryOf(entries: ReadonlyMap<string, Entry>): string {
  const pages = pagesOfPapers();
  const sections = Object.entries(GROUPS).map(([heading, names]) => {
    const listed = names.flatMap((name) => {
      const entry = entries.get(name);
      if (!entry) return [];
      return pages.has(name)
        ? [`* [\`${name}\`](${linkTo(entry)})`]
        : [`### ${name}`, pictureOf(entry, 'gallery', 360), entry.question, answerOf(entry)];
    });
    return [`## ${heading}`, ...listed].join('\n\n').replaceAll(/(?<=^\* .*)\n\n(?=\* )/gm, '\n');
  });
  return `${[GALLERY, ...sections].join('\n\n')}\n`;
}

/** The figures on the page of their paper: what several of them say is said once, before the first. */
function figuresOf(entries: readonly Entry[]): string {
  const times = new Map<string, number>();
  for (const text of entries.flatMap(({ differs }) => differs ?? []))
    times.set(text, (times.get(text) ?? 0) + 1);
  const isShared = (text: string): boolean => times.get(text)! > 1;
  const shared = [...times.keys()].filter(isShared).map((text) => {
    const having = entries.filter(({ differs }) => differs?.includes(text));
    return `* ${having.map(itemOf).join(', ')}: ${text}`;
  });
  const figures = entries.map((entry, at) => {
    const { question, paper, differs } = entry;
    const quoted = paper && paper.says !== entries[at - 1]?.paper?.says;
    const particular = differs?.filter((text) => !isShared(text)) ?? [];
    return [
      `### ${entry.reproduces!}`,
      question,
      ...(quoted ? [`> ${paper.says} (${paper.where})`] : []),
      pictureOf(entry, '../gallery', 480),
      answerOf(entry, `**\`${entry.name}\`**`),
      ...(particular.length > 0 ? [particular.map((text) => `* ${text}`).join('\n')] : []),
    ];
  });
  return [...(shared.length > 0 ? [shared.join('\n')] : []), ...figures.flat()].join('\n\n');
}

/** `Figure 2` of `FedHSA, Figure 2`. */
const itemOf = ({ reproduces }: Entry): string => reproduces!.slice(reproduces!.lastIndexOf(', ') + 2);

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Where a paper's page has its figures: after a line that names the scenarios, up to a line that ends them. */
const FIGURES = /(<!-- npm run gallery: ([\w -]+) -->\n)[^]*?(<!-- end -->)/g;

/** The pages of papers by the scenarios that they have. */
const pagesOfPapers = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(PAPERS).flatMap((page) =>
      [...readFileSync(join(PAPERS, page), 'utf8').matchAll(FIGURES)].flatMap(([, , names]) =>
        names!.split(' ').map((name): [string, string] => [name, page]),
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
  const times = (verdict: string): number => rows.filter((row) => row === verdict).length;
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
          return `${begin}\n${figuresOf(figures)}\n\n${end}`;
        }),
    ]),
  ]);
}
