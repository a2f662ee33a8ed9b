/** What is said of the theorems of an atlas: the same sentences on a page and in a terminal. */
import type { Titles } from '../../algorithms/titles.ts';
import type { AtlasAxis, AtlasCell, AtlasTheorem, AxisPower } from '../../search/atlas/atlasReport.ts';
import { byTheorem, type RatioCell } from '../../search/atlas/atlasTheorems.ts';
import { counted } from '../../values/counted.ts';
import { listed } from '../../values/kind.ts';
import { amount, inPowers, scientific } from '../../values/numbers.ts';
import { studentFactorOf } from '../statistics.ts';

/** Powers that explain less of the variance describe nothing. */
const EXPLAINED = 0.9;

/** Ratios of which none is more than so many times another have no variance to explain. */
const LEVEL = 1.05;

/** `FedHSA Th. 1`, `SCAFFLSA Th. 4.1 (Local SA)`. */
export function theoremTitle(
  { algorithm, source }: Pick<AtlasTheorem, 'algorithm' | 'source'>,
  titleOf: Titles,
): string {
  const title = titleOf(algorithm);
  return source.startsWith(`${title} `) ? source : `${source} (${title})`;
}

const SYMBOLS: Readonly<Record<string, string>> = {
  'step-size': 'η',
  'local-steps': 'H',
  'communication-probability': 'p',
  rounds: 'T',
};
const SCALE_SYMBOLS = { agents: 'M', heterogeneity: 'ζ', mixing: 'τ' };

/** What the symbols of a problem's scale are, and ±. */
export const SYMBOL_WORDS =
  'ζ² = mean ‖Ḡ_i(θ*)‖²; τ = 1/(1−ρ) of the slowest chain; ± is half a 95 % interval, from the residuals.';

/** `H`, or `ζ`; an axis without a symbol by its name. */
export const symbolOf = ({ axis, measure }: Pick<AxisPower, 'axis' | 'measure'>): string =>
  measure === 'value' ? (SYMBOLS[axis] ?? axis) : SCALE_SYMBOLS[measure];

/** `FedHSA Th. 1: E‖θ̄_T − θ*‖² is 0.002 to 0.04 of the shape.`, with its powers. */
export function theoremSentences(theorem: AtlasTheorem, titleOf: Titles): string[] {
  const { kind, least, greatest } = theorem;
  const title = theoremTitle(theorem, titleOf);
  if (kind === 'none') return [`${title} has no ratio.`];
  const whole = kind === 'bound' ? 'the bound' : 'the shape, whose open constants are 1';
  const range = least === greatest ? scientific(least) : `${scientific(least)} to ${scientific(greatest)}`;
  return [`${title}: ${theorem.quantity} is ${range} of ${whole}.`, ...powerSentences(theorem)];
}

const isDescribed = ({ explained }: AtlasTheorem): boolean => explained !== null && explained >= EXPLAINED;

function powerSentences(theorem: AtlasTheorem): string[] {
  const { powers, explained, freedom, kind } = theorem;
  if (explained === null || freedom === null) return [];
  const noun = kind === 'bound' ? 'bound' : 'shape';
  if (!isDescribed(theorem))
    return [
      theorem.greatest! <= LEVEL * theorem.least!
        ? `The ${noun} is loose by one factor in all its cells, to within 5 %.`
        : `No product of powers describes the ratio: the best explains ${percent(explained)} of its variance.`,
    ];
  const factor = studentFactorOf(freedom);
  const isApart = (power: AxisPower): boolean => isSeparated(power, freedom);
  const texts = powers.map((power) => ({ power, text: powerText(power, factor) }));
  const textOf = (isWanted: (power: AxisPower) => boolean): string =>
    listed(
      texts.filter(({ power }) => isWanted(power)).map(({ text }) => text),
      'and',
    );
  const faster = textOf((power) => isApart(power) && power.exponent < 0);
  const slower = textOf((power) => isApart(power) && power.exponent > 0);
  const open = listed(powers.filter((power) => !isApart(power)).map(symbolOf), 'and');
  return [
    ...(faster === '' ? [] : [`The ${noun} grows faster than the error by ${faster}.`]),
    ...(slower === '' ? [] : [`The ${noun} grows slower than the error by ${slower}.`]),
    ...(open === '' ? [] : [`The ratio’s power in ${open} is not separated from 0.`]),
  ];
}

/** Whether the 95 % interval of a power does not hold 0. */
const isSeparated = ({ exponent, standardError }: AxisPower, freedom: number): boolean =>
  Math.abs(exponent) > Math.max(studentFactorOf(freedom) * standardError, LEAST_EXPONENT);

/** A smaller exponent is rounding: of numbers that a power describes exactly standard errors are 0. */
const LEAST_EXPONENT = 1e-6;

/** `H^1.02 ± 0.05`: of the bound over the error. */
function powerText(power: AxisPower, factor: number): string {
  const half = factor * power.standardError;
  const decimals = Math.min(4, Math.max(2, 1 - Math.floor(Math.log10(half))));
  return `${symbolOf(power)}^${Math.abs(power.exponent).toFixed(decimals)} ± ${half.toFixed(decimals)}`;
}

