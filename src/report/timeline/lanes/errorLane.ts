/** The lane of what was measured: each value from its time to the next. */
import type { Scale } from '../../chart/scale.ts';
import { cornersIn, lastBy, type TimelineGroup } from '../group.ts';
import { heightIn, type Sheet } from './sheet.ts';

const HEIGHT = 104;

/** The curves of all groups, if there are any. */
export function errorLane(
  sheet: Sheet,
  quantity: string,
  groups: readonly TimelineGroup[],
  scale: Scale,
): void {
  const curves = groups.flatMap((group) => group.curves.map((curve) => ({ curve, group })));
  if (curves.length === 0) return;
  sheet.title(quantity);
  const lane = sheet.lane(HEIGHT, scale);
  for (const { curve, group } of curves) {
    const points = group.trace.stretches.map((stretch) => cornersIn(curve, stretch));
    sheet.curve(lane, curve.title, points, { stroke: curve.hue.line.light, 'stroke-width': 2 });
  }
  sheet.names(
    lane,
    curves.map(({ curve }) => ({
      text: curve.title,
      colour: curve.hue.words,
      at: heightIn(lane, curve.values[lastBy(curve.times, sheet.view.to)] ?? 1),
    })),
  );
}
