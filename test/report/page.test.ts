import { expect, test } from 'vitest';
import { type DrawnFigure, figureAlone, figureOnPage } from '../../src/report/drawnFigure.ts';
import { html } from '../../src/report/html.ts';
import { page } from '../../src/report/page.ts';
import { smallManifest } from '../recording/smallRun.ts';

test('the page of a run of a hundred thousand seeds is no longer than that of one', () => {
  const lengthOf = (count: number): number =>
    page(smallManifest({ seeds: Array.from({ length: count }, (_, index) => index + 1) }), {
      results: html`no results`,
      ...{ answer: undefined, measured: undefined },
    }).html.length;
  expect(lengthOf(100_000)).toBeLessThan(lengthOf(1) + 100);
});

test('a part of a page has the files of the figures in it, however deep, once each and in their order', () => {
  const figure = (name: string): DrawnFigure => ({
    ...{ name, title: name, svg: `<svg id="${name}"/>`, csv: `csv of ${name}`, caption: html`${name}` },
  });
  const inner = html`<p>${[figureOnPage(figure('b')), undefined]} and ${'<text>'}</p>`;
  const { html: text, files } = html`${figureOnPage(figure('a'))}${inner}${html`nothing`}`;
  expect(files).toEqual([
    ['a.svg', '<svg id="a"/>'],
    ['a.csv', 'csv of a'],
    ['b.svg', '<svg id="b"/>'],
    ['b.csv', 'csv of b'],
  ]);
  expect(text).toContain('&lt;text&gt;');
  expect(html`<p>${1}</p>`).toEqual({ html: '<p>1</p>' });
  expect(figureAlone(figure('a')).files).toBeUndefined();
});
