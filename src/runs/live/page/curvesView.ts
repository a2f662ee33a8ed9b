/** The curves: of each algorithm the mean over the seeds that have ended, the seed under way, and theory. */
import uPlot from 'uplot';
import { AXES } from '../../../report/axes.ts';
import { numeral } from '../../../report/chart/scale.ts';
import type { AlgorithmCurves, Frames, Points } from '../frames.ts';
import { grouped, numberText, scientific } from '../../../values/numbers.ts';
import { type Place, PLACES } from '../thinCurve.ts';
import { make } from './elements.ts';
import { powerOnly, powersAmong } from './powers.ts';

const HEIGHT = 340;
/** uPlot’s enumeration is there for the compiler alone. */
const [LINEAR, LOGARITHMIC] = [1, 3] as unknown as [uPlot.Scale.Distr.Linear, uPlot.Scale.Distr.Logarithmic];

interface Line {
  readonly label: string;
  readonly colour: string;
  readonly width: number;
  readonly dash?: number[];
  /** whether its newest point is marked */
  readonly isGrowing?: boolean;
  readonly points: readonly (readonly [number, number | null])[];
}

const isDark = (): boolean => getComputedStyle(document.documentElement).colorScheme === 'dark';

/** The value of a curve's axis at a round, between its points on a straight line. */
function along(curve: Points, axis: Place, round: number): number {
  const { round: rounds } = curve;
  const after = rounds.findIndex((recorded) => recorded >= round);
  if (after < 0) return NaN;
  const [x, next] = [curve[axis][after]!, rounds[after]!];
  if (next === round || after === 0) return x;
  const before = curve[axis][after - 1]!;
  const start = rounds[after - 1]!;
  return before + ((x - before) * (round - start)) / (next - start);
}

function linesOf(curves: AlgorithmCurves, axis: Place): Line[] {
  const colour = isDark() ? curves.dark : curves.light;
  const { title, latest, theory, limit, seeds } = curves;
  const mean = curves.mean?.[axis] ?? null;
  const lines: Line[] = [];
  if (mean !== null) {
    const points = mean[axis].map((x, at) => [x, mean.value[at]!] as const);
    lines.push({ label: seeds === 1 ? title : `${title}, mean`, colour, width: 2.2, points });
  }
  if (latest !== null) {
    const points = latest[axis].map((x, at) => [x, latest.value[at]!] as const);
    lines.push({ label: `${title}, seed ${latest.seed}`, colour, width: 1, points, isGrowing: true });
  }
  const lasts = (points: Points | null): number => points?.round.at(-1) ?? -1;
  const longest = lasts(latest) < lasts(mean) ? mean : latest;
  if (theory !== null && longest !== null) {
    const points = theory.round
      .map((round, at) => [along(longest, axis, round), theory.value[at]!] as const)
      .filter(([x]) => !Number.isNaN(x));
    lines.push({ label: `${title}, ${theory.words}`, colour, width: 1.5, dash: [7, 5], points });
  } else if (limit !== null && longest !== null) {
    const ends = [longest[axis][0]!, longest[axis].at(-1)!];
    lines.push({
      label: `${title}, ${limit.name}`,
      colour,
      width: 1.5,
      dash: [2, 4],
      points: ends.map((x) => [x, limit.value] as const),
    });
  }
  return lines;
}

/** What uPlot draws: one common ascending axis, and null where a line has no point. */
function tableOf(lines: readonly Line[], isLog: boolean): uPlot.AlignedData {
  const usable = (x: number): boolean => Number.isFinite(x) && (!isLog || x > 0);
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(([x]) => x)).filter(usable))].sort(
    (a, b) => a - b,
  );
  const place = new Map(xs.map((x, at) => [x, at]));
  const columns = lines.map(({ points }) => {
    // undefined: nothing there, and the line continues; null: a number that is none
    const column = new Array<number | null | undefined>(xs.length).fill(undefined);
    for (const [x, y] of points) if (usable(x)) column[place.get(x)!] = y !== null && y > 0 ? y : null;
    return column;
  });
  return [xs, ...columns];
}

