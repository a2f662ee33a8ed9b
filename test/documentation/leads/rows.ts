/**
 * The numbers of a run directory, read from its rows by formulas of their own: final errors, last rounds, passages, seconds a round,
 * shares of waiting. What a scenario's lead says is checked against them, without the code of reports.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describedAlgorithm, keyOf } from '../../../src/algorithms/parts.ts';
import { commonRounds } from '../../../src/configuration/budget.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';

/** What a number is of: a value over rounds, one of the last round, a time, a share of the run, or a passage in seconds or rounds. */
export type Kind = 'tail' | 'last' | 'seconds' | 'share' | 'passage';

/** A number of each seed. */
export interface Measured {
  readonly kind: Kind;
  /** the column of rounds.csv, the level of a passage, or the agent */
  readonly of: string;
  readonly panel: string;
  readonly algorithm: string;
  readonly title: string;
  readonly seeds: ReadonlyMap<number, number>;
}

/** A run directory's numbers, and the counts that a lead may say. */
export interface Rows {
  readonly measured: readonly Measured[];
  /** names of algorithms, as readers see them */
  readonly titles: readonly string[];
  /** agents' bytes of a run, by panel and algorithm */
  readonly bytes: readonly number[];
  readonly levels: readonly number[];
  /** last rounds, agents, `at` of panels */
  readonly counts: readonly number[];
  /** budgets of time */
  readonly seconds: readonly number[];
  /** first and last round of the tails */
  readonly windows: readonly (readonly [number, number])[];
}

type Row = Readonly<Record<string, string>>;

function csv(path: string): Row[] {
  if (!existsSync(path)) return [];
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const names = header!.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    const row: Row = Object.fromEntries(names.map((name, k) => [name, cells[k]!]));
    // Reports show the norm where rows have its square.
    return row.operatorNorm ? { ...row, gradientNorm: String(Math.sqrt(Number(row.operatorNorm))) } : row;
  });
}

interface ManifestFile {
  readonly problem: { readonly agents: number };
  readonly configuration: Pick<RunConfiguration, 'trigger' | 'budget'> & {
    readonly algorithms: readonly (RunConfiguration['algorithms'][number] & { readonly label?: string })[];
    readonly reach?: readonly number[];
  };
}

interface PanelsFile {
  readonly panels: readonly { readonly name: string; readonly at: number | null }[];
}

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const average = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;

/** The rounds T − ⌈3T/10⌉ + 1 to T. */
const windowOf = (last: number): readonly [number, number] => [last - Math.ceil((3 * last) / 10) + 1, last];

/** The mean over all rounds of the window that ends with a round, those between two recorded ones on the line through them. */
export function tailMean(rounds: readonly number[], values: readonly number[], end = rounds.at(-1)!): number {
  const [first, last] = windowOf(end);
  const all: number[] = [];
  let row = 0;
  for (let round = first; round <= last; round++) {
    while (rounds[row]! < round) row++;
    const [a, b] = [rounds[row - 1]!, rounds[row]!];
    const share = (round - a) / (b - a);
    all.push(b === round ? values[row]! : values[row - 1]! + share * (values[row]! - values[row - 1]!));
  }
  return average(all);
}

/**
 * The row from which on the error is at most ε on average over every stretch that begins there: Σ_{u=t}^{s} w_u (e_u − ε) ≤ 0 for all s ≥ t, by
 * trying each t in turn; −1 where there is none.
 */
export function keptFrom(rounds: readonly number[], errors: readonly number[], level: number): number {
  const weight = (row: number): number => (row === 0 ? 1 : rounds[row]! - rounds[row - 1]!);
  return errors.findIndex((_, start) => {
    let sum = 0;
    for (let row = start; row < errors.length; row++) {
      sum += weight(row) * (errors[row]! - level);
      if (!(sum <= 0)) return false;
    }
    return true;
  });
}

/** Columns that are no measurement of the model. */
const COUNTS = /^(?:algorithm|seed|round|step|time|.*(?:Vectors|Bytes|Bits))$/;
const WAITS = ['criticalReceiving', 'criticalComputing', 'criticalAway', 'criticalSending'];
const ACTIVITIES = ['computing', 'sending', 'receiving', 'waiting', 'away'];

function by<Key>(rows: readonly Row[], keyOfRow: (row: Row) => Key): Map<Key, Row[]> {
  const found = new Map<Key, Row[]>();
  for (const row of rows) {
    const key = keyOfRow(row);
    const known = found.get(key);
    if (known === undefined) found.set(key, [row]);
    else known.push(row);
  }
  return found;
}

