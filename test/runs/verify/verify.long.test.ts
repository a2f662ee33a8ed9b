/** Runs of every kind, computed again as a page does; and a page in a headless Chromium, where there is one: some three seconds. */
import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';
import { EVERY_PART, expectSame, reported } from './pages.ts';
import { chromium, Page } from '../live/chromium.ts';

// Not by the console, of which tests that fail alone are shown.
if (chromium === undefined) writeSync(2, 'verify.long.test.ts: skipped; there is no Chromium\n');

/** What is wider than its box, the page included. */
const WIDER = `[document.scrollingElement, ...document.querySelectorAll('.scroll, .drawing')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)`;
/** The size of the smallest letters in a figure that is shown, in pixels of the screen. */
const SMALLEST = `Math.min(...[...document.querySelectorAll('.drawing text')]
  .filter((one) => one.checkVisibility())
  .map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))`;

test.runIf(chromium)('a page computes its run again, to the byte, from a file alone', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const words =
    '--algorithm local-sa,scafflsa,fedhsa --step-size 0.1 --rounds 30 --seeds 2 --compute exponential:0.2';
  await fedsa(folder, ...`run problem.json ${words} --out run --quiet`.split(' '));
  await fedsa(folder, 'report', 'run', '--verify');
  mkdirSync(join(folder, 'profile'));
  const page = await Page.open(join(folder, 'profile'), 1200, 900, 'light');
  await page.ask('Page.navigate', { url: pathToFileURL(join(folder, 'run/report.html')).href });
  await page.until("document.querySelector('#verify button')?.hidden === false");
  await page.value("document.querySelector('#verify button').click()");
  await page.until("document.querySelector('#verify').dataset.holds");
  expect(await page.value("document.querySelector('#verify [role=status]').textContent")).toBe(
    'Verified: this browser computes the same 186 rows, byte for byte.',
  );
  expect(page.errors).toEqual([]);
  // The same page on a desk and on a phone: nothing scrolls sideways, and the letters of every figure can be read.
  for (const width of [1200, 400]) {
    await page.look(width, 900, 'light');
    expect(await page.value(WIDER)).toEqual([]);
    expect(await page.value(SMALLEST)).toBeGreaterThan(9);
  }
  await page.close();
});

test.each([
  ['coin', `problem.json ${EVERY_PART} --communication-probability 0.2 --average 0.5 --lyapunov`],
  [
    'timed',
    'problem.json --step-size 0.1 --rounds 8 --seeds 2 --algorithm local-sa,scafflsa --compute exponential:0.2 --policy first:1 --updates --trace',
  ],
  ['buffered', 'problem.json --step-size 0.1 --algorithm local-sa --policy buffered:2 --rounds 20 --seeds 2'],
  ['garnet', 'quickstart --rounds 2 --local-steps 20 --algorithm scafflsa --step-size 0.02 --seeds 2'],
])('%s: rows that are computed again are those that were recorded', async (run, words) => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  await reported(folder, words, run);
  await expectSame(folder, run);
});
