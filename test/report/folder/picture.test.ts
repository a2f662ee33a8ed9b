/** A figure as a picture: its lines between the edges, and nothing of it but numbers and colours. */
import { expect, test } from 'vitest';
import { smallOf } from '../../../src/report/folder/picture.ts';
import { HUES } from '../../../src/report/palette.ts';

const { light } = HUES[0]!.line;
const line = (d: string, more = ''): string =>
  `<path d="${d}" stroke="${light}" stroke-width="2" ${more}></path>`;

test('places are those of the figure, from edge to edge, without its key, markers, words and what is not ours', () => {
  const svg = `<svg viewBox="0 0 960 482"><rect width="960" height="482" fill="#ffffff"></rect>
    <g class="key">${line('M0,0L999,999')}<text>x</text></g>${line('M50,20L100,120L150,70')}
    ${line('M1,1L2,2', 'class="marker"')}<text x="1" y="1">Words</text>${line('M50,20V120H150M0,0l4,4l4,-4')}
    <path d="M0,0L999,0" stroke="red" onload="alert(1)"></path>${line('M0,0L1,1"/><script>')}
    ${line('M50,20L150,20', 'stroke-dasharray="6,5"')}</svg>`;
  const path = (d: string, dashes = ''): string =>
    `<path d="${d}" stroke="var(--line-1, ${light})" stroke-width="1.3"${dashes}></path>`;
  expect(smallOf(svg)?.html).toBe(
    `<svg viewBox="0 0 240 108" class="picture" fill="none" aria-hidden="true">${path(
      'M2 2L120 106L238 54M2 2L2 106L238 106',
    )}${path('M2 2L238 2', ' stroke-dasharray="3,2.5" stroke-linecap="round"')}</svg>`,
  );
});

test('cells of a heat map are drawn, its key is not; long lines are thinned to their ends; a grid alone is no picture', () => {
  const cell = `<rect x="10" y="10" width="10" height="10" fill="${light}"><title>1</title></rect>`;
  const heat = smallOf(
    `<svg>${cell}<rect x="0" y="90" width="9" height="9" fill="${light}"></rect></svg>`,
  )!.html;
  expect(heat).toContain('d="M2 2L238 2L238 106L2 106" fill="var(--line-1');
  const long = Array.from({ length: 1001 }, (_, x) => `${x},${x}`).join('L');
  const [, d] = /d="M2 2L([^"]*)L238 106"/.exec(smallOf(line(`M${long}`))!.html)!;
  expect(d!.split('L').length).toBeLessThan(60);
  expect(
    smallOf('<path d="M0,0H10" stroke="#e9edf1"></path><path d="M0,5H10" stroke="#e9edf1"></path>'),
  ).toBeUndefined();
});
