import { expect, test } from 'vitest';
import { leadPicture } from './gallery/leadPicture.ts';

const svg = (name: string, height = 300): string =>
  `<svg data-plot="1 2 3 4" viewBox="0 0 500 ${height}" id="${name}"><metadata>{"x":1}</metadata><path stroke="var(--line-1, #d55e00)"><title>a: 1</title></path></svg>`;
const figure = (name: string, height?: number): string =>
  `<figure id="${name}"><div class="drawing wide">${svg(`${name}-wide`)}</div><div class="drawing narrow">${svg(name, height)}</div></figure>`;
const page = (main: string): string => `<figure>before</figure><main>${main}</main>`;

test('a page’s picture is the figure that leads it alone, in its narrow form and in fixed colours', () => {
  for (const group of ['main', 'row row-1']) {
    const found = leadPicture(page(`<div class="${group}">${figure('a')}</div><div class="main">${figure('b')}</div>`)); // prettier-ignore
    expect(found).toBe('<svg viewBox="0 0 500 300" id="a"><path stroke="#d55e00"/></svg>\n');
  }
  // What a phone shows below one another is no picture of a gallery.
  expect(leadPicture(page(`<div class="main">${figure('a', 900)}</div>`))).toContain('id="a-wide"');
});

test('a table, several figures side by side, and no figure are no picture', () => {
  for (const main of [
    `<table></table><div class="main">${figure('a')}</div>`,
    `<div class="further">${figure('a')}${figure('b')}</div>`,
    `<div class="row row-3">${figure('a')}</div>`,
    '<p>nothing</p>',
  ])
    expect(leadPicture(page(main))).toBeUndefined();
});
