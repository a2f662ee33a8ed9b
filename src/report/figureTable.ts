/** The CSV beside a figure: the rows that are drawn, with what the bands are made of. */
import type { FigureContent } from './figure.ts';

const HEADER = 'algorithm,round,uplinkBytes,seeds,mean,minimum,p10,median,p90,maximum,predictedLimit';

/** Numbers are written so that reading them back gives the same double; unknown ones are empty. */
export function figureTable(content: FigureContent): string {
  const lines = [HEADER];
  for (const { algorithm, points } of content.curves) {
    const floor = content.floors.find((one) => one.algorithm === algorithm)?.value ?? NaN;
    for (const point of points) {
      const { round, uplinkBytes, seeds, mean, minimum, p10, median, p90, maximum } = point;
      const numbers = [round, uplinkBytes, seeds, mean, minimum, p10, median, p90, maximum, floor];
      lines.push(
        [algorithm, ...numbers.map((value) => (Number.isNaN(value) ? '' : String(value)))].join(','),
      );
    }
  }
  return lines.join('\n') + '\n';
}
