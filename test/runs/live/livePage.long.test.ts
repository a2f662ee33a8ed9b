/** The live page in a browser, where there is one: a run that is watched, and its folder afterwards. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyFolder, rows, start, type Started } from '../../commandLine/builtProgram.ts';
import { writePanels } from '../../commandLine/panelScenario.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';
import { chromium, Page } from './chromium.ts';

const folder = emptyFolder();
writeTwoAgents(folder);

/** A program that ends with its test, whatever becomes of that. */
function started(...words: readonly string[]): Started {
  const program = start(folder, ...words);
  onTestFinished(() => {
    program.child.kill('SIGKILL');
  });
  return program;
}

/** The URL that a program prints on standard error; asked for right after its start, since what was printed before is missed. */
function urlOf({ child }: Started): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    child.stderr!.on('data', (data: string) => {
      text += data;
      const [url] = /http:\S+\/(?=\n)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

/** What a fact of the page says, as a number; a fast machine sends more than a million messages a second: "1.11 × 10⁶". */
const number = (name: string): string =>
  `(() => {
    const fact = [...document.querySelectorAll('dt')].find((dt) => dt.textContent === '${name}');
    const plain = (fact?.nextSibling.textContent ?? '').replace(/,| of.*/g, '').replace(' × 10', 'e');
    return Number(plain.replace(/[⁰¹²³⁴-⁹]/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)));
  })()`;

const press = (page: Page, label: string): Promise<unknown> =>
  page.value(
    `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('${label}')).click()`,
  );

/** Waits until it is held up after so many events. */
const at = (page: Page, events: number): Promise<void> =>
  page.until(`document.querySelector('.where')?.textContent.includes('paused after event ${events},')`);

// Starting a browser takes a second or two.
test.runIf(chromium)('a run is watched, interrupted, and viewed', async () => {
  const run = started(
    ...[
      'run',
      'problem.json',
      '--algorithm',
      'local-sa,scafflsa',
      '--step-size',
      '0.05',
      '--rounds',
      '100000000',
    ],
    ...['--placement', 'inline', '--watch', '--out', 'long'],
  );
  const watched = urlOf(run);
  const page = await Page.open(emptyFolder(), 1000, 900, 'light');
  await page.ask('Page.navigate', { url: await watched });
  await page.until(`${number('rounds a second')} > 0 && ${number('messages a second')} > 0`);
  expect(await page.value('document.querySelector(".facts").textContent')).toBe('runninglong');
  const legend = await page.value<string>('document.querySelector(".u-legend").textContent');
  expect(legend).toContain('Local SA, seed 1');
  expect(await page.value('document.querySelector("progress").value')).toBeLessThan(0.5);
  // 2 × 10⁸ rounds at less than 10⁶ a second.
  expect(await page.value('document.querySelector(".numbers").innerText')).toMatch(/time left\s+\d+ (min|h)/);
  const earlier = await page.value<number>(number('rounds'));
  await page.until(`${number('rounds')} > ${earlier}`);
  // A page holds it up, and lets it go on.
  await page.value('document.querySelector("main > .choices button").click()');
  await page.until('document.querySelector("main > .choices button").textContent === "go on"');
  const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 400));
  await aMoment();
  expect(await page.value('document.querySelector(".facts").textContent')).toBe('pausedlong');
  const still = await page.value<number>(number('rounds'));
  await aMoment();
  expect(await page.value<number>(number('rounds'))).toBe(still);
  await page.value('document.querySelector("main > .choices button").click()');
  await page.until(`${number('rounds')} > ${still}`);
  expect(await page.value('document.querySelector(".facts").textContent')).toBe('runninglong');
  run.child.kill('SIGINT');
  expect((await run.ended).status).toBe(130);
  expect(rows(folder, 'long', 'rounds.csv').length).toBeGreaterThan(10);
  await page.until('!document.querySelector(".lost").hidden');
  expect(await page.value('document.querySelector(".facts").textContent')).toBe('interruptedlong');
  // After some seconds it would look for the run's server again, and be refused, before `view` has started.
  await page.ask('Page.navigate', { url: 'about:blank' });

  const view = started('view', 'long');
  const viewed = urlOf(view);
  await page.look(400, 800, 'dark');
  await page.ask('Page.navigate', { url: await viewed });
  await page.until('document.querySelector(".u-legend th")');
  // Nothing is wider than a phone, and against seconds and on a logarithmic axis nothing fails.
  expect(await page.value('document.documentElement.scrollWidth')).toBe(400);
  await page.value(`document.querySelector('select[aria-label="horizontal axis"]').value = 'time';
    document.querySelector('input[type=checkbox]').click()`);
  expect(await page.value('document.querySelector(".u-legend th").textContent')).toBe('seconds');
  // It is stepped through by computing it again.
  await press(page, 'step through');
  await at(page, 0);
  await press(page, 'event');
  await at(page, 1);
  await page.value('document.querySelector("input[aria-label=round]").value = "5"');
  await press(page, 'to round');
  await page.until('document.querySelector(".u-legend").textContent.includes("seed 1")');
  await page.until('document.querySelector("figcaption").textContent.includes("in round 5")');
  expect(await page.value('document.querySelector(".tables").textContent')).not.toContain('drop');
  await press(page, 'back');
  await page.until('document.querySelector("figcaption").textContent.includes("in round 4")');
  expect(page.errors).toEqual([]);
  await page.close();
  view.child.kill('SIGINT');
  expect((await view.ended).status).toBe(130);
});

