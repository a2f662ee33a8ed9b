/** reach.csv of a sweep directory: when each replication reaches some levels, from the rows of its run. */
import type { Level } from '../../values/level.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LineReader } from '../../recording/lineReader.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { SPENT_COLUMNS } from '../../report/reach.ts';
import { passageRow, passageRows } from '../../measurement/passage.ts';
import { levelIn, REACH_COLUMNS, REACH_NAME, rowsOf } from '../../report/sweep/sweepData.ts';
import { type PointResult, readResult, RESULT_COLUMNS } from '../store/resultFile.ts';
import { RESULTS_NAME, runFolder, WholeFile } from './sweepFolder.ts';

const ROWS = 'rounds.csv';
const CELLS = RESULT_COLUMNS.split(',').length;

/** The levels that an earlier reach.csv is about. */
export function levelsIn(directory: string): Level[] {
  const path = join(directory, REACH_NAME);
  const levels = new Set<Level>();
  if (!existsSync(path)) return [];
  for (const { cells } of rowsOf(path, REACH_COLUMNS.split(',').length)) {
    const level = levelIn(cells[3]!);
    // Those of the second replication are the same.
    if (levels.has(level)) break;
    levels.add(level);
  }
  return [...levels];
}

/**
 * Writes reach.csv: for each row of results.csv that has come to an end, a row for each level. Like results.csv it
 * has the same bytes however the runs came about.
 */
export function writeReach(directory: string, levels: readonly Level[]): void {
  if (levels.length === 0) return;
  const results = join(directory, RESULTS_NAME);
  const header = new LineReader(results);
  const names = header.next()!.slice(0, -RESULT_COLUMNS.length);
  header.close();
  const file = new WholeFile(join(directory, REACH_NAME));
  file.add(`${names}${REACH_COLUMNS}\n`);
  let measure: string | undefined;
  let last: { readonly key: string; readonly result: PointResult | undefined } | undefined;
  for (const { key, head, cells } of rowsOf(results, CELLS)) {
    const [seed, state] = cells as [string, string];
    if (state !== 'completed' && state !== 'diverged') continue;
    const folder = runFolder(directory, key);
    // Norms are no column: a sweep has their squares.
    measure ??= readManifest(folder).scenario.measure?.replace('gradientNorm', 'operatorNorm') ?? '';
    if (last?.key !== key) last = { key, result: readResult(folder, key) };
    if (last.result === undefined) continue;
    const { quantity, passages } = readPassages(folder, last.result, { seed, state }, measure, levels);
    for (const [at, level] of levels.entries())
      file.add(`${head},${seed},${state},${quantity},${level},${passages[at]!}\n`);
  }
  file.finish();
}

const UNREACHED = ','.repeat(SPENT_COLUMNS.length - 1);

/** Of one replication: its columns {@link SPENT_COLUMNS} where it reaches each level, and in the recorded round that this is later than. */
function readPassages(
  folder: string,
  { headers, replications }: PointResult,
  { seed, state }: { readonly seed: string; readonly state: string },
  measure: string,
  levels: readonly Level[],
): { readonly quantity: string; readonly passages: readonly string[] } {
  const columns = headers[ROWS]!.split(',');
  const places = SPENT_COLUMNS.map((name) => columns.indexOf(name));
  const lines = new LineReader(join(folder, ROWS), replications[seed]!.rows[ROWS]);
  const [rounds, errors, spent]: [number[], number[], string[]] = [[], [], []];
  let quantity: string | undefined;
  try {
    for (let line = lines.next(); line !== undefined; line = lines.next()) {
      const cells = line.split(',');
      // As in the report of a run: what the scenario measures, else the error, unless no root is known.
      quantity ??= [measure, 'error'].find((name) => (cells[columns.indexOf(name)] ?? '') !== '');
      quantity ??= 'operatorNorm';
      const error = cells[columns.indexOf(quantity)]!;
      errors.push(error === '' ? NaN : Number(error));
      rounds.push(Number(cells[columns.indexOf('round')]));
      spent.push(places.map((place) => cells[place]).join());
    }
  } finally {
    lines.close();
  }
  const passages = levels.map((level) => {
    const { after, by } = passageRows(rounds, passageRow(rounds, errors, level, state === 'diverged'));
    return `${spent[by] ?? UNREACHED},${spent[after] ?? UNREACHED}`;
  });
  return { quantity: quantity ?? 'error', passages };
}
