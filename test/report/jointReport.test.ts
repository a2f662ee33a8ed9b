/** The page of several panels, its figures and their numbers, from run directories written by hand. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import type { Manifest } from '../../src/recording/manifest.ts';
import { type PanelsFile, writePanels } from '../../src/recording/panelsFile.ts';
import { acrossLines } from '../../src/report/across.ts';
import { report } from '../../src/runs/library.ts';
import { buildJointReport } from '../../src/report/buildJointReport.ts';
import { planFigure } from '../../src/report/figure.ts';
import { onSharedScale, overlays } from '../../src/report/jointFigures.ts';
import { HUES, shades } from '../../src/report/palette.ts';
import { jointStyles, readPanelData, summarisePanels } from '../../src/report/panelData.ts';
import type { LeadingFigure, PrintedTable } from '../../src/configuration/paperField.ts';
import { withoutKey } from './chart/withoutKey.ts';
import { smallManifest } from '../recording/smallRun.ts';
import { temporaryFolder } from '../recording/temporaryFolder.ts';

const HEADER =
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes';
const AT = [5, 10, 40] as const;
/** Seeds 1 and 2 lie this factor above and below the law. */
const SPREAD = 1.05;

const folder = temporaryFolder();

const file = (across: string | null): PanelsFile => ({
  format: 'fedsa-panels/1',
  scenario: { name: 's', title: 'Fewer & more', question: 'Like 1/M?', reproduces: 'Figure 9' },
  across,
  panels: AT.map((at) => ({ name: `m-${at}`, title: `M < ${at}`, at: across === null ? null : at })),
});

/** Local SA ends at 3/M, SCAFFLSA at 2, each with two seeds of known spread. */
function writePanel(directory: string, at: number): void {
  mkdirSync(directory, { recursive: true });
  const manifest = smallManifest();
  const lines = manifest.runs.flatMap(({ algorithm, seed }) =>
    [0, 1, 2].map((round) => {
      const law = algorithm === 'local-sa' ? 3 / at : 2;
      const error = round < 2 ? 10 : law * (seed === 1 ? SPREAD : 1 / SPREAD);
      return [algorithm, seed, round, round, round, error, '', '', '', 0, 0, 0, 0].join(',');
    }),
  );
  writeFileSync(join(directory, 'rounds.csv'), [HEADER, ...lines, ''].join('\n'));
  const runs = manifest.runs.map((run) => ({ ...run, state: 'completed', rounds: 2, steps: 2 }));
  const whole = { ...manifest, state: 'completed', runs };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify(whole));
}

let directory: string;
beforeAll(() => {
  directory = join(folder, 'joint');
  writePanels(directory, file('number of agents M'));
  for (const at of AT) writePanel(join(directory, `m-${at}`), at);
});

test('final values against at have the slope of the law they follow, with its interval', async () => {
  const panels = await readPanelData(directory, file('M'));
  const [localSa, scafflsa] = acrossLines(summarisePanels(panels, 'error'), ['local-sa', 'scafflsa']);
  expect(localSa!.points.map(({ at, mean }) => at * mean)).toEqual(
    AT.map(() => expect.closeTo((3 * (SPREAD + 1 / SPREAD)) / 2, 12) as number),
  );
  expect(localSa!.fit!.slope).toBeCloseTo(-1, 12);
  expect(scafflsa!.fit!.slope).toBeCloseTo(0, 12);
  // Two seeds c·q and c/q have s/(√2 m) = (q² − 1)/(q² + 1), whatever c is; so the error of the slope is that over
  // ln 10 √Σ(x − x̄)², with (Σ w²)²/Σ w⁴ degrees of freedom, w = x − x̄: 2 of any three. t_{0.975, 2} = 4.3026527…
  const x = AT.map(Math.log10);
  const centre = (x[0]! + x[1]! + x[2]!) / 3;
  const squares = x.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  const error = (SPREAD ** 2 - 1) / (SPREAD ** 2 + 1) / Math.LN10 / Math.sqrt(squares);
  expect(localSa!.fit!.halfWidth).toBeCloseTo(4.30265273 * error, 8);
  expect(localSa!.fit).toMatchObject({ values: 6, zeros: 0 });
});

