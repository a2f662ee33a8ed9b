/** What agents were at lately: a row for each, on a canvas. */
import type { Activity } from '../../../events/inspection.ts';
import type { Frames } from '../frames.ts';
import { make } from './elements.ts';
import { numberText } from '../../../values/numbers.ts';

/** An activity differs from the others in colour and in height, as in the report. */
const LOOKS: Readonly<Record<Activity, readonly [colour: string, height: number]>> = {
  computing: ['--line-2', 0.8],
  sending: ['--line-5', 0.56],
  waiting: ['--muted', 0.1],
  away: ['--line-4', 0.3],
};
const ROW = 18;
const LEFT = 34;
const BOTTOM = 22;

/** The figure. */
export class GanttView {
  readonly element: HTMLElement;
  readonly #canvas = make('canvas', { role: 'img', 'aria-label': 'what each agent was at lately' });
  readonly #caption = make('figcaption', {});
  #frame: Frames['gantt'] | undefined;

  constructor() {
    const key = make(
      'ul',
      { class: 'key' },
      ...Object.keys(LOOKS).map((activity) => make('li', { class: `activity ${activity}` }, activity)),
    );
    this.element = make('figure', { hidden: '' }, make('h2', {}, 'Agents'), key, this.#canvas, this.#caption);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.#draw();
    });
    new ResizeObserver(() => {
      this.#draw();
    }).observe(this.element);
  }

  show(frame: Frames['gantt']): void {
    this.#frame = frame;
    this.element.hidden = false;
    this.#draw();
  }

  #draw(): void {
    const frame = this.#frame;
    const width = this.element.clientWidth;
    const context = this.#canvas.getContext('2d');
    if (frame === undefined || width === 0 || context === null) return;
    const { agents, from, to, stretches } = frame;
    const height = agents * ROW + BOTTOM;
    const scale = devicePixelRatio;
    this.#canvas.width = width * scale;
    this.#canvas.height = height * scale;
    this.#canvas.style.height = `${height}px`;
    context.scale(scale, scale);
    const style = getComputedStyle(document.documentElement);
    const along = (time: number): number => LEFT + ((width - LEFT - 1) * (time - from)) / (to - from || 1);
    for (const [agent, activity, start, end] of stretches) {
      const [colour, tall] = LOOKS[activity];
      context.fillStyle = style.getPropertyValue(colour);
      const left = along(Math.max(start, from));
      // A hair between two stretches of the same kind.
      const wide = Math.max(0.5, along(end) - left - 0.6);
      context.fillRect(left, (agent + (1 - tall) / 2) * ROW, wide, tall * ROW);
    }
    context.fillStyle = style.getPropertyValue('--muted');
    context.font = '12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    for (let agent = 0; agent < agents; agent++) context.fillText(String(agent), 4, (agent + 0.5) * ROW);
    context.textBaseline = 'bottom';
    const digits = (time: number): string => `${numberText(time)} s`;
    context.fillText(digits(from), LEFT, height);
    context.textAlign = 'right';
    context.fillText(digits(to), width - 2, height);
    context.textAlign = 'left';
    this.#caption.textContent = `Seconds of the run’s clock, of the replication that runs.`;
  }
}