test.runIf(chromium)('a run is stepped through, a message is dropped by hand, and it replays', async () => {
  const run = started(
    ...[
      'run',
      'problem.json',
      '--algorithm',
      'scafflsa',
      '--step-size',
      '0.05',
      '--rounds',
      '30',
      '--no-report',
    ],
    ...['--policy', 'asynchronous:0.5', '--uplink-latency', 'exponential:2', '--paused', '--out', 'stepped'],
  );
  const watched = urlOf(run);
  const page = await Page.open(emptyFolder(), 1000, 900, 'light');
  await page.ask('Page.navigate', { url: await watched });
  const tables = (): Promise<string> => page.value('document.querySelector(".tables").textContent');
  await at(page, 0);
  for (let events = 1; events <= 4; events++) {
    await press(page, 'event');
    await at(page, events);
  }
  const present = await tables();
  await press(page, 'event');
  await at(page, 5);
  expect(await tables()).not.toBe(present);
  await press(page, 'back');
  await at(page, 4);
  expect(await tables()).toBe(present);
  // Messages that can be dropped have a button.
  const isDroppable = '[...document.querySelectorAll("td button")].length > 0';
  for (let events = 5; !(await page.value<boolean>(isDroppable)); events++) {
    await press(page, 'event');
    await at(page, events);
  }
  await press(page, 'drop');
  await page.until('document.querySelector(".by-hand").textContent.includes("dropped")');
  expect(
    await page.value('document.querySelector("figure > canvas").getBoundingClientRect().height'),
  ).toBeGreaterThan(50);
  // The curve grows before anything is recorded.
  await page.until('document.querySelector("figcaption").textContent.includes("0 of 1 seed, now")');
  await press(page, 'to the end');
  expect((await run.ended).status).toBe(0);
  expect(page.errors).toEqual([]);
  await page.close();
  const replayed = await started('replay', 'stepped').ended;
  expect(replayed.status).toBe(0);
});

test.runIf(chromium)(
  'a panel that has not begun has neither the curves nor the stepping of the one before',
  async () => {
    writePanels(folder, 'panels.ts', "a: { title: 'A', at: 1 }, b: { title: 'B', at: 2 }");
    const words = ['run', 'panels.ts', '--out', 'panels', '--quiet', '--no-report'];
    expect(await started(...words).ended).toMatchObject({ status: 0, stderr: '' });
    rmSync(join(folder, 'panels/b'), { recursive: true });
    const viewed = urlOf(started('view', 'panels'));
    const page = await Page.open(emptyFolder(), 1000, 900, 'light');
    await page.ask('Page.navigate', { url: await viewed });
    const choose = (panel: string): Promise<unknown> =>
      page.value(`{ const list = document.querySelector('select[aria-label=panel]');
      list.value = '${panel}'; list.dispatchEvent(new Event('change')); }`);
    const visibleParts = (): Promise<unknown> =>
      page.value(
        `['.plot', '.where', 'figure > .muted'].map((one) => document.querySelector(one).checkVisibility())`,
      );
    await page.until(`document.querySelector('select[aria-label=panel]')?.options.length === 3`);
    await choose('a');
    await page.until('document.querySelector(".u-legend")?.textContent.includes("Local SA, mean")');
    await press(page, 'step through');
    await at(page, 0);
    expect(await visibleParts()).toEqual([true, true, false]);
    await choose('b');
    await page.until(`document.querySelector('.facts').textContent.startsWith('waiting')`);
    expect(await visibleParts()).toEqual([false, false, true]);
    await choose('a');
    await page.until(`document.querySelector('.plot').checkVisibility()`);
    expect(page.errors).toEqual([]);
    await page.close();
  },
);
