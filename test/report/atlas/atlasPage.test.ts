/** The page of an atlas and its sentences: numbers that are drawn are in the CSV, and verbs follow the fit. */
import { describe, expect, test } from 'vitest';
import type {
  AtlasAxis,
  AtlasCell,
  AtlasTheorem,
  BoundRatio,
} from '../../../src/search/atlas/atlasReport.ts';
import { atlasPage } from '../../../src/report/atlas/atlasPage.ts';
import {
  absences,
  atlasTable,
  extremesText,
  theoremSentences,
  violations,
} from '../../../src/report/atlas/atlasWords.ts';
import { scientific } from '../../../src/values/numbers.ts';
import { atlasTheorems, byTheorem } from '../../../src/search/atlas/atlasTheorems.ts';

const AXES: readonly AtlasAxis[] = [
  { name: 'step-size', values: [0.001, 0.01, 0.1] },
  { name: 'local-steps', values: [1, 4, 16] },
  { name: 'problem.agents', values: [2, 4, 8] },
];
const titleOf = (key: string): string => ({ fedhsa: 'FedHSA', 'local-sa': 'Local SA' })[key] ?? key;

const ratioAt = (found: Partial<BoundRatio>, ratio: number | null, reason = ''): BoundRatio => ({
  ...{ algorithm: 'fedhsa', source: 'FedHSA Th. 1', quantity: 'E‖θ̄_T − θ*‖²', kind: 'shape', ...found },
  ...{ bound: ratio === null ? null : 2, exact: ratio === null ? null : 2 * ratio, ratio },
  reason: ratio === null ? reason : null,
});

/** H^−1 of FedHSA's, hatched at large ηH; of the other no power of what is there. */
const CELLS: readonly AtlasCell[] = [0.001, 0.01, 0.1].flatMap((eta) =>
  [1, 4, 16].flatMap((H) =>
    [2, 4, 8].map((M): AtlasCell => {
      const applies = eta * H <= 0.4;
      const wild = [1, 30, 2][((Math.log10(eta) + 3 + Math.log2(H) / 2 + Math.log2(M)) % 3) | 0]!;
      return {
        point: { 'step-size': eta, 'local-steps': H, 'problem.agents': M },
        scale: { agents: M, heterogeneity: 1, mixing: 1 },
        ratios: [
          applies
            ? ratioAt({}, (0.1 * (1 + eta / 1e7)) / H)
            : ratioAt({ kind: 'none' }, null, `needs <ηH> ≤ ${M / 10}, has ${eta * H}`),
          ratioAt({ algorithm: 'local-sa', source: 'P Th. 9', kind: 'bound' }, wild / 1000),
        ],
      };
    }),
  ),
);
const report = {
  format: 'fedsa-atlas/1' as const,
  axes: AXES,
  cells: CELLS,
  theorems: atlasTheorems(AXES, CELLS),
};
const page = atlasPage({ title: 'A <problem>', report, titleOf, version: '9.9' });
const files = new Map(page.files);

describe('the page', () => {
  test('has a map of each theorem and lines for what no map shows, each with a CSV', () => {
    expect([...files.keys()]).toEqual([
      ...['map-fedhsa-FedHSA_Th_1.svg', 'map-fedhsa-FedHSA_Th_1.csv'],
      ...['map-local-sa-P_Th_9.svg', 'map-local-sa-P_Th_9.csv'],
      ...['ratio-by-problem_agents.svg', 'ratio-by-problem_agents.csv', 'ratio-by-problem_agents-tidy.csv'],
    ]);
    expect(page.html).toContain('A &lt;problem&gt;');
    expect(page.html).not.toContain('<ηH>');
  });

  test('a map has a tile for each cell at the middle of the other axis, with the ratio of the CSV or the reason', () => {
    const rows = files.get('map-fedhsa-FedHSA_Th_1.csv')!.trimEnd().split('\n').map((line) => line.split(',')); // prettier-ignore
    expect(rows[0]).toEqual([
      ...['step-size', 'local-steps', 'problem.agents', 'M', 'heterogeneity', 'mixing'],
      ...['algorithm', 'source', 'kind', 'exact', 'bound', 'ratio', 'reason'],
    ]);
    expect(rows).toHaveLength(1 + 9);
    expect(new Set(rows.slice(1).map(([, , M]) => M))).toEqual(new Set(['4']));
    const svg = files.get('map-fedhsa-FedHSA_Th_1.svg')!;
    const titles = [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title!).slice(1);
    for (const [eta, H, , , , , , , , , , ratio] of rows.slice(1)) {
      const words = ratio === '' ? 'needs &lt;ηH&gt; ≤ 0.4, has 1.6' : scientific(Number(ratio));
      expect(titles).toContain(`η = ${eta}, H = ${H}: ${words}`);
    }
    expect(titles).toHaveLength(9);
    expect([1, 2, 4, 5, 10, 16].filter((H) => svg.includes(`>${H}</text>`))).toEqual([1, 4, 16]);
    expect(svg).toContain('the theorem does not apply');
    expect(files.get('map-local-sa-P_Th_9.svg')).not.toContain('the theorem does not apply');
  });

  test('a bound that is exceeded is said before all else', () => {
    expect(page.html).not.toContain('MISTAKE');
    const cells = CELLS.with(0, {
      ...CELLS[0]!,
      ratios: [ratioAt({ kind: 'bound' }, 1.25), ...CELLS[0]!.ratios.slice(1)],
    });
    const worse = { ...report, cells, theorems: atlasTheorems(AXES, cells) };
    const line =
      'MISTAKE: the exact value exceeds the bound of FedHSA Th. 1 in 1 cell, 1.25 times at step-size=0.001, local-steps=1, problem.agents=2.';
    expect(violations(cells, titleOf)).toEqual([line]);
    expect(atlasPage({ title: '', report: worse, titleOf, version: '' }).html).toContain(line);
    // of a shape it is none
    expect(violations([{ ...CELLS[0]!, ratios: [ratioAt({}, 1.25)] }], titleOf)).toEqual([]);
  });
});

