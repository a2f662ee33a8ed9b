/** Seconds to a level against the number in which panels differ: where the least is, and who is how much later. */
import { type Series, withinReach } from './chart/chart.ts';
import { LARGE } from './chart/draw.ts';
import { logScale, placesScale } from './chart/scale.ts';
import { drawn, type DrawnFigure, figureFiles } from './drawnFigure.ts';
import { QUANTITIES } from './figureList.ts';
import { html } from './html.ts';
import { levelText } from './levelText.ts';
import { exact, grouped, scientific } from '../values/numbers.ts';
import { rankingOf } from './contest/ranking.ts';
import type { Styles } from './palette.ts';
import type { PanelSummary } from './panelData.ts';
import type { Measure } from '../configuration/scenario.ts';
import { seedNumbers } from './seedNumbers.ts';
import type { Interval } from './statistics.ts';
import { distinctLevels, epsilonOf, isFirstTouch, type Level } from '../values/level.ts';

/** How far an interval is drawn at most, by a factor. */
const MOST = 3;

interface Place {
  readonly at: number;
  readonly panel: string;
  /** mean over the seeds, or the median where not every one of them reaches the level */
  readonly seconds: number;
  readonly interval: Interval | undefined;
  /** `3 of 5`, where not every seed reaches the level */
  readonly share: string | undefined;
}

/** A figure for each level that is asked for and that an algorithm reaches in two panels at least. */
export function reachAcrossFigures(
  summaries: readonly PanelSummary[],
  algorithms: readonly string[],
  across: string,
  column: Measure,
  styles: Styles,
): DrawnFigure[] {
  const reached = summaries.flatMap((panelSummary) => panelSummary.algorithms.flatMap(({ reach }) => reach));
  const levels = distinctLevels(reached.map(({ level }) => level));
  const places = summaries.flatMap(({ panel: { at } }) => at ?? []);
  // At an end the least is no optimum: it may lie beyond.
  const isWithin = (at: number): boolean => at > Math.min(...places) && at < Math.max(...places);
  return levels.flatMap((level, index) => {
    const lines = algorithms.map((algorithm) => ({
      algorithm,
      found: placesOf(summaries, algorithm, level),
    }));
    const chosen = lines.filter(({ found }) => found.length > 1);
    if (chosen.length === 0) return [];
    const series = chosen.map(({ algorithm, found }): Series => {
      const { title, hue } = styles(algorithm);
      const least = found.reduce((best, place) => (place.seconds < best.seconds ? place : best));
      const isSeparated = isSooner(least, summaries, algorithm, level, column);
      const at = Number.isInteger(least.at) ? grouped(least.at) : exact(least.at);
      return {
        name: title,
        label: [
          title,
          `least ${scientific(least.seconds)} s`,
          `at ${at}${isSeparated ? '' : ', not separated'}`,
        ],
        ...{ hue, line: 'solid', dots: 'all', spread: 'bars' },
        points: found.map(({ at, seconds, interval, share }) => ({
          ...{ x: at, y: seconds },
          ...calloutOf(
            isSeparated && at === least.at && isWithin(at) && `least, ${scientific(seconds)} s`,
            share,
          ),
          ...(interval && withinReach(seconds, interval, MOST)),
        })),
      };
    });
    const all = series.flatMap(({ points }) => points);
    const name = `reach-across${levels.length === 1 ? '' : `-${index + 1}`}`;
    const title = `Seconds to an error of ${levelText(level)}, against ${across}`;
    const missing = lines.flatMap(({ algorithm, found }) => {
      const none = [...new Set(places)].filter((at) => !found.some((place) => place.at === at));
      return none.length === 0 ? [] : [`${styles(algorithm).title} at ${none.map(exact).join(', ')}`];
    });
    const chart = {
      ...{ name, title, series, references: [], kinds: { bars: '95 % interval (arrow: continues)' } },
      x: { title: across, scale: placesScale(places) },
      y: {
        title: `seconds until ${QUANTITIES[column]} ${isFirstTouch(level) ? 'first touches' : 'reaches'} ${exact(epsilonOf(level))}`,
        scale: logScale(all.flatMap(({ y, low = y, high = y }) => [low, y, high])),
      },
    };
    const caption = html`<strong>${title}.</strong> Markers: mean over the seeds, or the median where not
      every seed reaches the level (so many of them do); bars: its 95 % confidence interval.
      ${missing.length === 0 ? '' : `Not reached by ${missing.join('; by ')}. `} ${figureFiles(name)}`;
    const rows = lines.flatMap(({ algorithm, found }) =>
      found.map(({ panel, at, seconds, interval }) =>
        [algorithm, panel, at, level, seconds, interval?.low ?? '', interval?.high ?? ''].join(','),
      ),
    );
    return [
      drawn(chart, LARGE, [`algorithm,panel,at,level,seconds,low,high`, ...rows, ''].join('\n'), caption),
    ];
  });
}

/** Whether an algorithm reaches a level sooner at one place than in every other panel, seed by seed. */
function isSooner(
  least: Place,
  summaries: readonly PanelSummary[],
  algorithm: string,
  level: Level,
  column: Measure,
): boolean {
  const passages = summaries.flatMap(({ panel: { name, at, data } }) => {
    const found = at === null ? undefined : data.find((candidate) => candidate.algorithm === algorithm);
    if (found === undefined || found.series.length === 0) return [];
    return [{ name, numbers: seedNumbers(found, column, undefined, { seconds: level }) }];
  });
  const { first, alike, tied, short } = rankingOf(passages, ({ numbers }) => numbers);
  return first?.name === least.panel && alike.length === 0 && tied.length === 0 && short.length === 0;
}

/** Some words beside a point, those that there are. */
function calloutOf(...words: readonly (string | false | undefined)[]): { readonly callout?: string } {
  const messages = words.filter((word) => typeof word === 'string');
  return messages.length === 0 ? {} : { callout: messages.join(', ') };
}

function placesOf(summaries: readonly PanelSummary[], algorithm: string, level: Level): Place[] {
  return summaries
    .flatMap(({ panel: { at, name }, algorithms }): Place[] => {
      const summary = algorithms.find((candidate) => candidate.algorithm === algorithm);
      const reached = summary?.reach.find((reach) => reach.level === level);
      if (at === null || reached === undefined) return [];
      const { mean, median } = reached.time;
      const seconds = mean?.mean ?? median;
      if (seconds === undefined || seconds <= 0) return [];
      const share = mean === undefined ? `${reached.reached} of ${reached.seeds}` : undefined;
      return [{ at, panel: name, seconds, interval: mean?.interval, share }];
    })
    .sort((a, b) => a.at - b.at);
}
