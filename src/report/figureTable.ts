/** The CSV beside a figure: the rows that are drawn, with what the bands are made of. */
import type { CurvePoint } from './curvePoint.ts';
import type { ExactPoint } from './exactLine.ts';
import type { FigureContent } from './figure.ts';

const COLUMNS =
  'round,uplinkBytes,seeds,mean,minimum,p10,median,p90,maximum,predictedLimit,exactMeanSquare,exactBiasSquare,closureMeanSquare,closureBiasSquare';

/** Numbers are written so that reading them back gives the same double; unknown ones are empty. */
export function figureTable(content: FigureContent): string {
  const clocked = content.horizontal === 'time' || content.horizontal === 'step';
  const header = `${content.each},${COLUMNS}`;
  const lines = [clocked ? `${header},time,step` : header];
  for (const { algorithm, points } of content.curves) {
    const floor = content.floors.find((one) => one.algorithm === algorithm)?.value ?? NaN;
    const line = content.exact?.find((one) => one.algorithm === algorithm);
    // On a grid points have no round.
    const placeOf = (point: CurvePoint | ExactPoint): number =>
      (Number.isNaN(point.round) ? point[content.horizontal] : point.round) ?? NaN;
    const expected = new Map(line?.points.map((point) => [placeOf(point), point]));
    for (const point of points) {
      const { round, uplinkBytes, seeds, mean, minimum, p10, median, p90, maximum } = point;
      const numbers = [round, uplinkBytes, seeds, mean, minimum, p10, median, p90, maximum, floor];
      const { meanSquare = NaN, biasSquare = NaN } = expected.get(placeOf(point)) ?? {};
      const ofLine = [meanSquare, biasSquare];
      numbers.push(...(line?.neglects === undefined ? [...ofLine, NaN, NaN] : [NaN, NaN, ...ofLine]));
      if (clocked) numbers.push(point.time, point.step);
      lines.push(
        [algorithm, ...numbers.map((value) => (Number.isNaN(value) ? '' : String(value)))].join(','),
      );
    }
  }
  return lines.join('\n') + '\n';
}