/** The figure with its choices. */
export class CurvesView {
  readonly element: HTMLElement;
  readonly #place = make('div', { class: 'plot' });
  readonly #caption = make('figcaption', {});
  readonly #none = make('p', { class: 'muted' }, 'No round is recorded yet.');
  readonly #axis = make('select', { 'aria-label': 'horizontal axis' });
  readonly #log = make('input', { type: 'checkbox' });
  #plot: uPlot | undefined;
  #shape = '';
  #frame: Frames['curves'] | undefined;

  constructor() {
    for (const value of PLACES) this.#axis.append(make('option', { value }, AXES[value].name));
    const choices = make(
      'p',
      { class: 'choices' },
      make('label', {}, 'against ', this.#axis),
      make('label', {}, this.#log, ' logarithmic axis'),
    );
    this.element = make('figure', {}, choices, this.#none, this.#place, this.#caption);
    const anew = (): void => {
      this.#shape = '';
      this.#draw();
    };
    this.#axis.addEventListener('change', anew);
    this.#log.addEventListener('change', anew);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', anew);
    new ResizeObserver(() => this.#plot?.setSize({ width: this.#place.clientWidth, height: HEIGHT })).observe(
      this.#place,
    );
  }

  show(frame: Frames['curves']): void {
    this.#frame = frame;
    this.#draw();
  }

  #draw(): void {
    if (this.#frame === undefined) return;
    const { axis: vertical, algorithms } = this.#frame;
    const axis = this.#axis.value as Place;
    const isLog = this.#log.checked;
    const lines = algorithms.flatMap((curves) => linesOf(curves, axis));
    this.#place.hidden = lines.length === 0;
    this.#caption.hidden = lines.length === 0;
    this.#none.hidden = lines.length > 0;
    if (lines.length === 0) return;
    const data = tableOf(lines, isLog);
    const shape = JSON.stringify([
      vertical,
      axis,
      isLog,
      isDark(),
      lines.map(({ label, colour }) => [label, colour]),
    ]);
    if (shape === this.#shape) this.#plot?.setData(data);
    else this.#make(vertical, axis, isLog, lines, data);
    this.#shape = shape;
    this.#caption.textContent = algorithms
      .map(({ title, ended, seeds, latest }) => {
        const value = latest?.value.at(-1);
        const now =
          value === undefined || value === null
            ? ''
            : `, now ${scientific(value)} in round ${grouped(latest!.round.at(-1)!)}`;
        return `${title}: ${ended} of ${seeds} seed${seeds === 1 ? '' : 's'}${now}`;
      })
      .join(' · ');
  }

  #make(
    vertical: string,
    axis: Place,
    isLog: boolean,
    lines: readonly Line[],
    data: uPlot.AlignedData,
  ): void {
    this.#plot?.destroy();
    const colour = (name: string): string =>
      getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const [ink, grid] = [colour('--muted'), colour('--grid')];
    const common = (isPowers: boolean): Pick<uPlot.Axis, 'stroke' | 'grid' | 'ticks'> => {
      const lines = { stroke: grid, width: 1, ...(isPowers && { filter: powersAmong }) };
      return { stroke: ink, grid: lines, ticks: lines };
    };
    const label = (value: number): string => (isLog ? powerOnly(value) : numeral(value));
    this.#plot = new uPlot(
      {
        width: this.#place.clientWidth || 600,
        height: HEIGHT,
        scales: { x: { time: false, distr: isLog ? LOGARITHMIC : LINEAR }, y: { distr: LOGARITHMIC } },
        axes: [
          {
            ...common(isLog),
            label: AXES[axis].title,
            space: 80,
            values: (_, all) => all.map(label),
          },
          {
            ...common(true),
            label: vertical,
            size: 66,
            values: (_, all) => all.map(powerOnly),
          },
        ],
        series: [
          {
            label: AXES[axis].name,
            value: (_, x) => numberText(x),
          },
          ...lines.map(({ label: name, colour: stroke, width, dash, isGrowing = false }) => ({
            label: name,
            stroke,
            width,
            ...(dash && { dash }),
            points: isGrowing
              ? { show: true, size: 9, width: 2, fill: colour('--paper'), filter: newestOf }
              : { show: false },
            value: (_: uPlot, y: number) => (Number.isFinite(y) ? scientific(y) : '–'),
          })),
        ],
      },
      data,
      this.#place,
    );
  }
}

/** The place of a line's last point alone. */
function newestOf({ data }: uPlot, line: number): number[] {
  return [data[line]!.findLastIndex((y) => typeof y === 'number')];
}
