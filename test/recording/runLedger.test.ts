/** The records of many replications, against a model that has one for each. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Replication } from '../../src/configuration/replications.ts';
import { countAll, membership, placeAmong } from '../../src/configuration/replications.ts';
import { keptRows } from '../../src/recording/keptRows.ts';
import type { RunRecord } from '../../src/recording/manifest.ts';
import { writeManifest } from '../../src/recording/manifestFile.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import { RunLedger } from '../../src/recording/runLedger.ts';
import { pendingRecords, without } from '../../src/recording/runRecords.ts';
import { remainingEvents, smallManifest, text } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const ALGORITHMS = ['local-sa', 'scafflsa'] as const;
/** Enough for records to be shared. */
const SEEDS = Array.from({ length: 600 }, (_, index) => index + 1);
const ALL: readonly Replication[] = ALGORITHMS.flatMap((algorithm) =>
  SEEDS.map((seed) => ({ algorithm, seed })),
);

/** The states of single replications, in their order. */
const statesOf = (records: readonly RunRecord[]): string[] =>
  records.flatMap(({ algorithm, seed, lastSeed = seed, state }) =>
    Array.from({ length: lastSeed - seed + 1 }, (_, k) => `${algorithm} ${seed + k} ${state}`),
  );

const END = { state: 'completed', rounds: 4, steps: 8, rows: 5 } as const;

