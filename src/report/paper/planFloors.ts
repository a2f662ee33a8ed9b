/** Floors: of a sweep against its names, and of panels against the number in which they differ. */
import { join } from 'node:path';
import { InputError } from '../../values/failure.ts';
import { because, type Unknown } from '../../theory/unknown.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { acrossChart, acrossLines } from '../across.ts';
import { type Chart, hasBars } from '../chart/chart.ts';
import { QUANTITIES } from '../figureList.ts';
import { type ExpectedFloor, expectedOfRun } from '../expectedFloor.ts';
import { hueOf } from '../palette.ts';
import { algorithmsOf, commonColumn, jointStyles, summarisePanels } from '../panelData.ts';
import { keysOfSlices, titlesIn } from '../sweep/buildSweepReport.ts';
import { readSweep } from '../sweep/sweepData.ts';
import { type AlgorithmStyle, bestChart, floorChart, hasOthers, identifier } from '../sweep/sweepFigures.ts';
import type { LeadingFigure } from '../../configuration/paperField.ts';
import { BAND_NAMES } from './band.ts';
import type { RunInputs } from './inputs.ts';
import type { PaperFigure } from './paperFigure.ts';
import { counted } from '../../values/counted.ts';
import { titled } from '../../values/titled.ts';

const BARS = BAND_NAMES.confidence!;

/**
 * Floors of a sweep against each swept name, or one of its report's figures.
 *
 * @throws InputError for a figure that there is not
 */
export function planSweep(directory: string, figure: string | undefined): PaperFigure {
  const data = readSweep(directory);
  const algorithms = [...data.cells.keys()];
  const titleOf = titlesIn(directory, data);
  const style: AlgorithmStyle = (key) => ({ title: titleOf(key), hue: hueOf(key, algorithms) });
  const swept = data.axes.filter(({ values }) => values.length > 1).map(({ name }) => name);
  const expected = new Map(keysOfSlices(data, swept).map((key) => [key, expectedOf(directory, key)]));
  const all = swept.flatMap((name) =>
    [floorChart(data, name, style, expected), bestChart(data, name, style)].flatMap((chart) =>
      chart === undefined ? [] : [{ name: identifier(name), title: name, across: identifier(name), chart }],
    ),
  );
  const isChosen = ({ name }: Chart): boolean =>
    figure === undefined ? name.startsWith('floors-') : name === figure;
  const axes = all.filter(({ chart }) => isChosen(chart));
  if (axes.length === 0) {
    const choices =
      all.length === 0 ? 'it has no final errors yet' : all.map(({ chart }) => chart.name).join(', ');
    throw new InputError(
      `${directory}: the sweep has no figure ${JSON.stringify(figure ?? 'floors')}; there are: ${choices}`,
    );
  }
  const least = figure?.startsWith('best-') === true;
  const others =
    least || !axes.some(({ title }) => hasOthers(data, title))
      ? []
      : ['The other names are at each algorithm’s point with the lowest mean final error.'];
  const series = axes.flatMap(({ chart }) => chart.series);
  return {
    name: `${data.file.scenario.name}-${figure ?? 'floors'}`,
    title: titled(
      data.file.scenario.title,
      `${least ? 'best final errors' : 'final errors'} against ${axes.map(({ title }) => title).join(', ')}`,
    ),
    axes,
    names: new Map(algorithms.map((key) => [key, titleOf(key)])),
    band: hasBars(series) ? BARS : undefined,
    caption: [
      `Markers: mean over ${counted(data.seeds, 'seed')} of the mean of the last 30 % of the rounds${least ? ', the least over the other names' : ''}.`,
      ...others,
    ],
  };
}

/** What theory expects of a run's floor, by its manifest. */
function expectedOf(directory: string, key: string): ExpectedFloor | Unknown {
  try {
    return expectedOfRun(readManifest(join(directory, 'runs', key)));
  } catch (error) {
    if (error instanceof InputError) return because(error.message);
    throw error;
  }
}

/**
 * Floors against the number in which panels differ, with fitted slopes and those of theory.
 *
 * @param field - of the paper's figure: which algorithms, of which rounds, and the slope that it claims
 * @throws InputError where panels do not differ in a number
 */
export function planAcross({ panels, across, title, name }: RunInputs, field?: LeadingFigure): PaperFigure {
  const { ends = 'tail', algorithms, slope } = field ?? {};
  // Of a paper's figure slopes are fitted where the paper claims one.
  const isFitted = field === undefined || slope !== undefined;
  const styles = jointStyles(panels);
  const column = commonColumn(panels);
  const summaries = summarisePanels(panels, column);
  const lines = across === null ? [] : acrossLines(summaries, algorithms ?? algorithmsOf(panels), ends);
  if (across === null || lines.length === 0) {
    throw new InputError('`figures` final: these runs are not complete panels that differ in one number');
  }
  const chart = acrossChart(lines, across, QUANTITIES[column], styles, { ends, slope, isFitted });
  return {
    name: `${name}-final`,
    title: titled(title, chart.title),
    axes: [
      {
        name: 'all',
        title,
        across: identifier(across),
        chart,
      },
    ],
    names: new Map(
      chart.series.flatMap(({ key = '', label }) => (label === undefined ? [] : [[key, label.join(', ')]])),
    ),
    thin: 'fitted line',
    band: hasBars(chart.series) ? BARS : undefined,
    caption: [
      'Markers: mean over the seeds that completed.',
      ...(chart.series.some(({ line }) => line === 'thin')
        ? [
            'Thin: the line through them by least squares of the logarithms; its slope has a 95 % interval from the spread of the seeds.',
          ]
        : []),
    ],
  };
}
