/** Figures for papers, by what is slow to load: resvg for PNG, and LaTeX where it is there. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePaperFigures } from '../../../src/report/paper/make.ts';
import { sweep } from '../../../src/runs/library.ts';
import { readDocument } from '../../documentation/documents.ts';
import type { Looks, PlotChoice } from '../../../src/report/paper/options.ts';
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

const made = async (
  format: 'png' | 'pgf' | 'pdf',
  name: string,
  dotsPerInch = 100,
): Promise<readonly string[]> => {
  const [figure] = await makePaperFigures(runs, {
    choice: { logX: true, linearY: false, smooth: 1, overlay: false },
    looks: {
      width: 396,
      height: dotsPerInch === 100 ? undefined : 2880,
      fontSize: 8,
      grey: true,
      legend: 'below',
    },
    ...{
      font: 'condensed',
      dotsPerInch,
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

test('more pixels than resvg has memory for are refused, and nothing is written', async () => {
  await expect(made('png', 'large', 2400)).rejects.toThrow(
    /^`dotsPerInch`: 13200 × 96000 pixels are too many for a PNG of at most 536870912$/,
  );
  expect(existsSync(join(root, 'large'))).toBe(false);
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

/** A run whose errors and expectation fall below the figure, one to zero; of three agents one crashes. */
function writeDeepRun(name: string, meanSquare: readonly number[]): string {
  const rounds = meanSquare.map((_, t) => t);
  const errors = {
    'local-sa': falling(0.8, 1e-2, 30, 3),
    scafflsa: falling(0.5, 2e-2, 30, 3).map((values) => values.map((value, t) => (t < 20 ? value : 0))),
  };
  return writeRun(join(root, name), errors, (manifest) => ({
    ...manifest,
    configuration: {
      ...{ ...manifest.configuration, reach: [0.5, 0.1] },
      timing: { agents: [{ agents: [2, 2], crash: { at: 5 } }] },
    },
    problem: {
      ...{ ...manifest.problem, agents: 3 },
      survivors: [{ agents: [[0, 1] as const], from: 5, until: null, squaredDistance: 0.04 }],
    },
    predictions: [
      {
        ...{ algorithm: 'local-sa', limitError: 1e-3, limitKind: 'exact', roundFactor: null },
        ...{ largestMeanStableStep: null, source: 'made up' },
        exact: { rounds, meanSquare, biasSquare: rounds.map(() => 0) },
      },
    ],
  }));
}

/** Three panels that differ in a number. */
function writePanels(): string {
  const folder = join(root, 'panels');
  const panels = [1, 2, 4].map((at) => ({ name: `m-${at}`, title: `M = ${at}`, at }));
  for (const { name, at } of panels)
    writeRun(join(folder, name), { 'local-sa': falling(0.1, 1 / at, 30, 3) });
  const scenario = { name: 'm', title: 'M', question: '?', reproduces: null };
  writeFileSync(
    join(folder, 'panels.json'),
    JSON.stringify({ format: 'fedsa-panels/1', scenario, across: 'number of agents M', panels }),
  );
  return folder;
}

/** A sweep over η and H of two chains. */
async function writeSweep(): Promise<string> {
  const agent = { transition: [[0.5, 0.5], [0.5, 0.5]], A: [[[1]], [[2]]], b: [[1], [0]] }; // prettier-ignore
  const problem = join(root, 'chains.json');
  const file = { format: 'fedsa-problem/1', kind: 'linear', dimension: 1, agents: [agent, agent] };
  writeFileSync(problem, JSON.stringify(file));
  const { directory } = await sweep(
    problem,
    { grid: { 'step-size': '0.01,0.1', 'local-steps': '1,5' } },
    { algorithms: ['local-sa'], rounds: 30, seeds: 2 },
    { out: join(root, 'sweep') },
  );
  return directory;
}

const CHOICE = { logX: false, linearY: false, smooth: 1, overlay: false } as const;
const LOOKS = { width: 396, fontSize: 8, grey: false, legend: 'below' } as const;

async function texOf(name: string, inputs: readonly string[], choice = {}, looks = {}): Promise<string> {
  const out = join(root, name);
  const files = await makePaperFigures(inputs, {
    ...{ choice: { ...CHOICE, ...choice }, looks: { ...LOOKS, ...looks } },
    ...{ font: 'sans', dotsPerInch: 100, command: 'fedsa figure', formats: ['pgf'], out },
  });
  return files[0]!.files.find((file) => file.endsWith('-standalone.tex'))!;
}

// Two seconds each, and only where a system has TeX Live.
const deep = (): string =>
  writeDeepRun(
    'deep',
    Array.from({ length: 31 }, (_, t) => 0.5 ** t),
  );
// In several of them an expectation and an error leave the axes.
test.each<
  [string, () => readonly string[] | Promise<readonly string[]>, Partial<PlotChoice>?, Partial<Looks>?]
>([
  ['as it is', () => [deep()]],
  ['in grey, named at the ends of lines', () => [deep()], {}, { grey: true, legend: 'direct' }],
  ['against seconds, with confidence bands', () => [deep()], { x: 'seconds', band: 'confidence' }],
  ['with two logarithmic axes', () => [deep()], { logX: true }],
  ['on a linear axis', () => [deep()], { linearY: true }],
  ['of levels that are reached', () => [deep()], { figures: ['reach'] }],
  ['of several runs in their axes', () => [deep(), ...runs]],
  ['of several runs in the same axes', () => [deep(), ...runs], { overlay: true }],
  ['of panels’ final errors', () => [writePanels()], { figures: ['final'] }],
  ['of a sweep', async () => [await writeSweep()]],
])('LaTeX compiles a figure %s', async (name, write, choice, looks) => {
  const standalone = await texOf(`kind ${name}`, await write(), choice, looks);
  if (compiled(dirname(standalone), basename(standalone)) === undefined) return;
  const { error, stdout } = spawnSync('pdfinfo', [standalone.replace(/tex$/, 'pdf')], { encoding: 'utf8' });
  if (error !== undefined) return;
  // The page holds all that is drawn: a line that left the axes would make it larger than the figure.
  const asked = /bounding box\].*rectangle \(([\d.]+)bp,([\d.]+)bp\)/.exec(
    readFileSync(standalone.replace('-standalone', ''), 'utf8'),
  )!;
  const page = /Page size: +([\d.]+) x ([\d.]+)/.exec(stdout)!;
  for (const side of [1, 2]) expect(Math.abs(Number(page[side]) - Number(asked[side]))).toBeLessThan(1);
});

test('the source for LaTeX compiles to a page of the size that was asked for', async () => {
  const [, standalone] = await made('pgf', 'tex');
  const message = compiled(join(root, 'tex'), standalone!.replace(/.*\//, ''));
  if (message === undefined) return;
  expect(message).toContain('Output written on');
  const info = spawnSync('pdfinfo', [standalone!.replace(/\.tex$/, '.pdf')], { encoding: 'utf8' });
  if (info.error === undefined) expect(info.stdout).toMatch(/Page size: +396 x /);
});
