/** A grid of points: names with their values, some multiplied and some in lockstep. */
import { InputError } from '../../values/failure.ts';
import { gridValues } from './gridValues.ts';

/** A swept name with the texts of its values. */
export interface SweptName {
  readonly name: string;
  readonly values: readonly string[];
}

/** Names that multiply, and names that go in lockstep with one another. */
export interface Grid {
  readonly grid: readonly SweptName[];
  readonly zip: readonly SweptName[];
}

/** The values of a point, by name, in the order of the grid. */
export type Point = Readonly<Record<string, string>>;

/** What a scenario says of its sweep. */
export interface SweepField {
  /** values by name: a text as on the command line, or a list */
  readonly grid?: Readonly<Record<string, SweepValues>>;
  /** the same of names that go in lockstep */
  readonly zip?: Readonly<Record<string, SweepValues>>;
  /** which points are run; all of them where it is not given */
  readonly where?: (point: Readonly<Record<string, number | string>>) => boolean;
}

export type SweepValues = string | readonly (number | string | boolean)[];

/** Most points of a sweep. */
const MOST_POINTS = 100_000;

const NAME_AND_VALUES = /^\s*([^=\s]+)\s*=(.*)$/s;

/**
 * A swept name of the command line.
 *
 * @param text - `NAME=VALUES`
 * @param option - that it was given to, for messages
 * @throws InputError in one line
 */
export function sweptName(text: string, option: '--grid' | '--zip'): SweptName {
  const [, name, values] = NAME_AND_VALUES.exec(text) ?? [];
  if (name === undefined || values === undefined)
    throw new InputError(`${option}: "${text}" is not NAME=VALUES, as in step-size=0.01,0.1`);
  const bare = name.replace(/^--/, '');
  return { name: bare, values: gridValues(values, `${option} ${bare}`) };
}

const namesOf = (valuesByName: SweepField['grid'], field: string): SweptName[] =>
  Object.entries(valuesByName ?? {}).map(([name, values]) => ({
    name,
    values: typeof values === 'string' ? gridValues(values, `${field}.${name}`) : values.map(String),
  }));

/**
 * The grid of a command line over that of a scenario: a name that is given again has the values of the command line,
 * and its place in the scenario's; further names come last.
 *
 * @throws InputError in one line for a name or a value that is given twice, and for lists in lockstep of different lengths
 */
export function gridOf(given: Grid, field: SweepField = {}): Grid {
  for (const { name } of [...given.grid, ...given.zip]) refuseTwice(name, given);
  const names = { grid: namesOf(field.grid, 'sweep.grid'), zip: namesOf(field.zip, 'sweep.zip') };
  for (const { name } of names.zip) refuseTwice(name, names);
  const merged = (
    mine: readonly SweptName[],
    theirs: readonly SweptName[],
    other: readonly SweptName[],
  ): SweptName[] => [
    ...mine
      .filter((candidate) => !other.some(({ name }) => name === candidate.name))
      .map((entry) => theirs.find(({ name }) => name === entry.name) ?? entry),
    ...theirs.filter((swept) => !mine.some(({ name }) => name === swept.name)),
  ];
  const grid = merged(names.grid, given.grid, given.zip);
  const zip = merged(names.zip, given.zip, given.grid);
  const [first] = zip;
  const uneven = zip.find(({ values }) => values.length !== first!.values.length);
  if (uneven !== undefined)
    throw new InputError(
      `\`zip\`: ${first!.name} has ${first!.values.length} values and ${uneven.name} has ${uneven.values.length}; names in lockstep need as many`,
    );
  for (const swept of grid) refuseEqual([swept], '`grid`');
  refuseEqual(zip, '`zip`');
  const count = countOf({ grid, zip });
  if (grid.length + zip.length === 0)
    throw new InputError('`grid`: name what is swept, as in `grid` step-size=0.001..0.1:log5');
  if (count > MOST_POINTS)
    throw new InputError(`\`grid\`: ${count} points are too many; at most ${MOST_POINTS} can be swept`);
  return { grid, zip };
}

function refuseTwice(name: string, { grid, zip }: Grid): void {
  if ([...grid, ...zip].filter((candidate) => candidate.name === name).length > 1)
    throw new InputError(`\`grid\`: ${name} is swept twice; name it once`);
}

/** Refuses values of names in lockstep, or of one name, that are the same at two places, as 0.05 and 5e-2 are. */
function refuseEqual(swept: readonly SweptName[], option: '`grid`' | '`zip`'): void {
  const known = new Set<string>();
  swept[0]?.values.forEach((_, k) => {
    const texts = swept.map(({ values }) => values[k]!);
    const meaning = JSON.stringify(
      texts.map((text) => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : text)),
    );
    if (known.has(meaning))
      throw new InputError(
        `${option} ${swept.map(({ name }) => name).join(', ')}: ${texts.join(', ')} is given twice; name each value once`,
      );
    known.add(meaning);
  });
}

/** The swept names in their order. */
export const namesIn = ({ grid, zip }: Grid): string[] => [...grid, ...zip].map(({ name }) => name);

/** The number of points. */
export const countOf = ({ grid, zip }: Grid): number =>
  grid.reduce((product, { values }) => product * values.length, zip[0]?.values.length ?? 1);

/** The point of an index: the first name changes slowest, those in lockstep fastest. */
export function pointAt({ grid, zip }: Grid, index: number): Point {
  let rest = index;
  const steps = zip[0]?.values.length ?? 1;
  const inStep = zip.map(({ name, values }) => [name, values[rest % steps]!] as const);
  rest = Math.floor(rest / steps);
  const multiplied: [string, string][] = [];
  for (const { name, values } of grid.toReversed()) {
    multiplied.unshift([name, values[rest % values.length]!]);
    rest = Math.floor(rest / values.length);
  }
  return Object.fromEntries([...multiplied, ...inStep]);
}

/** `step-size=0.1, local-steps=5` */
export const pointText = (point: Point): string =>
  Object.entries(point)
    .map(([name, text]) => `${name}=${text}`)
    .join(', ');

/** The values of a point with numbers as numbers. */
export const valuesAt = (point: Point): Readonly<Record<string, number | string>> =>
  Object.fromEntries(Object.entries(point).map(([name, text]) => [name, plainValue(text)] as const));

/** A text as a number, where it is one. */
export const plainValue = (text: string): number | string => {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
};
