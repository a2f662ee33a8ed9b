/** What a timeline's lanes are drawn on, each below the one before, and how seconds and values become places on it. */
import { mark } from '../../chart/svg.ts';
import { spread } from '../../chart/labels.ts';
import { along, placeOf, type Scale } from '../../chart/scale.ts';
import type { Html } from '../../html.ts';
import { type Colour, GRID, INK, MUTED } from '../../palette.ts';
import type { Stretch } from '../readTrace.ts';
import { LEFT, RIGHT, TITLE, WIDTH } from '../surroundings.ts';
import type { RowNumbers, ServerNumbers, StretchedCurve, TimedValue } from '../timelineNumbers.ts';

/** Where a lane lies and how its values do. */
export interface Lane {
  readonly top: number;
  readonly bottom: number;
  readonly scale: Scale;
}

type Attributes = Parameters<typeof mark>[1];

/** Lines keep their width however time is stretched. */
const THIN = { 'vector-effect': 'non-scaling-stroke' };

/** Hundredths are enough. */
export const pixels = (y: number): number => Math.round(y * 100) / 100;

/** The place of a value in a lane, in pixels from the top of the sheet. */
export const heightIn = ({ top, bottom, scale }: Lane, value: number): number =>
  pixels(bottom - (bottom - top) * along(scale, value));

/** That JavaScript writes. */
const MOST_DECIMALS = 100;

/** The timeline under way. */
export class Sheet {
  /** around the inner drawing: what stays where it is when time is stretched */
  readonly outer: Html[] = [];
  /** in the inner drawing, whose horizontal unit is a second */
  readonly inner: Html[] = [];
  /** on top of both */
  readonly above: Html[] = [];
  /** what the script reads */
  readonly servers: ServerNumbers[] = [];
  readonly curves: StretchedCurve[] = [];
  readonly rows: RowNumbers[] = [];
  /** what is seen at first */
  readonly view: Stretch;
  readonly right = WIDTH - RIGHT;
  /** where the next lane begins */
  y = 6;
  /** of a second: a millionth of what is seen */
  readonly #decimals: number;

  constructor(view: Stretch) {
    this.view = view;
    this.#decimals = Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(6 - Math.log10(view.to - view.from))));
  }

  /** A time as it is written in the inner drawing. */
  seconds(time: number): number {
    return Number(time.toFixed(this.#decimals));
  }

  /** Where a time lies around the inner drawing, in pixels. */
  place(time: number): number {
    return LEFT + ((this.right - LEFT) * (time - this.view.from)) / (this.view.to - this.view.from);
  }

  /** Something that moves with time, of lines that do not widen. */
  line(attributes: Attributes, ...content: readonly Html[]): void {
    this.inner.push(mark('path', { ...attributes, ...THIN }, ...content));
  }

  /** A line through points, that the script reads values from. */
  curve(lane: Lane, name: string, stretches: StretchedCurve['stretches'], look: Attributes): void {
    const d = stretches.flatMap((points) =>
      points.map(([time, value], k) => {
        const [x, y] = [this.seconds(time), heightIn(lane, value)];
        if (k === 0) return `M${x},${y}`;
        return heightIn(lane, points[k - 1]![1]) === y ? `H${x}` : `L${x},${y}`;
      }),
    );
    this.line({ class: 'curve', d: d.join(''), ...look, 'stroke-linejoin': 'round' });
    const known = stretches.map((points) =>
      points.map(([time, value]): TimedValue => [this.seconds(time), Number(value.toPrecision(4))]),
    );
    this.curves.push({ name, isShare: lane.scale.kind === 'linear', stretches: known });
  }

  /** Above the next lane. */
  title(text: string): void {
    this.outer.push(mark('text', { x: LEFT, y: this.y + 14, fill: INK.light }, text));
    this.y += TITLE;
  }

  /** At the left of a lane or a row. */
  before(text: string, y: number, colour: Colour = MUTED): void {
    this.outer.push(mark('text', { x: LEFT - 6, y, 'text-anchor': 'end', fill: colour.light }, text));
  }

  /** The next lane, with a grid. */
  lane(height: number, scale: Scale): Lane {
    const lane = { top: this.y, bottom: this.y + height, scale };
    for (const { at, label } of scale.ticks) {
      const place = lane.bottom - height * placeOf(scale, at);
      this.outer.push(mark('path', { d: `M${LEFT},${pixels(place)}H${this.right}`, stroke: GRID.light }));
      this.before(label, place + 4);
    }
    this.y += height;
    return lane;
  }

  /** At the right of a lane's curves, apart from one another. */
  names(
    { top, bottom }: Lane,
    labels: readonly { readonly text: string; readonly colour: Colour; readonly at: number }[],
  ): void {
    const places = spread(
      labels.map(({ at }) => ({ wanted: at - top, height: 15 })),
      bottom - top,
    );
    labels.forEach(({ text, colour }, k) => {
      const place = { x: this.right + 8, y: top + places[k]! + 4 };
      this.outer.push(mark('text', { ...place, fill: colour.light, 'font-weight': 'bold' }, shortened(text)));
    });
  }
}

/** Longer names would be cut off by the edge; each stands in full above its group's rows. */
const MOST_LETTERS = 24;

const shortened = (name: string): string =>
  name.length <= MOST_LETTERS ? name : `${name.slice(0, MOST_LETTERS - 1).replace(/[\s,]+$/, '')}…`;
