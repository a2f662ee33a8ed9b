/** The index of a folder of runs: everything is on it, with its answer and its link, and what is broken by name. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Manifest } from '../../../src/recording/manifest.ts';
import { escapeHtml, html } from '../../../src/report/html.ts';
import { pageFrame } from '../../../src/report/pageFrame.ts';
import type { IndexEntry } from '../../../src/report/folder/entry.ts';
import { indexPage } from '../../../src/report/folder/indexPage.ts';
import { buildIndex } from '../../../src/report/folder/buildIndex.ts';
import { report } from '../../../src/runs/library.ts';
import { smallManifest } from '../../recording/smallRun.ts';
import { temporaryFolder } from '../../recording/temporaryFolder.ts';

const HEADER =
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes';
const parent = temporaryFolder();
const folder = join(parent, 'runs');

const file = (path: string, content: string | object): void => {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, typeof content === 'string' ? content : JSON.stringify(content));
};

/** A complete run; `change` makes another of it. */
function run(path: string, change: Partial<Manifest> = {}): void {
  const manifest = smallManifest();
  const runs = manifest.runs.map((record) => ({ ...record, state: 'completed', rounds: 2, steps: 20 }));
  const rows = manifest.runs.flatMap(({ algorithm, seed }) =>
    [0, 1, 2].map((round) =>
      [algorithm, seed, round, round, round, 4 ** -round, '', '', '', 0, 0, 0, 0].join(','),
    ),
  );
  file(`${path}/manifest.json`, { ...manifest, state: 'completed', runs, ...change });
  file(`${path}/rounds.csv`, [HEADER, ...rows, ''].join('\n'));
}

const SCRIPT = '<script>alert(1)<script>';
const ANSWERS: Readonly<Record<string, string>> = {
  plain: 'Local SA stalls at 0.37 × 10⁻³, 19 times lower.',
  [SCRIPT]: `A & B < "C" 'D' ${SCRIPT}\nη = 0.1`,
  'one/two/deep': 'Deep.',
  panels: 'Of both.',
};
/** What is there, and is no part of something else; of the sweep and of the claims further runs. */
const THERE = [...Object.keys(ANSWERS), 'a 10#?%', 'a 2#?%', 'stopped', 'sweep', 'tested'];
const claim = {
  paper: 'A paper',
  source: 'Theorem 1',
  statement: 'It falls & falls.',
  verdict: 'refuted',
};

beforeAll(() => {
  for (const [path, answer] of Object.entries(ANSWERS)) {
    if (path !== 'panels') run(path);
    file(`${path}/answer.txt`, `${answer}\n`);
  }
  run('a 2#?%');
  run('a 10#?%', {
    scenario: { ...smallManifest().scenario, title: SCRIPT, question: SCRIPT },
  });
  const [first, second, ...others] = smallManifest().runs;
  const stopped = { ...second!, state: 'interrupted', rounds: 1, steps: 10 } as const;
  const runs = [{ ...first!, state: 'completed', rounds: 2 } as const, stopped, ...others];
  const words = ['run', 'small', '--out', join(folder, 'stopped'), '--seeds', '2'];
  run('stopped', { state: 'interrupted', runs, arguments: words });
  run('panels/one');
  file('panels/panels.json', {
    format: 'fedsa-panels/1',
    scenario: { name: 'both', title: 'Both', question: 'Which?', reproduces: null },
    across: null,
    panels: ['one', 'two'].map((name) => ({ name, title: `Panel ${name}`, at: null })),
  });
  const point = {
    point: { 'step-size': 0.1 },
    runs: [{ algorithm: 'local-sa', key: 'k', state: 'pending' }],
  };
  const scenario = { name: 'swept', title: 'Swept', question: '', file: join(folder, 'problem.json') };
  const swept = { version: '0', scenario, state: 'interrupted', grid: { 'step-size': [0.1] }, zip: {} };
  file('sweep/sweep.json', { format: 'fedsa-sweep/1', ...swept, points: [point] });
  run('sweep/runs/k');
  const tested = {
    startedAt: '2024-01-01T00:00:00Z',
    endedAt: '2024-01-01T00:01:30Z',
    size: 'quick',
    arguments: [],
  };
  const claims = [{ name: 'it-falls', ...claim, runs: ['runs/small'] }];
  file('tested/claims.json', { format: 'fedsa-claims/3', ...tested, claims });
  run('tested/runs/small');
  file('torn/manifest.json', '{"format": "fedsa-run/1", ');
  file('older/manifest.json', { format: 'fedsa-run/0' });
  file('half/rounds.csv', HEADER);
  run('node_modules/none');
  run('one/two/three/too-deep');
  file('notes/read me.txt', 'nothing');
  symlinkSync('..', join(folder, 'notes', 'round'));
});

