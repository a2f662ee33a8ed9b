/** Timelines that zoom, move and are read from: zooming changes the inner drawing's view box, and the words that go with it. */
import type { ServerNumbers, StretchedCurve, TimelineNumbers } from '../report/timeline/timelineNumbers.ts';
import { add, HAIR, numbersIn } from './elements.ts';
import { percent, scientific } from '../values/numbers.ts';

/** The shortest stretch that is shown, in parts of the whole. */
const SHORTEST = 1e-5;
/** Ticks on the axis, at most some more. */
const TICKS = 8;

const decimalsOf = (step: number): number => Math.min(100, Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));

/** Lets readers move along the page's timelines. */
export function offerTimelines(): void {
  for (const figure of document.querySelectorAll<HTMLElement>('.timeline')) {
    const numbers = numbersIn(figure) as TimelineNumbers | undefined;
    if (numbers !== undefined) new Timeline(figure, numbers).offer();
  }
}

class Timeline {
  readonly #figure: HTMLElement;
  readonly #numbers: TimelineNumbers;
  readonly #drawing: SVGSVGElement;
  readonly #plot: SVGSVGElement;
  readonly #whole: Element | null;
  readonly #reading: Element;
  readonly #hair: SVGPathElement;
  #from: number;
  #span: number;
  /** where the pointer holds the plot, as a share of its width; or whether it holds the strip of the whole */
  #held: number | 'whole' | undefined;

  constructor(figure: HTMLElement, numbers: TimelineNumbers) {
    this.#figure = figure;
    this.#numbers = numbers;
    this.#drawing = figure.querySelector('.gantt > svg')!;
    this.#plot = figure.querySelector('.plot')!;
    this.#whole = figure.querySelector('.whole');
    this.#reading = figure.querySelector('.reading')!;
    this.#hair = add(this.#drawing, 'path', { ...HAIR, 'pointer-events': 'none' });
    [this.#from, this.#span] = [numbers.view.from, this.#first];
  }

  get #first(): number {
    return this.#numbers.view.to - this.#numbers.view.from;
  }

