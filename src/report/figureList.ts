/** Which figures a run has: a quantity is drawn if any seed has a value of it. */
import type { Manifest } from '../recording/manifest.ts';
import { type AlgorithmData, type Curve, curveOf, divergedSeeds, hasValues } from './curve.ts';
import type { FigureContent } from './figure.ts';
import { floorOf } from './floor.ts';
import type { Column } from './readRounds.ts';

/** Every name that this program gives a figure: others in the folder are not ours. */
export const FIGURE_NAMES = [
  'error',
  'operator-norm',
  'error-by-uplink',
  'operator-norm-by-uplink',
  'drift',
  'average-error',
] as const;
type FigureName = (typeof FIGURE_NAMES)[number];

interface Candidate {
  readonly name: FigureName;
  readonly column: Column;
  readonly title: string;
  readonly yTitle: string;
  readonly horizontal: 'round' | 'uplinkBytes';
  readonly floors: boolean;
}

const ERROR = 'squared error ‖θ̄ₜ − θ*‖²';
const OPERATOR_NORM = 'squared mean operator ‖Ḡ(θ̄ₜ)‖²';

const CANDIDATES: readonly Candidate[] = [
  {
    name: 'error',
    column: 'error',
    title: 'Error against rounds',
    yTitle: ERROR,
    horizontal: 'round',
    floors: true,
  },
  {
    name: 'operator-norm',
    column: 'operatorNorm',
    title: 'Mean operator against rounds',
    yTitle: OPERATOR_NORM,
    horizontal: 'round',
    floors: false,
  },
  {
    name: 'error-by-uplink',
    column: 'error',
    title: 'Error against bytes sent to the server',
    yTitle: ERROR,
    horizontal: 'uplinkBytes',
    floors: true,
  },
  {
    name: 'operator-norm-by-uplink',
    column: 'operatorNorm',
    title: 'Mean operator against bytes sent to the server',
    yTitle: OPERATOR_NORM,
    horizontal: 'uplinkBytes',
    floors: false,
  },
  {
    name: 'drift',
    column: 'drift',
    title: 'Drift of the agents during a round',
    yTitle: 'drift: mean over agents of ‖θᵢ − θ̄‖²',
    horizontal: 'round',
    floors: false,
  },
  {
    name: 'average-error',
    column: 'averageError',
    title: 'Error of the average over rounds',
    yTitle: 'squared error of the averaged iterate',
    horizontal: 'round',
    floors: true,
  },
];

/** The quantity that the first figure and the table tell of: the error, or the operator where the root is unknown. */
export function mainColumn(data: readonly AlgorithmData[]): 'error' | 'operatorNorm' {
  return hasValues(data, 'error') || !hasValues(data, 'operatorNorm') ? 'error' : 'operatorNorm';
}

/** The figures that have something to show, the main one first. */
export function figureList(data: readonly AlgorithmData[], manifest: Manifest): FigureContent[] {
  const main = mainColumn(data);
  const diverged = new Map(
    data.map((one) => [one.algorithm, divergedSeeds(one)] as const).filter(([, seeds]) => seeds.diverged > 0),
  );
  const predictedFloors = manifest.predictions
    .map((prediction) => ({
      algorithm: prediction.algorithm,
      value: floorOf(prediction, manifest.problem.root),
    }))
    .filter(({ value }) => !Number.isNaN(value));
  const curves = new Map<Column, readonly Curve[]>();
  const figures: FigureContent[] = [];
  for (const { name, column, title, yTitle, horizontal, floors } of CANDIDATES) {
    if (!hasValues(data, column)) continue;
    if (horizontal === 'uplinkBytes' && (column !== main || !hasSpent(data))) continue;
    let drawn = curves.get(column);
    if (drawn === undefined) {
      drawn = data
        .map((one) => curveOf(one, column))
        .map((curve) => (column === 'drift' ? fromFirstRound(curve) : curve));
      curves.set(column, drawn);
    }
    if (drawn.every((curve) => curve.points.length === 0)) continue;
    figures.push({
      name,
      title,
      yTitle,
      horizontal,
      xTitle: horizontal === 'round' ? 'round' : 'sent to the server by all agents',
      curves: drawn,
      floors: floors ? predictedFloors : [],
      diverged,
    });
  }
  return figures;
}

/** Whether anything was sent at all. */
const hasSpent = (data: readonly AlgorithmData[]): boolean =>
  data.some(({ series }) => series.some((one) => one.columns.uplinkBytes.some((bytes) => bytes > 0)));

/** Before the first round there are no local steps to drift in. */
const fromFirstRound = (curve: Curve): Curve => ({
  ...curve,
  points: curve.points.filter((point) => point.round > 0),
});