const page = (): string => readFileSync(join(folder, 'index.html'), 'utf8');
const unescaped = (text: string): string =>
  text.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

/** The rows of an index: the names in them, and the first sentences of their answers. */
const rowsIn = (html: string): Map<string, string | undefined> =>
  new Map(
    [...table(html).matchAll(/<tr class="entry">[^]*?<\/tr>/g)].map(([row]) => [
      unescaped(/<th scope="row" data-key="([^"]*)"/.exec(row)![1]!),
      unescaped(/data-head="result"><div>([^<]*)</.exec(row)![1]!).trim() || undefined,
    ]),
  );
const table = (html: string): string => /<table class="results stacked index">[^]*?<\/table>/.exec(html)![0];

/** Results that the page lacks, or has with another answer. */
function missing(html: string): string[] {
  const rows = rowsIn(html);
  // No line ends inside of formulas, so that spaces in them are others.
  return THERE.filter(
    (path) => !rows.has(path) || rows.get(path)?.replaceAll('\u00a0', ' ') !== ANSWERS[path],
  );
}

test('every result has one row, with its answer letter for letter', async () => {
  const { report: written, figures } = await buildIndex(folder);
  expect([written, figures]).toEqual([join(folder, 'index.html'), []]);
  expect(missing(page())).toEqual([]);
  const names = [...rowsIn(page()).keys()];
  expect(names).toHaveLength(THERE.length);
  // Numbers in names are compared as numbers.
  expect(names.indexOf('a 2#?%')).toBeLessThan(names.indexOf('plain'));
  // A page without a row, or with another answer, is noticed.
  expect(missing(page().replace(/<tr class="entry">[^]*?<\/tr>/, ''))).toHaveLength(1);
  expect(missing(page().replace('Of both.', 'Of both'))).toEqual(['panels']);
});

test('says how far each came, what was claimed, and what is broken, in a line each', () => {
  const text = page().replaceAll(/\s+/g, ' ');
  const messages = [
    'interrupted</strong>, 1 of 4 replications complete, the next at round 1 of 2<',
    '1 of 2 panels complete</strong>; Panel two: not begun<',
    '>interrupted</strong>, 0 of 1 run complete<',
    'refuted 1',
    '<a href="tested/report.html#it-falls">It falls &amp; falls.</a>',
    '<div>2024-01-01 00:00 UTC</div>',
    '<div>2 min</div>',
    'half: has rounds.csv, but no manifest.json<',
    'torn/manifest.json: is not JSON',
    'older/manifest.json: format: ',
    '3 cannot be read',
  ];
  expect(messages.filter((candidate) => !text.includes(candidate))).toEqual([]);
});

test('names are escaped, paths of the machine left out; the same files give the same bytes, wherever they lie', async () => {
  expect(page()).not.toContain(SCRIPT);
  expect(page()).not.toContain(parent);
  expect(page().match(new RegExp(escapeHtml(SCRIPT).replaceAll(/[()]/g, '.'), 'g'))!.length).toBeGreaterThan(
    3,
  );
  const before = page();
  renameSync(folder, join(parent, 'moved'));
  await buildIndex(join(parent, 'moved'));
  renameSync(join(parent, 'moved'), folder);
  expect(page()).toBe(before);
});

