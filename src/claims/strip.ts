/** A number beside its region, on one line: the region a band, the interval a bar, the estimate a dot. */
import { mark } from '../report/chart/draw.ts';
import { along } from '../report/chart/scale.ts';
import type { Html } from '../report/html.ts';
import type { Part } from './claim.ts';

const WIDTH = 150;
const HEIGHT = 16;
/** Room at either end, as a part of the whole. */
const ROOM = 0.15;
/** Positive numbers further apart than this are shown on a logarithmic axis. */
const FAR = 20;

/** The strip; nothing where the number does not exist. */
export function strip({ value, claimed, statistic }: Part): Html | undefined {
  if (!Number.isFinite(value.estimate)) return undefined;
  const finite = [value.estimate, value.low, value.high, claimed.low, claimed.high].filter(
    (x): x is number => x !== undefined && Number.isFinite(x),
  );
  const logarithmic = finite.every((x) => x > 0) && Math.max(...finite) > FAR * Math.min(...finite);
  // A region with one limit has no length of its own: 0 is what its numbers are seen against.
  const oneSided = claimed.low === undefined || claimed.high === undefined;
  const shown = logarithmic ? finite.map(Math.log10) : oneSided ? [...finite, 0] : finite;
  const room = (ROOM / (1 - 2 * ROOM)) * (Math.max(...shown) - Math.min(...shown) || 1);
  const scale = {
    kind: logarithmic ? ('logarithmic' as const) : ('linear' as const),
    low: Math.min(...shown) - room,
    high: Math.max(...shown) + room,
    ticks: [],
  };
  const at = (x: number): number => WIDTH * along(scale, x);
  const [from, to] = [at(claimed.low ?? -Infinity), at(claimed.high ?? Infinity)];
  const middle = HEIGHT / 2;
  const size = { width: WIDTH, height: HEIGHT, viewBox: `0 0 ${WIDTH} ${HEIGHT}` };
  return mark(
    'svg',
    { class: 'strip', ...size, role: 'img', 'aria-label': `${statistic}: the number and its region` },
    mark('rect', {
      x: from,
      y: 2,
      width: to - from,
      height: HEIGHT - 4,
      fill: 'currentColor',
      opacity: '0.16',
    }),
    mark('path', {
      d: `M${at(value.low).toFixed(1)},${middle}H${at(value.high).toFixed(1)}`,
      stroke: 'currentColor',
      'stroke-width': 1.5,
    }),
    mark('circle', { cx: at(value.estimate), cy: middle, r: 3, fill: 'currentColor' }),
  );
}
