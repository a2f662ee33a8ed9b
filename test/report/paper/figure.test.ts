/** Figures for papers, from run directories to files: what is drawn, where letters are, and what is refused. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HUES } from '../../../src/report/palette.ts';
import { dressed } from '../../../src/report/paper/band.ts';
import { type Face, faceOf } from '../../../src/report/paper/face.ts';
import { readRuns } from '../../../src/report/paper/inputs.ts';
import { latexText } from '../../../src/report/paper/latexText.ts';
import { lengthOf } from '../../../src/commandLine/length.ts';
import { layOut } from '../../../src/report/paper/layout.ts';
import { looksOf } from '../../../src/report/chart/looks.ts';
import { makePaperFigures, type PaperRequest } from '../../../src/report/paper/make.ts';
import type { Looks, PlotChoice } from '../../../src/report/paper/options.ts';
import { planAcross } from '../../../src/report/paper/planFloors.ts';
import { planRuns } from '../../../src/report/paper/planRuns.ts';
import { drawingOf } from '../../../src/report/paper/shapes.ts';
import { figure } from '../../../src/runs/library.ts';
import type { ExactCurve } from '../../../src/theory/moments/exactPredictions.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { summaryOf } from '../../../src/report/statistics.ts';
import { falling, writeRun } from './madeUpRuns.ts';

const CHOICE: PlotChoice = { logX: false, linearY: false, smooth: 1, overlay: false };
const LOOKS: Looks = { width: 396, fontSize: 8, grey: false, legend: 'below' };
const REQUEST: PaperRequest = {
  choice: CHOICE,
  looks: LOOKS,
  font: 'sans',
  dotsPerInch: 72,
  command: 'fedsa figure',
};

const NO_LIMIT = {
  ...{ limitError: null, limitKind: null, roundFactor: null, largestMeanStableStep: null },
  source: 'none: made up',
};

let root: string;
let face: Face;
let single: string;
let other: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'fedsa-figure-'));
  face = await faceOf('sans');
  const same = falling(0.8, 1e-3, 30, 3);
  single = writeRun(join(root, 'one'), {
    'local-sa': same,
    scafflsa: same,
    fedhsa: falling(0.9, 1e-4, 30, 3),
  });
  other = writeRun(join(root, 'other'), { 'local-sa': falling(0.7, 1e-2, 30, 3) });
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** A CSV as columns of numbers. */
function columnsOf(path: string): Record<string, number[]> {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return Object.fromEntries(
    header!.split(',').map((name, k) => [name, lines.map((line) => Number(line.split(',')[k]))]),
  );
}

describe('what is drawn', () => {
  test('is the mean over the seeds with its standard error, multiplied on a logarithmic axis', async () => {
    const out = join(root, 'means');
    await makePaperFigures([single], {
      ...REQUEST,
      formats: ['svg'],
      out,
      choice: { ...CHOICE, band: 'se' },
    });
    const columns = columnsOf(join(out, 'small-error.csv'));
    expect(columns.round).toEqual(Array.from({ length: 31 }, (_, t) => t));
    columns.round!.forEach((t) => {
      // Factors 1, 1.3 and 1.6: mean 1.3, standard deviation 0.3.
      const value = 0.9 ** t + 1e-4;
      const [mean, factor] = [1.3 * value, Math.exp(0.3 / Math.sqrt(3) / 1.3)];
      expect(columns.fedhsa_mean![t]).toBeCloseTo(mean, 14);
      expect(columns.fedhsa_low![t]! / (mean / factor)).toBeCloseTo(1, 12);
      expect(columns.fedhsa_high![t]! / (mean * factor)).toBeCloseTo(1, 12);
    });
  });

  test('against seconds, bytes and steps is at those of the rounds; a logarithmic axis begins after the start', async () => {
    const inputs = await readRuns([single], undefined);
    const places = (x: PlotChoice['x'], logX = false): number[] =>
      planRuns(inputs, undefined, { ...CHOICE, x, logX }).axes[0]!.chart.series[0]!.points.map(
        (point) => point.x,
      );
    expect(places('seconds').slice(0, 3)).toEqual([0, 0.5, 1]);
    // In kilobytes.
    expect(places('bytes').slice(0, 3)).toEqual([0, 0.064, 0.128]);
    expect(places('step', true).slice(0, 3)).toEqual([10, 20, 30]);
  });

  test('of a quantity that is not the main one is asked for by its column', async () => {
    const { axes, name } = planRuns(await readRuns([single], undefined), undefined, {
      ...CHOICE,
      y: 'drift',
    });
    expect(name).toBe('small-drift');
    // The start has none.
    expect(axes[0]!.chart.series[0]!.points[7]).toMatchObject({ x: 8, y: 8 });
  });

  test('averaged over three points keeps a straight line, is one of those there at its end, and says that it is averaged', async () => {
    const points = [1, 2, 6, 4, 5].map((mean, round) => ({
      round,
      uplinkBytes: 0,
      time: 0,
      step: 0,
      ...summaryOf([mean])!,
    }));
    const { points: smoothed } = dressed({ algorithm: 'a', points }, 'none', true, 3);
    expect(smoothed.map(({ mean }) => mean)).toEqual([1, 3, 4, 5, 4.5]);
    const { caption } = planRuns(await readRuns([single], undefined), undefined, { ...CHOICE, smooth: 3 });
    expect(caption[0]).toContain('averaged over 3 neighbouring points');
  });
});

