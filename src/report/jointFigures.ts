/** The figures of several panels: each panel's main one, and for each algorithm its curves in all of them. */
import { isDeepStrictEqual } from 'node:util';
import { absencesIn, eventsTogether } from './absences.ts';
import { isTimed } from '../timing/isTimed.ts';
import { AXES, type Horizontal } from './axes.ts';
import { LARGE, sizeAmong } from './chart/draw.ts';
import { sharedScale } from './chart/scale.ts';
import { curveOf, divergedSeeds } from './curve.ts';
import type { Curve } from './curvePoint.ts';
import { type FigureContent, type FigurePlan, onScale, planFigure } from './figure.ts';
import { figureList, QUANTITIES } from './figureList.ts';
import { type CurveStyle, HUES, identifierOf, shades, type Styles, stylesOf } from './palette.ts';
import { REACH_TITLE, reachMultiple, type ReachLine } from './reachFigure.ts';
import { algorithmsOf, type PanelData } from './panelData.ts';
import { type Multiples, smallMultiples } from './smallMultiples.ts';
import type { Measure } from '../configuration/scenario.ts';
import { lawOf } from '../triggers/index.ts';

/** A panel's figure. */
export interface PanelFigure {
  readonly panel: PanelData;
  readonly plan: FigurePlan;
}

/**
 * Each panel's main figure, if it has one; those of the same quantity share their vertical axis.
 *
 * @param against - by default seconds where every panel has them, otherwise rounds
 */
export function panelFigures(panels: readonly PanelData[], against?: Horizontal): PanelFigure[] {
  const all = algorithmsOf(panels);
  const timed = panels.every(({ manifest }) => isTimed(manifest.configuration));
  const figures = panels.flatMap((panel) => {
    const styles = stylesOf(panel.manifest.configuration.algorithms, all);
    const list = figureList(panel.data, panel.manifest, styles);
    // Rounds of different policies are no measure of one another; seconds are.
    const [first] = list;
    const main =
      against === undefined
        ? ((timed ? list.find(({ horizontal }) => horizontal === 'time') : undefined) ?? first)
        : list.find(({ horizontal, yTitle }) => horizontal === against && yTitle === first!.yTitle);
    if (main === undefined) return [];
    const suffix = against === undefined ? '' : `-by-${AXES[against].file}`;
    const content = { ...main, name: `panel-${panel.name}${suffix}`, title: panel.title };
    return [{ panel, quantity: main.name, plan: planFigure(content) }];
  });
  return figures.map(({ panel, quantity, plan }) => {
    const same = figures.filter((other) => other.quantity === quantity).map((other) => other.plan);
    return { panel, plan: onSharedScale(same)[same.indexOf(plan)]! };
  });
}

/** The same figures with one vertical scale. */
export function onSharedScale(plans: readonly FigurePlan[]): FigurePlan[] {
  const scale = sharedScale(plans.map(({ chart }) => chart.y.scale));
  return plans.map((plan) => onScale(plan, scale));
}

/** The panels in the order of `at`, and what their lines are called and coloured. */
function panelLines(
  panels: readonly PanelData[],
  across: string | null,
): { readonly ordered: readonly PanelData[]; readonly styles: ReadonlyMap<string, CurveStyle> } {
  const ordered = [...panels].sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const hues = across === null ? HUES : shades(ordered.length);
  const styles = ordered.map(({ name, title }, index): [string, CurveStyle] => [
    name,
    { title, hue: hues[index % hues.length]! },
  ]);
  return { ordered, styles: new Map(styles) };
}

/**
 * Panels that differ in the trigger alone, one with gaps of H local steps and one with a coin of p = 1/H, in one figure: a
 * colour for each algorithm, dashes for the coin.
 */
export function coinFigures(panels: readonly PanelData[], column: Measure, named: Styles): FigureContent[] {
  return panels.flatMap((gaps) => {
    const { trigger, ...rest } = gaps.manifest.configuration;
    const law = lawOf(trigger);
    if (law?.kind !== 'constant') return [];
    const coin = panels.find(({ manifest: { configuration, problem } }) => {
      const { trigger: other, ...others } = configuration;
      const toss = lawOf(other);
      if (toss?.kind !== 'geometric' || Math.abs(toss.probability * law.gap - 1) > 1e-9) return false;
      return isDeepStrictEqual([others, problem], [rest, gaps.manifest.problem]);
    });
    if (coin === undefined) return [];
    return [pairFigure(`coin-${gaps.name}`, [gaps, coin], column, named)];
  });
}

