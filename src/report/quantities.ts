/** The quantities that runs are about, and how they are written. */
import type { Measure } from '../configuration/scenario.ts';
import { html, type Html } from './html.ts';

/** On a terminal, without the round. */
export const SYMBOLS: Readonly<Record<Measure, string>> = {
  error: '‖θ̄ − θ*‖²',
  operatorNorm: '‖Ḡ(θ̄)‖²',
  gradientNorm: '‖∇F(θ̄)‖',
};

/** On a page. */
export const QUANTITY: Readonly<Record<Measure, Html>> = {
  error: html`‖θ̄<sub>t</sub> − θ*‖²`,
  operatorNorm: html`‖Ḡ(θ̄<sub>t</sub>)‖²`,
  gradientNorm: html`‖∇F(θ̄<sub>t</sub>)‖`,
};
