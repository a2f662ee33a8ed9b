/** Figures side by side that draw the same curves: one key above all of them, and none of their own. */
import { capitalised, type LimitName } from './limitName.ts';
import { coincidences } from './paper/coincidences.ts';
import { type Chart, isMeasured, type Series } from './chart/chart.ts';
import { lettersOf, markersIn, penOf } from './chart/draw.ts';
import { curveEntry, kindEntries } from './chart/key.ts';
import { kindEntry, type LegendEntry, samplesWidth } from './chart/legend.ts';
import type { Marker } from './chart/looks.ts';
import { placeChart } from './chart/placed.ts';
import { plotOf } from './chart/plot.ts';
import { sampleShapes } from './chart/shapes.ts';
import { mark, shapeMark, type Size, withThemeColours } from './chart/svg.ts';
import { drawnAmong, figureOnPage } from './drawnFigure.ts';
import { html, type Html, trusted } from './html.ts';
import { typeset } from './typeset.ts';
import { scientific } from '../values/numbers.ts';

/** One of the figures. */
export interface Multiple {
  readonly chart: Chart;
  readonly csv: string;
  /** with what is said of this figure alone, which no shared key can say */
  readonly caption: (remarks: readonly string[]) => Html;
}

/** What stands on the page. */
export interface Multiples {
  /** above the figures; none where their curves are not the same */
  readonly key: Html | undefined;
  readonly figures: readonly Html[];
}

/** Draws the figures. Their files keep their keys: each is looked at by itself. */
export function smallMultiples(multiples: readonly Multiple[], size: Size): Multiples {
  const shared = sharedKey(
    multiples.map(({ chart }) => chart),
    size,
  );
  const figures = multiples.map(({ chart, csv, caption }, k) =>
    figureOnPage(
      drawnAmong({ chart, csv, caption: caption(shared?.remarks[k] ?? []) }, size, shared?.markers),
    ),
  );
  return { key: shared && keyList(shared.entries, shared.markers), figures };
}

/** The figures side by side, below their key. */
export const side = ({ key, figures }: Multiples): Html =>
  html`${key}
    <div class="further">${figures}</div>`;

/** Likewise; one alone takes the whole width. */
export const grid = (multiples: Multiples): Html =>
  multiples.figures.length === 1 ? html`<div class="main">${multiples.figures}</div>` : side(multiples);

interface SharedKey {
  readonly entries: readonly LegendEntry[];
  readonly markers: ReadonlyMap<string, Marker>;
  /** of each chart: limits, curves that lie on one another there alone, and what its labels say besides names */
  readonly remarks: readonly (readonly string[])[];
}

/** `undefined` unless some chart has all curves, and the same name looks the same in all charts. */
function sharedKey(charts: readonly Chart[], size: Size): SharedKey | undefined {
  const all = charts.map(labelledIn);
  const whole = all.reduce<readonly Labelled[]>(
    (most, curves) => (curves.length > most.length ? curves : most),
    [],
  );
  const lookOf = new Map(whole.map((curve) => [curve.label[0], lookName(curve)]));
  const isAlike = all.every((curves) =>
    curves.every((curve) => lookOf.get(curve.label[0]) === lookName(curve)),
  );
  if (charts.length < 2 || whole.length === 0 || !isAlike || lookOf.size < whole.length) return undefined;
  const placed = charts.map((chart) => placeChart(chart, plotOf(chart, size), lettersOf(size)));
  const { everywhere, somewhere } = coincidences(placed);
  const groupOf = (curve: Labelled): readonly Labelled[] => {
    const keys = everywhere.find((group) => group.includes(curve.key ?? ''));
    return keys === undefined ? [curve] : whole.filter(({ key }) => keys.includes(key ?? ''));
  };
  const plain = ({ label: [name], ...series }: Labelled): Series => ({ ...series, label: [name] });
  const curves = whole
    .filter((curve) => groupOf(curve)[0] === curve)
    .map((curve) => curveEntry(groupOf(curve).map(plain)));
  const limits = new Set(charts.flatMap(({ references }) => references.map(({ kind }) => kind)));
  const kinds = new Map(
    charts
      .flatMap((chart) => kindEntries(chart))
      .map((entry) => [`${entry.samples[0]!.kind} ${entry.words}`, entry]),
  );
  const nameOf = new Map(whole.map(({ key = '', label: [name] }) => [key, name]));
  return {
    entries: [...curves, ...[...limits].map((words) => kindEntry('limit', words, [])), ...kinds.values()],
    markers: markersIn(charts),
    remarks: charts.map((chart, k) => [
      ...limitRemarks(chart, nameOf),
      ...somewhere
        .filter(({ axes }) => axes.includes(k))
        .map(({ keys }) => `Here ${keys.map((key) => nameOf.get(key) ?? key).join(' = ')}.`),
      ...all[k]!.flatMap(({ label: [name, ...more] }) =>
        more.length === 0 ? [] : [`${name}: ${more.join(', ')}.`],
      ),
    ]),
  };
}

type Labelled = Series & Required<Pick<Series, 'label'>>;

const lookName = ({ hue, line }: Series): string => `${hue.line.name} ${line}`;

const labelledIn = ({ series }: Chart): readonly Labelled[] =>
  series.filter((curve): curve is Labelled => curve.label !== undefined && isMeasured(curve.line));

/** `Limit of bias²: 0.0123 (Local SA), 0.00345 (FedHSA).` */
function limitRemarks({ references }: Chart, nameOf: ReadonlyMap<string, string>): string[] {
  const kinds = [...new Set(references.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const values = references
      .filter((limit) => limit.kind === kind)
      .map(({ y, key = '' }) => `${scientific(y)}${nameOf.size > 1 ? ` (${nameOf.get(key) ?? key})` : ''}`);
    return `${capitalised(kind as LimitName)}: ${values.join(', ')}.`;
  });
}

/** Height of letters in the key, in pixels; of a sample, in letters. */
const LETTERS = 14;
const HEIGHT = 1.2;

/** The key as a list, which is as wide as the page allows. */
function keyList(entries: readonly LegendEntry[], markers: ReadonlyMap<string, Marker>): Html {
  const pen = penOf(markers, LETTERS);
  return html`<ul class="shared-key" aria-label="Key of the figures below">
    ${entries.map((entry) => {
      const [width, height] = [samplesWidth(entry, LETTERS), HEIGHT * LETTERS];
      const shapes = sampleShapes({ entry, x: 0, y: height / 2 + 0.33 * LETTERS }, LETTERS, pen);
      const sample = mark(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, width, height, fill: 'none', 'aria-hidden': 'true' },
        ...shapes.map((shape) => shapeMark(shape)),
      );
      const [first] = entry.samples;
      const colour = first?.kind === 'curve' ? ` style="color: var(--${first.series.hue.words.name})"` : '';
      return html`<li>
        ${trusted(withThemeColours(sample.html))}${entry.names === '' ? undefined : html`<b${trusted(colour)}>${entry.names}</b>`}${typeset(entry.words)}
      </li>`;
    })}
  </ul>`;
}
