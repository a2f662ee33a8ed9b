/** The switch of the horizontal axis: what a page shows after it is, place by place, what `fedsa figure --x` draws. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildReport } from '../../src/report/buildReport.ts';
import { figure } from '../../src/runs/library.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';
import { falling, writeRun } from './paper/madeUpRuns.ts';

const folder = temporaryFolder();
const numbers = (text: string): number[] =>
  text
    .split(/[ ,LM]+/)
    .filter(Boolean)
    .map(Number);
const attribute = (element: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '';

/** The curves of a drawing as places in it, wherever the page has written them. */
function curvesOf(page: string, drawing: string): Map<string, number[][]> {
  const curves = [...drawing.matchAll(/<(path|use) [^>]*class="curve"[^>]*>/g)].map(([element]) => {
    let line = element;
    while (line.startsWith('<use')) {
      const identifier = attribute(line, 'href').slice(1);
      line = new RegExp(`<(path|use) [^>]*id="${identifier}"[^>]*>`).exec(page)![0];
    }
    const [a, , , d, e, f] = numbers(/matrix\(([^)]*)\)/.exec(element)?.[1] ?? '1 0 0 1 0 0') as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const places = numbers(attribute(line, 'd'));
    const points = Array.from({ length: places.length / 2 }, (_, k) => [
      a * places[2 * k]! + e,
      d * places[2 * k + 1]! + f,
    ]);
    return [attribute(element, 'data-of'), points] as const;
  });
  return new Map(curves);
}

/** A CSV as numbers by column. */
function columnsOf(path: string): Record<string, number[]> {
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return Object.fromEntries(
    header!.split(',').map((name, k) => [name, lines.map((line) => Number(line.split(',')[k]))]),
  );
}

test.each([
  ['round', 'round', 'round'],
  ['step', 'step', 'step'],
  ['time', 'seconds', 'seconds'],
  ['uplinkBytes', 'bytes', 'sent_kB'],
] as const)('against %s the page has the places of fedsa figure --x %s', async (horizontal, x, across) => {
  const run = writeRun(
    join(folder, x),
    { 'local-sa': falling(0.8, 1e-3, 60, 3), scafflsa: falling(0.9, 1e-4, 60, 3) },
    (manifest) => ({ ...manifest, configuration: { ...manifest.configuration, timing: { compute: 0.05 } } }),
  );
  const { report } = await buildReport(run);
  const page = readFileSync(report, 'utf8');
  const [made] = await figure([run], { x, formats: ['svg'], out: join(folder, `${x}-figure`) });
  const drawn = columnsOf(made!.files.at(-1)!);
  const view = page.split(' class="by by-').find((part) => part.startsWith(`${horizontal}"`))!;
  const drawings = [...view.matchAll(/<svg [^>]*data-x="[^>]*>.*?<\/svg>/gs)].slice(0, 2);
  expect(drawings).toHaveLength(2);
  for (const [drawing] of drawings) {
    const [low, high, left, right] = numbers(attribute(drawing, 'data-x')) as [
      number,
      number,
      number,
      number,
    ];
    const curves = curvesOf(page, drawing);
    expect([...curves.keys()]).toEqual(['0', '1']);
    for (const [kind, points] of curves) {
      const range = new RegExp(`<(path|use) [^>]*data-of="${kind}"[^>]*>`).exec(drawing)![0];
      const [least, most, top, bottom] = numbers(attribute(range, 'data-range')) as [
        number,
        number,
        number,
        number,
      ];
      const values = drawn[`${['local-sa', 'scafflsa'][Number(kind)]!}_mean`]!;
      expect(points).toHaveLength(values.length);
      points.forEach(([across0, height], k) => {
        expect(across0).toBeCloseTo(left + ((right - left) * (drawn[across]![k]! - low)) / (high - low), 1);
        expect(height).toBeCloseTo(
          bottom - ((bottom - top) * (Math.log10(values[k]!) - least)) / (most - least),
          1,
        );
      });
    }
  }
});

test('a run in step has no seconds, one whose rounds are local steps no local steps', async () => {
  const run = writeRun(join(folder, 'in-step'), { 'local-sa': falling(0.8, 1e-3, 5, 1) });
  const axes = async (): Promise<string[]> =>
    [
      ...readFileSync((await buildReport(run)).report, 'utf8').matchAll(/type="radio" [^>]*value="(\w+)"/g),
    ].map(([, axis]) => axis!);
  expect(await axes()).toEqual(['round', 'step', 'uplinkBytes']);
  const rows = join(run, 'rounds.csv');
  writeFileSync(rows, readFileSync(rows, 'utf8').replace(/^(local-sa,1,(\d+),)\d+/gm, '$1$2'));
  expect(await axes()).toEqual(['round', 'uplinkBytes']);
});