test('a panel of which a seed diverged is not fitted: the seeds that completed are no sample of all', async () => {
  const panels = await readPanelData(directory, file('M'));
  const partial = panels.map((panel) => ({
    ...panel,
    data: panel.data.map((each) => ({
      ...each,
      runs: each.runs.map((run) =>
        panel.at === 40 && run.seed === 2 ? { ...run, state: 'diverged' as const } : run,
      ),
    })),
  }));
  const [all] = acrossLines(summarisePanels(panels, 'error'), ['local-sa']);
  const [line] = acrossLines(summarisePanels(partial, 'error'), ['local-sa']);
  expect([all!.isPartial, all!.fit?.values]).toEqual([false, 6]);
  // Two places are left, which lie on any line.
  expect(line).toMatchObject({ isPartial: true, fit: undefined });
  expect(line!.points).toHaveLength(3);
});

test.each([
  ['a U', (at: number) => 1 + Math.log10(at / 14) ** 2 * 20, 'no straight line'],
  ['rounding errors', (at: number) => 1e-30 * at, undefined],
])('%s has no slope', async (_, law, without) => {
  const panels = summarisePanels(await readPanelData(directory, file('M')), 'error');
  const bent = panels.map(({ panel, algorithms }) => ({
    panel,
    algorithms: algorithms.map((summary) => {
      const middle = law(panel.at!);
      return { ...summary, floor: { ...summary.floor!, mean: middle, values: [middle, middle] } };
    }),
  }));
  const [line] = acrossLines(bent, ['local-sa']);
  expect(line).toMatchObject({ fit: undefined });
  expect(line!.without).toBe(without);
});

test('the page has every panel’s figure with a link, the overlays, the slopes and the table, and needs no other file', async () => {
  const { report, figures } = await buildJointReport(directory);
  const page = readFileSync(report, 'utf8');
  expect(figures.map((path) => path.slice(join(directory, 'figures').length + 1))).toEqual([
    'panel-m-5.svg',
    'panel-m-10.svg',
    'panel-m-40.svg',
    'final.svg',
    'rounds-local-sa.svg',
    'rounds-scafflsa.svg',
    'ratios.svg',
  ]);
  for (const at of AT) expect(page).toContain(`<a href="m-${at}/report.html"`);
  expect(page).toContain('Fewer &amp; more');
  expect(page).toContain('M &lt; 5');
  expect(page).toContain('slope −1.00 ± ');
  expect(page).toContain('Reproduces Figure 9');
  expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)=/);
  expect(page).not.toContain('undefined');
  const final = readFileSync(join(directory, 'figures', 'final.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  expect(final).toHaveLength(1 + 2 * AT.length);
  const rounds = readFileSync(join(directory, 'figures', 'rounds-local-sa.csv'), 'utf8');
  expect(rounds).toMatch(/^panel,round,.*\nm-5,0,/);
});

/** What the page has folded, by the summaries. */
const foldedIn = (page: string): string[] =>
  Array.from(page.matchAll(/<details class="more">\s*<summary>([^<]*)</g), ([, summary]) => summary!.trim());

test('each algorithm across panels is folded; final errors are where no seed says that they rise or fall', async () => {
  const { report: path } = await buildJointReport(directory);
  const page = readFileSync(path, 'utf8');
  // Local SA falls like 1/M, SCAFFLSA stays.
  expect(foldedIn(page)).toEqual(['Each algorithm across panels', 'The ratios as a table']);
  const flat = join(folder, 'flat');
  writePanels(flat, file('number of agents M'));
  for (const at of AT) writePanel(join(flat, `m-${at}`), 5);
  expect(foldedIn(readFileSync((await buildJointReport(flat)).report, 'utf8'))[0]).toMatch(
    /^Last 30 % of the rounds against/,
  );
  const full = readFileSync((await report(flat, { full: true })).report, 'utf8');
  expect(foldedIn(full)).toEqual([]);
  expect(full).toContain('<details class="more" open>');
});

