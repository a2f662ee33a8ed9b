/** The quantities that runs are about, and how they are written. */
import type { Measure } from '../configuration/scenario.ts';
import type { Html } from './html.ts';
import { typeset } from './typeset.ts';

/** On a terminal, without the round. */
export const SYMBOLS: Readonly<Record<Measure, string>> = {
  error: '‖θ̄ − θ*‖²',
  operatorNorm: '‖Ḡ(θ̄)‖²',
  gradientNorm: '‖∇F(θ̄)‖',
};

/** On a page. */
export const QUANTITY: Readonly<Record<Measure, Html>> = {
  error: typeset('‖θ̄_t − θ*‖²'),
  operatorNorm: typeset('‖Ḡ(θ̄_t)‖²'),
  gradientNorm: typeset('‖∇F(θ̄_t)‖'),
};
