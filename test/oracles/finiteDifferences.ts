/** Derivatives by central differences with h = 1e-5: for values and derivatives of order 1 good to about 1e-9. */
import type { Row } from './plainMatrices.ts';

const H = 1e-5;

const moved = (x: Row, j: number, by: number): Row => x.map((xk, k) => (k === j ? xk + by : xk));

/** ∂f/∂x_j for all j. */
export const gradientOf = (f: (x: Row) => number, x: Row): Row =>
  x.map((_, j) => (f(moved(x, j, H)) - f(moved(x, j, -H))) / (2 * H));

/** ∂F_i/∂x_j, row by row in one array. */
export const jacobianOf = (F: (x: Row) => Row, x: Row): Row =>
  F(x).flatMap((_, i) => gradientOf((y) => F(y)[i]!, x));