/** The curves of two panels in one figure: a colour for each algorithm, dashes for the second panel. */
export function pairFigure(
  name: string,
  pair: readonly [PanelData, PanelData],
  column: Measure,
  named: Styles,
): FigureContent {
  const [first, second] = pair;
  const horizontal = pair.every(({ manifest }) => isTimed(manifest.configuration)) ? 'time' : 'round';
  const styles = new Map<string, CurveStyle>();
  const diverged = new Map<string, ReturnType<typeof divergedSeeds>>();
  const curves = pair.flatMap((panel) =>
    panel.data.map((run): Curve => {
      const key = `${panel.name}/${run.algorithm}`;
      const { title, hue } = named(run.algorithm);
      styles.set(
        key,
        panel === first ? { title, hue } : { title: `${title}, ${panel.title}`, hue, line: 'variant' },
      );
      const seeds = divergedSeeds(run);
      if (seeds.diverged > 0) diverged.set(key, seeds);
      return { algorithm: key, points: curveOf(run, column, horizontal).points };
    }),
  );
  return {
    name,
    title: `Solid ${first.title}, dashed ${second.title}`,
    ...{ yTitle: QUANTITIES[column], horizontal, curves },
    ...{ each: 'panel', floors: [], styles: (key) => styles.get(key)!, diverged },
  };
}

/** An algorithm's line in each panel. */
export function reachLines(
  panels: readonly PanelData[],
  algorithm: string,
  across: string | null,
): ReachLine[] {
  const { ordered, styles } = panelLines(panels, across);
  return ordered.flatMap(({ name, data }) => {
    const found = data.find((candidate) => candidate.algorithm === algorithm);
    return found === undefined ? [] : [{ key: name, style: styles.get(name)!, data: found }];
  });
}

/** For each algorithm how soon it reaches levels of the error in every panel, one of which asks for levels at least. */
export function reachFigures(
  panels: readonly PanelData[],
  algorithms: readonly string[],
  column: Measure,
  across: string | null,
  named: Styles,
): Multiples {
  const asked = panels.flatMap(({ manifest }) => manifest.configuration.reach ?? []);
  const size = algorithms.length === 1 ? LARGE : sizeAmong(algorithms.length);
  const multiples = algorithms.flatMap((algorithm) => {
    const lines = reachLines(panels, algorithm, across);
    const title = `${REACH_TITLE} by ${named(algorithm).title}`;
    return reachMultiple(`reach-${identifierOf(algorithm)}`, title, lines, column, asked) ?? [];
  });
  return smallMultiples(multiples, size);
}

/**
 * For each algorithm its curve in every panel: in shades that follow `at` where panels differ in a
 * number, each in a colour of its own where they do not.
 *
 * @param across - what `at` is
 * @param named - what the algorithms are called
 */
export function overlays(
  panels: readonly PanelData[],
  algorithms: readonly string[],
  column: Measure,
  across: string | null,
  named: Styles,
  horizontal: Horizontal = 'round',
): FigureContent[] {
  const { ordered, styles } = panelLines(panels, across);
  return algorithms.flatMap((algorithm) => {
    const curves: Curve[] = [];
    const marked: FigureContent['events'][] = [];
    const diverged = new Map<string, { readonly diverged: number; readonly started: number }>();
    for (const { name, data, manifest } of ordered) {
      const found = data.find((candidate) => candidate.algorithm === algorithm);
      if (found === undefined) continue;
      const { problem, configuration } = manifest;
      const { events } = absencesIn([found], problem, configuration.timing, horizontal, false, named);
      marked.push(events);
      const { points } = curveOf(found, column, horizontal);
      if (points.length > 0) curves.push({ algorithm: name, points });
      const seeds = divergedSeeds(found);
      if (seeds.diverged > 0) diverged.set(name, seeds);
    }
    if (curves.length === 0) return [];
    return [
      {
        name: `${AXES[horizontal].file}-${identifierOf(algorithm)}`,
        title: `${named(algorithm).title}${across === null ? '' : ` by ${across}`}${horizontal === 'round' ? '' : `, against ${AXES[horizontal].against}`}`,
        yTitle: QUANTITIES[column],
        horizontal,
        curves,
        events: eventsTogether(marked),
        each: 'panel',
        floors: [],
        styles: (panel) => styles.get(panel)!,
        diverged,
      },
    ];
  });
}
