/** The page of a plan and its files: each number in a CSV is one that is drawn, and the other way round. */
import { describe, expect, test } from 'vitest';
import { stylesOf } from '../../../src/report/palette.ts';
import { planPage } from '../../../src/report/plan/planPage.ts';
import type { PlanPageData } from '../../../src/report/plan/planPageData.ts';
import { scientific } from '../../../src/values/numbers.ts';
import type { Plan } from '../../../src/recording/planReport.ts';
import type { PlanPictures, RecommendedCost } from '../../../src/search/plan/planPictures.ts';
import type { SurfaceCell } from '../../../src/search/plan/surface.ts';

const cell = (gap: number, stepSize: number, kind: SurfaceCell['kind'], rounds?: number): SurfaceCell => ({
  ...{ gap, stepSize, kind, rounds: rounds ?? null, cost: rounds === undefined ? null : rounds * gap },
});
const CELLS: readonly SurfaceCell[] = [
  ...[cell(1, 0.01, 'reached', 400), cell(1, 0.1, 'reached', 42), cell(1, 1, 'above')],
  ...[cell(4, 0.01, 'later'), cell(4, 0.1, 'reached', 10), cell(4, 1, 'grows')],
  ...[cell(16, 0.01, 'reached', 20), cell(16, 0.1, 'above'), cell(16, 1, 'unknown')],
];
const applied: RecommendedCost = {
  ...{ source: 'SCAFFLSA Cor. 4.4', kind: 'bound', stepSize: 0.02, gap: 1, statedRounds: 3000, rounds: 200 },
  ...{ cost: 200, reason: null },
};
const refused: RecommendedCost = {
  ...{ source: 'SCAFFLSA Cor. 4.5', kind: null, stepSize: null, gap: null, statedRounds: null },
  ...{ rounds: null, cost: null, reason: 'needs <i.i.d.> observations' },
};
const pictures: PlanPictures = {
  ...{ surfaces: [{ epsilon: 0.01, cells: CELLS }], others: {} },
  edge: [1, 4, 16].map((gap) => ({ gap, stepSize: 0.7 / Math.sqrt(gap), isComputed: true })),
  byEpsilon: [
    { epsilon: 0.001, gap: 1, parameters: { stepSize: 0.05 }, rounds: 300, cost: 300 },
    { epsilon: 0.1, gap: 4, parameters: { stepSize: 0.2 }, rounds: 2, cost: 8 },
  ],
  recommended: [[applied, refused]],
};
const plan: Plan = {
  ...{ epsilon: 0.01, algorithm: 'local-sa', kind: 'exact', stepSize: 0.1, serverStepSize: null },
  ...{ localSteps: 4, rounds: 10, cost: 40, floor: 0.008, relativeError: 0, stepSizeRange: [0.0896, 0.1123] },
  byLocalSteps: [
    { localSteps: 1, stepSize: 0.1, rounds: 42, cost: 42 },
    { localSteps: 4, stepSize: 0.1, rounds: 10, cost: 40 },
    { localSteps: 16, stepSize: 0.02, rounds: 12, cost: 192 },
  ],
  reason: null,
};
const none: Plan = {
  ...{ epsilon: 0.01, algorithm: 'scafflsa', kind: 'none', stepSize: null, serverStepSize: null },
  ...{ localSteps: null, rounds: null, cost: null, floor: 0.02, relativeError: null, stepSizeRange: null },
  ...{ byLocalSteps: [], reason: 'ε is out of reach' },
};
const styles = stylesOf([
  { name: 'local-sa', stepSize: 1 },
  { name: 'scafflsa', stepSize: 1 },
] as never);
const data: PlanPageData = {
  ...{ title: 'A <problem>', facts: ['2 agents'], epsilons: [0.01], gap: 'localSteps', version: '9.9' },
  algorithms: [
    { key: 'local-sa', style: styles('local-sa'), symbol: 'η', pictures },
    { key: 'scafflsa', style: styles('scafflsa'), symbol: 'η', pictures: undefined },
  ],
  report: { format: 'fedsa-plan/1', cost: 'steps', plans: [plan, none] },
  titleOf: ({ algorithm }) => styles(algorithm).title,
};
const page = planPage(data);
const files = new Map(page.files);
const rowsOf = (name: string): string[][] =>
  files
    .get(name)!
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
const titlesIn = (name: string): string[] =>
  [...files.get(name)!.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title!).slice(1);

