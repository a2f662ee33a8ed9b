/** A limit has the name of its kind in every place, and is said to be below a figure only where it is. */
import { describe, expect, test } from 'vitest';
import { limitWords, outside } from '../../src/report/caption.ts';
import type { CurvePoint } from '../../src/report/curvePoint.ts';
import { type FigureContent, planFigure } from '../../src/report/figure.ts';
import { limitCell, limitNote } from '../../src/report/headlineCells.ts';
import { onSharedScale } from '../../src/report/jointFigures.ts';
import { limitName, type LimitName } from '../../src/report/limitName.ts';
import { legendEntries } from '../../src/report/paper/figureLegend.ts';
import { stylesOf } from '../../src/report/palette.ts';
import type { AlgorithmSummary } from '../../src/report/summary.ts';
import type { LimitKind } from '../../src/theory/mean/limits.ts';

const KINDS: readonly (readonly [LimitKind, LimitName])[] = [
  ['exact', 'limit of bias²'],
  ['closure', 'approximate limit of bias²'],
  ['noise-free', 'noise-free limit'],
];

/** A curve of an algorithm from 1 to an end, with a limit. */
function contentOf(end: number, limit: number, name: LimitName): FigureContent {
  const points = [1, end].map((value, round) => ({
    ...{ round, uplinkBytes: round, time: round, step: round, seeds: 1, mean: value, deviation: NaN },
    ...{ minimum: value, p10: value, median: value, p90: value, maximum: value },
  })) as CurvePoint[];
  return {
    ...{ name: 'f', title: 'F', yTitle: 'y', horizontal: 'round', each: 'algorithm' },
    ...{ curves: [{ algorithm: 'A', points }], diverged: new Map(), styles: stylesOf([], ['A']) },
    floors: [{ algorithm: 'A', value: limit, name }],
  };
}

describe.each(KINDS)('a limit of the kind %s', (limitKind, name) => {
  const capital = name[0]!.toUpperCase() + name.slice(1);
  const curve = { neglects: 'pairs', relativeError: [0.03] };
  const prediction = { limitKind, ...(limitKind === 'closure' && { exact: curve }) };
  const summary = { limit: 0.5, limitName: limitName(prediction), prediction } as unknown as AlgorithmSummary;

  test(`is the ${name} in the table and below it`, () => {
    expect(limitCell(summary).html).toContain(
      `<small>${name}${limitKind === 'closure' ? ' ± 3.0\u00a0%' : ''}</small>`,
    );
    expect(limitNote([summary]).html).toMatch(new RegExp(`^${capital}: `));
  });

  test(`is the ${name} in a figure, its caption and the legend of a paper’s figure`, () => {
    const plan = planFigure(contentOf(0.1, 0.05, name));
    expect(plan.chart.references).toMatchObject([{ name: `${capital} of A`, label: `${name}, A` }]);
    expect(limitWords(plan)).toMatch(new RegExp(`^Dotted: ${name}, `));
    const axes = [{ name: 'a', title: 'A', across: 'round', chart: plan.chart }];
    const figure = { name: 'f', title: 'F', axes, names: new Map(), band: undefined, caption: [] };
    const words = legendEntries(figure, { everywhere: [], axes: [] } as never, true).map(
      ({ words }) => words,
    );
    expect(words).toContain(name);
  });

  test(`is the ${name} where it lies below the figure`, () => {
    const plan = planFigure(contentOf(0.1, 1e-6, name));
    expect(outside(plan)).toEqual([`The ${name} of A lies below the figure, at 1.00 × 10⁻⁶.`]);
    expect(plan.chart.references).toEqual([]);
  });
});

test('of a mean operator’s norm the limit is that of a run without noise', () => {
  expect(limitName({ limitKind: 'exact' }, 'operatorNorm')).toBe('noise-free limit');
});

test('a limit that lies within the scale of several panels is drawn, and not said to lie below the figure', () => {
  const alone = planFigure(contentOf(0.1, 1e-3, 'limit of bias²'));
  expect([alone.chart.references.length, alone.belowFigure.length]).toEqual([0, 1]);
  const lower = planFigure(contentOf(1e-5, 1e-9, 'limit of bias²'));
  const [shared, other] = onSharedScale([alone, lower]) as [typeof alone, typeof alone];
  expect(shared.chart.references.map(({ y }) => y)).toEqual([1e-3]);
  expect(outside(shared)).toEqual([]);
  expect(outside(other)).toEqual(['The limit of bias² of A lies below the figure, at 1.00 × 10⁻⁹.']);
});
