/** Which figures a run has: a quantity is drawn if any seed has a value of it. */
import { isTimed } from '../measurement/extraColumns.ts';
import type { Manifest } from '../recording/manifest.ts';
import { type AlgorithmData, curveOf, divergedSeeds, hasValues } from './curve.ts';
import type { Curve } from './curvePoint.ts';
import { exactLineOf } from './exactLine.ts';
import type { FigureContent } from './figure.ts';
import { floorOf } from './floor.ts';
import { type Horizontal, X_TITLES } from './horizontal.ts';
import type { Column } from './readRounds.ts';

/** Every name that this program gives a figure: others in the folder are not ours. */
export const FIGURE_NAMES = [
  'error',
  'operator-norm',
  'error-by-uplink',
  'operator-norm-by-uplink',
  'error-by-time',
  'operator-norm-by-time',
  'error-by-samples',
  'operator-norm-by-samples',
  'drift',
  'average-error',
  'drawn-error',
  'drawn-operator-norm',
  'lyapunov',
  'staleness',
  'idle',
] as const;
type FigureName = (typeof FIGURE_NAMES)[number];

interface Candidate {
  readonly name: FigureName;
  readonly column: Column;
  readonly title: string;
  readonly yTitle: string;
  readonly horizontal: Horizontal;
  readonly floors: boolean;
  /** drawn on a linear axis, and on no other horizontal one */
  readonly linear?: true;
}

/** What the vertical axis says of the quantities that runs are compared in. */
export const QUANTITIES = {
  error: 'squared error ‖θ̄ₜ − θ*‖²',
  operatorNorm: 'squared mean operator ‖Ḡ(θ̄ₜ)‖²',
};
const { error: ERROR, operatorNorm: OPERATOR_NORM } = QUANTITIES;

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
    name: 'error-by-time',
    column: 'error',
    title: 'Error against simulated seconds',
    yTitle: ERROR,
    horizontal: 'time',
    floors: true,
  },
  {
    name: 'operator-norm-by-time',
    column: 'operatorNorm',
    title: 'Mean operator against simulated seconds',
    yTitle: OPERATOR_NORM,
    horizontal: 'time',
    floors: false,
  },
  {
    name: 'error-by-samples',
    column: 'error',
    title: 'Error against samples',
    yTitle: ERROR,
    horizontal: 'step',
    floors: true,
  },
  {
    name: 'operator-norm-by-samples',
    column: 'operatorNorm',
    title: 'Mean operator against samples',
    yTitle: OPERATOR_NORM,
    horizontal: 'step',
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
  {
    name: 'drawn-error',
    column: 'drawnError',
    title: 'Error of the uniformly drawn iterate',
    yTitle: 'squared error of the drawn iterate',
    horizontal: 'round',
    floors: false,
  },
  {
    name: 'drawn-operator-norm',
    column: 'drawnOperatorNorm',
    title: 'Mean operator at the uniformly drawn iterate',
    yTitle: 'squared mean operator at the drawn iterate',
    horizontal: 'round',
    floors: false,
  },
  {
    name: 'lyapunov',
    column: 'lyapunov',
    title: 'Lyapunov function of SCAFFLSA',
    yTitle: 'Lyapunov function: squared error and control variates',
    horizontal: 'round',
    floors: false,
  },
  {
    name: 'staleness',
    column: 'staleness',
    title: 'Staleness against simulated seconds',
    yTitle: 'mean staleness of the updates of a step, in server steps',
    horizontal: 'time',
    floors: false,
    linear: true,
  },
  {
    name: 'idle',
    column: 'idle',
    title: 'Waiting against simulated seconds',
    yTitle: 'share of the agents’ time so far that they waited',
    horizontal: 'time',
    floors: false,
    linear: true,
  },
];

/**
 * The quantity that the first figure and the table tell of: what the scenario asks for, if any seed has
 * a value of it; else the error, or the operator where the root is unknown.
 */
export function mainColumn(
  data: readonly AlgorithmData[],
  { scenario: { measure } }: Manifest,
): 'error' | 'operatorNorm' {
  if (measure !== undefined && hasValues(data, measure)) return measure;
  return hasValues(data, 'error') || !hasValues(data, 'operatorNorm') ? 'error' : 'operatorNorm';
}

/** The figures that have something to show, the main one first. */
export function figureList(data: readonly AlgorithmData[], manifest: Manifest): FigureContent[] {
  const main = mainColumn(data, manifest);
  const diverged = new Map(
    data.map((one) => [one.algorithm, divergedSeeds(one)] as const).filter(([, seeds]) => seeds.diverged > 0),
  );
  const predictedFloors = manifest.predictions
    .map((prediction) => ({
      algorithm: prediction.algorithm,
      value: floorOf(prediction, manifest.problem.root),
    }))
    .filter(({ value }) => !Number.isNaN(value));
  const exactOf = new Map(manifest.predictions.map(({ algorithm, exact }) => [algorithm, exact]));
  const figures: FigureContent[] = [];
  const ofMain = (candidate: Candidate): boolean => candidate.column === main;
  const others = CANDIDATES.filter((candidate) => !ofMain(candidate));
  for (const { name, column, title, yTitle, horizontal, floors, linear } of [
    ...CANDIDATES.filter(ofMain),
    ...others,
  ]) {
    if (!hasValues(data, column)) continue;
    if (horizontal !== 'round' && column !== main && !linear) continue;
    if (horizontal === 'uplinkBytes' && !hasSpent(data)) continue;
    // In step a round takes as many seconds and samples as any other: the figure would be the first again.
    if ((horizontal === 'time' || horizontal === 'step') && !isTimed(manifest.configuration)) continue;
    const drawn = data
      .map((one) => curveOf(one, column, horizontal))
      .map((curve) => (column === 'drift' ? fromFirstRound(curve) : curve));
    if (drawn.every((curve) => curve.points.length === 0)) continue;
    figures.push({
      name,
      title,
      yTitle,
      horizontal,
      xTitle: X_TITLES[horizontal],
      curves: drawn,
      floors: floors ? predictedFloors : [],
      exact:
        column === 'error'
          ? drawn.flatMap((curve) => exactLineOf(exactOf.get(curve.algorithm), curve) ?? [])
          : [],
      ...(linear && { linear }),
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