describe('theory', () => {
  const rounds = Array.from({ length: 31 }, (_, t) => t);
  const theory = (change: object): { algorithm: string; exact: ExactCurve } => ({
    algorithm: 'local-sa',
    exact: { rounds, meanSquare: rounds.map((t) => 0.8 ** t), biasSquare: rounds.map(() => 0), ...change },
  });
  const made = async (
    name: string,
    change: object,
    timing?: TimingModel,
  ): Promise<(end: string) => string> => {
    const run = writeRun(
      join(root, 'theory', name),
      { 'local-sa': falling(0.8, 1e-3, 30, 3) },
      (manifest) => ({
        ...manifest,
        configuration: { ...manifest.configuration, ...(timing && { timing }) },
        problem: {
          ...manifest.problem,
          agents: 3,
          ...(timing && {
            survivors: [{ agents: [[0, 1] as const], from: 5, until: null, squaredDistance: 0.04 }],
          }),
        },
        predictions: [{ ...NO_LIMIT, ...theory(change) }],
      }),
    );
    const out = join(root, 'theory', `${name}-figure`);
    await makePaperFigures([run], { ...REQUEST, formats: ['svg', 'pgf'], out });
    return (end) => readFileSync(join(out, `small-error${end}`), 'utf8');
  };

  test('that is approximate has a band of its estimated error, and stretches where that is below 10 %', async () => {
    const relativeError = rounds.map((t) => (t === 10 ? 0.2 : 0.08));
    const file = await made('estimated', { neglects: 'triples', relativeError });
    const columns = columnsOf(join(root, 'theory', 'estimated-figure', 'small-error.csv'));
    expect(columns['local-sa_theory']![9]).toBeCloseTo(0.8 ** 9, 14);
    expect(columns['local-sa_theory']![10]).toBeNaN();
    expect(columns['local-sa_theory']![11]).toBeNaN();
    expect(columns['local-sa_theory_2']![11]).toBeCloseTo(0.8 ** 11, 14);
    expect(columns['local-sa_theory_low_2']![11]).toBeCloseTo(0.92 * 0.8 ** 11, 14);
    expect(columns['local-sa_theory_high']![9]).toBeCloseTo(1.08 * 0.8 ** 9, 14);
    expect(file('.svg')).toContain('approximate expectation, ± its estimated error');
    expect(file('.svg').match(/fill-opacity="0.35"/g)).toHaveLength(3);
    expect(file('.tex')).toContain('y=local-sa_theory_low_2]');
    expect(file('.tex')).toMatch(/opacity=0\.35\] fill between\[of=low2 and high2\]/);
  });

  test('that is known at few rounds is dots; crashes and the root of those who are left are marked', async () => {
    const some = [0, 4, 20, 30];
    const change = {
      ...{ rounds: some, meanSquare: some.map((t) => 0.8 ** t), biasSquare: some.map(() => 0) },
      thinnedFrom: 31,
    };
    const file = await made('few', change, { agents: [{ agents: [2, 2], crash: { at: 5 } }] });
    expect(file('.svg')).toContain('exact expectation, at single rounds');
    // a dot is a line from a point to the same point
    expect(file('.svg')).toMatch(/d="(M([\d. ]+)L\2){4}"/);
    expect(file('.svg')).toContain('agent 2 crashes');
    expect(file('.svg')).toContain('root of agents 0, 1');
    expect(file('.tex')).toMatch(/\\addplot\[only marks,[^\n]*y=local-sa_exact\]/);
    expect(file('.tex')).toContain('{agent 2 crashes}');
    expect(file('.tex')).toContain('{root of agents 0, 1}');
  });
});