test('has its figures in their order, each SVG with a CSV', () => {
  expect([...files.keys()]).toEqual([
    ...['cost-by-local-steps.svg', 'cost-by-local-steps.csv', 'cost-by-local-steps-tidy.csv'],
    ...['surface-local-sa.svg', 'surface-local-sa.csv'],
    ...['cost-by-epsilon.svg', 'cost-by-epsilon.csv', 'cost-by-epsilon-tidy.csv'],
  ]);
  for (const name of files.keys()) if (!name.includes('tidy')) expect(page.html).toContain(`figures/${name}`);
});

describe('the heat map', () => {
  test('has a tile for each row of its CSV, with the same cost', () => {
    const [head, ...rows] = rowsOf('surface-local-sa.csv');
    expect(head).toEqual(['kind', 'localSteps', 'stepSize', 'rounds', 'cost']);
    const cells = rows.slice(0, CELLS.length);
    expect(cells).toEqual(
      CELLS.map(({ kind, gap, stepSize, rounds, cost }) =>
        [kind, gap, stepSize, rounds ?? '', cost ?? ''].map(String),
      ),
    );
    const words = { above: 'ends above ε', later: 'costs over 100 times the least', grows: 'grows' };
    expect(titlesIn('surface-local-sa.svg').slice(0, CELLS.length)).toEqual(
      CELLS.map(({ kind, gap, stepSize, rounds, cost }) => {
        const where = `η = ${scientific(stepSize)}, H = ${scientific(gap)}`;
        if (kind === 'reached') return `${where}: ${scientific(cost)} local steps of an agent, T = ${rounds}`;
        return `${where}: ${kind === 'unknown' ? 'not known' : words[kind]}`;
      }),
    );
    expect(rows.slice(CELLS.length)).toEqual([
      ...[1, 4, 16].map((gap) => ['stable edge', String(gap), String(0.7 / Math.sqrt(gap)), '', '']),
      ['SCAFFLSA Cor. 4.4', '1', '0.02', '200', '200'],
    ]);
  });

  test('hatches what ends above ε once, what grows twice, and nothing else', () => {
    const tiles = files.get('surface-local-sa.svg')!.split('<title>η').slice(1);
    const hatched = tiles.slice(0, CELLS.length).map((text) => {
      const [, lines = ''] = /^[^<]*<\/title><\/path><path d="([^"]*)" stroke="#57606a"/.exec(text) ?? [];
      const slopes = [...lines.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map(([, x, y, u, v]) =>
        Math.sign((Number(v) - Number(y)) / (Number(u) - Number(x))),
      );
      return [...new Set(slopes)].sort().join();
    });
    expect(hatched).toEqual(
      CELLS.map(({ kind }) => (kind === 'above' ? '1' : kind === 'grows' ? '-1,1' : '')),
    );
  });

  test('outlines the cells within a tenth of the least cost: 42 and 40 steps, side by side', () => {
    const svg = files.get('surface-local-sa.svg')!;
    const [, outline] = /<path d="([^"]*)" stroke="#1b1f24" stroke-width="2.2"/.exec(svg)!;
    // two cells above one another: eight sides without the two on both
    expect(outline!.match(/M/g)?.length).toBe(6);
  });
});

test('the legend of a map with one cost, such as 0 where the start is near enough, has this cost alone', () => {
  const cells = [0.01, 0.1].map((stepSize) => ({ ...cell(1, stepSize, 'reached', 0), cost: 0 }));
  const flat = { ...pictures, surfaces: [{ epsilon: 0.01, cells }] };
  const [algorithm] = data.algorithms;
  const report = { ...data.report, plans: [{ ...plan, rounds: 0, cost: 0 }] };
  const { files: drawn } = planPage({ ...data, report, algorithms: [{ ...algorithm!, pictures: flat }] });
  const svg = new Map(drawn).get('surface-local-sa.svg')!;
  expect(svg).toContain('>0</text>');
  expect(svg).not.toContain('from 0');
});

