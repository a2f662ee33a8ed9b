import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { positive } from '../../src/values/parameter.ts';
import { InputError } from '../../src/values/failure.ts';
import type { Manifest, RunRecord } from '../../src/recording/manifest.ts';
import { buildReport } from '../../src/report/buildReport.ts';
import { LARGE } from '../../src/report/chart/draw.ts';
import type { Prediction } from '../../src/theory/predictions.ts';
import { configurationOf } from '../oracles/events.ts';
import { withoutKey } from './chart/withoutKey.ts';
import { exactStep, noStep } from '../../src/theory/stability/stableStep.ts';

const HEADER =
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes,averageError';
const AGENTS = 2;
const DIMENSION = 2;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fedsa-report-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

interface Sample {
  /** error by round, one list a seed; seeds are 1, 2, … */
  readonly errors: Readonly<Record<string, readonly (readonly (number | '')[])[]>>;
  readonly limits?: Readonly<Record<string, number | null>>;
  readonly states?: Readonly<Record<string, readonly RunRecord['state'][]>>;
  readonly change?: (manifest: Manifest) => Manifest;
  /** operatorNorm, as a multiple of the round; unknown unless given */
  readonly operatorNorm?: number;
  readonly average?: boolean;
}

/** Writes a run directory of the given errors; a round sends one vector up and one down an agent. */
async function sampleRun(name: string, sample: Sample): Promise<string> {
  const directory = join(root, name);
  await mkdir(directory, { recursive: true });
  const lines = [HEADER];
  const runs: RunRecord[] = [];
  const predictions: Prediction[] = [];
  for (const [algorithm, seeds] of Object.entries(sample.errors)) {
    seeds.forEach((errors, index) => {
      errors.forEach((error, round) => {
        const vectors = AGENTS * round;
        const bytes = vectors * DIMENSION * 8;
        const operatorNorm = sample.operatorNorm === undefined ? '' : sample.operatorNorm * (round + 1);
        const average = sample.average === true && round > 0 ? error : '';
        lines.push(
          [
            algorithm,
            index + 1,
            round,
            round,
            round,
            error,
            error,
            operatorNorm,
            '',
            vectors,
            vectors,
            bytes,
            bytes,
            average,
          ].join(),
        );
      });
      const rounds = Math.max(0, errors.length - 1);
      const state = sample.states?.[algorithm]?.[index] ?? 'completed';
      runs.push({
        algorithm,
        seed: index + 1,
        state,
        rounds,
        steps: rounds,
      });
    });
    predictions.push({
      algorithm,
      limitError: sample.limits?.[algorithm] ?? null,
      limitKind: sample.limits?.[algorithm] === undefined ? null : 'exact',
      roundFactor: 0.5,
      stability: { mean: noStep('unknown'), meanSquare: exactStep(0.25) },
      source: `theory of ${algorithm}`,
    });
  }
  const names = Object.keys(sample.errors);
  const manifest: Manifest = {
    format: 'fedsa-run/1',
    version: '0.1.0',
    commit: null,
    node: 'v20.0.0',
    machine: { platform: 'linux', architecture: 'x64', cpu: 'a processor', cores: 2, memoryBytes: 2 ** 33 },
    startedAt: '2026-01-02T03:04:05.000Z',
    endedAt: '2026-01-02T03:04:06.000Z',
    state: 'completed',
    failure: null,
    arguments: ['run', 'sample', '--seeds', '3'],
    scenario: {
      name: 'sample',
      title: 'A sample',
      question: 'Does it hold?',
      reproduces: 'Figure 1',
      file: null,
      sha256: null,
    },
    problem: { kind: 'finite-linear', agents: AGENTS, dimension: DIMENSION, specification: {}, root: [1, 2] },
    configuration: configurationOf({
      algorithms: names.map((algorithm) => ({
        name: algorithm as 'local-sa',
        stepSize: 0.5,
        serverStepSize: 1,
      })),
      trigger: { kind: 'deterministic', localSteps: 1 },
      budget: { kind: 'rounds', rounds: 2 },
      seeds: [1, 2, 3],
      placement: 'auto',
    }),
    placement: { name: 'inline', threads: 1, unit: 'agents' },
    predictions,
    runs,
  };
  await writeFile(join(directory, 'manifest.json'), JSON.stringify(sample.change?.(manifest) ?? manifest));
  await writeFile(join(directory, 'rounds.csv'), `${lines.join('\n')}\n`);
  return directory;
}

