/** The root of `operatorNorm`, which papers on optimisation plot: no column of its own, reports work it out as they read rounds. */
import type { Column } from './metric.ts';

export const gradientNorm: Column<'gradientNorm'> = {
  name: 'gradientNorm',
  unit: '',
  help: '`‖∇F(θ̄_t)‖`, the root of `operatorNorm`',
  counts: false,
  figure: { title: 'Gradient norm', axis: 'gradient norm ‖∇F(θ̄ₜ)‖', against: 'every', floors: true },
};

/** The norm of a gradient, from a recorded `operatorNorm`. */
export const gradientNormOf = (operatorNorm: number): number => Math.sqrt(operatorNorm);
