/** Where the numbers of live curves are recorded. */
import { gradientNormOf } from '../../measurement/metrics/gradientNorm.ts';
import type { CurveMeasure } from './frames.ts';

const same = (value: number): number => value;

/** The column in which a measure is recorded, and its value there. */
export const RECORDED_IN: Readonly<
  Record<
    CurveMeasure,
    { readonly column: 'error' | 'operatorNorm'; readonly valueOf: (recorded: number) => number }
  >
> = {
  error: { column: 'error', valueOf: same },
  operatorNorm: { column: 'operatorNorm', valueOf: same },
  gradientNorm: { column: 'operatorNorm', valueOf: gradientNormOf },
};

export const CURVE_MEASURES = Object.keys(RECORDED_IN) as readonly CurveMeasure[];