describe('sentences', () => {
  const theorem: AtlasTheorem = {
    ...{ algorithm: 'local-sa', source: 'SCAFFLSA Th. 4.1', quantity: 'E', kind: 'bound' },
    ...{ applied: 20, cells: 30, least: 0.002, greatest: 0.04, explained: 0.97, freedom: 16 },
    powers: [
      { axis: 'step-size', measure: 'value', exponent: 0.5, standardError: 0.01 },
      { axis: 'local-steps', measure: 'value', exponent: -1.02, standardError: 0.02 },
      { axis: 'problem.agents', measure: 'agents', exponent: -0.03, standardError: 0.02 },
    ],
  };

  test('verbs come from intervals: t of 16 degrees of freedom is 2.12', () => {
    expect(theoremSentences(theorem, titleOf)).toEqual([
      'SCAFFLSA Th. 4.1 (Local SA): E is 0.00200 to 0.0400 of the bound.',
      'The bound grows faster than the error by H^1.020 ± 0.042.',
      'The bound grows slower than the error by η^0.500 ± 0.021.',
      'The ratio’s power in M is not separated from 0.',
    ]);
  });

  test('where powers explain little, none is named', () => {
    expect(theoremSentences({ ...theorem, explained: 0.8999 }, titleOf)[1]).toBe(
      'No product of powers describes the ratio: the best explains 89.9 % of its variance.',
    );
    // of ratios that hardly differ there is little to explain
    expect(theoremSentences({ ...theorem, explained: 0.5, least: 0.184, greatest: 0.186 }, titleOf)[1]).toBe(
      'The bound is loose by one factor in all its cells, to within 5 %.',
    );
    expect(
      theoremSentences({ ...theorem, powers: [], explained: null, freedom: null }, titleOf),
    ).toHaveLength(1);
  });

  test('the table has the powers that are separated from 0; a shape is no bound', () => {
    const described = { ...theorem, source: 'A', least: 0.01, greatest: 0.5 };
    const wild = { ...theorem, explained: 0.5, least: 0.001, greatest: 0.2 };
    expect(atlasTable([described, wild]).rows).toEqual([
      ['bound', '20 of 30', '0.0100', '0.500', 'η^0.500 H^−1.02', '97 %'],
      ['bound', '20 of 30', '0.00100', '0.200', '–', '50 %'],
    ]);
    expect(extremesText([described, wild, { ...wild, kind: 'shape', greatest: 3 }], titleOf)).toBe(
      'Bounds are 2 to 1,000 times the exact value: that of A (Local SA) 2 to 100 times, that of SCAFFLSA Th. 4.1 (Local SA) 5 to 1,000 times.',
    );
    expect(extremesText([described], titleOf)).toBe(
      'The bound of A (Local SA) is 2 to 100 times the exact value.',
    );
  });

  test('the planted power is found, and what varies otherwise has none', () => {
    const [shape, wild] = report.theorems.map((each) => theoremSentences(each, titleOf));
    expect(shape).toContain('The shape grows faster than the error by H^1.0000 ± 0.0000.');
    expect(wild![1]).toMatch(/^No product of powers/);
  });

  test('reasons that differ in numbers alone are one', () => {
    expect(absences(byTheorem(CELLS)[0]!)).toEqual(['3 of 27 cells: needs <ηH> ≤ 0.2 to 0.8']);
  });
});
