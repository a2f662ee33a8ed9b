/** Scenarios with panels from the command line: folders, exit statuses, refusals; resuming and theory: panels.long.test.ts. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contents, emptyFolder, type Ended, fedsa, library, rows, text } from './builtProgram.ts';
import { stateOf, writePanels } from './panelScenario.ts';
import { writeTwoAgents } from './twoAgents.ts';

const { replayPanels, runPanels, scenario } = library;

const folder = emptyFolder();

beforeAll(() => {
  writeTwoAgents(folder);
  writePanels(folder, 'two.ts', "a: { title: 'A', at: 0.1 }, b: { title: 'B', at: 0.2, stepSize: 0.2 }");
  writePanels(folder, 'bad.ts', "a: { title: 'A', at: 0.1, stepSize: 90 }, b: { title: 'B', at: 0.2 }", 400);
});

describe('two panels', () => {
  let ended: Ended;
  beforeAll(async () => {
    ended = await fedsa(folder, 'run', 'two.ts', '--quick', '--out', 'two', '--json');
  });

  test('are run directories in one folder, with a page of both', () => {
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(contents(join(folder, 'two'))).toEqual(
      expect.arrayContaining(['a/report.html', 'b/report.html', 'panels.json', 'report.html']),
    );
    expect(rows(folder, 'two', 'b', 'rounds.csv').at(-1)).toMatchObject({ round: '2', seed: '2' });
    const { configuration, scenario } = JSON.parse(text(folder, 'two', 'b', 'manifest.json')) as {
      configuration: { algorithms: unknown };
      scenario: unknown;
    };
    expect(configuration.algorithms).toEqual([
      { name: 'local-sa', stepSize: 0.2 },
      { name: 'fedhsa', stepSize: 0.2, serverStepSize: 0.5 },
    ]);
    expect(scenario).toMatchObject({ name: 'p-b', title: 'Title: B' });
  });

  test('are told as JSON with their names', () => {
    const lines = ended.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; panel?: string });
    expect(lines.filter(({ type }) => type === 'result').map(({ panel }) => panel)).toEqual(['a', 'b']);
    expect(lines.every(({ type, panel }) => type === 'panels' || panel === 'a' || panel === 'b')).toBe(true);
    expect(lines.at(-1)).toEqual({
      type: 'panels',
      panel: null,
      state: 'completed',
      directory: 'two',
      report: join('two', 'report.html'),
    });
  });

  test('asked when levels were reached, all panels stand in one table', async () => {
    const { status, stdout } = await fedsa(
      ...[folder, 'run', 'two.ts', '--quick', '--out', 'two', '--reach', '100,1e-9'],
    );
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    const at = lines.findIndex((line) => line.startsWith('Until ‖θ̄ − θ*‖² reaches ε'));
    expect(lines.filter((line) => line.startsWith('Until '))).toHaveLength(1);
    const table = lines.slice(at + 1, at + 10).map((line) => line.trim().split(/ {2,}/));
    const soon = (panel: string, title: string): string[][] => [
      [panel, title, '100', '2 of 2', '0', '0', '0', '0', '0', '0'],
      [panel, title, '10⁻⁹', '0 of 2', '–', '–', '–', '–', '–', '–'],
    ];
    expect(table).toEqual([
      [
        'panel',
        'algorithm',
        'ε',
        'seeds',
        'seconds',
        'uplink bytes',
        'downlink bytes',
        'all bytes',
        'rounds',
        'local steps',
      ],
      ...['A', 'B'].flatMap((panel) => ['Local SA', 'FedHSA'].flatMap((title) => soon(panel, title))),
    ]);
  });

  test('one of them alone gives the same rows', async () => {
    const alone = await fedsa(
      folder,
      'run',
      'two.ts',
      '--quick',
      '--panel',
      'b',
      '--out',
      'alone',
      '--quiet',
    );
    expect(alone).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(text(folder, 'alone', 'rounds.csv')).toBe(text(folder, 'two', 'b', 'rounds.csv'));
    expect(existsSync(join(folder, 'alone', 'panels.json'))).toBe(false);
  });

  test('their reports are built again by fedsa report', async () => {
    const before = text(folder, 'two', 'report.html');
    expect((await fedsa(folder, 'report', 'two')).status).toBe(0);
    expect(text(folder, 'two', 'report.html')).toBe(before);
  });

  test.each([
    [['two.ts'], 'two', /two\/a: holds another run: configuration\.budget\.rounds is 2 there and 4 here/],
    [['two.ts', '--panel', 'a'], 'two', /two: holds the panels of a figure/],
    [
      ['two.ts', '--quick'],
      join('two', 'a'),
      /two\/a: holds manifest\.json, so it is the folder of a single/,
    ],
    [['bad.ts', '--step-size', '0.1'], 'two', /two\/a: holds another run/],
    [['two.ts', '--panel', 'c'], 'new', /--panel: p has no panel "c"; it has a, b/],
    [['problem.json', '--panel', 'c'], 'new', /--panel: problem has no panels; leave it out/],
    [['problem.json', '--quick'], 'new', /--quick: problem gives no quick size; leave it out/],
    [['two.ts', '--initial', '1'], 'new', /panel a: --initial: 1 number given/],
  ])('%j into %s is refused in one line, and nothing changes', async (args, out, pattern) => {
    const before = contents(folder);
    const refused = await fedsa(folder, 'run', ...args, '--out', out);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(pattern);
    expect(refused.stderr.trimEnd()).not.toContain('\n');
    expect(contents(folder)).toEqual(before);
  });
});

test('a panel that diverges does not keep the other from running; the status is 1', async () => {
  const ended = await fedsa(folder, 'run', 'bad.ts', '--out', 'bad', '--quiet', '--no-report');
  expect(ended).toMatchObject({ status: 1, stdout: '' });
  expect(ended.stderr).toMatch(/^fedsa: panel a: local-sa with seed 1 diverged [^\n]*\n$/);
  expect([stateOf(folder, 'bad', 'a'), stateOf(folder, 'bad', 'b')]).toEqual(['failed', 'completed']);
});

test('rows of an unknown run in the folder of one panel end all before they begin', async () => {
  mkdirSync(join(folder, 'taken/b'), { recursive: true });
  writeFileSync(join(folder, 'taken/b/rounds.csv'), 'seed\n');
  const { status, stderr } = await fedsa(folder, 'run', 'two.ts', '--quick', '--out', 'taken');
  expect([status, contents(join(folder, 'taken'))]).toEqual([2, ['b', 'b/rounds.csv']]);
  expect(stderr).toMatch(/^fedsa: .*taken\/b: holds rounds\.csv but no manifest\.json, .*\n$/);
});

test('replay says of each panel whether it came out the same; a changed number and a spoilt manifest are told', async () => {
  const out = join(folder, 'replayed');
  const panel = (at: number) => ({ title: `at ${at}`, at });
  const three = scenario({
    name: 'p',
    title: 'Title',
    question: 'q',
    problem: { kind: 'problem-file', path: join(folder, 'problem.json') },
    algorithms: ['local-sa', 'fedhsa'],
    stepSize: 0.1,
    rounds: 3,
    seeds: 2,
    placement: 'inline',
    across: 'nothing',
    panels: { 'a-0.1': panel(0.1), b: panel(1), c: panel(2) },
  });
  await runPanels(three, {}, { out, report: false });
  const rowsOfAll = 2 * 2 * 2 * 4; // rounds.csv and iterates.csv: two algorithms, two seeds, rounds 0 to 3
  const same = await replayPanels(out);
  expect(Object.keys(same)).toEqual(['a-0.1', 'b', 'c']);
  for (const { result } of Object.values(same))
    expect(result).toEqual({ state: 'same', difference: undefined, rows: rowsOfAll, complete: true });

  const iterates = join(out, 'b', 'iterates.csv');
  writeFileSync(
    iterates,
    readFileSync(iterates, 'utf8').replace(/\d\n$/, (digit) => `1${digit}`),
  );
  writeFileSync(join(out, 'c', 'manifest.json'), '{');
  const ended = await fedsa(folder, 'replay', 'replayed');
  expect(ended.status).toBe(1);
  expect(ended.stdout).toBe(`a-0.1: Replayed ${rowsOfAll} rows: every number came out bit for bit.\n`);
  expect(ended.stderr).toMatch(
    /^fedsa: replayed\/b: iterates\.csv[^\n]+\nfedsa: panel c: replayed\/c\/manifest\.json: is not JSON[^\n]+\n$/,
  );
  rmSync(join(out, 'c'), { recursive: true });
  const found = await replayPanels(out);
  expect(found.b!.result!.state).toBe('different');
  expect(found.c).toMatchObject({ name: 'c', result: undefined, failure: undefined });
});

test('panels.json that was spoilt is named', async () => {
  const file = join(folder, 'two', 'panels.json');
  const kept = readFileSync(file);
  writeFileSync(file, '{ "format": "fedsa-panels/2" }');
  const ended = await fedsa(folder, 'report', 'two');
  writeFileSync(file, kept);
  expect(ended.status).toBe(2);
  expect(ended.stderr).toMatch(/^fedsa: two\/panels\.json: format: [^\n]+\n$/);
});

test('panels that were run one by one have a joint report, which names those that are missing', async () => {
  for (const panel of ['at-work-2', 'at-work-10'])
    await fedsa(
      folder,
      ...['run', 'concurrency', '--quick', '--seeds', '1', '--seconds', '30', '--panel', panel],
      ...['--out', join('one-by-one', panel), '--no-report', '--quiet'],
    );
  const { status, stdout } = await fedsa(folder, 'report', 'one-by-one');
  expect({ status, stdout }).toEqual({ status: 0, stdout: `Report: ${join('one-by-one', 'report.html')}\n` });
  const page = text(folder, 'one-by-one', 'report.html');
  expect(page).toContain('5 of 20 at work: not begun.');
  expect(page).toContain('href="at-work-10/report.html"');
  // Panels and algorithms are compared on common seeds.
  const [start] = rows(folder, 'one-by-one', 'at-work-10', 'rounds.csv');
  const level = 0.8 * Number(start!.error);
  const compared = await fedsa(folder, 'compare', 'one-by-one', '--reach', String(level), '--json');
  const [contest] = (
    JSON.parse(compared.stdout) as {
      contests: {
        base: string;
        pairs: { algorithm: string; quantity: string; epsilon: number | null; ratio: number | null }[];
      }[];
    }
  ).contests;
  const first = (panel: string, algorithm: string): number | undefined => {
    const found = rows(folder, 'one-by-one', panel, 'rounds.csv').find(
      (row) => row.algorithm === algorithm && Number(row.error) <= level,
    );
    return found && Number(found.time);
  };
  const pairs = contest!.pairs.filter(({ quantity }) => quantity === 'seconds');
  expect(pairs).toHaveLength(3);
  const reached = pairs.filter(({ algorithm, ratio }) => {
    const [base, result] = [algorithm.split('/').slice(0, 2), algorithm.split('/').slice(2)].map(
      ([panel, name]) => first(panel!, name!),
    );
    if (base === undefined || result === undefined) return false;
    expect(ratio).toBeCloseTo(result / base, 12);
    return true;
  });
  expect(reached.length).toBeGreaterThan(0);
  // Runs that are no panels of one scenario have an index.
  for (const out of ['first', 'second'])
    await fedsa(
      folder,
      'run',
      'concurrency',
      '--quick',
      '--seeds',
      '1',
      '--seconds',
      '9',
      '--panel',
      'at-work-2',
      '--out',
      join('others', out),
      '--no-report',
      '--quiet',
    );
  expect((await fedsa(folder, 'report', 'others')).stdout).toContain('index.html');
});

test('the page of who delays leads with the agents’ time, whose table follows; the figure stands there once', async () => {
  const options = ['--seconds', '20', '--seeds', '1', '--quiet', '--out', 'who'];
  expect(await fedsa(folder, 'run', 'who-delays', ...options)).toMatchObject({ status: 0 });
  const page = text(folder, 'who', 'report.html');
  expect(page.match(/id="agents-synchronous"/g)).toHaveLength(1);
  const inOrder = [
    'id="agents-synchronous"',
    'The agents’ time',
    'id="agents-first-9"',
    'id="panel-synchronous"',
  ];
  const places = inOrder.map((words) => page.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  // Its answer has no error, and the line below it neither.
  expect(page).not.toContain('Final error:');
  expect(page).toContain('1 seed, M = 12 agents');
});
