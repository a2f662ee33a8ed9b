/** From runs to the axes of a figure: one for each run, or one for several where they are laid over one another. */
import { gradientNorm } from '../../measurement/metrics/gradientNorm.ts';
import { METRICS } from '../../measurement/metrics/metrics.ts';
import type { Column } from '../../measurement/metrics/metric.ts';
import { InputError } from '../../values/failure.ts';
import { isTimed } from '../../timing/isTimed.ts';
import { eventsTogether } from '../absences.ts';
import { expectations, leftOut, limitWords, lostSeeds } from '../caption.ts';
import type { Chart } from '../chart/chart.ts';
import { hasValues } from '../curve.ts';
import { AXES, type Horizontal, HORIZONTALS } from '../axes.ts';
import { type FigureContent, type FigurePlan, planFigure, SEEDS_FOR_PERCENTILES } from '../figure.ts';
import { type Candidate, candidateAgainst, candidatesIn, contentOf, mainColumn } from '../figureList.ts';
import { onSharedScale } from '../jointFigures.ts';
import { grouped } from '../../values/numbers.ts';
import { INTERVAL_FORMULA } from '../statistics.ts';
import { type AlgorithmSummary, summarise } from '../summary.ts';
import { slopeWords, withLogX, withSlopes } from '../slopeLines.ts';
import { type CurveStyle, HUES, identifierOf, shades } from '../palette.ts';
import { commonColumn, jointStyles, type PanelData } from '../panelData.ts';
import { MEASURES } from '../../configuration/scenario.ts';
import { BAND_NAMES, dressed } from './band.ts';
import type { RunInputs } from './inputs.ts';
import type { Band, PlotChoice } from './options.ts';
import type { PaperFigure } from './paperFigure.ts';
import { titled } from '../../values/titled.ts';

/** The content of one axes. */
interface Part {
  readonly name: string;
  readonly title: string;
  readonly content: FigureContent;
}

/**
 * One figure of some runs.
 *
 * @param figure - its name in the report; undefined of the main one
 * @throws InputError where no run has it
 */
export function planRuns(inputs: RunInputs, figure: string | undefined, choice: PlotChoice): PaperFigure {
  const { panels, title, name } = inputs;
  const styles = jointStyles(panels);
  const chosen = panels.map((panel) => ({ panel, candidate: candidateOf(panel, panels, figure, choice) }));
  const found = chosen.flatMap(({ panel, candidate }) => {
    if (candidate === undefined || !hasValues(panel.data, candidate.column)) return [];
    const content = contentOf(candidate, panel.data, panel.manifest, styles);
    const floors = choice.limits === false ? [] : content.floors;
    return [
      {
        ...panel,
        column: candidate.column,
        content: { ...content, floors, ...(choice.linearY && { linear: true }) },
      },
    ];
  });
  const [first] = found;
  if (first === undefined) throw new InputError(nothingToDraw(panels, figure, choice));
  const most = seedsOf(found.map(({ content }) => content));
  const band = most < 2 ? 'none' : (choice.band ?? (most >= SEEDS_FOR_PERCENTILES ? 'percentiles' : 'range'));
  const parts = choice.overlay ? overlaid(found, inputs.across) : found;
  const plans = parts.map(({ content }) => planFigure(withBands(content, band, choice.smooth)));
  const shared = choice.scales !== 'own' && sameTitles(plans) ? onSharedScale(plans) : plans;
  const sloped = isLogLog(choice, first.content) ? found.map(summariesIn(first.column)) : undefined;
  const axes = shared.map(({ chart }, k) => {
    const { name, title: above } = parts[k]!;
    return {
      ...{ name, title: above },
      across: acrossOf(chart),
      chart: sloped === undefined ? (choice.logX ? withLogX(chart) : chart) : withSlopes(chart, sloped[k]!),
    };
  });
  const names = new Map(
    plans.flatMap(({ content, chart: { series } }) =>
      series.map(({ key = '' }) => [key, content.styles(key).title] as const),
    ),
  );
  const messages = (sloped ?? []).flatMap((summaries, k) =>
    slopeWords(summaries).map(
      ({ algorithm, words }) =>
        `${found.length > 1 ? `${found[k]!.title}, ` : ''}${styles(algorithm).title} ${words}.`,
    ),
  );
  const all = new Set(plans.map(({ content: { title: quantity } }) => quantity));
  return {
    name: `${name}-${first.content.name}${choice.overlay && parts.length < found.length ? '-overlay' : ''}`,
    title: titled(
      title,
      [...(choice.overlay && parts.length === 1 ? [parts[0]!.title] : []), ...all].join(', '),
    ),
    axes,
    names,
    band: BAND_NAMES[band],
    ...(messages.length > 0 && { thin: 'fit over its rounds' }),
    caption: [
      seedSentence(most, band, choice.smooth),
      ...messages,
      ...expectations(plans.flatMap(({ content }) => content.exact ?? [])),
      ...new Set(
        plans.filter(({ chart }) => chart.references.length > 0).map((plan) => `${limitWords(plan)}.`),
      ),
      ...new Set(shared.flatMap((plan, k) => leftOut(plan, parts.length > 1 ? parts[k]!.title : undefined))),
      ...found.flatMap(({ data, title }) =>
        data.flatMap((algorithm) =>
          lostSeeds(algorithm, styles).map((text) => (found.length > 1 ? `${title}: ${text}` : text)),
        ),
      ),
    ],
  };
}

