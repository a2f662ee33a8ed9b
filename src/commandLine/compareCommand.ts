/** `fedsa compare`: what differs between two runs, in what was asked and in what came out. */
import { levelText } from '../report/levelText.ts';
import { decimals, FEWEST_SEEDS, grouped, scientific, withInterval } from '../values/numbers.ts';
import { alikePairs, levelOf, type Pair, quantityName } from '../report/pairs.ts';
import {
  acrossConditions,
  type AlgorithmComparison,
  type ComparedFloor,
  comparisonOf,
  pairKey,
  type FieldDifference,
  readRunPair,
  type RunComparison,
  type RunPair,
  withoutRatios,
} from '../report/compareRuns.ts';
import { compareCurves, contestRecord } from '../report/contest/curveComparison.ts';
import type { Contest } from '../report/contest/contest.ts';
import { ratioText } from '../report/contest/contestSection.ts';
import { verdictsByLevel } from '../report/contest/verdictText.ts';
import { valueText } from '../report/differenceText.ts';
import { InputError } from '../values/failure.ts';
import { counted } from '../values/counted.ts';
import { table } from './textTable.ts';
import { SYMBOLS } from '../report/quantities.ts';
import { levelsOf } from './settings.ts';
import { print, printError } from './print.ts';

/** Most fields that are printed. */
const MOST_FIELDS = 40;

interface CompareOptions {
  readonly json?: boolean;
  readonly base?: string;
  readonly out?: string;
  readonly reach?: unknown;
}

/** Prints the comparison of two runs, and writes its page where one is asked for. */
export async function compareCommand(
  directories: readonly [string, string],
  { json = false, base, out, ...reach }: CompareOptions,
): Promise<void> {
  if (base !== undefined) throw new InputError('--base: of two runs the base is the first; leave it out');
  const pair = await readRunPair(directories, levelsOf(reach));
  const found = comparisonOf(pair);
  if (out !== undefined) {
    const { buildComparison } = await import('../report/buildComparison.ts');
    const { report } = await buildComparison(pair, directories, out);
    printError(`Report: ${report}\n`);
  }
  const text = json
    ? JSON.stringify({ type: 'comparison', directories, ...found })
    : linesOf(found, directories, pair.algorithms).join('\n');
  print(`${text}\n`);
}

/** Prints how the curves of one folder compare. */
export async function compareOneCommand(
  directory: string,
  { json = false, base, out, ...reach }: CompareOptions,
): Promise<void> {
  if (out !== undefined)
    throw new InputError('--out: one folder has its page by fedsa report; --out is for the page of two runs');
  const { column, contests } = await compareCurves(directory, levelsOf(reach), base);
  const text = json
    ? JSON.stringify({
        ...{ type: 'comparison', directories: [directory], column },
        contests: contests.map(contestRecord),
      })
    : contests.map((contest) => contestLines(contest, column).join('\n')).join('\n\n');
  print(`${text}\n`);
}

/** Which curve is first at each ε, and the ratios to the base. */
function contestLines(contest: Contest, column: RunComparison['column']): string[] {
  const { title, ratios } = contest;
  return [
    ...(title === undefined ? [] : [title]),
    ...firstLines(contest, column),
    ...(ratios.every(({ pairs }) => pairs.length === 0)
      ? ['No final errors above rounding on common seeds: there is no ratio.']
      : ratioLines(contest)),
  ];
}

const ratioLines = ({ base, ratios, leading }: Contest): string[] => [
  `Ratios to ${base.title} over common seeds [95 % confidence interval]; below 1 the curve is lower`,
  ...pairTable(
    ratios.flatMap(({ contender, pairs }) => pairs.map((pair) => ({ ...pair, algorithm: contender.title }))),
    'ratio',
  ),
  ...ratios.flatMap(({ contender, pairs }) =>
    pairs
      .filter(({ quantity }) => quantity === leading)
      .flatMap((pair) => restrictedLine(pair, contender.title, [base.title, contender.title])),
  ),
];

/** Which curve is first at each ε. */
function firstLines(contest: Contest, column: RunComparison['column']): string[] {
  const levels = verdictsByLevel(contest);
  return levels.length === 0
    ? []
    : [
        `${SYMBOLS[column]} at ε; separated by 95 % intervals of ratios, Holm’s correction for all pairs`,
        ...levels.flatMap(({ level, texts }) =>
          texts.map(({ axes, text }) => `  ${levelText(level)}, ${axes}: ${text}`),
        ),
      ];
}