test('what is recommended above a map has its words within the map', () => {
  const above = { ...pictures, recommended: [[{ ...applied, gap: 1000 }]] };
  const [algorithm] = data.algorithms;
  const { files: drawn } = planPage({ ...data, algorithms: [{ ...algorithm!, pictures: above }] });
  const svg = new Map(drawn).get('surface-local-sa.svg')!;
  const top = Math.min(
    ...Array.from(svg.matchAll(/<path d="M\S+ (\S+)L[^>]*><title>η/g), ([, y]) => parseFloat(y!)),
  );
  const baseline = /<text x="[^"]*" y="([^"]*)"[^>]*>Cor. 4.4</.exec(svg)!;
  expect(Number(baseline[1]) - top).toBeGreaterThan(12);
});

test('the costs against H are those of the plan and of the recommendation', () => {
  expect(rowsOf('cost-by-local-steps.csv')).toEqual([
    ['algorithm', 'source', 'epsilon', 'localSteps', 'stepSize', 'rounds', 'cost'],
    ...plan.byLocalSteps.map(({ localSteps, stepSize, rounds, cost }) =>
      ['local-sa', 'plan', 0.01, localSteps, stepSize, rounds, cost].map(String),
    ),
    ['local-sa', 'SCAFFLSA Cor. 4.4', '0.01', '1', '0.02', '200', '200'],
  ]);
  expect(rowsOf('cost-by-local-steps-tidy.csv').slice(1)).toEqual([
    ...plan.byLocalSteps.map(({ localSteps, cost }) => [
      'Local SA',
      String(localSteps),
      String(cost),
      '',
      '',
    ]),
    ['"Local SA', ' best"', '4', '40', '', ''],
    ['"Local SA', ' SCAFFLSA Cor. 4.4"', '1', '200', '', ''],
  ]);
});

test('the costs against ε are those of the plan, of the other levels and of the recommendation', () => {
  expect(rowsOf('cost-by-epsilon.csv').slice(1)).toEqual([
    ['local-sa', 'plan', '0.001', '1', '0.05', '300', '300'],
    ['local-sa', 'plan', '0.01', '4', '0.1', '10', '40'],
    ['local-sa', 'plan', '0.1', '4', '0.2', '2', '8'],
    ['local-sa', 'SCAFFLSA Cor. 4.4', '0.01', '1', '0.02', '200', '200'],
  ]);
});

test('the stable edge lies beyond a map only where it is right of its last cells, which reach to √10', () => {
  const isBeyond = (stepSize: number): boolean => {
    const edge = [{ gap: 1, stepSize, isComputed: true }];
    const algorithms = data.algorithms.map((each) => ({
      ...each,
      pictures: each.pictures && { ...each.pictures, edge },
    }));
    return planPage({ ...data, algorithms }).html.includes('lie beyond it');
  };
  expect([1.5, 3.1, 3.2].map(isBeyond)).toEqual([false, false, true]);
});

test('says question, best, plans, recommendations with their ratio, and what is missing; all of it escaped', () => {
  const text = page.html.replace(/<svg.*?<\/svg>/gs, '').replace(/\s+/g, ' ');
  expect(text).toContain('Local SA with η = 0.1 and H = 4, 40 local steps of an agent');
  expect(text).toContain('Plan: A &lt;problem&gt;');
  expect(text).toContain('<td data-head="η within 10 %"><div>0.0896 to 0.112</div></td>');
  expect(text).toContain('<td data-head="times the best"><div>5.00</div></td>');
  expect(text).toContain('SCAFFLSA Cor. 4.5 of Local SA: needs &lt;i.i.d.&gt; observations.');
  expect(text).toContain('SCAFFLSA: no plan: ε is out of reach');
  expect(text).not.toContain('<problem>');
});
