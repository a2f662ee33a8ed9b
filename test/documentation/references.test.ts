/** What the documents refer to exists: links, headings, files of the project, options. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { wholeProgram } from '../../src/commandLine/program.ts';
import { EQUATIONS } from '../../src/report/equations.ts';
import { fedsa } from '../commandLine/builtProgram.ts';
import { DOCUMENTS, readDocument, ROOT } from './documents.ts';

const documents = DOCUMENTS.map(readDocument);

/** The anchors that GitHub gives a document's headings. */
function anchors(path: string): Set<string> {
  const found = new Set<string>();
  for (const line of readDocument(path).prose) {
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const plain = heading.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
    found.add(plain.trim().replaceAll(' ', '-'));
  }
  return found;
}

test('every relative link leads to a file, and every anchor to a heading', () => {
  let links = 0;
  for (const { path, prose } of documents) {
    for (const [, target] of prose.join('\n').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target!)) continue;
      const [file, anchor] = target!.split('#') as [string, string | undefined];
      const leads = file === '' ? path : normalize(join(dirname(path), file));
      expect(existsSync(join(ROOT, leads)), `${path}: ${target!}`).toBe(true);
      if (anchor !== undefined) expect([...anchors(leads)], `${path}: ${target!}`).toContain(anchor);
      links++;
    }
  }
  expect(links).toBeGreaterThan(10);
});

test('every file and folder of the project that a document names exists', () => {
  let names = 0;
  for (const { path, prose } of documents) {
    for (const [, name] of prose
      .join('\n')
      .matchAll(/`((?:src|actors|scenarios|test|bench|docs)\/[^`\s]*)`/g)) {
      expect(existsSync(join(ROOT, name!)), `${path}: ${name!}`).toBe(true);
      names++;
    }
  }
  expect(names).toBeGreaterThan(20);
});

test('the picture in the README is of the quickstart as it is now', async () => {
  const words = ['theory', 'quickstart', '--algorithm', 'local-sa', '--only', 'limits', '--json'];
  const { run } = JSON.parse((await fedsa(ROOT, ...words)).stdout) as {
    run: {
      configuration: { budget: { rounds: number } };
      predictions: { algorithm: string; limitError: number }[];
    };
  };
  const limit = run.predictions.find(({ algorithm }) => algorithm === 'local-sa')!.limitError;
  const description = /<desc[^>]*>(.*?)<\/desc>/s.exec(
    readFileSync(join(ROOT, 'docs/images/quickstart.svg'), 'utf8'),
  )![1]!;
  expect(description).toContain(`limit of bias² of Local SA: ${limit.toPrecision(3)}`);
  for (const algorithm of ['Local SA', 'SCAFFLSA', 'FedHSA']) {
    const end = new RegExp(`${algorithm}, mean: [^,]+, \\S+ at round ${run.configuration.budget.rounds}\\.`);
    expect(description).toMatch(end);
  }
});

test('no document names an option that no command has', async () => {
  const known = new Set([
    ...(await wholeProgram()).commands.flatMap(({ options }) => options.map(({ long }) => long!)),
    ...['--help', '--help-all', '--version'],
    // of the benches, of the table of bytes and of planted faults
    ...['--report', '--every', '--keep', '--write', '--theory', '--pages', '--near'],
  ]);
  for (const { path, prose, blocks } of documents) {
    const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
    const quoted = [...prose.join('\n').matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
    for (const text of [...commands, ...quoted]) {
      for (const [option] of text.matchAll(/(?<![\w-])--[a-z][\w-]*/g)) {
        expect([...known], `${path}: ${text}`).toContain(option);
      }
    }
  }
});

test('the index of the documents links each page once', () => {
  const links = [
    ...readDocument('docs/README.md')
      .prose.join('\n')
      .matchAll(/\]\(([\w/-]+\.md)\)/g),
  ].map(([, page]) => `docs/${page!}`);
  const pages = DOCUMENTS.filter((path) => path.startsWith('docs/') && path !== 'docs/README.md');
  expect(links.sort()).toEqual([...pages].sort());
});

test('every equation that a caption cites is numbered in docs/mathematics.md', () => {
  const numbered = readDocument('docs/mathematics.md').prose.flatMap((line) =>
    [...line.matchAll(/\((\d+)\)$/g)].map(([, number]) => Number(number)),
  );
  const wanted = Object.values(EQUATIONS).flat();
  expect(wanted.filter((number) => !numbered.includes(number))).toEqual([]);
  // Numbers are given once, in their order.
  expect(numbered).toEqual(numbered.map((_, at) => at + 1));
});