describe('several runs', () => {
  test('are axes side by side with one vertical scale', async () => {
    const { axes } = planRuns(await readRuns([single, other], undefined), undefined, CHOICE);
    expect(axes.map(({ title }) => title)).toEqual(['one', 'other']);
    expect(axes[0]!.chart.y.scale).toEqual(axes[1]!.chart.y.scale);
  });

  test('laid over one another are in axes of their algorithms, or in one where no algorithm is in two of them', async () => {
    const overlay = { ...CHOICE, overlay: true };
    const common = planRuns(await readRuns([single, other], undefined), undefined, overlay);
    expect(common.axes.map(({ title, chart }) => [title, chart.series.map(({ key }) => key)])).toEqual([
      ['Local SA', ['one', 'other']],
      ['SCAFFLSA', ['one']],
      ['FedHSA', ['one']],
    ]);
    const third = writeRun(join(root, 'third'), { scaffold: falling(0.5, 1e-2, 30, 3) });
    const apart = planRuns(await readRuns([other, third], undefined), undefined, overlay);
    expect(apart.axes.map(({ chart }) => chart.series.map(({ key }) => key))).toEqual([
      ['local-sa', 'scaffold'],
    ]);
  });
});

describe('letters', () => {
  const cases = [
    { width: 396, runs: 1, legend: 'below' },
    { width: 234, runs: 2, legend: 'below' },
    { width: 396, runs: 3, legend: 'below' },
    { width: 396, runs: 1, legend: 'direct' },
    // The vertical title takes two lines.
    { width: 234, runs: 1, legend: 'below', height: 100 },
    // Where a name for both does not fit, each has its own.
    { width: 120, runs: 1, legend: 'below' },
  ] as const;
  test.each(cases)(
    'of $runs axes, $width pt wide, legend $legend, are apart and inside, and at least 7 pt',
    async ({ runs, ...looks }) => {
      const inputs = await readRuns([single, other, single].slice(0, runs), undefined);
      const figure = planRuns(inputs, undefined, CHOICE);
      const layout = layOut(figure, { ...LOOKS, ...looks }, face.width);
      const boxes = drawingOf(layout, false).shapes.flatMap((shape) => {
        if (shape.kind !== 'text') return [];
        const { text, x, y, size, anchor, upright } = shape;
        expect(size).toBeGreaterThanOrEqual(7);
        const length = face.width(text) * size;
        const from = -length * { start: 0, middle: 0.5, end: 1 }[anchor];
        const [up, down] = [0.78 * size, 0.2 * size];
        return upright
          ? [{ text, left: x - up, right: x + down, top: y - from - length, bottom: y - from }]
          : [{ text, left: x + from, right: x + from + length, top: y - up, bottom: y + down }];
      });
      expect(boxes.length).toBeGreaterThan(12);
      // Of curves that cover one another one name, wherever it stands.
      expect(boxes.filter(({ text }) => text === 'Local SA = SCAFFLSA')).toHaveLength(
        runs === 1 && looks.width > 120 ? 1 : 0,
      );
      for (const [k, box] of boxes.entries()) {
        expect(box.left, box.text).toBeGreaterThanOrEqual(0);
        expect(box.right, box.text).toBeLessThanOrEqual(layout.width);
        expect(box.top, box.text).toBeGreaterThanOrEqual(0);
        expect(box.bottom, box.text).toBeLessThanOrEqual(layout.height);
        for (const second of boxes.slice(0, k)) {
          const apart =
            box.left >= second.right ||
            second.left >= box.right ||
            box.top >= second.bottom ||
            second.top >= box.bottom;
          expect(apart, `${box.text} and ${second.text}`).toBe(true);
        }
      }
    },
  );

  test('say which curves cover one another', async () => {
    const layout = layOut(
      planRuns(await readRuns([single], undefined), undefined, CHOICE),
      LOOKS,
      face.width,
    );
    expect(layout.legend.map(({ entry }) => entry.names + entry.words)).toEqual([
      'Local SA = SCAFFLSA',
      'FedHSA',
      'range over seeds',
    ]);
  });

  test('that do not fit are refused with the width that they need', async () => {
    const figure = planRuns(await readRuns([single], undefined), undefined, CHOICE);
    const names = new Map(figure.names).set('fedhsa', 'F'.repeat(120));
    expect(() => layOut({ ...figure, names }, LOOKS, face.width)).toThrow(
      '`width`: 396pt leave no room for the legend; at least',
    );
  });
});

