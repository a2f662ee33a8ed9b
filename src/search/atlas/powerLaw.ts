/** The powers of a product `y = c_g Π_j x_j^{β_j}`, c_g one for each group, by least squares on logarithms. */
import { addTimesVector, elementOf, matrix, timesVector, transposed, multiply } from '../../maths/matrix.ts'; // prettier-ignore
import { inverted } from '../../maths/inverse.ts';
import { concatenated, dot, squaredNorm } from '../../maths/vector.ts';
import { attempted } from '../../theory/attempted.ts';
import { because, type Unknown } from '../../theory/unknown.ts';

/** One observation: all numbers above 0. */
export interface PowerRow {
  readonly y: number;
  /** as many in each row */
  readonly x: readonly number[];
  readonly group: string;
}

export interface PowerLaw {
  /** β_j with its standard error, from residuals */
  readonly powers: readonly { readonly exponent: number; readonly standardError: number }[];
  /** share of the variance of log y within groups that the powers explain; 1 where y is constant there */
  readonly explained: number;
  /** rows beyond groups and powers */
  readonly freedom: number;
}

/** Powers of x whose logarithms are collinear but for so much of their squares are not separated. */
const COLLINEAR = 1e-8;

/**
 * The powers, or why they are not determined.
 *
 * With columns centred within groups and scaled to length 1, `β = (XᵀX)⁻¹ Xᵀ log y` and `Cov β = s² (XᵀX)⁻¹`,
 * `s² = ‖residual‖²/(n − groups − k)`.
 */
export function powerLaw(rows: readonly PowerRow[]): PowerLaw | Unknown {
  const k = rows[0]?.x.length ?? 0;
  if (k === 0) return because('nothing varies on a logarithmic axis');
  const groups = new Set(rows.map(({ group }) => group)).size;
  const freedom = rows.length - groups - k;
  if (freedom < 1) return because('there are too few cells');
  const y = centred(rows, ({ y }) => Math.log(y));
  const columns = Array.from({ length: k }, (_, j) => centred(rows, ({ x }) => Math.log(x[j]!)));
  const lengths = columns.map((column) => Math.sqrt(squaredNorm(column)));
  if (lengths.some((length) => isRounding(length ** 2, rows.length)))
    return because('an axis varies in no group');
  const units = columns.map((column, j) => column.map((value) => value / lengths[j]!));
  const X = transposed(matrix(k, rows.length, concatenated(units)));
  const gram = multiply(transposed(X), X);
  const inverse = attempted('its axes are not separated', () => inverted(gram));
  if ('reason' in inverse) return inverse;
  const spread = Array.from({ length: k }, (_, j) => elementOf(inverse, j, j));
  if (spread.some((value) => !(value * COLLINEAR < 1))) return because('its axes are not separated');
  const scaled = timesVector(inverse, timesVector(transposed(X), y));
  const residual = addTimesVector(
    Float64Array.from(y, (value) => -value),
    X,
    scaled,
  );
  const left = dot(residual, residual);
  const total = dot(y, y);
  return {
    powers: lengths.map((length, j) => ({
      exponent: scaled[j]! / length,
      standardError: Math.sqrt((left / freedom) * spread[j]!) / length,
    })),
    explained: isRounding(total, y.length) ? 1 : Math.max(0, 1 - left / total),
    freedom,
  };
}

/** A sum of n squares of logarithms that are 0 but for rounding. */
const isRounding = (sum: number, n: number): boolean => sum <= n * (100 * Number.EPSILON) ** 2;

/** Values less the mean of their group. */
function centred(rows: readonly PowerRow[], valueOf: (row: PowerRow) => number): Float64Array {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const row of rows) {
    const { sum, count } = sums.get(row.group) ?? { sum: 0, count: 0 };
    sums.set(row.group, { sum: sum + valueOf(row), count: count + 1 });
  }
  return Float64Array.from(rows, (row) => {
    const { sum, count } = sums.get(row.group)!;
    return valueOf(row) - sum / count;
  });
}