test('reports link to the index, and it to them and shows their figures', async () => {
  const read = (): string => readFileSync(join(folder, 'one/two/deep/report.html'), 'utf8');
  rmSync(join(folder, 'index.html'));
  const paths = ['one/two/deep', SCRIPT];
  for (const path of paths) await report(join(folder, path));
  const without = read();
  await report(folder);
  const LINK = '<ul class="facts"><li class="index"><a href="../../../index.html">all runs</a></li>';
  expect(read()).toBe(without.replace('<ul class="facts">', LINK));
  for (const path of paths)
    expect(page()).toContain(`<a href="${path.split('/').map(encodeURIComponent).join('/')}/report.html">`);
  // A thumbnail is the file of the report's first figure.
  const thumbnails = [...page().matchAll(/<img class="thumbnail" src="([^"]*)"/g)].map(([, file]) => file!);
  expect(thumbnails).toHaveLength(paths.length);
  for (const thumbnail of thumbnails)
    expect(existsSync(join(folder, decodeURIComponent(thumbnail)))).toBe(true);
  // A report that is made now has the link, too; a panel’s leads to that of all panels.
  const linked = read();
  await report(join(folder, 'one/two/deep'));
  expect(read()).toBe(linked);
  await report(join(folder, 'panels/one'));
  expect(readFileSync(join(folder, 'panels/one/report.html'), 'utf8')).not.toContain('class="index"');
});

test('where all are called as panels are, too, one manifest that is cut does not keep the others from the index', async () => {
  for (const name of ['a', 'b', 'c']) run(`alike/${name}`);
  file('alike/b/manifest.json', '{');
  const { report: written } = await report(join(folder, 'alike'));
  const html = readFileSync(written, 'utf8');
  expect([...rowsIn(html).keys()]).toEqual(['a', 'c']);
  expect(html).toContain('b/manifest.json: is not JSON');
  rmSync(join(folder, 'alike'), { recursive: true });
});

test('runs of tested claims name them, where the folder is theirs', async () => {
  file('tested/reproduce.json', {});
  const page = join(folder, 'tested/runs/small/report.html');
  await report(dirname(page));
  expect(readFileSync(page, 'utf8')).toContain('<a href="../../report.html">all claims</a>');
  const { report: written } = await report(join(folder, 'tested'));
  expect(readFileSync(page, 'utf8')).toContain('<a href="../../index.html">all runs</a>');
  const html = readFileSync(written, 'utf8');
  expect([...rowsIn(html).keys()]).toEqual(['this folder', 'runs/small']);
  expect(html).toContain('<small>refuted: <a href="report.html#it-falls">It falls &amp; falls.</a></small>');
});

test('is refused in one line, with nothing written, where there is no run, a page of somebody else, or an option of runs', async () => {
  mkdirSync(join(parent, 'empty'));
  await expect(report(join(parent, 'empty'))).rejects.toThrow(
    /empty: holds no run: manifest\.json, or folders that have one, are expected there$/,
  );
  expect(existsSync(join(parent, 'empty/index.html'))).toBe(false);
  await expect(report(folder, { exact: true })).rejects.toThrow(
    /^--exact: .*runs: is the folder of several runs/,
  );
  writeFileSync(join(folder, 'index.html'), 'mine');
  await expect(report(folder)).rejects.toThrow(
    /index\.html: is not an index that fedsa made; rename or remove it$/,
  );
  expect(page()).toBe('mine');
});

test('why a run failed is its result: there is room for it', () => {
  const entry: IndexEntry = {
    ...{ kind: 'run', path: 'a', scenario: { name: 'a', title: 'A' }, facts: [], hasReport: true },
    ...{ figure: undefined, isComplete: false, state: 'failed', detail: '', failure: 'it <a_b>' },
  };
  expect(indexPage([entry], [], '1').html).toContain('data-head="result"><div>it &lt;a_b&gt;<');
});

test('pages of plans, of atlases and of comparisons are listed with their titles and answers', async () => {
  const root = temporaryFolder();
  for (const name of ['plan/plan.json', 'atlas/atlas.json', 'both/figures/curves.csv']) {
    const [place] = name.split('/');
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), '{}');
    const whole = pageFrame({
      ...{ title: `T ${place!} &lt; <b>`, question: '', reproduces: null, facts: [], notice: undefined },
      ...{ answer: `${place!} E‖θ̄_t‖² < "1".`, main: html``, footer: '' },
    });
    writeFileSync(join(root, place!, 'report.html'), whole.html);
  }
  await buildIndex(root);
  const written = readFileSync(join(root, 'index.html'), 'utf8');
  expect([...rowsIn(written).keys()]).toEqual(['atlas', 'both', 'plan']);
  for (const place of ['plan', 'atlas', 'both']) {
    expect(written).toContain(escapeHtml(`T ${place} &lt; <b>`));
    expect(written).toContain(`${place} E‖θ̄<sub>t</sub>‖²`);
  }
  expect(written).toContain('1 map of bounds, 1 comparison, 1 plan.');
});
