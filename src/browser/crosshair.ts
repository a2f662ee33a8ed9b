/**
 * One line at the same place in every figure of a page against the same quantity, with each curve's value at its nearest recorded
 * point, in the numbers that the drawings hold.
 */
import { placeText } from '../report/axes.ts';
import type { ChartNumbers, CurveNumbers, ScaleEnds } from '../report/chart/chartNumbers.ts';
import { grouped, numberText, scientific } from '../values/numbers.ts';
import { add, HAIR, numbersIn } from './elements.ts';

/** The event of a document one of whose figures is another now. */
export const REDRAWN = 'redrawn';

/** Pixels by which a curve is read beyond its ends, and within which a single point is. */
const [BEYOND, NEAR] = [2, 1];

/** A drawing with its numbers. */
class Reading {
  readonly drawing: SVGSVGElement;
  readonly numbers: ChartNumbers;
  readonly #left: number;
  readonly top: number;
  readonly #right: number;
  readonly bottom: number;

  constructor(drawing: SVGSVGElement, numbers: ChartNumbers) {
    this.drawing = drawing;
    this.numbers = numbers;
    const ends = drawing.dataset.plot!.split(' ').map(Number);
    [this.#left, this.top, this.#right, this.bottom] = ends as [number, number, number, number];
  }

  /** The pixel of a value of the axis. */
  across(value: number): number {
    return this.#left + (this.#right - this.#left) * along(this.numbers.x, value);
  }

  up(value: number): number {
    return this.bottom - (this.bottom - this.top) * along(this.numbers.y, value);
  }

  /** True of a place in the plot, but for rounding. */
  holds(x: number): boolean {
    return x >= this.#left - 0.5 && x <= this.#right + 0.5;
  }

  get measured(): readonly CurveNumbers[] {
    return this.numbers.curves.filter(({ name }) => name !== undefined);
  }

  places({ at }: CurveNumbers): readonly number[] {
    return this.numbers.places[at]!;
  }

  /** The index of a curve's point that is nearest to a place in pixels. */
  nearest(curve: CurveNumbers, x: number): number {
    const places = this.places(curve);
    let [low, high] = [0, places.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.across(places[middle]!) < x) low = middle + 1;
      else high = middle;
    }
    const isBefore = low > 0 && x - this.across(places[low - 1]!) < this.across(places[low]!) - x;
    return isBefore ? low - 1 : low;
  }
}

const along = ({ kind, low, high }: ScaleEnds, value: number): number =>
  ((kind === 'logarithmic' ? Math.log10(value) : value) - low) / (high - low);

/** A row beside the line: what is measured, with what theory says of it. */
interface Row {
  readonly curve: CurveNumbers;
  readonly value: number;
}

