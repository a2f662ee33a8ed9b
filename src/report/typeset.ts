/** Running text with formulas in it, as a reader expects them: no line ends inside of one, and `θ_i` has an index. */
import { html, type Html } from './html.ts';

/** Equations, powers of ten and norms stay in one line. */
const unbroken = (text: string): string =>
  text
    .replace(/ (?=[=×≤≥] ?\S)|(?<=[=×≤≥]) /g, '\u00a0')
    .replace(/‖[^‖]*‖/g, (norm) => norm.replaceAll(' ', '\u00a0'));

/** A letter, with its accents, and an index of one or two characters. */
const INDEX = /(?<=\p{L}\p{M}*)_([A-Za-z\d]{1,2})(?![\p{L}\d_])/u;

/** Such a text as HTML. */
export const typeset = (text: string): Html =>
  html`${unbroken(text)
    .split(INDEX)
    .map((part, k) => (k % 2 === 0 ? part : html`<sub>${part}</sub>`))}`;