/** Downwards: what explains less than a level must not be shown as that. */
const percent = (share: number): string => `${Math.floor(1000 * share) / 10} %`;

/** The range of bounds in multiples of the exact value, with the bounds that come nearest to it in a cell and are farthest from it. */
export function extremesText(theorems: readonly AtlasTheorem[], titleOf: Titles): string {
  const bounds = theorems.filter(({ kind, least }) => kind === 'bound' && least !== null && least > 0);
  if (bounds.length === 0) return 'No bound applies; shapes leave constants open.';
  const nearest = bounds.reduce((a, b) => (b.greatest! > a.greatest! ? b : a));
  const farthest = bounds.reduce((a, b) => (b.least! < a.least! ? b : a));
  const title = (theorem: AtlasTheorem): string => theoremTitle(theorem, titleOf);
  if (bounds.length === 1) return `The bound of ${title(nearest)} is ${timesText(nearest)} the exact value.`;
  const all = timesText({ ...nearest, least: farthest.least });
  const ends =
    nearest === farthest
      ? `the least and the greatest that of ${title(nearest)}`
      : `that of ${title(nearest)} ${timesText(nearest)}, that of ${title(farthest)} ${timesText(farthest)}`;
  return `Bounds are ${all} the exact value: ${ends}.`;
}

/** `4.3 to 7.9 times`. */
const timesText = ({ least, greatest }: AtlasTheorem): string =>
  `${least === greatest ? '' : `${amount(1 / greatest!)} to `}${amount(1 / least!)} times`;

/** Bounds that the exact error exceeds. */
export function violations(cells: readonly AtlasCell[], titleOf: Titles): string[] {
  return byTheorem(cells).flatMap((all) => {
    const above = all.filter(
      ({ found: { kind, ratio } }) => kind === 'bound' && ratio !== null && ratio > ROUNDED,
    );
    if (above.length === 0) return [];
    const [worst] = above.toSorted((a, b) => b.found.ratio! - a.found.ratio!) as [RatioCell];
    const where = Object.entries(worst.cell.point)
      .map(([name, value]) => `${name}=${value}`)
      .join(', ');
    return [
      `MISTAKE: the exact value exceeds the bound of ${theoremTitle(worst.found, titleOf)} in ${counted(above.length, 'cell')}, ${scientific(worst.found.ratio)} times at ${where}.`,
    ];
  });
}

/** A ratio up to this is 1, since both are rounded. */
const ROUNDED = 1 + 1e-9;

/** Why a theorem has no ratio in some of its cells: conditions without what the cell has, with how many cells. */
export function absences(all: readonly RatioCell[]): string[] {
  const alike = new Map<string, number[][]>();
  for (const { found } of all) {
    const reason = found.reason?.replace(/, has [^,]*$/, '');
    if (reason === undefined) continue;
    const numbers = Array.from(reason.matchAll(NUMBER), ([text]) => Number(text));
    const key = reason.replaceAll(NUMBER, SLOT);
    alike.set(key, [...(alike.get(key) ?? []), numbers]);
  }
  return [...alike].map(([key, numbers]) => {
    let slot = 0;
    const reason = key.replaceAll(SLOT, () => {
      const at = slot++;
      return spanText(numbers.map((each) => each[at]!));
    });
    return `${numbers.length} of ${counted(all.length, 'cell')}: ${inPowers(reason)}`;
  });
}

/** Decimal numbers by themselves: not those in symbols. */
const NUMBER = /(?<![\p{L}\d_.(])\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\p{L}\d)])/gu;
const SLOT = '\u0000';

/** `0.01`, or `0.01 to 0.02`. */
function spanText(values: readonly number[]): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? String(least) : `${least} to ${most}`;
}

/** The columns of the table, and a row for each theorem that applies. */
export function atlasTable(theorems: readonly AtlasTheorem[]): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const head = ['is', 'cells', 'least', 'greatest', 'powers of the ratio', 'explained'];
  const rows = theorems.map((theorem) => {
    const { kind, applied, cells, least, greatest, explained } = theorem;
    return [
      ...[kind, `${applied} of ${cells}`, scientific(least), scientific(greatest)],
      isDescribed(theorem) ? productText(theorem) : '–',
      explained === null ? '–' : percent(explained),
    ];
  });
  return { head, rows };
}

/** `H^−1.02 M^−1.00`: the powers that are separated from 0. */
const productText = ({ powers, freedom }: AtlasTheorem): string =>
  powers
    .filter((power) => isSeparated(power, freedom!))
    .map((power) => `${symbolOf(power)}^${scientific(power.exponent)}`)
    .join(' ') || 'none';

/** `step-size (4)`: what the grid is over. */
export const axesText = (axes: readonly AtlasAxis[]): string =>
  axes.map(({ name, values }) => `${name} (${values.length})`).join(', ');