describe('the records of 1,200 replications', () => {
  test('are two while none has begun, and stay as few while all end alike', () => {
    const ledger = new RunLedger([], pendingRecords(ALGORITHMS, SEEDS));
    expect(ledger.records).toHaveLength(2);
    for (const [index, replication] of ALL.entries()) {
      ledger.start(replication);
      ledger.settle({ ...END, rounds: 4 + (index % 3) });
      if (index % 7 === 0) ledger.written();
      expect(ledger.records.length).toBeLessThanOrEqual(3);
    }
    ledger.written();
    const shared = { state: 'completed', rounds: 4, mostRounds: 6, steps: 8, rows: 5 * 600 };
    expect(ledger.records).toEqual(
      ALGORITHMS.map((algorithm) => ({ algorithm, seed: 1, lastSeed: 600, ...shared })),
    );
  });

  test('tell of each what a model with a record for each tells, whatever happens', () => {
    const happening = fc.record({
      skip: fc.integer({ min: 0, max: 40 }),
      end: fc.constantFrom('completed', 'diverged', 'interrupted', 'failed', 'none' as const),
      then: fc.constantFrom('nothing', 'written', 'lost', 'fail later'),
    });
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        const ledger = new RunLedger([], pendingRecords(ALGORITHMS, SEEDS));
        const model = ALL.map(() => 'pending');
        let fresh: number[] = [];
        let at = -1;
        for (const { skip, end, then } of happenings) {
          at += 1 + skip;
          if (at >= ALL.length || model[at] === 'failed') break;
          ledger.start(ALL[at]!);
          if (end === 'none') break;
          ledger.settle({ ...END, state: end });
          model[at] = end;
          fresh.push(at);
          if (then === 'written') ledger.written();
          if (then === 'lost') {
            ledger.lost();
            for (const index of fresh) if (model[index] !== 'failed') model[index] = 'interrupted';
          }
          if (then === 'written' || then === 'lost') fresh = [];
          if (then === 'fail later' && at + 50 < ALL.length) {
            ledger.fail(ALL[at + 50]!, 3);
            model[at + 50] = 'failed';
          }
          expect(statesOf(ledger.records)).toEqual(
            ALL.map(({ algorithm, seed }, index) => `${algorithm} ${seed} ${model[index]!}`),
          );
          expect(ledger.hasFailed).toBe(model.includes('failed'));
        }
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  test('without some of them are the others, and each knows its place', () => {
    const done = [
      { algorithm: 'local-sa', seed: 1, lastSeed: 250 },
      { algorithm: 'scafflsa', seed: 7 },
    ] as const;
    const left = without(pendingRecords(ALGORITHMS, SEEDS), done);
    expect(left.map(({ algorithm, seed, lastSeed }) => [algorithm, seed, lastSeed])).toEqual([
      ['local-sa', 251, 600],
      ['scafflsa', 1, 6],
      ['scafflsa', 8, 600],
    ]);
    expect(countAll(left)).toBe(1200 - 251);
    const isLeft = membership(left);
    expect(ALL.filter(isLeft)).toHaveLength(1200 - 251);
    for (const place of [0, 599, 600, 1199]) {
      expect(placeAmong(pendingRecords(ALGORITHMS, SEEDS), ALL[place]!)).toBe(place);
    }
  });
});

test('a manifest of 1,200 replications is hardly longer than one of a few, and is read back as it was', () => {
  const folder = temporaryFolder();
  const many = smallManifest({}, SEEDS);
  writeManifest(folder, many);
  expect(JSON.stringify(readManifest(folder).runs).length).toBeLessThan(200);
  expect(readManifest(folder)).toEqual(many);
  const scattered = smallManifest({}, [
    ...SEEDS.toReversed(),
    -3,
    7000,
    7001,
    ...SEEDS.map((seed) => 10_000 + seed),
  ]);
  writeManifest(folder, scattered);
  expect(readManifest(folder).configuration.seeds).toEqual(scattered.configuration.seeds);
  writeFileSync(
    join(folder, 'manifest.json'),
    text(folder, 'manifest.json').replace('"10001..10600"', '"1..9000000000"'),
  );
  expect(() => readManifest(folder)).toThrow(
    'configuration.seeds: must be integers or ranges a..b, of at most a million',
  );
});

test('of replications that share a record, those whose rows are sure to be whole are kept', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'rounds.csv');
  const header = 'algorithm,seed,round,error';
  // Three seeds of 2, 3 and 2 rows.
  const rows = ['3,0,1', '3,2,0.5', '4,0,1', '4,1,0.5', '4,2,0.25', '5,0,1', '5,2,0.5'].map(
    (row) => `local-sa,${row}`,
  );
  const record: RunRecord = {
    algorithm: 'local-sa',
    seed: 3,
    lastSeed: 5,
    state: 'completed',
    rounds: 2,
    steps: 2,
    rows: 7,
  };
  const keptOf = (lines: readonly string[]) => {
    writeFileSync(path, [header, ...lines, ''].join('\n'));
    const { runs, bytes } = keptRows([{ path, header }], [record]);
    const kept = text(folder, 'rounds.csv').slice(0, bytes[0]).trimEnd().split('\n').length - 1;
    return [runs.map(({ seed, lastSeed, rows }) => [seed, lastSeed, rows]), kept];
  };
  expect(keptOf(rows)).toEqual([[[3, 5, 7]], 7]);
  expect(keptOf([...rows, 'scafflsa,3,0,1'])).toEqual([[[3, 5, 7]], 7]);
  // Cut: a replication is whole where the next one begins, and nowhere else.
  expect(Array.from({ length: 7 }, (_, length) => keptOf(rows.slice(0, length)))).toEqual([
    [[], 0],
    [[], 0],
    [[], 0],
    [[[3, undefined, 2]], 2],
    [[[3, undefined, 2]], 2],
    [[[3, undefined, 2]], 2],
    [[[3, 4, 5]], 5],
  ]);
  expect(keptOf(rows.with(4, 'local-sa,4,1,0.25'))).toEqual([[[3, undefined, 2]], 2]);
  expect(keptOf(rows.with(2, 'local-sa,5,0,1'))).toEqual([[], 0]);
});

test('a run of 1,200 replications that was broken off goes on to the same bytes', () => {
  const manifest = smallManifest({}, SEEDS);
  const options = { sync: () => undefined, clock: () => 0, date: () => new Date(0) };
  const run = (folder: string, events: number): void => {
    const directory = openRunDirectory(folder, manifest, options);
    const observer = recorder(directory);
    const all = remainingEvents(directory);
    for (const event of all.slice(0, events)) observer.next(event);
    observer.finish(events < all.length ? 'interrupted' : 'completed');
  };
  const [whole, broken] = [temporaryFolder(), temporaryFolder()];
  run(whole, Infinity);
  for (const events of [777, 1500, 33, Infinity]) run(broken, events);
  for (const name of ['rounds.csv', 'iterates.csv', 'manifest.json']) {
    expect(text(broken, name)).toBe(text(whole, name));
  }
  // One of them diverges, in the middle of the second algorithm's seeds.
  expect(readManifest(whole).runs.map(({ seed, lastSeed, state }) => [seed, lastSeed, state])).toEqual([
    [1, 600, 'completed'],
    [1, undefined, 'completed'],
    [2, undefined, 'diverged'],
    [3, 600, 'completed'],
  ]);
});
