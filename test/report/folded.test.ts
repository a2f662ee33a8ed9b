/** Parts without a finding are closed, and open on a page that is built in full. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folded, unfolded } from '../../src/report/folded.ts';
import { html } from '../../src/report/html.ts';
import { writePage } from '../../src/report/writePage.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';

const folder = temporaryFolder();
const isOurs = (): boolean => false;

test('a part is closed, in full it is open, and its files are there either way', async () => {
  const figure = { ...html`<figure></figure>`, files: [['a.svg', '<svg/>']] as const };
  const page = html`<details><summary>by itself</summary></details>
    ${folded('A < B', figure)}`;
  expect(page.html).toMatch(/<details class="more">\s*<summary>A &lt; B<\/summary>\s*<figure>/);
  expect(unfolded(page).html).toBe(page.html.replace('class="more"', 'class="more" open'));
  for (const isFull of [false, true]) {
    const { report, figures } = await writePage(folder, page, isOurs, isFull);
    expect(readFileSync(report, 'utf8').includes('<details class="more" open>')).toBe(isFull);
    expect(figures).toHaveLength(1);
  }
});

test('a folder that was removed while its page was made does not come back with the page alone', async () => {
  const removed = join(folder, 'removed');
  await expect(writePage(removed, html``, isOurs)).rejects.toThrow(`${removed}: has been removed meanwhile`);
  expect(existsSync(removed)).toBe(false);
});
