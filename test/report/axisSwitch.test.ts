/** The switch of the horizontal axis: what a page shows after it is, place by place, what `fedsa figure --x` draws. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildReport } from '../../src/report/buildReport.ts';
import type { ChartNumbers, ScaleEnds } from '../../src/report/chart/chartNumbers.ts';
import { figure } from '../../src/runs/library.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';
import { withoutKey } from './chart/withoutKey.ts';
import { falling, writeRun } from './paper/madeUpRuns.ts';

const folder = temporaryFolder();
const numbers = (text: string): number[] =>
  text
    .split(/[ ,LM]+/)
    .filter(Boolean)
    .map(Number);
const attribute = (element: string, name: string): string =>
  new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1] ?? '';

/** The measured lines of a drawing as places in it. */
const linesOf = (drawing: string): number[][][] =>
  [...withoutKey(drawing).matchAll(/<path d="M([^"]*)"[^>]*stroke-width="2.2"/g)].map(([, d]) =>
    d!.split('L').map(numbers),
  );

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
  const drawings = [...view.matchAll(/<svg [^>]*data-plot="[^>]*>.*?<\/svg>/gs)].slice(0, 2);
  expect(drawings).toHaveLength(2);
  const known = JSON.parse(/<metadata>(.*?)<\/metadata>/.exec(view)![1]!) as ChartNumbers;
  expect([known.quantity, known.curves.map(({ name }) => name)]).toEqual([
    horizontal,
    ['Local SA', 'SCAFFLSA'],
  ]);
  for (const [k, key] of ['local-sa', 'scafflsa'].entries()) {
    const values = drawn[`${key}_mean`]!;
    // What a reader points at: the numbers themselves, to four digits.
    expect(known.curves[k]!.values).toEqual(values.map((value) => Number(value.toPrecision(4))));
    known.places[known.curves[k]!.at]!.forEach((place, at) => {
      expect(place).toBeCloseTo(drawn[across]![at]!, 5);
    });
    for (const [drawing] of drawings) {
      const [left, top, right, bottom] = numbers(attribute(drawing, 'data-plot')) as [number, number, number, number]; // prettier-ignore
      const points = linesOf(drawing)[k]!;
      expect(points).toHaveLength(values.length);
      points.forEach(([x, y], at) => {
        const share = ({ low, high }: ScaleEnds, value: number): number => (value - low) / (high - low);
        expect(x).toBeCloseTo(left + (right - left) * share(known.x, drawn[across]![at]!), 1);
        expect(y).toBeCloseTo(bottom - (bottom - top) * share(known.y, Math.log10(values[at]!)), 1);
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
