/** A number beside its region, on one line: the region a band, the interval a bar, the estimate a dot. */
import { html, type Html } from '../report/html.ts';
import type { Part } from './claim.ts';

const WIDTH = 150;
const HEIGHT = 16;
/** Room at either end, as a part of the span of all that is finite. */
const ROOM = 0.15;
/** Positive numbers further apart than this are shown on a logarithmic axis. */
const FAR = 20;

/** The strip; nothing where the number does not exist. */
export function strip({ value, claimed, statistic }: Part): Html | undefined {
  const finite = [value.estimate, value.low, value.high, claimed.low, claimed.high].filter(
    (x): x is number => x !== undefined && Number.isFinite(x),
  );
  if (!Number.isFinite(value.estimate)) return undefined;
  const positive = finite.every((x) => x > 0) && Math.max(...finite) > FAR * Math.min(...finite);
  const scale = positive ? Math.log : (x: number): number => x;
  // A region with one limit has no length of its own: 0 is what its numbers are seen against.
  const oneSided = claimed.low === undefined || claimed.high === undefined;
  const shown = [...finite, ...(oneSided && !positive ? [0] : [])].map(scale);
  const from = Math.min(...shown);
  const span = Math.max(...shown) - from || 1;
  const at = (x: number): number => {
    const part = (scale(x) - from) / span;
    return WIDTH * (ROOM + (1 - 2 * ROOM) * part);
  };
  const left = (x: number | undefined): number => (x === undefined || !Number.isFinite(x) ? 0 : at(x));
  const right = (x: number | undefined): number => (x === undefined || !Number.isFinite(x) ? WIDTH : at(x));
  const [bandFrom, bandTo] = [left(claimed.low), right(claimed.high)];
  return html`<svg
    class="strip"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    width="${WIDTH}"
    height="${HEIGHT}"
    role="img"
    aria-label="${statistic}: the number and its region"
  >
    <rect
      x="${bandFrom.toFixed(1)}"
      y="2"
      width="${(bandTo - bandFrom).toFixed(1)}"
      height="${HEIGHT - 4}"
      fill="currentColor"
      opacity="0.16"
    />
    <line
      x1="${left(value.low).toFixed(1)}"
      x2="${right(value.high).toFixed(1)}"
      y1="${HEIGHT / 2}"
      y2="${HEIGHT / 2}"
      stroke="currentColor"
      stroke-width="1.5"
    />
    <circle cx="${at(value.estimate).toFixed(1)}" cy="${HEIGHT / 2}" r="3" fill="currentColor" />
  </svg>`;
}
