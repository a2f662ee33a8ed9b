/** How soon levels of the error are reached, by run, or by algorithm with a line for each run. */
import { InputError } from '../../values/failure.ts';
import type { Chart } from '../chart/chart.ts';
import { reachLines } from '../jointFigures.ts';
import { identifierOf } from '../palette.ts';
import { algorithmsOf, commonColumn, jointStyles } from '../panelData.ts';
import { REACH_TITLE, reachChart, type ReachLine, reachSentences } from '../reachFigure.ts';
import type { RunInputs } from './inputs.ts';
import type { PaperFigure } from './paperFigure.ts';
import { titled } from '../../values/titled.ts';

/**
 * The figure of the levels that runs were asked for.
 *
 * @param overlay - runs in the same axes, one for each algorithm
 * @throws InputError where no run was asked for levels, or none reaches any
 */
export function planReach(
  { panels, across, title, name }: RunInputs,
  { overlay }: { readonly overlay: boolean },
): PaperFigure {
  const styles = jointStyles(panels);
  const column = commonColumn(panels);
  const asked = [...new Set(panels.flatMap(({ manifest }) => manifest.configuration.reach ?? []))];
  if (asked.length === 0) {
    throw new InputError('`figures` reach: these runs have no levels; fedsa report --reach adds them');
  }
  const parts = overlay
    ? algorithmsOf(panels).map((algorithm) => ({
        name: identifierOf(algorithm),
        title: styles(algorithm).title,
        lines: reachLines(panels, algorithm, across),
      }))
    : panels.map((panel) => ({
        name: panel.name,
        title: panel.title,
        lines: panel.data.map((data): ReachLine => ({
          key: data.algorithm,
          style: styles(data.algorithm),
          data,
        })),
      }));
  const found = parts.flatMap((part) => {
    const reach = reachChart('reach', REACH_TITLE, part.lines, column, asked);
    return reach === undefined ? [] : [{ ...part, ...reach }];
  });
  const [first] = found;
  if (first === undefined) throw new InputError('`figures` reach: no run reaches any of its levels');
  return {
    name: `${name}-reach${overlay ? '-overlay' : ''}`,
    title: titled(title, REACH_TITLE.toLowerCase()),
    axes: found.map(({ name, title: above, chart }) => ({
      name,
      title: above,
      across: 'level',
      chart,
    })),
    names: new Map(found.flatMap(({ chart, lines }) => namesIn(chart, lines))),
    band: first.band,
    caption: [reachSentences(first)],
  };
}

const namesIn = ({ series }: Chart, lines: readonly ReachLine[]): [string, string][] =>
  lines.flatMap(({ key, style }): [string, string][] =>
    series.some((curve) => curve.key === key) ? [[key, style.title]] : [],
  );
