/** The numbers of a lead that the rows of its run do not have. */
import type { Measured, Rows } from './rows.ts';

/** A number as it is printed: `(5.37 [4.05, 7.12]) × 10⁻⁶`, `320 s [124, 821]`, `0.3 (seeds 0.29, 0.31)`, `46.5 [38.7, 54.2] %`. */
interface Printed {
  readonly text: string;
  readonly value: string;
  readonly ends: readonly string[];
  readonly seeds: readonly string[];
  readonly scale: number;
  readonly before: string;
  readonly after: string;
}

const DIGITS = '−?\\d(?:[\\d,]*\\d)?(?:\\.\\d+)?';
const POWER = '(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?';
const NUMBER = new RegExp(
  `(?<![\\w.])(\\()?(${DIGITS})${POWER}( s(?!\\w))?(?: \\[([^\\]]*)\\]| \\(seeds ([^)]*)\\))?(?:\\)${POWER})?( %)?`,
  'g',
);
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const powerOf = (text: string | undefined): number =>
  text === undefined
    ? 0
    : Number(Array.from(text, (sign) => (sign === '⁻' ? '-' : String(SUPERSCRIPTS.indexOf(sign)))).join(''));

function printedIn(sentence: string): Printed[] {
  return [...sentence.matchAll(NUMBER)].map((match) => {
    const [text, , value, power, , ends, seeds, outer] = match;
    const split = (list: string | undefined): string[] => list?.split(', ') ?? [];
    return {
      ...{
        text,
        value: value!,
        ends: split(ends),
        seeds: split(seeds),
        scale: 10 ** powerOf(outer ?? power),
      },
      before: sentence.slice(0, match.index),
      after: sentence.slice(match.index + text.length),
    };
  });
}

/** A printed number and by how much it may be off: half a unit of its last digit, or of the third one of a rounded thousand. */
function bounds(text: string, scale: number): readonly [low: number, high: number] {
  const [, digits, power] = /^([^ ]*)(?: × 10(.*))?$/.exec(text.replace('−', '-').replaceAll(',', ''))!;
  const value = Number(digits);
  const decimals = digits!.split('.')[1]?.length;
  const unit =
    decimals === undefined
      ? Math.max(1, 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - 2))
      : 10 ** -decimals;
  const total = power === undefined ? scale : 10 ** powerOf(power);
  return [(value - 0.5001 * unit) * total, (value + 0.5001 * unit) * total];
}

const isNear = (text: string, scale: number, value: number): boolean => {
  if (text === '∞') return value === Infinity;
  const [low, high] = bounds(text, scale);
  return value >= low && value <= high;
};

/** Student's t for 95 %, by degrees of freedom. */
const T = [
  NaN,
  12.7062,
  4.30265,
  3.18245,
  2.77645,
  2.57058,
  2.44691,
  2.36462,
  2.306,
  2.26216,
  2.22814,
  2.20099,
];

/** A number that a lead may say: an estimate over the seeds with its interval. */
interface Candidate {
  readonly kind: Measured['kind'];
  readonly names: readonly string[];
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly seeds: readonly number[];
}

const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

function halfWidth(values: readonly number[]): number {
  const n = values.length;
  if (n < 2) return 0;
  const centre = mean(values);
  const variance = values.reduce((sum, x) => sum + (x - centre) ** 2, 0) / (n - 1);
  return (T[n - 1] ?? 1.96) * Math.sqrt(variance / n);
}

/** mean · exp(± t s/(√n mean)). */
function valueOf({ title, seeds, kind }: Measured): Candidate {
  const names = [title];
  const values = [...seeds.values()];
  const centre = mean(values);
  const half = halfWidth(values);
  if (kind === 'share')
    return {
      ...{ kind, names },
      mean: centre,
      low: Math.max(0, centre - half),
      high: Math.min(1, centre + half),
      seeds: values,
    };
  const factor = Math.exp(half / centre);
  return { kind, names, mean: centre, low: centre / factor, high: centre * factor, seeds: values };
}

/** exp(mean ± t s/√n) of the logarithms of the ratios over common seeds, above 1. */
function ratioOf(a: Measured, b: Measured): Candidate {
  const logs = [...a.seeds].flatMap(([seed, value]) =>
    b.seeds.has(seed) ? [Math.log(value / b.seeds.get(seed)!)] : [],
  );
  const sign = Math.sign(mean(logs)) || 1;
  const [centre, half] = [sign * mean(logs), halfWidth(logs)];
  return {
    kind: a.kind,
    names: [a.title, b.title],
    ...{ mean: Math.exp(centre), low: Math.exp(centre - half), high: Math.exp(centre + half) },
    seeds: [],
  };
}

