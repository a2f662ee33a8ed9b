/** The CSV beside a figure of curves. */
import { MOST_UNCERTAIN } from '../theory/mostUncertain.ts';
import type { CurvePoint } from './curvePoint.ts';
import { type ExactLine, type ExactPoint, worthOf } from './exactLine.ts';
import type { FigureContent } from './figure.ts';

const COLUMNS =
  'round,uplinkBytes,seeds,mean,minimum,p10,median,p90,maximum,predictedLimit,exactMeanSquare,exactBiasSquare,closureMeanSquare,closureBiasSquare,closureRelativeError,closureBiasRelativeError,noiseFreeError';

/**
 * Numbers are written so that reading them back gives the same double; unknown ones are empty. Theory that has a place of its
 * own has a row of its own.
 */
export function figureTable(content: FigureContent): string {
  const clocked = content.horizontal === 'time' || content.horizontal === 'step';
  const header = `${content.each},${COLUMNS}`;
  const lines = [clocked ? `${header},time,step` : header];
  for (const { algorithm, points } of content.curves) {
    const floor = content.floors.find((floor) => floor.algorithm === algorithm)?.value ?? NaN;
    const line = content.exact?.find((line) => line.algorithm === algorithm);
    // On a grid points have no round.
    const placeOf = (point: CurvePoint | ExactPoint): number =>
      (Number.isNaN(point.round) ? point[content.horizontal] : point.round) ?? NaN;
    const isApart = line?.thinned !== undefined && Number.isNaN(points[0]?.round);
    const expected = new Map(isApart ? [] : line?.points.map((point) => [placeOf(point), point]));
    const write = (
      point: CurvePoint | ExactPoint,
      measured: readonly number[],
      theory: ExactPoint | undefined,
    ): void => {
      const { round, uplinkBytes, time = NaN, step = NaN } = point;
      const numbers = [round, uplinkBytes, ...measured, floor, ...theoryCells(line, theory)];
      if (clocked) numbers.push(time, step);
      lines.push(
        [algorithm, ...numbers.map((value) => (Number.isNaN(value) ? '' : String(value)))].join(','),
      );
    };
    for (const point of points) {
      const { seeds, mean, minimum, p10, median, p90, maximum } = point;
      write(point, [seeds, mean, minimum, p10, median, p90, maximum], expected.get(placeOf(point)));
    }
    if (isApart) for (const point of line.points) write(point, NOT_MEASURED, point);
  }
  return lines.join('\n') + '\n';
}

const NOT_MEASURED: readonly number[] = Array.from({ length: 7 }, () => NaN);

/** The cells of theory at a place, in the columns of what it is worth. */
function theoryCells(line: ExactLine | undefined, point: ExactPoint | undefined): number[] {
  const cells = Array.from({ length: 7 }, () => NaN);
  if (line === undefined || point === undefined) return cells;
  const { meanSquare, biasSquare, relativeError = NaN, biasRelativeError = NaN } = point;
  const worth = worthOf(line);
  if (worth === 'without noise') return cells.with(6, meanSquare);
  if (worth === 'exact' || worth === 'at few rounds') return [meanSquare, biasSquare, ...cells.slice(2)];
  const bias = biasRelativeError <= MOST_UNCERTAIN ? biasSquare : NaN;
  const finite = (error: number): number => (Number.isFinite(error) ? error : NaN);
  return [NaN, NaN, meanSquare, bias, relativeError, finite(biasRelativeError), NaN];
}