test('panels of one curve each are laid over one another, and folded', async () => {
  const alone = join(folder, 'alone');
  writePanels(alone, file('number of agents M'));
  for (const at of AT) {
    const panel = join(alone, `m-${at}`);
    writePanel(panel, at);
    const path = join(panel, 'manifest.json');
    const { configuration, runs, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
    const algorithms = configuration.algorithms.filter(({ name }) => name === 'local-sa');
    const kept = runs.filter(({ algorithm }) => algorithm === 'local-sa');
    writeFileSync(
      path,
      JSON.stringify({ ...rest, configuration: { ...configuration, algorithms }, runs: kept }),
    );
    const rows = readFileSync(join(panel, 'rounds.csv'), 'utf8').split('\n');
    writeFileSync(join(panel, 'rounds.csv'), rows.filter((row) => !row.startsWith('scafflsa')).join('\n'));
  }
  const page = readFileSync((await buildJointReport(alone)).report, 'utf8');
  expect(foldedIn(page)[0]).toBe('Each panel with its theory');
  expect(page.indexOf('id="rounds-local-sa"')).toBeLessThan(page.indexOf('id="panel-m-5"'));
});

test('the same runs give the same bytes, and figures of an earlier report go', async () => {
  const before = readFileSync((await buildJointReport(directory)).report, 'utf8');
  writeFileSync(join(directory, 'figures', 'rounds-fedhsa.svg'), 'old');
  writeFileSync(join(directory, 'figures', 'mine.svg'), 'not ours');
  await report(directory);
  expect(readFileSync(join(directory, 'report.html'), 'utf8')).toBe(before);
  expect(existsSync(join(directory, 'm-10', 'report.html'))).toBe(true);
  const names = readdirSync(join(directory, 'figures'));
  expect(names).not.toContain('rounds-fedhsa.svg');
  expect(names).toContain('mine.svg');
});

test('the paper’s figure leads, in its layout, with its sentence after it and the others folded behind it', async () => {
  const { figures } = await paperPage({ axes: 'algorithms', titles: ['(a)', '(b)'] });
  expect(figures.slice(0, 3)).toEqual(['paper-1.svg', 'paper-2.svg', 'final.svg']);
  const page = (await paperPage({ axes: 'algorithms', titles: ['(a)', '(b)'] })).page;
  const inOrder = ['id="paper-1"', '“It falls &amp; falls.”', 'Figure 9, §5', '<li>The start is 0.</li>', '<details class="more">', 'id="panel-m-5"']; // prettier-ignore
  const places = inOrder.map((words) => page.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(page).toContain('<strong>(a)</strong>');
  expect(page).toContain('2 of 10 seeds');
  const svg = readFileSync(join(folder, 'paper', 'figures', 'paper-1.svg'), 'utf8');
  for (const at of AT) expect(svg).toContain(`M &lt; ${at}`);
});

test('a figure against `at` leads alone, with the slope that is claimed and no fit where none is', async () => {
  const claimed = await paperPage({ axes: 'across', slope: -1, algorithms: ['local-sa'] });
  expect(claimed.figures).not.toContain('paper-1.svg');
  expect(claimed.page.match(/id="final"/g)).toHaveLength(1);
  const svg = readFileSync(join(folder, 'paper', 'figures', 'final.svg'), 'utf8');
  const first = (3 * (SPREAD + 1 / SPREAD)) / 2 / 5;
  expect(svg).toContain(`slope −1: ${first.toFixed(3)} at 5, ${(first / 8).toFixed(4)} at 40.`);
  expect(svg).toContain('Local SA');
  expect(svg).not.toContain('SCAFFLSA');
  const last = await paperPage({ axes: 'across', ends: 'last' });
  expect(last.page).toContain('Last round against number of agents M');
  expect(last.page).not.toContain('slope −');
});

test('a paper’s table has what is printed beside what panels end with, and says which are apart', async () => {
  const printed = [[0.6, 0.05], [0.4, 0.1], [0.077, 0.001]] as const; // prettier-ignore
  const { page } = await paperPage(undefined, { rows: ['r'], columns: ['5', '10', '40'], printed });
  // Seeds at 3/M · SPREAD and 3/M / SPREAD: half-width t₁ s/√2, t₁ = 12.7062
  const [mean, apart] = [(SPREAD + 1 / SPREAD) / 2, (SPREAD - 1 / SPREAD) / 2];
  const custom = (at: number): string =>
    `${((3 * mean) / at).toFixed(3)} ± ${((12.7062 * apart * 3) / at).toFixed(3)}`;
  for (const at of AT) expect(page).toContain(custom(at));
  expect(page).toContain('printed 0.400 ± 0.100');
  expect(page).not.toContain('<strong>apart</strong>');
  const far = [[9, 0.05], [0.4, 0.1], [0.077, 0.001]] as const; // prettier-ignore
  const other = await paperPage(undefined, { rows: ['r'], columns: ['5', '10', '40'], printed: far });
  expect(other.page.match(/<strong>apart<\/strong>/g)).toHaveLength(1);
});

async function paperPage(
  figure: LeadingFigure | undefined,
  table?: PrintedTable,
): Promise<{ page: string; figures: string[] }> {
  const paper = join(folder, 'paper');
  const { scenario, ...rest } = file('number of agents M');
  const messages = {
    paper: { says: 'It falls & falls.', where: '§5' },
    differs: ['The start is 0.'],
    figure,
    table,
  };
  writePanels(paper, { ...rest, scenario: { ...scenario, ...messages } });
  for (const at of AT) {
    writePanel(join(paper, `m-${at}`), at);
    const path = join(paper, `m-${at}`, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { scenario: object };
    manifest.scenario = { ...manifest.scenario, sizes: ['2 of 10 seeds'] };
    writeFileSync(path, JSON.stringify(manifest));
  }
  const { report, figures } = await buildJointReport(paper);
  return { page: readFileSync(report, 'utf8'), figures: figures.map((path) => basename(path)) };
}

test('without across there are neither overlays nor slopes; a panel that was not begun is named', async () => {
  const other = join(folder, 'plain');
  writePanels(other, file(null));
  writePanel(join(other, 'm-5'), 5);
  const { report, figures } = await buildJointReport(other);
  expect(figures).toHaveLength(2);
  const page = readFileSync(report, 'utf8');
  expect(page).toContain('M &lt; 40: not begun.');
  expect(page).not.toContain('slope');
});

test('of panels none of which has been begun there is nothing to show', async () => {
  const empty = join(folder, 'empty');
  writePanels(empty, file('M'));
  await expect(buildJointReport(empty)).rejects.toThrow(InputError);
  expect(readdirSync(empty)).toEqual(['panels.json']);
});

test('overlaid curves share one axis that holds them all, and are named by their panels', async () => {
  const panels = await readPanelData(directory, file('M'));
  const plans = overlays(panels, ['local-sa', 'scafflsa'], 'error', 'M', jointStyles(panels)).map(planFigure);
  const [first, second] = onSharedScale(plans).map(({ chart }) => chart);
  expect(first!.y.scale).toEqual(second!.y.scale);
  expect(first!.y.scale.low).toBe(Math.min(...plans.map(({ chart }) => chart.y.scale.low)));
  expect(first!.series.map(({ label }) => label)).toEqual(AT.map((at) => [`M < ${at}`]));
  expect(new Set(first!.series.map(({ hue }) => hue.line.light)).size).toBe(AT.length);
});

test('shades run from the first of the ramp to its last', () => {
  expect(shades(8).map(({ line }) => line.name)).toEqual(
    Array.from({ length: 8 }, (_, index) => `shade-${index + 1}`),
  );
  expect(shades(2)).toEqual([shades(8)[0], shades(8)[7]]);
  expect(shades(1)).toEqual([shades(8)[7]]);
});

test('panels of timed runs are drawn together against simulated seconds, each in a colour of its own', async () => {
  const timed = join(folder, 'timed');
  writePanels(timed, file(null));
  for (const at of AT) {
    const path = join(timed, `m-${at}`);
    writePanel(path, at);
    const manifest = JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as {
      configuration: object;
    };
    const configuration = { ...manifest.configuration, timing: { compute: at } };
    writeFileSync(join(path, 'manifest.json'), JSON.stringify({ ...manifest, configuration }));
  }
  const { figures } = await buildJointReport(timed);
  const names = figures.map((path) => path.slice(join(timed, 'figures').length + 1));
  expect(names).toEqual([
    'panel-m-5.svg',
    'panel-m-10.svg',
    'panel-m-40.svg',
    'panel-m-5-by-rounds.svg',
    'panel-m-10-by-rounds.svg',
    'panel-m-40-by-rounds.svg',
    'panel-m-5-by-steps.svg',
    'panel-m-10-by-steps.svg',
    'panel-m-40-by-steps.svg',
    'time-local-sa.svg',
    'time-scafflsa.svg',
    ...['ratios-1.svg', 'ratios-2.svg', 'ratios-3.svg', 'ratios-4.svg', 'ratios-5.svg'],
  ]);
  const svg = withoutKey(readFileSync(join(timed, 'figures', 'time-local-sa.svg'), 'utf8'));
  expect(svg).toContain('>simulated seconds<');
  const strokes = [...svg.matchAll(/stroke="(#\w+)" stroke-width="2.2"/g)].map(([, colour]) => colour);
  expect(strokes).toEqual(HUES.slice(0, 3).map(({ line }) => line.light));
});

/** Panels whose manifests are changed. */
function written(
  name: string,
  across: string | null,
  change: (manifest: Manifest, at: number) => object,
): string {
  const path = join(folder, name);
  writePanels(path, file(across));
  for (const at of AT) {
    writePanel(join(path, `m-${at}`), at);
    const manifest = JSON.parse(readFileSync(join(path, `m-${at}`, 'manifest.json'), 'utf8')) as Manifest;
    writeFileSync(join(path, `m-${at}`, 'manifest.json'), JSON.stringify(change(manifest, at)));
  }
  return path;
}

test('of one algorithm, timed, the page begins with all panels in the same axes', async () => {
  const path = written('hero', null, (manifest, at) => ({
    ...manifest,
    runs: manifest.runs.filter(({ algorithm }) => algorithm === 'local-sa'),
    configuration: {
      ...manifest.configuration,
      algorithms: manifest.configuration.algorithms.slice(0, 1),
      timing: { compute: at },
    },
  }));
  for (const at of AT) {
    const rounds = join(path, `m-${at}`, 'rounds.csv');
    writeFileSync(rounds, readFileSync(rounds, 'utf8').replace(/^scafflsa.*\n/gm, ''));
  }
  await buildJointReport(path);
  const page = readFileSync(join(path, 'report.html'), 'utf8');
  const ids = [...page.matchAll(/<figure id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.slice(0, 4)).toEqual(['time-local-sa', 'rounds-local-sa', 'steps-local-sa', 'panel-m-5']);
  expect(ids.filter((id) => id === 'time-local-sa')).toHaveLength(1);
});

test('the time to a level against the number in which panels differ has its files, and the least is marked where it is separated', async () => {
  const path = written('least', 'M', (manifest, at) => ({
    ...manifest,
    // Local SA is at 3/M · 1.05 in round 2, which comes after M/10 s with M agents.
    configuration: { ...manifest.configuration, reach: [0.32], timing: { compute: at } },
  }));
  for (const at of AT) {
    const rounds = join(path, `m-${at}`, 'rounds.csv');
    const timed = readFileSync(rounds, 'utf8').replace(/^(local-sa,\d,2,2),2,/gm, `$1,${at / 10},`);
    writeFileSync(rounds, timed);
  }
  // Passages may all be after the same second, and five agents end before: nothing is known to be sooner.
  await buildJointReport(path);
  const drawn = (): string => readFileSync(join(path, 'figures', 'reach-across.svg'), 'utf8');
  expect(drawn()).not.toMatch(/>least, /);
  expect(drawn()).toContain('not separated');
  for (const at of AT) {
    const rounds = join(path, `m-${at}`, 'rounds.csv');
    const text = readFileSync(rounds, 'utf8');
    const apart = text.replace(/^(local-sa,\d,1,1),1,/gm, `$1,${at / 10 - 0.01},`);
    writeFileSync(rounds, apart.replace(/^(local-sa,\d,2,2),0\.5,/gm, '$1,9,'));
  }
  const { figures } = await buildJointReport(path);
  expect(figures).toContain(join(path, 'figures', 'reach-across.svg'));
  expect([...drawn().matchAll(/>(least, [^<]*)</g)].map(([, words]) => words)).toEqual(['least, 1.00 s']);
  expect(readFileSync(join(path, 'figures', 'reach-across.csv'), 'utf8')).toContain(
    'local-sa,m-40,40,0.32,4,',
  );
});

test.each([
  ['policies', null, 'reach-local-sa'],
  ['a number', 'M', 'reach-across'],
])(
  'a page that asks how soon levels are reached answers that first, then says which of %s is first, and then shows curves',
  async (name, across, lead) => {
    const path = written(`soon-${name}`, across, ({ configuration, ...manifest }, at) => ({
      ...manifest,
      configuration: { ...configuration, reach: [3, 0.5], timing: { compute: at } },
    }));
    const page = readFileSync((await buildJointReport(path)).report, 'utf8');
    const inOrder = ['<main>', `id="${lead}`, 'Which result is first', 'The numbers of each result', '<h2>Curves</h2>', 'id="panel-m-5"', 'The agents’ time', '<h2>Results</h2>', 'Ratios on common seeds']; // prettier-ignore
    const places = inOrder.map((words) => page.indexOf(words)).filter((place) => place >= 0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.length).toBeGreaterThanOrEqual(inOrder.length - 1);
    expect(/<figure id="([^"]*)"/.exec(page)![1]).toContain(lead);
  },
);

test('where one panel has no seconds, all are drawn against rounds, and no seconds are offered', async () => {
  const path = written('mixed', null, (manifest, at) => ({
    ...manifest,
    configuration: { ...manifest.configuration, ...(at === AT[0] && { timing: { compute: at } }) },
  }));
  await buildJointReport(path);
  const page = readFileSync(join(path, 'report.html'), 'utf8');
  expect(page).not.toContain('simulated seconds');
  expect(page).not.toContain('value="time"');
});