function candidatesOf({ measured }: Rows): Candidate[] {
  const ratios = measured.flatMap((a, k) =>
    measured
      .slice(k + 1)
      .flatMap((b) => (a.kind === b.kind && a.of === b.of && a.kind !== 'share' ? [ratioOf(a, b)] : [])),
  );
  return [...measured.map(valueOf), ...ratios].filter((candidate) => Number.isFinite(candidate.mean));
}

/** Numbers of a fit, or of theory: this check has no formula for them. */
const IS_FITTED = /(?:slope|theory|would be) [−\d.]*$|slope .* ± $|differs from .* by at most $|± $/i;

/** The name that a number belongs to: the last one before it in its clause, or one in parentheses after it; `undefined` where it has none. */
function ownerOf({ before, after }: Printed, titles: readonly string[]): string | undefined {
  const following = titles.find((title) =>
    [` (${title})`, ...['under', 'with', 'for'].map((word) => ` ${word} ${title}`)].some(
      (words) => after.startsWith(words) && !/^[-\w]/.test(after.slice(words.length)),
    ),
  );
  if (following !== undefined) return following;
  const clause = before.split(/[;.:] /).at(-1)!;
  const found = titles
    .map((title) => ({ title, at: clause.lastIndexOf(title), end: clause.lastIndexOf(title) + title.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => b.end - a.end || b.title.length - a.title.length);
  return found[0]?.title;
}

/**
 * The numbers of a lead that its rows do not have, as they are printed.
 *
 * A value, a ratio, a passage or a share has to be one of the rows', its interval or its seeds as well, of an algorithm that its clause names. A
 * number without an interval may also be a level, a count of rounds, a panel's parameter or a ratio of bytes.
 */
export function unfounded(lead: string, rows: Rows, question = ''): string[] {
  const candidates = candidatesOf(rows);
  const { bytes, levels, counts, seconds, windows, titles } = rows;
  const costs = bytes.flatMap((a) => bytes.map((b) => a / b));
  const constants = [
    ...levels,
    ...counts,
    ...(question.match(/\d[\d,.]*\d|\d/g) ?? []).map((text) => Number(text.replaceAll(',', ''))),
  ];
  const known = titles.filter((title) => lead.includes(title));
  const sentences = lead.split(/(?<=[.!?]) (?=[^a-z\d])/);
  return sentences.flatMap((sentence, k) => {
    // “It” is what the sentence before is about.
    const about = sentence.includes(' it is ') ? `${sentences[k - 1] ?? ''} ${sentence}` : sentence;
    const isOfLast = /\blast\b|\baveraged\b/.test(about);
    return printedIn(withoutParameters(sentence, windows))
      .filter((printed) => !isFounded(printed, isOfLast))
      .map(({ text }) => text);
  });

  function isFounded(printed: Printed, isOfLast: boolean): boolean {
    const { text, value, ends, seeds, scale, before, after } = printed;
    const factor = text.endsWith('%') ? 0.01 * scale : scale;
    if (IS_FITTED.test(before)) return true;
    const isBare = ends.length === 0 && seeds.length === 0;
    if (isBare && (/^ of \d/.test(after) || /\d of $/.test(before))) return true;
    if (
      isBare &&
      (text.endsWith(' s') ? seconds : constants).some((constant) => isNear(value, scale, constant))
    )
      return true;
    if (
      isBare &&
      (text.endsWith('%') || after.startsWith(' times')) &&
      costs.some((cost) => isNear(value, factor, cost))
    )
      return true;
    const owner = ownerOf(printed, known);
    return candidates.some(
      (candidate) =>
        (candidate.kind !== 'last' || isOfLast) &&
        (owner === undefined || known.length < 2 || candidate.names.includes(owner)) &&
        isNear(value, factor, candidate.mean) &&
        (ends.length === 0 ||
          (isNear(ends[0]!, factor, candidate.low) && isNear(ends[1]!, factor, candidate.high))) &&
        (seeds.length === 0 ||
          (seeds.length === candidate.seeds.length &&
            seeds.every((text, k) => isNear(text, factor, candidate.seeds[k]!)))),
    );
  }
}

/** Without parameters, `α = 0.4`, and the windows that the rows have. */
const withoutParameters = (sentence: string, windows: Rows['windows']): string =>
  windows
    .reduce((text, [first, last]) => text.replaceAll(`rounds ${first}–${last}`, 'rounds'), sentence)
    .replaceAll(/[^\s\d] = (?:10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[\d.,]*\d)/g, 'x');
