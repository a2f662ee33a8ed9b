/** Files in the layout of UCI's "Beijing Multi-Site Air Quality", made up for the tests. */
import { daysOfMonth, monthAfter } from '../../../src/inputs/airQuality/calendar.ts';
import { COLUMNS } from '../../../src/inputs/airQuality/stationRecord.ts';

export const HEADER =
  '"No","year","month","day","hour","PM2.5","PM10","SO2","NO2","CO","O3","TEMP","PRES","DEWP","RAIN","wd","WSPM","station"';

/** What stands in a station's file. */
export interface UciFile {
  readonly station: string;
  readonly year: number;
  readonly month: number;
  readonly months: number;
  /** the cell of a row (0, 1, …) in one of the columns that are read */
  readonly cell: (row: number, column: (typeof COLUMNS)[number]) => number | 'NA';
}

/** The text, with UCI's quotation marks and line ends (CRLF). */
export function uciText({ station, year, month, months, cell }: UciFile): string {
  const lines = [HEADER];
  let current = { year, month };
  let row = 0;
  for (let m = 0; m < months; m++) {
    for (let day = 1; day <= daysOfMonth(current.year, current.month); day++) {
      for (let hour = 0; hour < 24; hour++) {
        const [pm25, so2, no2, co, o3, temp, pres, dewp, rain, wspm] = COLUMNS.map((column) =>
          cell(row, column),
        );
        lines.push(
          `${row + 1},${current.year},${current.month},${day},${hour},${pm25},NA,${so2},${no2},${co},${o3},` +
            `${temp},${pres},${dewp},${rain},"NNW",${wspm},"${station}"`,
        );
        row++;
      }
    }
    current = monthAfter(current);
  }
  return lines.join('\r\n') + '\r\n';
}