  get #width(): number {
    return this.#numbers.plot.right - this.#numbers.plot.left;
  }

  offer(): void {
    for (const button of this.#figure.querySelectorAll<HTMLButtonElement>('.zoom button'))
      button.addEventListener('click', () => {
        const { zoom, move, at } = button.dataset;
        if (zoom === '0') this.#restart();
        else if (zoom !== undefined) this.#zoom(Number(zoom), 0.5);
        else if (move !== undefined) this.#move(Number(move));
        else this.#show(Number(at) - 0.1 * this.#first, this.#first);
      });
    const drawing = this.#drawing;
    drawing.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        this.#zoom(2 ** (-event.deltaY / 200), this.#shareAt(event));
      },
      { passive: false },
    );
    drawing.setAttribute('tabindex', '0');
    drawing.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const acts: Readonly<Record<string, () => void>> = {
        '+': () => { this.#zoom(2, 0.5); },
        '-': () => { this.#zoom(0.5, 0.5); },
        ArrowLeft: () => { this.#move(-0.25); },
        ArrowRight: () => { this.#move(0.25); },
        '0': () => { this.#restart(); },
      }; // prettier-ignore
      const act = acts[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    });
    drawing.addEventListener('pointerdown', (event) => {
      const isWhole = this.#whole?.contains(event.target as Node) ?? false;
      this.#held = isWhole ? 'whole' : this.#shareAt(event);
      if (isWhole) this.#seek(event);
      drawing.setPointerCapture(event.pointerId);
    });
    drawing.addEventListener('pointermove', (event) => {
      if (this.#held === 'whole') this.#seek(event);
      else if (this.#held !== undefined) {
        const share = this.#shareAt(event);
        this.#move(this.#held - share);
        this.#held = share;
      }
      this.#read(...this.#placeOf(event));
    });
    drawing.addEventListener('pointerleave', () => {
      this.#read(-1, -1);
    });
    for (const over of ['pointerup', 'pointercancel'])
      drawing.addEventListener(over, () => {
        this.#held = undefined;
      });
    this.#figure.querySelector<HTMLElement>('.zoom')!.hidden = false;
    this.#restart();
  }

  #restart(): void {
    this.#show(this.#numbers.view.from, this.#first);
  }

  #zoom(factor: number, at: number): void {
    this.#show(this.#from + at * this.#span * (1 - 1 / factor), this.#span / factor);
  }

  /** By a share of what is seen. */
  #move(share: number): void {
    this.#show(this.#from + share * this.#span, this.#span);
  }

  #seek(event: MouseEvent): void {
    const { plot, end } = this.#numbers;
    this.#show((end * (this.#placeOf(event)[0] - plot.left)) / this.#width - this.#span / 2, this.#span);
  }

  /** The place of a pointer in the drawing. */
  #placeOf({ clientX, clientY }: MouseEvent): [x: number, y: number] {
    const box = this.#drawing.getBoundingClientRect();
    const scale = this.#drawing.viewBox.baseVal.width / box.width;
    return [(clientX - box.left) * scale, (clientY - box.top) * scale];
  }

  #shareAt(event: MouseEvent): number {
    return (this.#placeOf(event)[0] - this.#numbers.plot.left) / this.#width;
  }

  /** The place of a time in the drawing. */
  #across(time: number): number {
    return this.#numbers.plot.left + (this.#width * (time - this.#from)) / this.#span;
  }

  /** Shows so many seconds from a time on. */
  #show(since: number, seconds: number): void {
    const { end, plot, servers } = this.#numbers;
    this.#span = Math.min(end, Math.max(end * SHORTEST, seconds));
    this.#from = Math.min(end - this.#span, Math.max(0, since));
    const [from, span] = [this.#from, this.#span];
    this.#plot.setAttribute('viewBox', [from, 0, span, this.#plot.viewBox.baseVal.height].join(' '));
    this.#showTicks();
    const labels = this.#figure.querySelectorAll('.versions');
    servers.forEach((server, k) => {
      this.#showVersions(server, labels[k]!);
    });
    for (const text of this.#figure.querySelectorAll<SVGTextElement>('.events text')) {
      const at = Number(text.dataset.at);
      text.setAttribute('x', String(this.#across(at) + 4));
      text.setAttribute('visibility', at < from || at > from + span ? 'hidden' : 'visible');
    }
    const seen = this.#figure.querySelector('.seen');
    seen?.setAttribute('x', String(plot.left + (this.#width * from) / end));
    seen?.setAttribute('width', String(Math.max(2, (this.#width * span) / end)));
  }

  #showTicks(): void {
    const ticks = this.#figure.querySelector('.ticks')!;
    const { bottom } = this.#numbers.plot;
    const [from, span] = [this.#from, this.#span];
    ticks.textContent = '';
    const power = 10 ** Math.floor(Math.log10(span / TICKS));
    const step = ([1, 2, 5].find((digit) => digit * power >= span / TICKS) ?? 10) * power;
    const digits = { minimumFractionDigits: decimalsOf(step) };
    for (let k = Math.ceil(from / step - 1e-9); k * step <= (from + span) * (1 + 1e-12); k++) {
      const x = this.#across(k * step);
      add(ticks, 'path', { d: `M${x},${bottom}v5`, stroke: 'var(--rule)' });
      const place = { x, y: bottom + 18, 'text-anchor': 'middle', fill: 'var(--muted)' };
      add(ticks, 'text', place, (k * step + 0).toLocaleString('en', digits));
    }
  }

  /** The numbers of the versions that are wide enough to have one. */
  #showVersions({ times, versions, middle }: ServerNumbers, labels: Element): void {
    labels.textContent = '';
    const label = (since: number, until: number, version: number): void => {
      const [a, b] = [Math.max(since, this.#from), Math.min(until, this.#from + this.#span)];
      const words = String(version);
      if (((b - a) * this.#width) / this.#span < 7.5 * words.length + 5) return;
      const place = { x: this.#across((a + b) / 2), y: middle, 'text-anchor': 'middle' };
      add(labels, 'text', { ...place, fill: 'var(--ink)' }, words);
    };
    if (versions[0] === 1) label(0, times[0]!, 0);
    versions.forEach((version, k) => {
      if (versions[k + 1] === version + 1) label(times[k]!, times[k + 1]!, version);
    });
  }

  /** Says what was at a place, and shows the updates of the agent there. */
  #read(x: number, y: number): void {
    const { plot, servers, curves, rows } = this.#numbers;
    for (const link of this.#plot.querySelectorAll('.links.on')) link.classList.remove('on');
    const isIn = x >= plot.left && x <= plot.right && y >= plot.top && y <= plot.bottom;
    this.#hair.setAttribute('d', isIn ? `M${x},${plot.top}V${plot.bottom}` : '');
    this.#reading.textContent = '';
    if (!isIn) return;
    const time = this.#from + (this.#span * (x - plot.left)) / this.#width;
    const words = [`${time.toFixed(decimalsOf(this.#span / 1000))} s`];
    for (const { name, times, versions } of servers) {
      const k = times.findLastIndex((step) => step <= time);
      const version = k < 0 && versions[0] === 1 ? 0 : versions[k];
      if (version !== undefined) words.push(`${name} ${version}`);
    }
    for (const curve of curves) {
      const value = valueAt(curve, time);
      if (value === undefined) continue;
      words.push(`${curve.name} ${curve.isShare ? percent(value) : scientific(value)}`);
    }
    for (const { group, first, height, count, activity, spans } of rows) {
      const agent = Math.floor((y - first) / height);
      if (agent < 0 || agent >= count) continue;
      if (spans.some(([row, from, to]) => row === agent && from <= time && time < to))
        words.push(`agent ${agent} ${activity}`);
      for (const link of this.#plot.querySelectorAll(`.links[data-agent="${group} ${agent}"]`))
        link.classList.add('on');
    }
    this.#reading.textContent = words.join(' · ');
  }
}

/** The value of a curve at a time; `undefined` between its stretches. */
function valueAt({ stretches }: StretchedCurve, time: number): number | undefined {
  for (const points of stretches) {
    const k = points.findIndex(([at]) => at > time);
    if (k < 1) continue;
    const [[start, before], [stop, after]] = [points[k - 1]!, points[k]!];
    return before + ((after - before) * (time - start)) / (stop - start);
  }
  return undefined;
}
