/** The server's lane: its steps, the number of its version, and the answers that wait for the next step. */
import { mark } from '../../chart/svg.ts';
import type { Html } from '../../html.ts';
import { HUES, INK, WASH } from '../../palette.ts';
import type { Stretch, TracedReplication } from '../readTrace.ts';
import { LEFT } from '../surroundings.ts';
import { pixels, type Sheet } from './sheet.ts';

const HEIGHT = 30;

/**
 * The lane of one replication.
 *
 * @param name - of its versions, where the script shows them
 */
export function serverLane(sheet: Sheet, trace: TracedReplication, name: string): void {
  const { steps } = trace;
  sheet.title('the server’s steps, the version of its model, and answers that wait for the next step');
  const lane: Stretch = { from: sheet.y, to: sheet.y + HEIGHT };
  const middle = sheet.y + HEIGHT / 2 + 4;
  sheet.before('server', middle, INK);
  sheet.outer.push(
    mark('rect', { x: LEFT, y: lane.from, width: sheet.right - LEFT, height: HEIGHT, fill: WASH.light }),
  );
  sheet.inner.push(
    mark('path', {
      class: 'buffer',
      d: bufferPath(sheet, trace, lane),
      fill: HUES[5]!.line.light,
      'fill-opacity': 0.6,
    }),
  );
  sheet.line({
    class: 'steps',
    d: steps.map(({ time }) => `M${sheet.seconds(time)},${pixels(lane.from)}V${pixels(lane.to)}`).join(''),
    stroke: INK.light,
    'stroke-width': 1,
  });
  sheet.servers.push({
    ...{ name, middle },
    times: steps.map(({ time }) => sheet.seconds(time)),
    versions: steps.map(({ version }) => version),
  });
  sheet.above.push(mark('g', { class: 'versions' }, ...versionLabels(sheet, trace, middle)));
  sheet.y += HEIGHT;
}

/** How many answers that a later step takes in have come: a staircase up to each step, in parts of the fullest. */
function bufferPath(
  sheet: Sheet,
  { updates, steps, stretches }: TracedReplication,
  { from, to: floor }: Stretch,
): string {
  const changes = updates
    .flatMap(({ arrived, taken }) => [
      { time: arrived, change: 1 },
      { time: taken, change: -1 },
    ])
    .sort((a, b) => a.time - b.time || b.change - a.change);
  let count = 0;
  let most = 1;
  for (const { change } of changes) most = Math.max(most, (count += change));
  return stretches
    .map((stretch) => {
      const last = steps.findLast(({ time }) => time <= stretch.to && time >= stretch.from)?.time;
      if (last === undefined) return '';
      let held = 0;
      let d = '';
      for (const { time, change } of changes) {
        held += change;
        if (time < stretch.from || time > last) continue;
        const across = sheet.seconds(time);
        d += d === '' ? `M${across},${pixels(floor)}` : `H${across}`;
        d += `V${pixels(floor - ((floor - from) * held) / most)}`;
      }
      return d === '' ? '' : `${d}V${pixels(floor)}Z`;
    })
    .join('');
}

/** The numbers of the versions that are wide enough to have one; the script writes them anew for what it shows. */
function versionLabels({ view, right }: Sheet, { steps, stretches }: TracedReplication, y: number): Html[] {
  const scale = (right - LEFT) / (view.to - view.from);
  const first = stretches[0]!;
  return [{ version: (steps[0]?.version ?? 1) - 1, time: first.from }, ...steps].flatMap(
    ({ version, time }, k) => {
      const until = Math.min(steps[k]?.time ?? first.to, view.to);
      const label = String(version);
      if (time < view.from || (until - time) * scale < 7.5 * label.length + 5) return [];
      return [
        mark(
          'text',
          { x: LEFT + ((time + until) / 2 - view.from) * scale, y, 'text-anchor': 'middle', fill: INK.light },
          label,
        ),
      ];
    },
  );
}