test('panels that differ in a number have their floors against it, with the slope −1 of floors like 1/M', async () => {
  const folder = join(root, 'panels');
  const panels = [1, 2, 4].map((at) => ({ name: `m-${at}`, title: `M = ${at}`, at }));
  // Ten rounds at the floor, 1/M and a hundredth above and below it.
  for (const { name, at } of panels) {
    const seeds = [0.99, 1.01].map((share) => Array.from({ length: 11 }, () => share / at));
    writeRun(join(folder, name), { 'local-sa': seeds });
  }
  const scenario = { name: 'm', title: 'M', question: '?', reproduces: null };
  const file = { format: 'fedsa-panels/1', scenario, across: 'number of agents M', panels };
  writeFileSync(join(folder, 'panels.json'), JSON.stringify(file));
  const figure = planAcross(await readRuns([folder], undefined));
  expect(figure.names.get('local-sa')).toMatch(/^Local SA, slope −1\.00 ± 0\.0\d$/);
  const floors = figure.axes[0]!.chart.series.find(({ line }) => line === 'solid')!;
  expect(floors.points.map(({ x, y }) => x * y)).toEqual(
    [1, 1, 1].map((value) => expect.closeTo(value, 12) as number),
  );
});

describe('the paper’s own figure', () => {
  /** A scenario's folder of two panels, each with the error and, twice it, another column. */
  const folderOf = (name: string, figure: object | undefined, across: string | null = null): string => {
    const folder = join(root, name);
    const panels = [1, 2].map((at) => ({ name: `m-${at}`, title: `M = ${at}`, at }));
    for (const panel of panels)
      writeRun(join(folder, panel.name), { 'local-sa': falling(0.8, 1e-3 / panel.at, 30, 2) });
    const scenario = { name: 'm', title: 'M', question: '?', reproduces: 'Figure 9', figure };
    writeFileSync(
      join(folder, 'panels.json'),
      JSON.stringify({ format: 'fedsa-panels/1', scenario, across, panels }),
    );
    return folder;
  };
  const made = async (folder: string, choice: Partial<PlotChoice> = {}): Promise<readonly string[]> => {
    const request = { ...REQUEST, out: join(folder, 'out'), choice: { ...CHOICE, ...choice } };
    const figures = await makePaperFigures([folder], { ...request, formats: ['svg'] });
    return figures[0]!.files;
  };

  test('is drawn where nothing else is asked for: its quantities side by side, its titles, a column of data each', async () => {
    const folder = folderOf('paper', { y: ['error', 'drift'], titles: ['i', 'ii', 'iii', 'iv'] });
    const [svg, csv] = await made(folder);
    expect([svg, csv].map((path) => path!.replace(/.*\//, ''))).toEqual(['m-paper.svg', 'm-paper.csv']);
    const columns = columnsOf(csv!);
    // Factors 1 and 1.3; a drift of t in round t.
    for (const t of [3, 30]) {
      expect(columns['m-1-error.local-sa_mean']![t]).toBeCloseTo(1.15 * (0.8 ** t + 1e-3), 14);
      expect(columns['m-2-drift.local-sa_mean']![t]).toBe(t);
    }
    for (const title of ['(a) i<', '(d) iv<']) expect(readFileSync(svg!, 'utf8')).toContain(title);
    const [other] = await made(folder, { y: 'drift' });
    expect(other).toMatch(/m-drift\.svg$/);
    expect((await made(folder, { figures: ['paper'], panels: ['m-2'] }))[0]).toBe(svg);
    await expect(made(folder, { figures: ['paper'], y: 'error' })).rejects.toThrow(
      '`y`: `figures` paper has this from the scenario',
    );
  });

  test('against the number in which panels differ it has the slope that is claimed, by that name', async () => {
    const folder = folderOf('claimed', { axes: 'across', slope: -1 }, 'M');
    const [svg, csv] = await made(folder, { figures: ['paper'] });
    expect(readFileSync(svg!, 'utf8')).toContain('>slope −1<');
    // From the first floor.
    const { claimed_theory: line, 'local-sa_mean': floors } = columnsOf(csv!);
    expect(line!.map((y) => y / floors![0]!)).toEqual([1, 0.5]);
  });

  test('of a scenario that says nothing of one is refused', async () => {
    await expect(made(folderOf('silent', undefined), { figures: ['paper'] })).rejects.toThrow(
      '`figures` paper: this scenario does not say how its paper lays out a figure',
    );
  });
});

test('each hue has a marker of its own, also in grey', () => {
  const hues = new Map(HUES.map((hue, k) => [String(k), hue]));
  for (const grey of [false, true]) {
    const looks = [...looksOf(hues, grey).values()];
    expect(new Set(looks.map(({ marker }) => marker)).size).toBe(HUES.length);
  }
});

describe('files', () => {
  test('have the same bytes each time; a PDF has its words as text', async () => {
    const made = async (name: string): Promise<string[]> => {
      const [figure] = await makePaperFigures([single], {
        ...REQUEST,
        formats: ['pdf', 'svg', 'pgf'],
        out: join(root, name),
      });
      return [...figure!.files];
    };
    const [first, second] = [await made('bytes'), await made('again')];
    expect(first.map((path) => path.replace(/.*\//, ''))).toEqual(
      ['.pdf', '.svg', '.tex', '-standalone.tex', '.csv'].map((end) => `small-error${end}`),
    );
    first.forEach((path, k) => {
      expect(readFileSync(path).equals(readFileSync(second[k]!)), path).toBe(true);
    });
    expect(readFileSync(first[0]!, 'latin1')).toMatch(/^%PDF-[\s\S]*\/FontFile2[\s\S]*%%EOF\s*$/);
    const { stdout, error } = spawnSync('pdftotext', [first[0]!, '-'], { encoding: 'utf8' });
    if (error === undefined) expect(stdout).toContain('Local SA = SCAFFLSA');
    expect(readFileSync(first[1]!, 'utf8')).toMatch(
      /<desc>Small: Error against rounds\. .* Made by: fedsa figure<\/desc>/,
    );
  });

  test.each([
    [{ choice: { ...CHOICE, y: 'staleness' } }, /^`y`: these runs have no values of "staleness"; .* error/],
    [
      { choice: { ...CHOICE, figures: ['errors'] } },
      /^`figures`: these runs have no figure "errors"; there are error, /,
    ],
    [
      { choice: { ...CHOICE, panels: ['a'] } },
      /^`panels`: no panel "a" has begun; these runs have no panels$/,
    ],
    [{ looks: { ...LOOKS, height: 60 } }, /^`height`: 60pt leaves no room .* at least \d+pt$/],
    [{ looks: { ...LOOKS, width: 72 } }, /^`width`: 72pt leave /],
    [{ font: 'Comic' }, /^`font`: there is no font "Comic"; sans, condensed or a file/],
    [{ formats: ['svg'] as const, out: 'figure.pdf' }, /^`out`: figure\.pdf is no file of the formats/],
  ])('are not written for %o', async (change, message) => {
    const out = 'out' in change ? change.out : join(root, 'refused');
    await expect(makePaperFigures([single], { ...REQUEST, ...change, out })).rejects.toThrow(message);
    expect(existsSync(out)).toBe(false);
  });

  test('of a received title have no control character: TeX would end a comment at one, and SVG is not well-formed with it', async () => {
    const run = writeRun(join(root, 'received'), { 'local-sa': falling(0.8, 1e-3, 30, 3) }, (manifest) => ({
      ...manifest,
      scenario: { ...manifest.scenario, title: 'A title\r\\input{other}\u0007\u001B[31m' },
    }));
    const [made] = await makePaperFigures([run], {
      ...REQUEST,
      formats: ['svg', 'pgf'],
      out: join(root, 'received-figure'),
    });
    const [svg, tex] = made!.files.map((path) => readFileSync(path, 'utf8'));
    for (const text of [svg!, tex!]) expect(text).not.toMatch(/[^\P{Cc}\n]/u);
    expect(tex!.split('\n')[0]).toBe(
      String.raw`% A title\u000D\input{other}\u0007\u001B[31m: Error against rounds`,
    );
    expect(svg).toContain(
      String.raw`<title>A title\u000D\input{other}\u0007\u001B[31m: Error against rounds</title>`,
    );
  });

  test('are not made of a folder without runs, which is told what it has', async () => {
    await expect(makePaperFigures([root], REQUEST)).rejects.toThrow(
      /: is not a run directory, .*; it has one, other/,
    );
    expect(readdirSync(root)).not.toContain('small-error.pdf');
  });
});

test.each([
  ['5.5in', 396],
  ['2.54cm', 72],
  ['25.4 mm', 72],
  ['96px', 72],
])('%s is %d pt', (text, points) => {
  expect(lengthOf(text, '--width', 7, 1000)).toBeCloseTo(points, 12);
});

test.each(['5.5', 'in', '-1in', '6pt', '1e3pt', '99in'])('%s is no length', (text) => {
  expect(() => lengthOf(text, '--width', 7, 1000)).toThrow(/^--width: .* is not a length from 7pt to 1000pt/);
});

test.each([
  ['squared error ‖θ̄ₜ − θ*‖²', String.raw`squared error $\|\bar{\theta}_{t} - \theta ^*\|^{2}$`],
  ['10⁻¹²', '10$^{-12}$'],
  ['M_c = 5 % of A&B_x', String.raw`$M_{c}$ = 5 \% of A\&$B_{x}$`],
  ['‖θ*_S − A_ij‖ of run_1', String.raw`$\|\theta ^*_{S} -$ $A_{ij}\|$ of run\_1`],
  ['a\rb', String.raw`a\textbackslash{}u000Db`],
  ['Richardson–Romberg, η × 2', String.raw`Richardson--Romberg, $\eta  \times $ 2`],
])('%s in LaTeX is %s', (text, latex) => {
  expect(latexText(text)).toBe(latex);
});

test('the library makes the same figures with the same defaults', async () => {
  const [mine, theirs] = [join(root, 'library'), join(root, 'command')];
  const [made] = await figure([single], { formats: ['svg'], out: mine });
  await makePaperFigures([single], { ...REQUEST, formats: ['svg'], out: theirs });
  expect(made!.files).toEqual([join(mine, 'small-error.svg'), join(mine, 'small-error.csv')]);
  const svg = (folder: string): string =>
    readFileSync(join(folder, 'small-error.svg'), 'utf8').replace(/figure\(.*?\)|fedsa figure/, '');
  expect(svg(mine)).toBe(svg(theirs));
});