/** All numbers of a run directory, or of the panels in it. */
export function readRows(directory: string): Rows {
  const isJoint = existsSync(join(directory, 'panels.json'));
  const panels = isJoint
    ? (json(join(directory, 'panels.json')) as PanelsFile).panels
    : [{ name: '', at: null }];
  const found = panels.map((panel) => readPanel(join(directory, panel.name), panel.name));
  return {
    measured: found.flatMap(({ measured }) => measured),
    titles: [...new Set(found.flatMap(({ titles }) => titles))],
    bytes: found.flatMap(({ bytes }) => bytes),
    levels: [...new Set(found.flatMap(({ levels }) => levels))],
    counts: [...found.flatMap(({ counts }) => counts), ...panels.flatMap(({ at }) => at ?? [])],
    seconds: found.flatMap(({ seconds }) => seconds),
    windows: found.flatMap(({ windows }) => windows),
  };
}

function readPanel(folder: string, panel: string): Rows {
  const { configuration, problem } = json(join(folder, 'manifest.json')) as ManifestFile;
  const rows = by(csv(join(folder, 'rounds.csv')), (row) => row.algorithm!);
  const agents = by(csv(join(folder, 'agents.csv')), (row) => row.algorithm!);
  const levels = configuration.reach ?? [];
  const found = configuration.algorithms.flatMap((configured) => {
    const algorithm = keyOf(configured);
    const recorded = rows.get(algorithm);
    if (recorded === undefined) return [];
    const title = configured.label ?? describedAlgorithm(configured).title;
    const runs = [...by(recorded, (row) => Number(row.seed))];
    const last = Math.min(
      commonRounds(configuration),
      ...runs.map(([, seedRows]) => Number(seedRows.at(-1)!.round)),
    );
    const about = { panel, algorithm, title };
    const over = (
      kind: Kind,
      subject: string,
      number: (rows: readonly Row[], seed: number) => number,
    ): Measured => ({
      ...{ ...about, kind, of: subject },
      seeds: new Map(runs.map(([seed, seedRows]) => [seed, number(seedRows, seed)])),
    });
    const values = (seedRows: readonly Row[], column: string): number[] =>
      seedRows.map((row) => Number(row[column]));
    const columns = Object.keys(recorded[0]!).filter(
      (column) => !COUNTS.test(column) && recorded.at(-1)![column] !== '',
    );
    const accounts = by(agents.get(algorithm) ?? [], (row) => Number(row.seed));
    const members = [...new Set((agents.get(algorithm) ?? []).map((row) => row.agent!))];
    const sum = (row: Row, names: readonly string[]): number =>
      names.reduce((total, name) => total + Number(row[name]), 0);
    const measured = [
      ...columns.flatMap((column) => [
        over('tail', column, (seedRows) =>
          tailMean(values(seedRows, 'round'), values(seedRows, column), last),
        ),
        over('last', column, (seedRows) => Number(seedRows.at(-1)![column])),
      ]),
      over('seconds', 'round', (seedRows) => Number(seedRows.at(-1)!.time) / Number(seedRows.at(-1)!.round)),
      ...levels.map((level) =>
        over('passage', String(level), (seedRows) => {
          const row = keptFrom(values(seedRows, 'round'), values(seedRows, 'error'), level);
          return row < 0 ? Infinity : Number(seedRows[row]!.time);
        }),
      ),
      ...members.map((agent) =>
        over('share', agent, (_, seed) => {
          const row = accounts.get(seed)!.find((each) => each.agent === agent)!;
          return sum(row, WAITS) / sum(row, ACTIVITIES);
        }),
      ),
    ];
    const bytes = average(runs.map(([, seedRows]) => Number(seedRows.at(-1)!.uplinkBytes)));
    return [{ measured, title, bytes, last }];
  });
  return {
    measured: found.flatMap(({ measured }) => measured),
    titles: found.map(({ title }) => title),
    bytes: found.map(({ bytes }) => bytes),
    levels,
    counts: [
      ...found.map(({ last }) => last),
      ...Array.from({ length: problem.agents }, (_, agent) => agent),
    ],
    seconds: 'seconds' in configuration.budget ? [configuration.budget.seconds ?? NaN] : [],
    windows: found.map(({ last }) => windowOf(last)),
  };
}