/** Whether slopes against rounds can be seen: on two logarithmic axes of one run each, for what they are fitted to. */
function isLogLog({ logX, linearY, overlay }: PlotChoice, { horizontal, linear }: FigureContent): boolean {
  return logX && !linearY && !overlay && horizontal === 'round' && linear !== true;
}

/** The summaries of a run's algorithms, in the quantity that is drawn. */
const summariesIn =
  (column: string) =>
  ({ data, manifest }: PanelData): readonly AlgorithmSummary[] => {
    const measure = MEASURES.find((measure) => measure === column);
    return measure === undefined ? [] : data.map((algorithm) => summarise(algorithm, measure, manifest));
  };

/** The figure of a panel that was asked for; `undefined` where the panel has none of that name. */
function candidateOf(
  panel: PanelData,
  panels: readonly PanelData[],
  figure: string | undefined,
  { x, y }: PlotChoice,
): Candidate | undefined {
  const { data, manifest } = panel;
  const candidates = candidatesIn(data, manifest);
  const columns: readonly Column[] = [...METRICS, gradientNorm, ...(manifest.configuration.metrics ?? [])];
  const named = figure === undefined ? undefined : candidates.find(({ name }) => name === figure);
  if (figure !== undefined && (named === undefined || x === undefined)) return named;
  const column =
    named?.column ?? y ?? (panels.length > 1 ? commonColumn(panels) : mainColumn(data, manifest));
  const metric = columns.find(({ name }) => name === column);
  return metric && candidateAgainst(metric, horizontalOf(panels, x));
}

/** Rounds of different policies are no measure of one another: several timed runs are drawn against seconds. */
function horizontalOf(panels: readonly PanelData[], x: PlotChoice['x']): Horizontal {
  const chosen = HORIZONTALS.find((axis) => AXES[axis].choice === x);
  if (chosen !== undefined) return chosen;
  return panels.length > 1 && panels.some(({ manifest }) => isTimed(manifest.configuration))
    ? 'time'
    : 'round';
}

function nothingToDraw(panels: readonly PanelData[], figure: string | undefined, { y }: PlotChoice): string {
  const candidates = panels.flatMap(({ data, manifest }) => candidatesIn(data, manifest));
  if (figure !== undefined) {
    const names = [...new Set(candidates.map(({ name }) => name))].join(', ');
    return `\`figures\`: these runs have no figure ${JSON.stringify(figure)}; there are ${names}`;
  }
  const columns = panels.flatMap(({ data, manifest }) =>
    [...METRICS, ...(manifest.configuration.metrics ?? [])]
      .map(({ name }) => name)
      .filter((name) => hasValues(data, name)),
  );
  const choices = `columns with values are ${[...new Set(columns)].join(', ')}`;
  if (y === undefined) return `these runs have no rounds to draw; ${choices}`;
  return `\`y\`: these runs have no values of ${JSON.stringify(y)}; ${choices}`;
}

