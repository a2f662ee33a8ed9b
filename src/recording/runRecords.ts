/**
 * The records of a run's replications, in their order. Of many replications, neighbours with
 * consecutive seeds that ended alike share one record, so that a manifest does not grow with the seeds.
 */
import { membership, type Replications } from '../configuration/replications.ts';
import { totalCounts } from '../events/timedCounts.ts';
import type { RunRecord } from './manifest.ts';

/** Up to so many replications each has a record of its own. */
const MOST_SINGLE = 1000;

/** Whether the records of so many replications are shared. */
export const sharesRecords = (replications: number): boolean => replications > MOST_SINGLE;

/** Records of replications that have not begun: each algorithm with each seed, in this order. */
export function pendingRecords(algorithms: readonly string[], seeds: readonly number[]): RunRecord[] {
  const sharing = sharesRecords(algorithms.length * seeds.length);
  const records: RunRecord[] = [];
  for (const algorithm of algorithms) {
    for (const seed of seeds) {
      append(records, { algorithm, seed, state: 'pending', rounds: 0, steps: 0 }, sharing);
    }
  }
  return records;
}

/** The pending records without those of some replications. */
export function without(records: readonly RunRecord[], done: readonly Replications[]): RunRecord[] {
  if (done.length === 0) return [...records];
  const isDone = membership(done);
  const left: RunRecord[] = [];
  for (const record of records) {
    const { lastSeed = record.seed } = record;
    for (let seed = record.seed; seed <= lastSeed; seed++) {
      if (!isDone({ algorithm: record.algorithm, seed })) {
        append(left, only(record, seed, seed), record.lastSeed !== undefined);
      }
    }
  }
  return left;
}

/** Appends a record, or widens the last one by it where records are shared and the two go together. */
export function append(records: RunRecord[], record: RunRecord, sharing: boolean): void {
  const last = records.at(-1);
  const both = sharing && last !== undefined ? together(last, record) : undefined;
  if (both === undefined) records.push(record);
  else records[records.length - 1] = both;
}

/** One record of two neighbours; `undefined` where their seeds do not follow each other or they ended differently. */
function together(first: RunRecord, next: RunRecord): RunRecord | undefined {
  if (first.algorithm !== next.algorithm || first.state !== next.state) return undefined;
  if (next.seed !== (first.lastSeed ?? first.seed) + 1) return undefined;
  // By its rows each is found again, so it needs some; those that have not ended have none.
  if ((first.rows === undefined) !== (next.rows === undefined)) return undefined;
  if (first.rows === 0 || next.rows === 0) return undefined;
  // Where a rule ended it, a replay has to stop.
  if (first.stopped || next.stopped) return undefined;
  return {
    algorithm: first.algorithm,
    seed: first.seed,
    lastSeed: next.lastSeed ?? next.seed,
    state: first.state,
    ...range('rounds', 'mostRounds', first, next),
    ...range('steps', 'mostSteps', first, next),
    ...(first.rows === undefined ? {} : { rows: first.rows + next.rows! }),
    ...(first.beside && next.beside && { beside: sumOf(first.beside, next.beside) }),
    ...totalCounts([first, next]),
  };
}

/** By file. */
const sumOf = (first: Readonly<Record<string, number>>, next: typeof first): typeof first =>
  Object.fromEntries(
    Object.keys({ ...first, ...next }).map((file) => [file, (first[file] ?? 0) + (next[file] ?? 0)]),
  );

/** The least and, where it is another, the most of both. */
function range<Least extends 'rounds' | 'steps', Most extends 'mostRounds' | 'mostSteps'>(
  least: Least,
  most: Most,
  first: RunRecord,
  next: RunRecord,
): Record<Least, number> & Partial<Record<Most, number>> {
  const low = Math.min(first[least], next[least]);
  const high = Math.max(first[most] ?? first[least], next[most] ?? next[least]);
  return { [least]: low, ...(high === low ? {} : { [most]: high }) } as Record<Least, number> &
    Partial<Record<Most, number>>;
}

/** The part of a record that is of some of its seeds, of which it is not known how many rows lie beside; of one that has not ended, or whose rows the caller sets. */
export function only(record: RunRecord, seed: number, lastSeed: number): RunRecord {
  const { lastSeed: _all, algorithm, seed: _first, beside: _beside, ...rest } = record;
  return { algorithm, seed, ...(lastSeed === seed ? {} : { lastSeed }), ...rest };
}
