/** Which figures a run has: a quantity is drawn if any seed has a value of it. */
import { error } from '../measurement/metrics/error.ts';
import { type Column, type MetricFigure, ownFigure } from '../measurement/metrics/metric.ts';
import { gradientNorm } from '../measurement/metrics/gradientNorm.ts';
import { METRICS } from '../measurement/metrics/metrics.ts';
import { operatorNorm } from '../measurement/metrics/operatorNorm.ts';
import { policyOf } from '../policies/index.ts';
import { isTimed } from '../timing/isTimed.ts';
import type { Manifest } from '../recording/manifest.ts';
import { type AlgorithmData, curveOf, divergedSeeds, hasValues } from './curve.ts';
import { absencesIn } from './absences.ts';
import { AXES, type Horizontal, HORIZONTALS } from './axes.ts';
import type { Curve } from './curvePoint.ts';
import { exactLineOf } from './exactLine.ts';
import type { FigureContent } from './figure.ts';
import { floorOf } from './headline.ts';
import { limitName } from './limitName.ts';
import type { Styles } from './palette.ts';
import { type Measure, MEASURES } from '../configuration/scenario.ts';

/** A figure that a run may have. */
export interface Candidate {
  readonly name: string;
  readonly column: string;
  readonly title: string;
  readonly horizontal: Horizontal;
  readonly figure: MetricFigure;
}

/** The figures that a metric may have; the names of a run's own begin with `own-`. */
function candidatesOf(metric: Column, before = ''): Candidate[] {
  const { name: column, figure } = metric;
  if (figure === undefined) return [];
  const base = before + fileName(column);
  const { title, against = 'round' } = figure;
  if (against !== 'every') return [{ name: base, column, title, horizontal: against, figure }];
  return HORIZONTALS.map((horizontal) => ({
    ...candidateAgainst(metric, horizontal),
    name: nameAgainst(base, horizontal),
  }));
}

/** The figure of any metric against any horizontal axis, drawn as its own figures are. */
export function candidateAgainst(metric: Column, horizontal: Horizontal): Candidate {
  const { name: column } = metric;
  const figure = ownFigure(metric);
  return {
    name: nameAgainst(fileName(column), horizontal),
    column,
    title: `${figure.title} against ${AXES[horizontal].against}`,
    horizontal,
    figure,
  };
}

/** A figure of a run is against rounds where its name says nothing else. */
const nameAgainst = (base: string, horizontal: Horizontal): string =>
  horizontal === 'round' ? base : `${base}-by-${AXES[horizontal].file}`;

const fileName = (column: string): string => column.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const COLUMNS: readonly Column[] = [...METRICS, gradientNorm];
const CANDIDATES = COLUMNS.flatMap((metric) => candidatesOf(metric));

/** Every name that this program gives a figure: others in the folder are not ours. */
export const FIGURE_NAMES = CANDIDATES.map(({ name }) => name);

/** What the vertical axis says of the quantities that runs are compared in. */
export const QUANTITIES: Readonly<Record<Measure, string>> = {
  error: error.figure!.axis,
  operatorNorm: operatorNorm.figure!.axis,
  gradientNorm: gradientNorm.figure!.axis,
};

/**
 * The quantity that the first figure and the table show: what the scenario asks for, if any seed has
 * a value of it; else the error, or the operator where the root is unknown.
 */
export function mainColumn(data: readonly AlgorithmData[], { scenario: { measure } }: Manifest): Measure {
  if (measure !== undefined && hasValues(data, measure)) return measure;
  return hasValues(data, 'error') || !hasValues(data, 'operatorNorm') ? 'error' : 'operatorNorm';
}

/** The figures that have something to show, the main one first. */
export function figureList(
  data: readonly AlgorithmData[],
  manifest: Manifest,
  styles: Styles,
): FigureContent[] {
  const main = mainColumn(data, manifest);
  return candidatesIn(data, manifest).flatMap((candidate) => {
    const { column, horizontal, figure } = candidate;
    if (horizontal !== 'round' && figure.against === 'every' && column !== main) return [];
    if (horizontal === 'uplinkBytes' && !hasSpent(data)) return [];
    if (horizontal === 'time' && !isTimed(manifest.configuration)) return [];
    const content = contentOf(candidate, data, manifest, styles);
    return content.curves.every((curve) => curve.points.length === 0) ? [] : [content];
  });
}

/** Every figure of a quantity that has values, those of the main one first. */
export function candidatesIn(data: readonly AlgorithmData[], manifest: Manifest): Candidate[] {
  const main = mainColumn(data, manifest);
  const ofMain = (candidate: Candidate): boolean => candidate.column === main;
  const candidates = (manifest.configuration.metrics ?? []).flatMap((metric) => candidatesOf(metric, 'own-'));
  // The same numbers twice would be one figure too many: the norm is drawn where a run is about it, and not its square then.
  const twin = main === 'gradientNorm' ? 'operatorNorm' : 'gradientNorm';
  const others = [
    ...candidates,
    ...CANDIDATES.filter((candidate) => !ofMain(candidate) && candidate.column !== twin),
  ];
  return [...CANDIDATES.filter(ofMain), ...others].filter(({ column }) => hasValues(data, column));
}

/** The figure of a candidate, with what theory says of its curves. */
export function contentOf(
  { name, column, title, horizontal, figure }: Candidate,
  data: readonly AlgorithmData[],
  { predictions, problem, configuration }: Manifest,
  styles: Styles,
): FigureContent {
  const diverged = new Map(
    data
      .map((algorithm) => [algorithm.algorithm, divergedSeeds(algorithm)] as const)
      .filter(([, seeds]) => seeds.diverged > 0),
  );
  const measure = MEASURES.find((measure) => measure === column);
  const predictedFloors = predictions
    .map((prediction) => ({
      algorithm: prediction.algorithm,
      value: floorOf(prediction, problem.root, measure),
      name: limitName(prediction, measure),
    }))
    .filter(({ value }) => !Number.isNaN(value));
  const predictionOf = new Map(predictions.map((prediction) => [prediction.algorithm, prediction]));
  const curves = data
    .map((algorithm) => curveOf(algorithm, column, horizontal))
    .map((curve) => (figure.fromFirstRound ? fromFirstRound(curve) : curve));
  const seriesOf = new Map(data.map(({ algorithm, series }) => [algorithm, series]));
  return {
    name,
    title,
    yTitle: figure.axis,
    horizontal,
    curves,
    each: 'algorithm',
    floors: figure.floors ? predictedFloors : [],
    ...(measure !== undefined && measure !== 'error' && { drift: true }),
    ...(!policyOf(configuration.policy).everyone && { isPartial: true }),
    exact:
      column === 'error'
        ? curves.flatMap(
            (curve) =>
              exactLineOf(predictionOf.get(curve.algorithm), curve, seriesOf.get(curve.algorithm)) ?? [],
          )
        : [],
    ...absencesIn(data, problem, configuration.timing, horizontal, column === 'error', styles),
    ...(figure.scale === 'linear' && { linear: true }),
    styles,
    diverged,
  };
}

/** Whether anything was sent at all. */
const hasSpent = (data: readonly AlgorithmData[]): boolean =>
  data.some(({ series }) =>
    series.some((replication) => replication.columns.uplinkBytes.some((bytes) => bytes > 0)),
  );

/** Before the first round there is nothing to show. */
const fromFirstRound = (curve: Curve): Curve => ({
  ...curve,
  points: curve.points.filter((point) => point.round > 0),
});
