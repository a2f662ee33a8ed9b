/** A number beside its region, on one line: the region a band, the interval a bar, the estimate a dot. */
import { mark } from '../report/chart/svg.ts';
import { along, type Scale } from '../report/chart/scale.ts';
import type { Html } from '../report/html.ts';
import type { Part } from './claim.ts';
import { limitText, valueText } from './words.ts';

/** Pixels of the strip in a row of a table. */
const SMALL = { width: 150, height: 16 };
/** Of the figure of the number that decided; letters, and where the band lies. */
const LARGE = { width: 520, height: 78, letters: 14, top: 28, bottom: 54 };
/** Room at either end, as a part of the whole. */
const ROOM = 0.15;
/** Positive numbers further apart than this are shown on a logarithmic axis. */
const FAR = 20;

/** Where a part's numbers lie; its region has room at either end. */
function scaleOf({ value, claimed }: Part, drawn: readonly number[]): Scale {
  const finite = [value.estimate, value.low, value.high, claimed.low, claimed.high, ...drawn].filter(
    (x): x is number => x !== undefined && Number.isFinite(x),
  );
  const logarithmic = finite.every((x) => x > 0) && Math.max(...finite) > FAR * Math.min(...finite);
  // A region with one limit has no length of its own: 0 is what its numbers are seen against.
  const oneSided = claimed.low === undefined || claimed.high === undefined;
  const displayed = logarithmic ? finite.map(Math.log10) : oneSided ? [...finite, 0] : finite;
  const room = (ROOM / (1 - 2 * ROOM)) * (Math.max(...displayed) - Math.min(...displayed) || 1);
  return {
    kind: logarithmic ? 'logarithmic' : 'linear',
    low: Math.min(...displayed) - room,
    high: Math.max(...displayed) + room,
    ticks: [],
  };
}

/**
 * The strip; nothing where the number does not exist.
 *
 * @param drawn - the same number on other draws of the problem
 */
export function strip(part: Part, drawn: readonly number[] = []): Html | undefined {
  if (!Number.isFinite(part.value.estimate)) return undefined;
  const { width, height } = SMALL;
  const at = placesIn(part, drawn, width);
  const rings = ringsAt(drawn.map(at), height - 3, 2);
  return svg('strip', part.statistic, SMALL, ...bandAndBar(part, at, 2, height - 2, 3), ...rings);
}

/** The same as a figure, with the limits of the region and the number written where they are; likewise nothing. */
export function numberLine(part: Part, drawn: readonly number[] = []): Html | undefined {
  const { value, claimed, statistic } = part;
  if (!Number.isFinite(value.estimate)) return undefined;
  const { width, letters, top, bottom } = LARGE;
  const at = placesIn(part, drawn, width);
  const words = (text: string, x: number, y: number, anchor: string, more = {}): Html =>
    mark('text', { x, y, 'text-anchor': anchor, fill: 'currentColor', 'font-size': letters, ...more }, text);
  const place = at(value.estimate);
  const text = valueText(value);
  const half = 0.3 * letters * text.length;
  const limits = [
    [claimed.low, 'end'],
    [claimed.high, 'start'],
  ] as const;
  return svg(
    'number-line',
    statistic,
    LARGE,
    ...bandAndBar(part, at, top, bottom, 5),
    ...ringsAt(drawn.map(at), bottom - 6, 4),
    words(text, Math.min(Math.max(place, half), width - half), top - 0.6 * letters, 'middle', {
      'font-weight': 'bold',
    }),
    ...limits.flatMap(([limit, anchor]) =>
      limit === undefined
        ? []
        : [
            mark('path', {
              d: `M${at(limit).toFixed(1)},${top}V${bottom + 4}`,
              stroke: 'currentColor',
              'stroke-width': 1.2,
            }),
            words(limitText(limit), at(limit), bottom + 1.3 * letters, anchor),
          ],
    ),
  );
}

/** A ring for each draw of the problem, below the number, which would cover it. */
const ringsAt = (places: readonly number[], y: number, r: number): Html[] =>
  places
    .filter(Number.isFinite)
    .map((x) => mark('circle', { cx: x.toFixed(1), cy: y, r, fill: 'none', stroke: 'currentColor' }));

const placesIn = (part: Part, drawn: readonly number[], width: number): ((x: number) => number) => {
  const scale = scaleOf(part, drawn);
  return (x) => width * along(scale, x);
};

const svg = (
  name: string,
  statistic: string,
  { width, height }: { readonly width: number; readonly height: number },
  ...content: readonly Html[]
): Html =>
  mark(
    'svg',
    {
      ...{ class: name, width, height, viewBox: `0 0 ${width} ${height}`, role: 'img' },
      'aria-label': `${statistic}: the number and its region`,
    },
    ...content,
  );

function bandAndBar(
  { value, claimed }: Part,
  at: (x: number) => number,
  top: number,
  bottom: number,
  r: number,
): Html[] {
  const [from, to] = [at(claimed.low ?? -Infinity), at(claimed.high ?? Infinity)];
  const middle = (top + bottom) / 2;
  return [
    mark('rect', {
      ...{ x: from, y: top, width: to - from, height: bottom - top },
      ...{ fill: 'currentColor', opacity: '0.16' },
    }),
    mark('path', {
      d: `M${at(value.low).toFixed(1)},${middle}H${at(value.high).toFixed(1)}`,
      stroke: 'currentColor',
      'stroke-width': r / 2,
    }),
    mark('circle', { cx: at(value.estimate), cy: middle, r, fill: 'currentColor' }),
  ];
}