const withBands = (content: FigureContent, band: Band, smooth: number): FigureContent => ({
  ...content,
  curves: content.curves.map((curve) => dressed(curve, band, content.linear !== true, smooth)),
});

/** Curves of several runs in the same axes: all in one where no algorithm is in two runs, else one for each algorithm. */
function overlaid(
  runs: readonly (PanelData & { readonly content: FigureContent })[],
  across: string | null,
): Part[] {
  const algorithms = [
    ...new Set(runs.flatMap(({ content }) => content.curves.map(({ algorithm }) => algorithm))),
  ];
  const count = (algorithm: string): number =>
    runs.filter(({ content }) => content.curves.some((curve) => curve.algorithm === algorithm)).length;
  const [{ content: first }] = runs as [(typeof runs)[number]];
  // Of several runs the roots of survivors would be lines without a curve.
  const model = {
    ...first,
    events: eventsTogether(runs.map(({ content: { events } }) => events)),
    levels: runs.length === 1 ? (first.levels ?? []) : [],
  };
  if (algorithms.every((algorithm) => count(algorithm) === 1)) {
    const all = runs.map(({ content }) => content);
    const content = {
      ...model,
      curves: all.flatMap(({ curves }) => curves),
      floors: all.flatMap(({ floors }) => floors),
      exact: all.flatMap(({ exact = [] }) => exact),
      diverged: new Map(all.flatMap(({ diverged }) => [...diverged])),
    };
    return [{ name: 'all', title: model.title, content }];
  }
  const ordered = across === null ? runs : runs.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const hues = across === null ? HUES : shades(ordered.length);
  const styles = new Map(
    ordered.map(({ name, title }, k): [string, CurveStyle] => [name, { title, hue: hues[k % hues.length]! }]),
  );
  return algorithms.map((algorithm) => {
    const renamed = <One extends { readonly algorithm: string }>(
      listOf: (content: FigureContent) => readonly One[],
    ): One[] =>
      ordered.flatMap(({ name, content }) =>
        listOf(content)
          .filter((candidate) => candidate.algorithm === algorithm)
          .map((entry) => ({ ...entry, algorithm: name })),
      );
    const content: FigureContent = {
      ...model,
      each: 'panel',
      curves: renamed(({ curves }) => curves),
      floors: renamed(({ floors }) => floors),
      exact: renamed(({ exact = [] }) => exact),
      styles: (name) => styles.get(name)!,
      diverged: new Map(
        ordered.flatMap(({ name, content: { diverged } }) => {
          const seeds = diverged.get(algorithm);
          return seeds === undefined ? [] : [[name, seeds] as const];
        }),
      ),
    };
    return { name: identifierOf(algorithm), title: model.styles(algorithm).title, content };
  });
}

/** The column of places, with the unit of bytes. */
function acrossOf({ x: { shared } }: Chart): string {
  const { quantity, unit } = shared!;
  return quantity === 'uplinkBytes' ? `sent_${unit.name}` : AXES[quantity].choice;
}

const sameTitles = (plans: readonly FigurePlan[]): boolean =>
  new Set(plans.map(({ content }) => content.yTitle)).size === 1 &&
  new Set(plans.map(({ chart }) => chart.y.scale.kind)).size === 1;

const seedsOf = (contents: readonly FigureContent[]): number =>
  contents
    .flatMap(({ curves }) => curves.flatMap(({ points }) => points.map(({ seeds }) => seeds)))
    .reduce((most, seeds) => Math.max(most, seeds), 0);

function seedSentence(seeds: number, band: Band, smooth: number): string {
  const smoothed = smooth === 1 ? '' : `, averaged over ${grouped(smooth)} neighbouring points`;
  if (seeds < 2) return `Solid: one seed${smoothed}.`;
  const name = BAND_NAMES[band];
  const law =
    band === 'confidence'
      ? `, on a logarithmic axis ${INTERVAL_FORMULA}`
      : band === 'se'
        ? ', on a logarithmic axis m · exp(± s/(√n m))'
        : '';
  return `Solid: mean over ${grouped(seeds)} seeds${smoothed}${name === undefined ? '' : `; band: ${name}${law}`}.`;
}
