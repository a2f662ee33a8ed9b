/** The ratios of all theorems against one axis of the grid. */
import type { AtlasTheorem } from '../../search/atlas/atlasReport.ts';
import { type RatioCell, scalesOf, valueOf } from '../../search/atlas/atlasTheorems.ts';
import type { Chart, Series } from '../chart/chart.ts';
import { LARGE } from '../chart/draw.ts';
import { logScale } from '../chart/scale.ts';
import { drawn, type DrawnFigure, figureFiles } from '../drawnFigure.ts';
import { html } from '../html.ts';
import { exact } from '../../values/numbers.ts';
import { HUES } from '../palette.ts';
import { identifier } from '../sweep/sweepFigures.ts';
import type { AtlasPageData } from './atlasPageData.ts';
import { sliceAlong } from './atlasSlice.ts';
import { symbolOf, theoremTitle } from './atlasWords.ts';
import { ratioCsv } from './ratioCsv.ts';

/** `undefined` of an axis along which no theorem has two ratios above 0 at values with logarithms. */
export function ratioLines(
  { report, titleOf }: AtlasPageData,
  theorems: readonly (readonly [AtlasTheorem, readonly RatioCell[]])[],
  axis: string,
): DrawnFigure | undefined {
  const scale = scalesOf(report.axes, report.cells).find((each) => each.axis === axis);
  const across = scale ?? { axis, measure: 'value' as const };
  const lines = theorems.flatMap(([theorem, all], at) => {
    const cells = sliceAlong(report.axes, [axis], all).cells.filter(
      ({ cell, found }) => found.ratio !== null && found.ratio > 0 && valueOf(across, cell) > 0,
    );
    return cells.length < 2 ? [] : [{ theorem, cells, hue: HUES[at % HUES.length]! }];
  });
  if (lines.length === 0) return undefined;
  const name = `ratio-by-${identifier(axis)}`;
  const symbol = symbolOf(across);
  const title = `Exact error over bound against ${symbol}`;
  const series = lines.map(({ theorem, cells, hue }): Series => {
    const words = theoremTitle(theorem, titleOf);
    return {
      ...{ key: words, name: words, hue, line: 'dashed', dots: 'all', label: [words] },
      points: cells
        .map(({ cell, found }) => ({ x: valueOf(across, cell), y: found.ratio! }))
        .sort((a, b) => a.x - b.x),
    };
  });
  const points = series.flatMap((each) => each.points);
  const chart: Chart = {
    ...{ name, title, series, references: [] },
    x: {
      title: symbol === axis ? axis : `${symbol} (${axis})`,
      scale: logScale(points.map(({ x }) => x), exact), // prettier-ignore
    },
    y: { title: 'exact value / bound or shape', scale: logScale(points.map(({ y }) => y)) },
  };
  const caption = html`<strong>${title}.</strong> Each theorem where it has most ratios, nearest to the middle
    of the other axes. ${figureFiles(name)}`;
  return drawn(chart, LARGE, ratioCsv(report.axes, lines.flatMap(({ cells }) => cells)), caption); // prettier-ignore
}