/** Lets readers point at the charts of a page, or go along them with the keyboard. */
export function offerCrosshairs(): void {
  let readings = readingsOfPage();
  // A page to play with may have its first figure later.
  if (readings.length === 0 && document.getElementById('play') === null) return;
  const heard = document.createElement('p');
  heard.className = 'heard';
  heard.setAttribute('aria-live', 'polite');
  document.body.append(heard);
  let active: { readonly reading: Reading; readonly place: number } | undefined;
  const clear = (): void => {
    for (const crosshair of document.querySelectorAll('.crosshair')) crosshair.remove();
    active = undefined;
  };
  /** At a recorded place, in every drawing that is seen; the words of the one that is pointed at. */
  const show = (reading: Reading, place: number): string => {
    clear();
    active = { reading, place };
    const { quantity, unit } = reading.numbers;
    const all = readings.filter(
      ({ drawing, numbers }) => numbers.quantity === quantity && drawing.checkVisibility(),
    );
    const words = all.map((each) => mark(each, (place * unit.size) / each.numbers.unit.size));
    return words[all.indexOf(reading)] ?? '';
  };
  const readingAt = ({ target }: Event): Reading | undefined => {
    const drawing = target instanceof Element ? target.closest('svg[data-plot]') : null;
    return readings.find((reading) => reading.drawing === drawing);
  };
  const point = (event: PointerEvent): void => {
    const reading = readingAt(event);
    if (reading !== undefined) {
      const { drawing, measured } = reading;
      const box = drawing.getBoundingClientRect();
      const x = ((event.clientX - box.left) * drawing.viewBox.baseVal.width) / box.width;
      const places = measured.map((curve) => reading.places(curve)[reading.nearest(curve, x)]!);
      const apart = (place: number): number => Math.abs(reading.across(place) - x);
      if (places.length > 0) show(reading, places.reduce((best, place) => (apart(place) < apart(best) ? place : best))); // prettier-ignore
    } else if (
      active !== undefined &&
      (event.type === 'pointerdown' || event.pointerType === 'mouse') &&
      document.activeElement !== active.reading.drawing
    )
      clear();
  };
  document.addEventListener('pointermove', point);
  document.addEventListener('pointerdown', point);
  document.addEventListener('change', clear);
  document.addEventListener('keydown', (event) => {
    const reading = readingAt(event);
    if (reading === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const places = [...new Set(reading.measured.flatMap((curve) => reading.places(curve)))].sort(
      (a, b) => a - b,
    );
    const { place: current } = active?.reading === reading ? active : { place: NaN };
    const from = places.findIndex((place) => place >= current);
    const far = event.shiftKey ? 10 : 1;
    const ways: Readonly<Record<string, number>> = {
      ArrowLeft: from < 0 ? places.length - 1 : from - far,
      ArrowRight: from + far,
      Home: 0,
      End: places.length - 1,
      Escape: -Infinity,
    };
    const to = ways[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to === -Infinity) clear();
    else heard.textContent = show(reading, places[Math.max(0, Math.min(places.length - 1, to))]!);
  });
  const offer = (): void => {
    for (const { drawing } of readings) {
      if (drawing.hasAttribute('tabindex')) continue;
      drawing.setAttribute('tabindex', '0');
      drawing.addEventListener('blur', clear);
    }
  };
  offer();
  document.addEventListener(REDRAWN, () => {
    readings = readingsOfPage();
    offer();
  });
}

/** Every drawing with its numbers. */
const readingsOfPage = (): Reading[] =>
  [...document.querySelectorAll('figure')].flatMap((figure) => {
    const drawings = [...figure.querySelectorAll<SVGSVGElement>('svg[data-plot]')];
    const numbers = drawings.length === 0 ? undefined : (numbersIn(figure) as ChartNumbers | undefined);
    return numbers === undefined ? [] : drawings.map((drawing) => new Reading(drawing, numbers));
  });

/** Draws the line at a value of the axis, with what stands beside it; returns that in words. */
function mark(reading: Reading, value: number): string {
  const { drawing, numbers, top, bottom } = reading;
  const x = reading.across(value);
  if (!reading.holds(x)) return '';
  const group = add(drawing, 'g', { class: 'crosshair' });
  add(group, 'path', { d: `M${x},${top}V${bottom}`, ...HAIR });
  const [rows, theory] = [new Map<number, Row>(), new Map<number, number>()];
  for (const curve of numbers.curves) {
    const places = reading.places(curve);
    if (x < reading.across(places[0]!) - BEYOND || x > reading.across(places.at(-1)!) + BEYOND) continue;
    const index = reading.nearest(curve, x);
    const [at, height] = [reading.across(places[index]!), curve.values[index]!];
    if (curve.apart && Math.abs(at - x) > NEAR) continue;
    if (curve.name === undefined) theory.set(curve.of, height);
    else rows.set(curve.of, { curve, value: height });
    const y = reading.up(height);
    if (curve.name !== undefined && y >= top && y <= bottom)
      add(group, 'circle', { cx: at, cy: y, r: 3.5, fill: `var(--${curve.colour})`, stroke: 'var(--paper)', 'stroke-width': 1.2 }); // prettier-ignore
  }
  const all = [...rows.values()];
  const number = placeNumber(value, numbers);
  const note = all.some(({ curve }) => theory.has(curve.of)) ? ', theory in brackets' : '';
  const lines = all.map(({ curve, value: height }): Line => {
    const expected = theory.get(curve.of);
    const words = `${curve.name!}: ${scientific(height)}${expected === undefined ? '' : ` (${scientific(expected)})`}`;
    return { words, colour: `var(--${curve.colour})` };
  });
  const head = { words: placeText(numbers.quantity, number, numbers.unit) + note };
  addLines(reading, group, x, [head, ...lines]);
  return [head, ...lines].map(({ words }) => words).join('; ');
}

/** A place in its unit: rounds are counted. */
const placeNumber = (value: number, { quantity }: ChartNumbers): string =>
  quantity === 'round' ? grouped(Math.round(value)) : numberText(value, 4);

/** Words, with a dot in a curve's colour before them. */
interface Line {
  readonly words: string;
  readonly colour?: string;
}

/** The box of words beside the line. */
function addLines({ drawing, top }: Reading, group: Element, x: number, lines: readonly Line[]): void {
  const letters = Number(drawing.getAttribute('font-size'));
  const box = add(group, 'rect', {
    fill: 'var(--paper)',
    'fill-opacity': 0.88,
    stroke: 'var(--rule)',
    rx: 3,
  });
  const texts = lines.map(({ words, colour }, k) => {
    const fill = colour === undefined ? 'var(--muted)' : 'var(--ink)';
    return add(group, 'text', { y: top + letters * (1.3 + 1.3 * k), fill }, words);
  });
  const width = Math.max(...texts.map((text) => text.getComputedTextLength())) + letters * 2;
  const room = drawing.viewBox.baseVal.width;
  const start = Math.max(0, Math.min(room - width, x + 8 + width <= room ? x + 8 : x - 8 - width));
  const size = { x: start, y: top + 2, width, height: letters * (0.6 + 1.3 * lines.length) };
  for (const [key, at] of Object.entries(size)) box.setAttribute(key, String(at));
  lines.forEach(({ colour: fill }, k) => {
    texts[k]!.setAttribute('x', String(start + letters * (fill === undefined ? 0.5 : 1.4)));
    const place = { cx: start + 0.8 * letters, cy: top + letters * (0.97 + 1.3 * k), r: 0.32 * letters };
    if (fill !== undefined) add(group, 'circle', { ...place, fill });
  });
}
