/** `fedsa compare`: what differs between two runs, in what was asked and in what came out. */
import { grouped, ranges, scientific, withInterval } from '../report/numbers.ts';
import type {
  AlgorithmComparison,
  ComparedFloor,
  FieldDifference,
  RunComparison,
} from '../report/compareRuns.ts';
import { compare } from '../runs/library.ts';
import { table } from '../theory/format/text.ts';
import { SYMBOLS } from '../report/quantities.ts';

/** Longest value that is printed whole, and most fields. */
const SHOWN = 48;
const MOST_FIELDS = 40;

/** Prints the comparison. */
export async function compareCommand(
  directories: readonly [string, string],
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const found = await compare(...directories);
  const text = json
    ? JSON.stringify({ type: 'comparison', directories, ...found })
    : linesOf(found, directories).join('\n');
  process.stdout.write(`${text}\n`);
}

function linesOf(
  { column, differences, algorithms }: RunComparison,
  [a, b]: readonly [string, string],
): string[] {
  const quantity = SYMBOLS[column];
  const deciding = differences.filter(({ decides }) => decides);
  const others = differences.filter(({ decides }) => !decides);
  return [
    `A: ${a}`,
    `B: ${b}`,
    ...(differences.length === 0 ? ['', 'The configurations are the same.'] : []),
    ...section('Settings that decide numbers', deciding),
    ...section('Other settings', others),
    '',
    `${quantity}, mean over the last 30 % of the rounds and the seeds [95 % confidence interval]`,
    ...table([
      ['', 'A', 'B', 'B/A, seed by seed'],
      ...algorithms.map((one) => [titleOf(one), ...one.floors.map(floorText), ratioText(one)]),
    ]),
  ];
}

function section(title: string, differences: readonly FieldDifference[]): string[] {
  if (differences.length === 0) return [];
  const shown = differences.slice(0, MOST_FIELDS);
  const more = differences.length - shown.length;
  return [
    '',
    title,
    ...table([
      ['', 'A', 'B'],
      ...shown.map(({ field, values }) => [field, ...values.map((value) => valueText(field, value))]),
    ]),
    ...(more > 0 ? [`and ${grouped(more)} more fields`] : []),
  ];
}

function valueText(field: string, value: unknown): string {
  if (value === undefined) return '–';
  const text =
    field === 'seeds' && Array.isArray(value)
      ? ranges(value as number[])
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`;
}

function titleOf({ floors: [one, other] }: AlgorithmComparison): string {
  const titles = [one, other].flatMap((floor) => floor?.title ?? []);
  return [...new Set(titles)].join(' and ');
}

const floorText = (floor: ComparedFloor | undefined): string =>
  floor === undefined ? '–' : withInterval(floor.mean, floor.interval);

function ratioText({ floors, paired }: AlgorithmComparison): string {
  if (paired === undefined) return floors.includes(undefined) ? '' : 'no seed in common';
  const { ratio, interval, pValue, seeds } = paired;
  const sure = pValue === null ? '' : `, p = ${scientific(pValue, 2)}`;
  return `${withInterval(ratio, interval)}${sure}, ${seeds} seed${seeds === 1 ? '' : 's'}`;
}
