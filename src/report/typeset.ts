/** Running text with formulas in it, as a reader expects them: no line ends inside of one, and `θ_i` has an index. */
import { html, type Html } from './html.ts';

/** Equations, powers of ten, percentages, intervals and norms stay in one line. */
const unbroken = (text: string): string =>
  text
    .replace(
      / (?=[=×≤≥] ?\S)|(?<=[=×≤≥]) |(?<=\d) (?=%)|(?<=\[[^\] ]+,) (?=[^\] ]+\])|(?<=\([\d.]+) (?=\[)/g,
      '\u00a0',
    )
    .replace(/‖[^‖]*‖/g, (norm) => norm.replaceAll(' ', '\u00a0'));

/** A letter by itself, with its accents and a star, and an index of one or two characters. */
const INDEX = /(?<=(?<![\p{L}\p{M}\d_])\p{L}\p{M}*[*⋆]?)_([A-Za-z\d∞]{1,2})(?![\p{L}\d_])/u;

/** A text's parts, of which every second is an index. */
export const withIndices = (text: string): string[] => text.split(INDEX);

/** A power of a symbol: `H^−1.02`, `η^6 × 10⁻⁴`. */
const POWER = /\^(−?\d+(?:\.\d+)?(?:\s×\s10[⁻⁰¹²³⁴-⁹]+)?)/u;

const withPowers = (text: string): Html =>
  html`${text.split(POWER).map((part, k) => (k % 2 === 0 ? part : html`<sup>${part}</sup>`))}`;

/** Such a text as HTML. */
export const typeset = (text: string): Html =>
  html`${withIndices(unbroken(text)).map((part, k) =>
    k % 2 === 0 ? withPowers(part) : html`<sub>${part}</sub>`,
  )}`;

/** How much smaller an index is than what it belongs to, and how far below, in the larger letters. */
export const INDEX_SIZE = 0.75;
export const INDEX_DROP = 0.18;

/** Such a text within SVG's; what follows an index is on the line again. */
export const typesetInSvg = (text: string): Html =>
  html`${withIndices(text).map((part, k) => {
    if (k === 0 || part === '') return part;
    return k % 2 === 1
      ? html`<tspan dy="${INDEX_DROP / INDEX_SIZE}em" font-size="${100 * INDEX_SIZE}%">${part}</tspan>`
      : html`<tspan dy="${-INDEX_DROP}em">${part}</tspan>`;
  })}`;
