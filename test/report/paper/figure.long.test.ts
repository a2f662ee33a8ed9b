/** Figures for papers, by what is slow to load: resvg for PNG, and LaTeX where it is there. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePaperFigures } from '../../../src/report/paper/make.ts';
import { readDocument } from '../../documentation/documents.ts';
import { falling, writeRun } from './madeUpRuns.ts';

let root: string;
let runs: string[];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'fedsa-figure-'));
  runs = ['a_1', 'b'].map((name, k) =>
    writeRun(join(root, name), {
      'local-sa': falling(0.8, 1e-3, 20, 2),
      fedhsa: falling(0.9 - 0.1 * k, 1e-4, 20, 2),
    }),
  );
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const made = async (format: 'png' | 'pgf' | 'pdf', name: string): Promise<readonly string[]> => {
  const [figure] = await makePaperFigures(runs, {
    choice: { logX: true, linearY: false, smooth: 1, overlay: false },
    looks: { width: 396, fontSize: 8, grey: true, legend: 'below' },
    ...{
      font: 'condensed',
      dotsPerInch: 100,
      command: 'fedsa figure',
      formats: [format],
      out: join(root, name),
    },
  });
  return figure!.files;
};

test('a PNG of 5.5 inches at 100 dots an inch is 550 pixels wide, and has the same bytes each time', async () => {
  const [first, second] = [await made('png', 'first'), await made('png', 'second')];
  const bytes = readFileSync(first[0]!);
  expect(bytes.readUInt32BE(16)).toBe(550);
  expect(bytes.equals(readFileSync(second[0]!))).toBe(true);
});

/** What pdflatex says of a document; `undefined` where a system has no TeX Live with what is needed. */
function compiled(folder: string, name: string): string | undefined {
  const words = ['-interaction=nonstopmode', '-halt-on-error', name];
  const { error, status, stdout } = spawnSync('pdflatex', words, { cwd: folder, encoding: 'utf8' });
  if (error !== undefined || /File `(standalone|pgfplots)\.(cls|sty)' not found/.test(stdout))
    return undefined;
  expect(status, stdout.slice(-2000)).toBe(0);
  return stdout;
}

// Some three seconds each, and only where a system has TeX Live.
test('the document of the page on figures compiles, with nothing wider than its place', async () => {
  const { blocks } = readDocument('docs/figures.md');
  await made('pdf', 'paper/quickstart-error.pdf');
  await made('pgf', 'paper/tex/quickstart-error.tex');
  const [block] = blocks.filter(({ language }) => language === 'tex');
  // The figures of this test go across both columns.
  const text = block!.text
    .replace('\\begin{figure}', '\\begin{figure*}')
    .replace('\\end{figure}', '\\end{figure*}');
  writeFileSync(join(root, 'article.tex'), text.replace('[twocolumn]', '[twocolumn,letterpaper]'));
  expect(compiled(root, 'article.tex') ?? '').not.toContain('Overfull');
});

test('the source for LaTeX compiles to a page of the size that was asked for', async () => {
  const [, standalone] = await made('pgf', 'tex');
  const message = compiled(join(root, 'tex'), standalone!.replace(/.*\//, ''));
  if (message === undefined) return;
  expect(message).toContain('Output written on');
  const info = spawnSync('pdfinfo', [standalone!.replace(/\.tex$/, '.pdf')], { encoding: 'utf8' });
  if (info.error === undefined) expect(info.stdout).toMatch(/Page size: +396 x /);
});
