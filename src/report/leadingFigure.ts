/** The figure that leads the page of several panels: laid out as the paper's own, with its quantity and its names. */
import type { PanelsFile } from '../recording/panelsFile.ts';
import type { LeadingFigure } from '../configuration/paperField.ts';
import type { Chart } from './chart/chart.ts';
import { MOST_IN_ROW, sizeInRow } from './chart/draw.ts';
import { AXES, type Horizontal } from './axes.ts';
import { axisSwitch } from './axisSwitch.ts';
import { type DrawnFigure, figureFiles, figureOnPage } from './drawnFigure.ts';
import { html, type Html, trusted } from './html.ts';
import { planLeading } from './paper/planLeading.ts';
import { wideTable } from './paper/wideTable.ts';
import type { PanelData } from './panelData.ts';
import { type Multiple, smallMultiples } from './smallMultiples.ts';
import { typeset } from './typeset.ts';

/**
 * The figure, its axes in a row each as wide as the others.
 *
 * @param field - what the scenario says of it
 * @param file - of the panels: what they differ in, and whose figure it is
 * @param usual - the axis that it is against where nothing is chosen; others are drawn for the page alone
 */
export function leadingFigure(
  panels: readonly PanelData[],
  field: LeadingFigure,
  file: PanelsFile,
  usual: Horizontal,
  axes: readonly Horizontal[],
): Html {
  const views = axes.map((axis) => {
    const isUsual = axis === usual;
    const view = leadingAgainst(panels, field, file, axis, isUsual ? '' : `-by-${AXES[axis].file}`);
    return [axis, isUsual ? view : trusted(view.html)] as const;
  });
  return html`<section class="leading" id="paper">${axisSwitch('paper', usual, new Map(views))}</section>`;
}

/** The figure against one axis; `suffix` is of its names. */
function leadingAgainst(
  panels: readonly PanelData[],
  field: LeadingFigure,
  { across, scenario }: PanelsFile,
  horizontal: Horizontal,
  suffix: string,
): Html {
  const named = scenario.reproduces ?? scenario.title;
  const inputs = { panels, across, title: named, name: 'paper', leading: field };
  const { choice: x, name: against } = AXES[horizontal];
  const plan = planLeading(inputs, { x, smooth: 1, overlay: false, logX: false, linearY: false });
  const all = plan.axes;
  const row = field.columns ?? Math.min(all.length, MOST_IN_ROW);
  const size = sizeInRow(row);
  const csv = wideTable(plan);
  const multiples = all.map(({ title, chart }, k): Multiple => {
    const above = all.length === 1 && field.titles === undefined ? undefined : title;
    const titled: Chart = {
      ...chart,
      name: `paper-${k + 1}${suffix}`,
      title: `${named}${above === undefined ? '' : `: ${above}`}`,
    };
    const caption = (remarks: readonly string[]): Html =>
      html`${above === undefined ? undefined : html`<strong>${typeset(above)}</strong> `}${typeset(remarks.join(' '))}`;
    return { chart: titled, csv, caption };
  });
  const { key, figures } = smallMultiples(multiples, size);
  return html`${key}
    <div class="row row-${row}">${figures}</div>
    <p class="legend">
      <strong>${named}</strong>${scenario.reproduces === null ? '' : ', as the paper lays it out'}${
        suffix === '' ? '' : `, against ${against} (fedsa figure --figure paper --x ${x})`
      }.
      ${typeset(plan.caption.join(' '))} ${suffix === '' ? figureFiles('paper-1') : undefined}
    </p>`;
}

/** A figure of another part of the page, where it leads. */
export const soleFigure = (figure: DrawnFigure): Html =>
  html`<section class="leading" id="paper">
    <div class="main">${figureOnPage(figure)}</div>
  </section>`;
