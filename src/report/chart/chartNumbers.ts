/** The numbers of a chart as its drawing holds them, for a page's script to read. */
import type { Horizontal, Unit } from '../axes.ts';
import { type Chart, isMeasured } from './chart.ts';
import type { Scale } from './scale.ts';

export interface ChartNumbers {
  readonly quantity: Horizontal;
  readonly unit: Unit;
  readonly x: ScaleEnds;
  readonly y: ScaleEnds;
  /** in the axis's unit; curves that have the same refer to one list */
  readonly places: readonly (readonly number[])[];
  readonly curves: readonly CurveNumbers[];
}

export type ScaleEnds = Pick<Scale, 'kind' | 'low' | 'high'>;

export interface CurveNumbers {
  /** the same of a measured curve and of what theory says of it */
  readonly of: number;
  /** of a measured curve */
  readonly name?: string;
  /** of the page's theme */
  readonly colour: string;
  /** whether nothing is known between its points */
  readonly apart?: true;
  /** index in `places` */
  readonly at: number;
  readonly values: readonly number[];
}

/** As the page's script reads them: more digits than it shows. */
const [PLACE_DIGITS, VALUE_DIGITS] = [7, 4];

const ends = ({ kind, low, high }: Scale): ScaleEnds => ({ kind, low, high });

/** The numbers; `undefined` of a chart whose places no other figure has. */
export function chartNumbers({ x, y, series }: Chart): ChartNumbers | undefined {
  if (x.shared === undefined) return undefined;
  const lists = new Map<string, number>();
  const curves = series
    .filter(({ line, points }) => line !== 'thin' && line !== 'pale' && points.length > 0)
    .map(({ key, label, hue, line, points }): CurveNumbers => {
      const list = JSON.stringify(points.map((point) => Number(point.x.toPrecision(PLACE_DIGITS))));
      if (!lists.has(list)) lists.set(list, lists.size);
      return {
        of: series.findIndex((other) => other.key === key),
        ...(isMeasured(line) && { name: label?.[0] ?? '' }),
        colour: hue.line.name,
        ...(line === 'dots' && { apart: true }),
        at: lists.get(list)!,
        values: points.map((point) => Number(point.y.toPrecision(VALUE_DIGITS))),
      };
    });
  return {
    ...x.shared,
    ...{ x: ends(x.scale), y: ends(y.scale), curves },
    places: [...lists.keys()].map((list) => JSON.parse(list) as number[]),
  };
}
