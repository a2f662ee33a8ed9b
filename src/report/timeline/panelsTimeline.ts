/** The timelines of several panels, one below the other over one axis: what waiting costs. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { absencesIn } from '../absences.ts';
import type { Event } from '../chart/chart.ts';
import { QUANTITIES } from '../figureList.ts';
import type { Measure } from '../../configuration/scenario.ts';
import type { Html } from '../html.ts';
import { HUES, stylesOf } from '../palette.ts';
import type { PanelData } from '../panelData.ts';
import type { TimelineGroup } from './group.ts';
import { groupsOf, tracesOf } from './groups.ts';
import { timelineOf } from './timelineSection.ts';

/** Of those that were traced or recorded their updates; `undefined` where none did. */
export function panelsTimeline(
  directory: string,
  panels: readonly PanelData[],
  column: Measure,
): Html | undefined {
  const traced = panels.filter(
    ({ manifest: { configuration } }) => configuration.trace || configuration.updates,
  );
  if (traced.length === 0) return undefined;
  const all = traced.flatMap((panel) =>
    groupsOfPanel(join(directory, panel.name), panel, traced.length, column),
  );
  const groups = all.map(({ curves, ...group }, index) => {
    const hue = HUES[index % HUES.length]!;
    // Of algorithms whose agents did the same one curve is enough to compare panels by.
    return {
      ...group,
      hue,
      curves: curves.slice(0, 1).map((curve) => ({ ...curve, title: group.title, hue })),
    };
  });
  return timelineOf(groups, QUANTITIES[column], commonEvents(traced));
}

/** One group, or one for each of its algorithms whose agents differ in what they did when. */
function groupsOfPanel(directory: string, panel: PanelData, panels: number, column: string): TimelineGroup[] {
  const run = { ...panel, directory, styles: stylesOf(panel.manifest.configuration.algorithms) };
  const groups = groupsOf(run, tracesOf(run, panels), column);
  return groups.map((group) => ({
    ...group,
    title: groups.length === 1 ? panel.title : `${panel.title}: ${group.title}`,
  }));
}

/** Crashes and returns that come at the same times in all panels. */
function commonEvents(panels: readonly PanelData[]): readonly Event[] {
  const [first, ...others] = panels.map(({ data, manifest: { configuration, problem } }) => {
    const { algorithms, timing } = configuration;
    return absencesIn(data, problem, timing, 'time', false, stylesOf(algorithms)).events ?? [];
  });
  return others.every((events) => isDeepStrictEqual(events, first)) ? first! : [];
}
