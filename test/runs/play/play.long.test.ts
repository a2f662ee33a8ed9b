/** Runs of every kind, computed again as a page does; and a page in a headless Chromium, where there is one: some three seconds. */
import { mkdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';
import { EVERY_PART, expectSame, played } from './pages.ts';
import { chromium, Page } from '../live/chromium.ts';

// Not by the console, of which tests that fail alone are view.
if (chromium === undefined) writeSync(2, 'play.long.test.ts: skipped; there is no Chromium\n');

/** What is wider than its box, the page included. */
const WIDER = `[document.scrollingElement, ...document.querySelectorAll('.scroll, .drawing')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className)`;
/** The size of the smallest letters in a figure that is view, in pixels of the screen. */
const SMALLEST = `Math.min(...[...document.querySelectorAll('.drawing text')]
  .filter((one) => one.checkVisibility())
  .map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))`;

/** Pixels of the screen. */
const POINT = 96 / 72;

/** Points at a round in the first figure. */
const CROSSHAIR = (round: number): string => `{
  const drawing = document.querySelector('svg[data-plot]');
  const { x: { low, high } } = JSON.parse(drawing.querySelector('metadata').textContent);
  const [left, , right] = drawing.dataset.plot.split(' ').map(Number);
  const box = drawing.getBoundingClientRect();
  const at = left + (right - left) * (${round} - low) / (high - low);
  const clientX = box.left + at * box.width / drawing.viewBox.baseVal.width;
  drawing.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, pointerType: 'mouse' }));
}`;
/** What stands beside the line in each figure, and the main figure's axis. */
const READ = `[...document.querySelectorAll('.crosshair')].map((one) => one.textContent)`;
const SEEN = `[...document.querySelectorAll('.switch .wide svg')].filter((one) => one.checkVisibility()).map((one) => JSON.parse(one.querySelector('metadata').textContent).quantity)`;

/** Of what a screen reader gets: the roles of controls and images, of which each must have a name. */
const CONTROLS = ['slider', 'checkbox', 'combobox', 'radio', 'button', 'link', 'image'];
interface Node {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

/** What the section says. */
const STATUS = "document.querySelector('#play [role=status]').textContent";

test.runIf(chromium)('readers play with a run, to the byte, from a file alone', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const words =
    '--algorithm local-sa,scafflsa,fedhsa --step-size 0.1 --rounds 30 --seeds 2 --compute exponential:0.2';
  await fedsa(folder, ...`run problem.json ${words} --out run --quiet --interactive`.split(' '));
  mkdirSync(join(folder, 'profile'));
  const page = await Page.open(join(folder, 'profile'), 1200, 900, 'light');
  await page.ask('Page.navigate', { url: pathToFileURL(join(folder, 'run/report.html')).href });
  await page.until("document.querySelector('#play form')?.hidden === false");
  // Sliders are of no use on paper.
  const isView = `document.querySelector('#play form').checkVisibility()`;
  expect(await page.value(isView)).toBe(true);
  await page.ask('Emulation.setEmulatedMedia', { media: 'print' });
  expect(await page.value(isView)).toBe(false);
  await page.look(1200, 900, 'light');
  await page.ask('Emulation.setEmulatedMedia', { media: '' });
  await page.value("document.querySelector('#play .repeat').click()");
  await page.until("document.querySelector('#play').dataset.holds");
  expect(await page.value(STATUS)).toBe(
    'As recorded, bit for bit: this browser computes the same 186 rows of 6 replications.',
  );
  // A screen reader gets a name of each control and image, and hears of the result alone.
  const tree = (await page.ask('Accessibility.getFullAXTree')) as { readonly nodes: readonly Node[] };
  const heard = tree.nodes.filter(({ ignored }) => !ignored);
  const controls = heard.filter(({ role }) => CONTROLS.includes(role?.value ?? ''));
  expect(new Set(controls.map(({ role }) => role!.value))).toEqual(new Set(CONTROLS));
  expect(controls.filter(({ name }) => !name?.value)).toEqual([]);
  const live = `[...document.querySelectorAll('#play output, #play [role=status]')]
    .filter((one) => one.ariaLive !== 'off').map((one) => one.textContent)`;
  expect(await page.value(live)).toEqual([await page.value(STATUS)]);
  // A slider by the keyboard: the picture follows, and the command is that of the run.
  await page.value("document.querySelector('#play-step-size').focus()");
  for (const type of ['keyDown', 'keyUp'])
    await page.ask('Input.dispatchKeyEvent', { type, key: 'ArrowRight', windowsVirtualKeyCode: 39 });
  await page.until(`/^Computed 6 replications/.test(${STATUS})`);
  expect(await page.value("document.querySelector('#play-step-size').getAttribute('aria-valuetext')")).toBe(
    '0.12',
  );
  expect(await page.value("document.querySelector('#play .command').textContent.trim()")).toBe(
    'npx fedsa run run --step-size 0.12',
  );
  expect(await page.value("document.querySelector('#play .picture').textContent")).toContain('as recorded');
  // What nobody wants any more is given up: the last of several movements is what is drawn.
  await page.value(`for (const index of [3, 9, 14]) {
    const slider = document.querySelector('#play-rounds');
    slider.value = index;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await page.until(`/--rounds/.test(document.querySelector('#play .command').textContent)`);
  expect(await page.value("document.querySelector('#play .command').textContent.trim()")).toBe(
    `npx fedsa run run --step-size 0.12 --rounds ${await page.value<string>("JSON.parse(document.querySelector('#play-rounds').dataset.values)[14]")}`,
  );
  expect(page.errors).toEqual([]);
  await page.value("document.querySelector('#play .repeat').click()");
  await page.until("document.querySelector('#play').dataset.holds");
  // One line over all figures against rounds, with the recorded means; against bytes after the switch.
  const rows = readFileSync(join(folder, 'run/figures/error.csv'), 'utf8').split('\n');
  const mean = Number(rows.find((row) => row.startsWith('local-sa,12,'))!.split(',')[4]);
  await page.value(CROSSHAIR(12));
  const read = await page.value<string[]>(READ);
  expect(read.length).toBeGreaterThan(2);
  expect(read.every((text) => text.startsWith('round 12'))).toBe(true);
  const displayed = Number(/Local SA: ([\d.]+)/.exec(read[0]!)![1]);
  expect(Math.abs(displayed / mean - 1)).toBeLessThan(0.01);
  await page.value(`document.querySelector('svg[data-plot]').focus()`);
  await page.ask('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ArrowRight' });
  expect((await page.value<string[]>(READ))[0]).toMatch(/^round 13/);
  await page.value("document.querySelector('.axis [value=uplinkBytes]').click()");
  expect(await page.value(READ)).toEqual([]);
  expect(await page.value(SEEN)).toEqual(['uplinkBytes']);
  // The same page on a desk and on a phone: nothing scrolls sideways, and the letters of every figure can be read.
  for (const width of [1200, 400]) {
    await page.look(width, 900, 'light');
    expect(await page.value(WIDER)).toEqual([]);
    expect(await page.value(SMALLEST)).toBeGreaterThan(9);
  }
  // On a sheet of A4 inside its margins the letters have some 7 pt.
  await page.look(717, 1000, 'light');
  await page.ask('Emulation.setEmulatedMedia', { media: 'print' });
  expect(await page.value(WIDER)).toEqual([]);
  expect(await page.value(SMALLEST)).toBeGreaterThan(6.9 * POINT);
  await page.close();
});

test.runIf(chromium)(
  'a page says at once that it computes, and the command of another policy has none of the details of the own one',
  async () => {
    const folder = emptyFolder();
    writeTwoAgents(folder);
    const details = '--policy asynchronous:0.6 --staleness-weight polynomial:0.5';
    const words = `problem.json --step-size 0.1 --algorithm local-sa --rounds 10 ${details}`;
    await fedsa(folder, ...`play ${words} --out page.html`.split(' '));
    mkdirSync(join(folder, 'profile'));
    const page = await Page.open(join(folder, 'profile'), 1200, 900, 'light');
    await page.ask('Page.navigate', { url: pathToFileURL(join(folder, 'page.html')).href });
    await page.until("document.querySelector('#play form')?.hidden === false");
    await page.until(`/^Computed/.test(${STATUS})`);
    await page.value(`{
      window.texts = [];
      const status = document.querySelector('#play [role=status]');
      new MutationObserver(() => window.texts.push(status.textContent)).observe(status, { childList: true });
      const list = document.querySelector('#play-policy');
      list.value = [...list.options].find(({ dataset }) => dataset.text === 'synchronous').value;
      list.dispatchEvent(new Event('input', { bubbles: true }));
    }`);
    await page.until(`/^Computed/.test(window.texts.at(-1))`);
    // What the closed list cuts stands below it.
    expect(await page.value("document.querySelector('#play-policy + span').textContent")).toBe(
      'when all agents have answered (synchronous)',
    );
    expect(await page.value('window.texts[0]')).toBe('Computing');
    const command = await page.value<string>("document.querySelector('#play .command').textContent.trim()");
    const plain = 'problem.json --step-size 0.1 --algorithm local-sa --rounds 10 --policy synchronous';
    expect(command).toBe(`npx fedsa run ${plain}`);
    expect(
      await fedsa(folder, ...command.split(' ').slice(2), '--out', 'same', '--quiet', '--no-report'),
    ).toMatchObject({ status: 0, stderr: '' });
    expect(page.errors).toEqual([]);
    await page.close();
  },
);

test.runIf(chromium)(
  'the command of a page gives way to its sliders, names the algorithms that are left, and has no option of the others',
  async () => {
    const folder = emptyFolder();
    writeTwoAgents(folder);
    const words =
      '--algorithm scaffold,fedhsa,local-sgd-m --set scaffold.server-step-size=0.5 --set local-sgd-m.server-step-size=1 --momentum 0.5 --step-size 0.1 --rounds 10';
    await fedsa(folder, ...`play problem.json ${words} --out page.html`.split(' '));
    mkdirSync(join(folder, 'profile'));
    const page = await Page.open(join(folder, 'profile'), 1200, 900, 'light');
    await page.ask('Page.navigate', { url: pathToFileURL(join(folder, 'page.html')).href });
    await page.until("document.querySelector('#play form')?.hidden === false");
    await page.until(`/^Computed/.test(${STATUS})`);
    const command = async (change: string, word: string): Promise<string> => {
      await page.value("document.querySelector('#play form').reset()");
      await page.until(`document.querySelector('#play .command').hidden`);
      await page.value(`{
        const form = document.querySelector('#play form');
        ${change}
        form.dispatchEvent(new Event('input', { bubbles: true }));
      }`);
      await page.until(`document.querySelector('#play .command').textContent.includes('${word}')`);
      return page.value("document.querySelector('#play .command').textContent.trim()");
    };
    expect(await command("form.querySelector('#play-server-step-size').value = 0;", '0.005')).toBe(
      'npx fedsa run problem.json --algorithm scaffold,fedhsa,local-sgd-m --momentum 0.5 --step-size 0.1 --rounds 10 --server-step-size 0.005',
    );
    expect(
      await command(
        "for (const name of ['scaffold', 'local-sgd-m']) form.querySelector(`[value=${name}]`).checked = false;",
        '--algorithm fedhsa',
      ),
    ).toBe('npx fedsa run problem.json --step-size 0.1 --rounds 10 --algorithm fedhsa');
    const buffered =
      "const list = form.querySelector('#play-policy'); list.value = [...list.options].find(({ dataset }) => dataset.text === 'buffered:1').value;";
    expect(await command(buffered, 'buffered')).toBe(
      'npx fedsa run problem.json --set scaffold.server-step-size=0.5 --set local-sgd-m.server-step-size=1 --momentum 0.5 --step-size 0.1 --rounds 10 --policy buffered:1 --algorithm scaffold,local-sgd-m',
    );
    expect(page.errors).toEqual([]);
    await page.close();
  },
);

test.runIf(chromium)(
  'a timeline zooms by its buttons, and says what was at the place that is pointed at',
  async () => {
    const folder = emptyFolder();
    writeTwoAgents(folder);
    const words = '--algorithm local-sa --step-size 0.1 --rounds 20 --compute 1 --trace --out run --quiet';
    await fedsa(folder, ...`run problem.json ${words}`.split(' '));
    mkdirSync(join(folder, 'profile'));
    const page = await Page.open(join(folder, 'profile'), 1200, 900, 'light');
    await page.ask('Page.navigate', { url: pathToFileURL(join(folder, 'run/report.html')).href });
    await page.until("document.querySelector('.zoom')?.hidden === false");
    const span = async (): Promise<number> =>
      Number(
        (await page.value<string>("document.querySelector('.plot').getAttribute('viewBox')")).split(' ')[2],
      );
    const whole = await span();
    await page.value(`document.querySelector('.zoom [data-zoom="2"]').click()`);
    expect(await span()).toBeCloseTo(whole / 2, 9);
    // Both agents compute ten steps of a second each in every round, and wait for nobody.
    await page.value(`{
    const drawing = document.querySelector('.gantt > svg');
    const { plot, rows: [row] } = JSON.parse(drawing.querySelector('metadata').textContent);
    const box = drawing.getBoundingClientRect();
    const scale = box.width / drawing.viewBox.baseVal.width;
    const clientX = box.left + scale * (plot.left + plot.right) / 2;
    const clientY = box.top + scale * (row.first + row.height / 2);
    drawing.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY, pointerType: 'mouse' }));
  }`);
    const sentence = await page.value<string>("document.querySelector('.reading').textContent");
    expect(sentence).toMatch(
      /^\d+(\.\d+)? s · version \d+ · Local SA [\d.e-]+ · waiting 0 % · agent 0 computing$/,
    );
    expect(page.errors).toEqual([]);
    await page.close();
  },
);

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
  await expectSame(await played(folder, words, run));
});