/** What it wrote, by name. */
async function built(
  directory: string,
): Promise<{ page: string; file: (name: string) => Promise<string>; names: string[] }> {
  const { report, figures } = await buildReport(directory);
  expect(report).toBe(join(directory, 'report.html'));
  return {
    page: await readFile(report, 'utf8'),
    file: (name) => readFile(join(directory, 'figures', name), 'utf8'),
    names: figures.map((figure) => figure.slice(join(directory, 'figures').length + 1)),
  };
}

/** The text of the table's cells, row by row. */
function tableRows(page: string): string[][] {
  const body = /<table class="results stacked">[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/.exec(page)![1]!;
  return [...body.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map((row) =>
    [...row[1]!.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map((cell) =>
      cell[1]!
        .replace(/<[^>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  );
}

test('beside a limit a page says that it is a mean over who answers, where some may not', async () => {
  const message = 'the dotted limit leaves out the spread that this choice makes';
  const sample = { errors: { 'local-sa': [[1, 0.5, 0.2]] }, limits: { 'local-sa': 0.1 } };
  expect((await built(await sampleRun('all answer', sample))).page).not.toContain(message);
  const change = ({ configuration, ...manifest }: Manifest): Manifest => ({
    ...manifest,
    configuration: { ...configuration, policy: { kind: 'first', count: 2, late: 'drop' } },
  });
  expect((await built(await sampleRun('two answer', { ...sample, change }))).page).toContain(message);
});

describe('the table of results', () => {
  test('four errors 0.002, 0.004, 0.004, 0.006 in the last round of two are told as 0.0040 [0.0021, 0.0077]', async () => {
    // Mean 0.004; s = 0.002 √(2/3); t_{0.975,3} = 3.18245 (tables); exp(3.18245 · 0.40825/2) = 1.9150.
    const directory = await sampleRun('table', {
      errors: {
        'local-sa': [
          [1, 0.5, 0.002],
          [1, 0.5, 0.004],
          [1, 0.5, 0.004],
          [1, 0.5, 0.006],
        ],
      },
      limits: { 'local-sa': 0.002 },
    });
    const [row] = tableRows((await built(directory)).page);
    // η = 0.5 lies above the largest stable step 0.25. Two rounds: each agent sent and got two vectors.
    expect(row).toEqual([
      'Local SAη = 0.5',
      '0.00400 [0.00209, 0.00766]',
      '0.00200limit of bias²',
      '0.250below the η used',
      '2',
      '2',
      '4 completed',
    ]);
  });

  test('diverged seeds are counted, with their rounds, and have no part in the final error', async () => {
    const directory = await sampleRun('diverged', {
      errors: {
        'local-sa': [
          [1, 0.5, 0.004],
          [1, 1e150],
          [1, 0.5, 0.004],
        ],
        scafflsa: [
          [1, 1e200],
          [1, 1e90, 1e300],
        ],
      },
      states: { 'local-sa': ['completed', 'diverged', 'completed'], scafflsa: ['diverged', 'diverged'] },
    });
    const { page, file } = await built(directory);
    const rows = tableRows(page);
    expect(rows[0]![1]).toBe('0.00400');
    expect(rows[0]!.at(-1)).toBe('2 completed, 1 diverged (round 1)');
    expect([rows[1]![1], rows[1]!.at(-1)]).toEqual(['–', '2 diverged (rounds 1–2)']);
    // The curve is that of the two sound seeds; the other algorithm has none and shows how it diverged.
    expect(await file('error.csv')).toContain('\nlocal-sa,1,32,2,0.5,');
    const svg = await file('error.svg');
    expect(svg).toContain('>Local SA (1/3 diverged)<');
    expect(svg).toContain('>SCAFFLSA (diverged)<');
    expect(svg).not.toMatch(/NaN|Infinity/);
    // Two decades above the start, not at 10³⁰⁰.
    expect(svg).not.toContain('10¹⁰⁰');
    expect(page).toContain(
      'Local SA: 1 of 3 seeds diverged, the first in round 1; its line is the mean over the others.',
    );
  });

  test('a run without a finished seed tells the last round that all its seeds have', async () => {
    const directory = await sampleRun('interrupted', {
      errors: {
        'local-sa': [
          [1, 0.5, 0.25],
          [1, 0.3],
        ],
        fedhsa: [[], []],
      },
      states: { 'local-sa': ['interrupted', 'interrupted'], fedhsa: ['pending', 'pending'] },
      change: (manifest) => ({ ...manifest, state: 'interrupted', endedAt: null }),
    });
    const { page } = await built(directory);
    const [first, second] = tableRows(page);
    expect(first![1]).toBe('0.400 (seeds 0.500, 0.300)up to round 1, unfinished');
    expect(first!.at(-1)).toBe('2 interrupted (rounds 1–2)');
    expect(second!.slice(1)).toEqual(['–', '0.250below the η used', '–', '–', '2 not started']);
    expect(page).toContain('This run was interrupted');
  });

  test('the average’s error has its own column and figure where it is recorded', async () => {
    const directory = await sampleRun('average', { errors: { 'local-sa': [[1, 0.5, 0.02]] }, average: true });
    const { page, names, file } = await built(directory);
    expect(tableRows(page)[0]!.slice(1, 3)).toEqual(['0.0200', '0.0200']);
    expect(names).toEqual(['error.svg', 'error-by-uplink.svg', 'average-error.svg']);
    expect((await file('average-error.csv')).split('\n')).toHaveLength(2 + 2);
  });
});

test('a point of a sweep leads back to it, another run nowhere', async () => {
  const sample = { errors: { 'local-sa': [[1, 0.5]] } };
  const point = await sampleRun('grid/runs/point', sample);
  const link = '<a href="../../report.html">the whole sweep</a>';
  expect((await built(point)).page).not.toContain(link);
  await writeFile(join(point, '../../sweep.json'), '{}');
  expect((await built(point)).page).toContain(link);
});

const heightOf = (svg: string): number => Number(/ height="([\d.]+)"/.exec(svg)![1]);

describe('the figures', () => {
  test('the CSV beside a figure holds mean, quantiles and predicted limit of hand-made numbers', async () => {
    const directory = await sampleRun('csv', {
      errors: {
        'local-sa': [
          [1, 0.5],
          [2, 0.25],
          [6, 0.75],
        ],
      },
      limits: { 'local-sa': 0.125 },
    });
    const { file } = await built(directory);
    // Round 0: of 1, 2, 6 the mean is 3, p10 = 1 + 0.2·1, p90 = 2 + 0.8·4. Round 1: of ¼, ½, ¾.
    expect((await file('error.csv')).split('\n')).toEqual([
      'algorithm,round,uplinkBytes,seeds,mean,minimum,p10,median,p90,maximum,predictedLimit,exactMeanSquare,exactBiasSquare,closureMeanSquare,closureBiasSquare,closureRelativeError,closureBiasRelativeError,noiseFreeError',
      'local-sa,0,0,3,3,1,1.2,2,5.2,6,0.125,,,,,,,',
      'local-sa,1,32,3,0.5,0.25,0.3,0.5,0.7,0.75,0.125,,,,,,,',
      '',
    ]);
  });

  test('variants and algorithms of one’s own go by their labels and titles in page and figures, by their keys in the CSV', async () => {
    const errors = Object.fromEntries(
      ['fedhsa', 'fedhsa@2', 'fedhsa@3', 'pulled'].map((key) => [key, [[1, 0.5, 0.25]]]),
    );
    const hsa = { name: 'fedhsa', stepSize: 0.5 } as const;
    const parameters = { mu: positive('μ', 'the pull') };
    // Its file is gone: the manifest has all that is needed.
    const custom = { file: 'gone.ts', bundle: '0'.repeat(64), title: 'Pulled SA', parameters };
    const algorithms = [
      { ...hsa, serverStepSize: 1 },
      { ...hsa, serverStepSize: 0.25, key: 'fedhsa@2' },
      { ...hsa, serverStepSize: 0.5, key: 'fedhsa@3', label: 'Half <steps>' },
      { name: 'pulled', mu: 2, own: custom },
    ] as unknown as Manifest['configuration']['algorithms'];
    const directory = await sampleRun('variants', {
      errors,
      change: (manifest) => ({ ...manifest, configuration: { ...manifest.configuration, algorithms } }),
    });
    const { file, page } = await built(directory);
    const displayed = page.slice(0, page.indexOf('<details '));
    const rows = displayed.match(/swatch" style="background: var\(--line-\d+\)"><\/span>.+?(?=<small)/g)!;
    expect(rows.map((row) => row.replace(/.*<\/span>/, ''))).toEqual([
      'FedHSA (α<sub>g</sub>\u00a0=\u00a01)',
      'FedHSA (α<sub>g</sub>\u00a0=\u00a00.25)',
      'Half &lt;steps&gt;',
      'Pulled SA',
    ]);
    expect(new Set(rows.map((row) => /line-\d+/.exec(row)![0])).size).toBe(4);
    const svg = await file('error.svg');
    for (const text of [displayed.replaceAll(/theory of \S+/g, ''), svg]) {
      expect(text).toContain('FedHSA (α_g = 0.25)');
      expect(text).not.toMatch(/fedhsa|pulled|@2/);
    }
    expect(await file('error.csv')).toContain('\nfedhsa@2,0,');
  });

  test('a timed run has its error against seconds and local steps, and says its policy and timing', async () => {
    const directory = await sampleRun('timed', {
      errors: { 'local-sa': [[1, 0.5, 0.25]] },
      change: (manifest) => ({
        ...manifest,
        configuration: {
          ...manifest.configuration,
          policy: { kind: 'first', count: 1, late: 'drop' },
          timing: { compute: { kind: 'pareto', scale: 1, shape: 1.5 } },
        },
      }),
    });
    const { file, names, page } = await built(directory);
    expect(names).toEqual(['error.svg', 'error-by-steps.svg', 'error-by-time.svg', 'error-by-uplink.svg']);
    expect(await file('error-by-time.svg')).toContain('>simulated seconds<');
    expect(await file('error-by-steps.svg')).toContain('>local steps, mean over agents<');
    const [header, , second] = (await file('error-by-time.csv')).split('\n');
    expect(header).toMatch(/,noiseFreeError,time,step$/);
    expect(second).toMatch(/^local-sa,1,32,1,0\.5,.*,1,1$/);
    expect(page).toContain('at the first 1 answer of a round; late answers are dropped');
    expect(page).toContain('Pareto from 1 s on, of tail exponent 1.5');
  });

  test('a predicted limit of 10⁻² is dotted half way between curves that go from 1 to 10⁻⁴', async () => {
    const directory = await sampleRun('floor', {
      errors: { 'local-sa': [[1, 1e-4]], scafflsa: [[1, 1e-4]] },
      limits: { 'local-sa': 1e-2, scafflsa: 0 },
    });
    const { file, page } = await built(directory);
    const svg = withoutKey(await file('error.svg'));
    const dotted = [
      ...svg.matchAll(/<path d="M[\d.]+ ([\d.]+)L[\d.]+ \1" stroke="(#\w+)"[^>]*stroke-dasharray/g),
    ];
    // The axis has equal air above 10⁰ and below 10⁻⁴, so the middle of the plot is 10⁻². The plot is
    // the figure less its key, 2.6 letters above and 4 below.
    const height = heightOf(svg);
    const middle = height - LARGE.height + (2.6 * LARGE.letters + LARGE.height - 4 * LARGE.letters) / 2;
    expect(dotted).toHaveLength(1);
    expect(Number(dotted[0]![1])).toBeCloseTo(middle, 2);
    // In the hue of Local SA, which its line has, too.
    expect(dotted[0]![2]).toBe('#b04c00');
    expect(svg).toMatch(/<path d="[^"]+" stroke="#d55e00" stroke-width="2.2"/);
    expect(await file('error.svg')).toContain('>limit of bias², Local SA: 0.0100<');
    for (const label of ['10⁰', '10⁻¹', '10⁻²', '10⁻³', '10⁻⁴']) expect(svg).toContain(`>${label}<`);
    // In the page colours follow the theme; in the file they are fixed.
    expect(svg).not.toContain('var(');
    expect(page).toContain('stroke="var(--line-1, #d55e00)"');
  });

  test('a limit far below the curves, or that is a rounded zero, is not drawn', async () => {
    const directory = await sampleRun('low', {
      errors: { 'local-sa': [[1, 1e-2]], scafflsa: [[1, 1e-2]] },
      limits: { 'local-sa': 1e-12, scafflsa: 1e-31 },
    });
    const { file, page } = await built(directory);
    expect(await file('error.svg')).not.toContain('stroke-dasharray');
    expect(page).toContain(
      'The limit of bias² of Local SA lies below the figure, at 1.00\u00a0×\u00a010⁻¹².',
    );
    expect(page).not.toContain('limit of bias² of SCAFFLSA');
    const both = { 'local-sa': 1e-12, scafflsa: 2e-12 };
    const errors = { 'local-sa': [[1, 1e-2]], scafflsa: [[1, 1e-2]] };
    const { page: ofBoth } = await built(await sampleRun('low-both', { errors, limits: both }));
    expect(ofBoth).toContain(
      'The limits of bias² of Local SA (1.00\u00a0×\u00a010⁻¹²) and SCAFFLSA (2.00\u00a0×\u00a010⁻¹²) lie below the figure.',
    );
    expect(tableRows(page).map((row) => row[2])).toEqual(['1.00 × 10⁻¹²limit of bias²', '0limit of bias²']);
  });

  test('a line to zero ends at the lower edge of the logarithmic axis, and the caption says so', async () => {
    const directory = await sampleRun('zeros', { errors: { 'local-sa': [[1, 1e-3, 0, 1e-40]] } });
    const { file, page } = await built(directory);
    const svg = withoutKey(await file('error.svg'));
    expect(svg).not.toMatch(/NaN|Infinity/);
    const path = /<path d="([^"]+)" stroke="#d55e00" stroke-width="2.2"/.exec(svg)![1]!;
    const heights = [...path.matchAll(/[\d.]+ ([\d.]+)/g)].map((point) => Number(point[1]));
    const bottom = heightOf(svg) - 4 * LARGE.letters;
    // Hundredths of a pixel are kept.
    expect(heights).toHaveLength(3);
    expect(heights[2]).toBeCloseTo(bottom, 2);
    expect(page).toContain('Local SA leaves the figure at round 2: 0 at round 2.');
    expect(page).not.toContain('is drawn as');
  });

  test('zeros beside errors of 10⁻³⁰ are drawn as such, and the caption says so', async () => {
    const directory = await sampleRun('tiny', { errors: { 'local-sa': [[1, 1e-30, 0]] } });
    const { page } = await built(directory);
    expect(page).toContain('Zero and what is below 10⁻³⁰ is drawn as 10⁻³⁰.');
    expect(page).not.toContain('leaves the figure');
  });

  test('without a root the operator’s norm is the main figure and the measured quantity', async () => {
    const directory = await sampleRun('rootless', {
      errors: { 'local-sa': [['', '', '']] },
      operatorNorm: 0.25,
    });
    const { page, names } = await built(directory);
    expect(names).toEqual(['operator-norm.svg', 'operator-norm-by-uplink.svg']);
    expect(tableRows(page)[0]!.slice(1, 2)).toEqual(['0.750']);
    expect(page).toMatch(/‖Ḡ\(θ̄<sub>t<\/sub>\)‖² in the<br \/>last 30\u00a0% of rounds/);
  });

  test('figures whose data are gone are removed at the next building, and nothing else is', async () => {
    const directory = await sampleRun('stale', { errors: { 'local-sa': [[1, 0.5]] }, operatorNorm: 1 });
    await built(directory);
    await writeFile(join(directory, 'figures', 'mine.svg'), '<svg/>');
    await sampleRun('stale', { errors: { 'local-sa': [[1, 0.5]] } });
    await built(directory);
    expect((await readdir(join(directory, 'figures'))).sort()).toEqual([
      'error-by-uplink-tidy.csv',
      'error-by-uplink.csv',
      'error-by-uplink.svg',
      'error-tidy.csv',
      'error.csv',
      'error.svg',
      'mine.svg',
    ]);
  });

  test.each([
    ['only the start', [[1]]],
    ['one round of one seed', [[1, 0.5]]],
    ['no row at all', [[]]],
    [
      'the same number everywhere',
      [
        [2, 2],
        [2, 2],
      ],
    ],
    ['nothing but zeros', [[0, 0]]],
  ])('%s makes a page with whole figures', async (name, errors) => {
    const { page, names, file } = await built(
      await sampleRun(`edge ${name}`, { errors: { 'local-sa': errors } }),
    );
    expect(page).toContain('</html>');
    expect(page.replace(/<script>.*?<\/script>/s, '')).not.toMatch(/NaN|undefined|\[object/);
    expect(names.includes('error.svg')).toBe(errors[0]!.length > 0);
    for (const figure of names) expect(await file(figure)).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('the page', () => {
  test('the same inputs give the same bytes, built twice and from a copy elsewhere', async () => {
    const sample: Sample = {
      errors: {
        'local-sa': [
          [1, 0.5, 0.1],
          [1, 0.4, 0.2],
        ],
        fedhsa: [[1, 0.1, 0.01]],
      },
      limits: { 'local-sa': 0.1 },
      operatorNorm: 2,
    };
    const directory = await sampleRun('same', sample);
    const bytes = async (where: string): Promise<string[]> => {
      const { page, names, file } = await built(where);
      return [
        page,
        ...(await Promise.all(names.flatMap((name) => [file(name), file(name.replace('svg', 'csv'))]))),
      ];
    };
    const first = await bytes(directory);
    expect(await bytes(directory)).toEqual(first);
    expect(await bytes(await sampleRun('same, elsewhere', sample))).toEqual(first);
  });

  test('whatever the manifest says is text: no mark-up of it reaches page or figures', async () => {
    const evil = '</pre></title><script>alert("x")</script>\'&';
    const directory = await sampleRun('evil', {
      errors: { 'local-sa': [[1, 0.5]], scafflsa: [[1, 0.5]] },
      limits: { 'local-sa': 0.25 },
      change: (manifest) => ({
        ...manifest,
        version: evil,
        state: 'failed',
        failure: evil,
        arguments: ['run', evil],
        scenario: {
          ...manifest.scenario,
          title: evil,
          question: evil,
          reproduces: evil,
          file: evil,
        },
        problem: { ...manifest.problem, kind: evil, specification: { [evil]: evil } },
        predictions: manifest.predictions.map((prediction) => ({ ...prediction, source: evil })),
      }),
    });
    const { page, file } = await built(directory);
    // The page's own script is the only one.
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('alert("x")');
    expect(page).toContain(
      '<h1>&lt;/pre&gt;&lt;/title&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;</h1>',
    );
    expect(await file('error.svg')).not.toContain('alert');
  });

  test('the page needs nothing from outside, and tells how to run it again', async () => {
    const directory = await sampleRun('alone', {
      errors: { 'local-sa': [[1, 0.5]] },
      change: (manifest) => ({ ...manifest, arguments: ['run', 'my scenario.ts', "--out=it's"] }),
    });
    const { page } = await built(directory);
    // Addresses are only those of the SVG namespaces.
    const addresses = [...page.matchAll(/https?:\/\/[^"'\s<]+/g)].map((match) => match[0]);
    expect(addresses.filter((address) => !address.startsWith('http://www.w3.org/'))).toEqual([]);
    expect(page).not.toMatch(/<link|<img|<iframe|src=|@import|url\(/);
    expect(page).toContain('npx fedsa run &#39;my scenario.ts&#39; &#39;--out=it&#39;\\&#39;&#39;s&#39;');
  });

  test('figures have a name and a description for those who do not see them', async () => {
    const directory = await sampleRun('described', {
      errors: { 'local-sa': [[1, 0.5]] },
      limits: { 'local-sa': 0.25 },
    });
    const { page, file } = await built(directory);
    for (const text of [page, await file('error.svg')]) {
      expect(text).toMatch(/role="img"[^>]*><title>Error against rounds<\/title><desc>/);
      expect(text).toContain(
        'Local SA, mean: 1.00 at round 0, 0.500 at round 1. Limit of bias² of Local SA: 0.250.',
      );
    }
  });
});

describe('bad input', () => {
  /** The error, which has one line and leaves the directory as it was. */
  async function refusal(directory: string): Promise<string> {
    const before = await readdir(directory);
    const error: unknown = await buildReport(directory).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(InputError);
    expect(await readdir(directory)).toEqual(before);
    const { message } = error as InputError;
    expect(message).not.toContain('\n');
    return message;
  }

  test('a directory without a manifest, or without rounds, is refused', async () => {
    const directory = await sampleRun('without', { errors: { 'local-sa': [[1]] } });
    await rm(join(directory, 'rounds.csv'));
    expect(await refusal(directory)).toContain('rounds.csv: cannot be read');
    await rm(join(directory, 'manifest.json'));
    await writeFile(join(directory, 'rounds.csv'), `${HEADER}\n`);
    expect(await refusal(directory)).toContain('manifest.json: cannot be read');
  });

  test('an algorithm that the catalogue does not know is refused before anything is drawn', async () => {
    const directory = await sampleRun('bold', { errors: { '<b>bold</b>': [[1, 0.5]] } });
    expect(await refusal(directory)).toContain('manifest.json: configuration.algorithms[0].name: ');
  });

  test('a manifest that is not JSON, or lacks a field, is refused with the field named', async () => {
    const directory = await sampleRun('broken', { errors: { 'local-sa': [[1]] } });
    const path = join(directory, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
    await writeFile(path, '{');
    expect(await refusal(directory)).toContain('manifest.json: is not JSON (');
    await writeFile(path, JSON.stringify({ ...manifest, problem: { ...manifest.problem, agents: 'two' } }));
    expect(await refusal(directory)).toContain('manifest.json: problem.agents: ');
    await writeFile(path, JSON.stringify({ ...manifest, format: 'fedsa-run/9' }));
    expect(await refusal(directory)).toContain('manifest.json: format: ');
    await writeFile(path, '[]');
    expect(await refusal(directory)).toContain('manifest.json: the file: ');
  });
});
