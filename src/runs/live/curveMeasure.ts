/** Where the numbers of live curves are recorded, and what their axis says. */
import { error } from '../../measurement/metrics/error.ts';
import { gradientNorm, gradientNormOf } from '../../measurement/metrics/gradientNorm.ts';
import { operatorNorm } from '../../measurement/metrics/operatorNorm.ts';
import type { CurveMeasure } from './frames.ts';

const same = (value: number): number => value;

/** The column in which a measure is recorded, its value there, and the vertical axis of the report. */
export const RECORDED_IN: Readonly<
  Record<
    CurveMeasure,
    {
      readonly column: 'error' | 'operatorNorm';
      readonly valueOf: (recorded: number) => number;
      readonly axis: string;
    }
  >
> = {
  error: { column: 'error', valueOf: same, axis: error.figure!.axis },
  operatorNorm: { column: 'operatorNorm', valueOf: same, axis: operatorNorm.figure!.axis },
  gradientNorm: { column: 'operatorNorm', valueOf: gradientNormOf, axis: gradientNorm.figure!.axis },
};

export const CURVE_MEASURES = Object.keys(RECORDED_IN) as readonly CurveMeasure[];
