import { expect, test } from 'vitest';
import type { Chart, Series } from '../../src/report/chart/chart.ts';
import { SMALL } from '../../src/report/chart/draw.ts';
import { linearScale, logScale } from '../../src/report/chart/scale.ts';
import { html } from '../../src/report/html.ts';
import { HUES } from '../../src/report/palette.ts';
import { grid, type Multiples, smallMultiples } from '../../src/report/smallMultiples.ts';

/** A curve of a height for each name, with a limit below the first. */
function chartOf(name: string, heights: Readonly<Record<string, number>>): Chart {
  const series = Object.entries(heights).map(([title, y]): Series => ({
    ...{ key: title, name: `${title}, mean`, label: [title], line: 'solid', dots: 'last', spread: 'band' },
    hue: HUES['abc'.indexOf(title)]!,
    points: [0, 5].map((x) => ({ x, y, low: y / 2, high: 2 * y })),
  }));
  const [first] = series;
  const kind = 'limit of bias²';
  return {
    ...{ name, title: name, series, kinds: { band: 'range of 4 seeds' } },
    x: { title: 'rounds', scale: linearScale(5, 5) },
    y: { title: 'error', scale: logScale([0.01, 100]) },
    references: [
      { name: kind, kind, key: first!.key!, label: `${kind}, ${first!.name}`, hue: first!.hue, y: 0.5 },
    ],
  };
}

const pageOf = (...charts: readonly Chart[]): Multiples =>
  smallMultiples(
    charts.map((chart) => ({ chart, csv: '', caption: (remarks) => html`<p>${remarks.join(' ')}</p>` })),
    SMALL,
  );

const captionsIn = ({ figures }: Multiples): string[] =>
  figures.map(({ html: text }) => /<p>(.*?)<\/p>/.exec(text)![1]!);

test('panels with the same curves have one key above them, and none of their own; their files keep it', () => {
  const page = pageOf(chartOf('p', { a: 1, b: 10 }), chartOf('q', { a: 20, b: 2 }), chartOf('r', { b: 3 }));
  const text = grid(page).html;
  const names = [...text.matchAll(/<b[^>]*>([^<]*)<\/b>/g)].map(([, name]) => name);
  expect(names).toEqual(['a', 'b']);
  expect(text.match(/<ul class="shared-key"/g)).toHaveLength(1);
  expect(text.indexOf('<ul class="shared-key"')).toBeLessThan(text.indexOf('<figure'));
  expect(text).not.toContain('<g class="key">');
  // Both kinds of lines are in the key once.
  for (const words of ['limit of bias²', 'range of 4 seeds'])
    expect(page.key!.html.split(words)).toHaveLength(2);
  const svgs = page.figures.flatMap(({ files = [] }) => files.filter(([name]) => name.endsWith('.svg')));
  expect(svgs).toHaveLength(3);
  for (const [, svg] of svgs) expect(svg).toContain('<g class="key">');
});

test('a curve has the same marker in the key and in each panel, whichever others a panel has', () => {
  const [whole, part] = pageOf(chartOf('p', { a: 1, b: 10 }), chartOf('q', { b: 2 })).figures as [{ html: string }, { html: string }]; // prettier-ignore
  // A square for the second hue: four corners.
  const squares = (text: string): number => text.match(/class="marker" d="M[^"a]*Z"/g)?.length ?? 0;
  expect(squares(part.html)).toBeGreaterThan(0);
  expect(squares(part.html)).toBe(squares(whole.html));
});

test('limits are a kind in the key and have their numbers in the captions; curves that lie on one another in one panel alone are named there', () => {
  const page = pageOf(chartOf('p', { a: 1, b: 1 }), chartOf('q', { a: 1, b: 10 }));
  expect(captionsIn(page)).toEqual(['Limit of bias²: 0.500 (a). Here a = b.', 'Limit of bias²: 0.500 (a).']);
  expect(page.key!.html).not.toContain('0.500');
  const everywhere = pageOf(chartOf('p', { a: 1, b: 1 }), chartOf('q', { a: 3, b: 3 }));
  expect(everywhere.key!.html).toContain('>a = b</b>');
  expect(captionsIn(everywhere).join()).not.toContain('=');
});

test('a figure alone, and figures of which no one has all curves, keep their own keys', () => {
  for (const page of [
    pageOf(chartOf('p', { a: 1, b: 3 })),
    pageOf(chartOf('p', { a: 1 }), chartOf('q', { b: 1 })),
  ]) {
    expect(page.key).toBeUndefined();
    for (const { html: text } of page.figures) expect(text).toContain('<g class="key">');
  }
});
