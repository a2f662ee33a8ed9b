/**
 * What a run spends: the axes that its curves are drawn against, and what it takes to reach an error is measured in. Pages, papers,
 * files, the terminal and the live page have their words from here.
 */
import type { Passage } from '../configuration/found.ts';
import type { Level } from '../values/level.ts';

type Keys<T> = T extends unknown ? keyof T : never;

/** What it takes to reach an error. */
interface AmountWords {
  /** in a sentence, a table and a choice */
  readonly name: string;
  /** after a number */
  readonly unit: readonly [one: string, several: string];
  /** of an axis of what it takes */
  readonly until: string;
  /** what a scenario's question calls a passage to ε */
  readonly asked: Keys<Passage>;
}

/** What curves are drawn against, too. */
interface AxisWords extends AmountWords {
  /** of the axis, with its unit where that is the same in all figures */
  readonly title: string;
  /** what a figure's title has after `against` */
  readonly against: string;
  /** part of the names of files */
  readonly file: string;
  /** what `fedsa figure --x` takes, and a column of its data */
  readonly choice: string;
}

/** By the columns of rounds.csv that count them; all but the last two are axes, in the order of a page's choice. */
export const AXES = {
  round: {
    ...{ name: 'rounds', unit: ['round', 'rounds'], until: 'rounds until then', asked: 'rounds' },
    ...{ title: 'round', against: 'rounds', file: 'rounds', choice: 'round' },
  },
  step: {
    ...{ name: 'local steps', unit: ['local step', 'local steps'], until: 'local steps until then' },
    ...{ asked: 'steps', title: 'local steps, mean over agents', against: 'local steps' },
    ...{ file: 'steps', choice: 'step' },
  },
  time: {
    ...{ name: 'seconds', unit: ['s', 's'], until: 'seconds until it is reached', asked: 'seconds' },
    ...{ title: 'simulated seconds', against: 'simulated seconds', file: 'time', choice: 'seconds' },
  },
  uplinkBytes: {
    ...{ name: 'uplink bytes', unit: ['byte', 'bytes'], until: 'bytes sent by all agents until then' },
    ...{ asked: 'bytes', title: 'sent to the server by all agents', against: 'bytes sent to the server' },
    ...{ file: 'uplink', choice: 'bytes' },
  },
  downlinkBytes: {
    ...{ name: 'downlink bytes', unit: ['byte', 'bytes'], until: 'bytes sent to all agents until then' },
    asked: 'downlinkBytes',
  },
  /** the sum of both */
  bytes: {
    ...{ name: 'all bytes', unit: ['byte', 'bytes'], until: 'bytes sent in both directions until then' },
    asked: 'allBytes',
  },
} as const satisfies Readonly<Record<string, AmountWords | AxisWords>>;

/** What a passage is measured in: columns of rounds.csv, and the bytes of both directions. */
export type Amount = keyof typeof AXES;

/** What curves are drawn against: rounds; local steps; simulated seconds; bytes sent to the server. */
export const HORIZONTALS = ['round', 'step', 'time', 'uplinkBytes'] as const;
export type Horizontal = (typeof HORIZONTALS)[number];

/** The question of a passage to a level. */
export const passageTo = (amount: Amount, level: Level): Passage =>
  ({ [AXES[amount].asked]: level }) as unknown as Passage;

/** What a passage is measured in, and the level that it is about. */
export function passageOf(passage: Passage): { readonly name: Amount; readonly level: Level } {
  const [[asked, level]] = Object.entries(passage) as [[Keys<Passage>, Level]];
  const names = Object.keys(AXES) as Amount[];
  return { name: names.find((name) => AXES[name].asked === asked)!, level };
}

/** What places on an axis are counted in. */
export interface Unit {
  readonly name: string;
  /** how much of the column one is */
  readonly size: number;
}

const BYTE_UNITS: readonly Unit[] = ['bytes', 'kB', 'MB', 'GB', 'TB'].map((name, k) => ({
  name,
  size: 1000 ** k,
}));

/** The unit of an axis whose places go up to a value. */
export const unitOf = (axis: Horizontal, greatest: number): Unit =>
  axis === 'uplinkBytes'
    ? (BYTE_UNITS.findLast(({ size }) => greatest >= size) ?? BYTE_UNITS[0]!)
    : { name: AXES[axis].unit[1], size: 1 };

/** A place on an axis by its number and unit: `round 3`, `1.2 MB`. */
export const placeText = (axis: Horizontal, number: string, { name }: Unit): string =>
  axis === 'round' ? `round ${number}` : `${number} ${name}`;