function linesOf(
  { column, differences, conditions, algorithms, pairs }: RunComparison,
  [a, b]: readonly [string, string],
  results: RunPair['algorithms'],
): string[] {
  const quantity = SYMBOLS[column];
  const titles = new Map(results.map((pair, k) => [pairKey(pair), titleOf(algorithms[k]!)]));
  const deciding = differences.filter(({ decides }) => decides);
  const others = differences.filter(({ decides }) => !decides);
  return [
    `A: ${a}`,
    `B: ${b}`,
    ...(differences.length === 0 ? ['', 'The configurations are the same.'] : []),
    ...section('Settings that decide numbers', deciding),
    ...section('Other settings', others),
    ...(conditions.length === 0 ? [] : ['', acrossConditions(conditions)!]),
    '',
    `${quantity}, mean over the last 30 % of the rounds and the seeds [95 % confidence interval]`,
    ...table([
      ['', 'A', 'B'],
      ...algorithms.map((algorithmComparison) => [
        titleOf(algorithmComparison),
        ...algorithmComparison.floors.map(floorText),
      ]),
    ]),
    ...pairLines(
      pairs.map((pair) => ({ ...pair, algorithm: titles.get(pair.algorithm)! })),
      withoutRatios(pairs, results),
    ),
  ];
}

function section(title: string, differences: readonly FieldDifference[]): string[] {
  if (differences.length === 0) return [];
  const listed = differences.slice(0, MOST_FIELDS);
  const more = differences.length - listed.length;
  return [
    '',
    title,
    ...table([
      ['', 'A', 'B'],
      ...listed.map(({ field, values }) => [field, ...values.map((value) => valueText(field, value))]),
    ]),
    ...(more > 0 ? [`and ${grouped(more)} more fields`] : []),
  ];
}

function titleOf({ floors: [first, other] }: AlgorithmComparison): string {
  const titles = [first, other].flatMap((floor) => floor?.title ?? []);
  return [...new Set(titles)].join(' and ');
}

function floorText(floor: ComparedFloor | undefined): string {
  if (floor === undefined) return '–';
  const { mean, interval, seeds, diverged } = floor;
  const value = seeds === 0 ? '–' : withInterval(mean, seeds < FEWEST_SEEDS ? undefined : interval);
  return diverged === 0 ? value : `${value} (${diverged} of ${counted(seeds + diverged, 'seed')} diverged)`;
}

/** The ratios over common seeds, and what the numbers of a censored passage mean. */
function pairLines(pairs: readonly Pair[], none: string | undefined): string[] {
  if (none !== undefined) return ['', none];
  return [
    '',
    'B/A over common seeds [95 % confidence interval]; below 1, B is lower',
    ...pairTable(pairs, 'B/A'),
    ...pairs
      .filter(({ quantity }) => quantity === 'seconds')
      .flatMap((pair) => restrictedLine(pair, pair.algorithm, ['A', 'B'])),
  ];
}

/** A line for each quantity; alike quantities have one. */
const pairTable = (pairs: readonly Pair[], ratio: string): string[] =>
  table([
    ['', 'quantity', ratio, 'p', 'seeds', 'correlation', 'seeds for ± 10 %'],
    ...alikePairs(pairs).map(({ pair, quantities }) => [
      pair.algorithm,
      `${quantities.map(quantityName).join(', ')}${pair.epsilon === null ? '' : ` to ${levelText(levelOf(pair)!)}`}`,
      ratioText(pair),
      scientific(pair.pValue, 2),
      `${pair.seeds}${pair.censored > 0 ? `, ${pair.censored} censored` : ''}`,
      decimals(pair.correlation),
      Number.isFinite(pair.seedsForTenPercent) ? grouped(pair.seedsForTenPercent) : '–',
    ]),
  ]);

/** What both spent on the way to ε, up to what all runs lasted; nothing where no seed misses it. */
function restrictedLine(
  pair: Pair,
  name: string,
  [base, result]: readonly [base: string, result: string],
): string[] {
  const { quantity, seeds, censored, restricted } = pair;
  if (restricted === null) return [];
  const [a, b] = restricted.means.map((value) => scientific(value));
  return [
    `${name}: ${censored} of ${seeds} seeds miss ${levelText(levelOf(pair)!)}. Mean ${quantityName(quantity)} to it, at most ${scientific(restricted.upTo)} each: ${base} ${a!}, ${result} ${b!}.`,
  ];
}
