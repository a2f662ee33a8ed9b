/**
 * What is on disk never claims more than is there, whenever the process ends: the manifest calls no
 * replication ended whose rows are missing, and no round stands without the events that it came of.
 * Both are looked at before and after every write.
 */
import { existsSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Inspection } from '../../src/events/inspection.ts';
import type { Replication } from '../../src/configuration/replications.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import { eventsOf, smallManifest, text } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const EVENTS_A_ROUND = 3;

/** A replication on the wall clock: so many events before each round but the first, many times its rounds. */
function clockedEvents(replication: Replication, repeated = 1): Inspection[] {
  const [start, ...others] = eventsOf(replication);
  const end = others.pop()!;
  const told: Inspection[] = [start!];
  let event = 0;
  let round = 0;
  for (let time = 0; time < repeated; time++) {
    for (const recorded of others) {
      if (recorded.kind !== 'roundRecorded') continue;
      for (let k = 0; k < EVENTS_A_ROUND && round > 0; k++) {
        told.push({
          kind: 'clocked',
          replication,
          event: { event, time: event / 8, due: event / 8, agent: 1 },
        });
        event++;
      }
      told.push({ ...recorded, record: { ...recorded.record, round } });
      round++;
    }
  }
  return [...told, end];
}

/** Rows below the header, by algorithm and seed. */
function rowsByRun(folder: string, file: string): Map<string, number> {
  const counts = new Map<string, number>();
  if (!existsSync(join(folder, file))) return counts;
  for (const line of text(folder, file).split('\n').slice(1, -1)) {
    const run = line.split(',', 2).join(' ');
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

/** What claims something: rows claim their events, the manifest claims rows. As it was, it needs no second look. */
function claims(folder: string): string {
  return ['rounds.csv', 'manifest.json']
    .map((file) => statSync(join(folder, file), { bigint: true, throwIfNoEntry: false }))
    .map((found) => `${found?.ino} ${found?.size} ${found?.mtimeNs}`)
    .join();
}

function expectTrueClaims(folder: string): void {
  const [rounds, iterates, arrivals] = ['rounds.csv', 'iterates.csv', 'arrivals.csv'].map((file) =>
    rowsByRun(folder, file),
  );
  for (const { algorithm, seed, rows = 0 } of readManifest(folder).runs) {
    const run = `${algorithm} ${seed}`;
    expect(rounds!.get(run) ?? 0, `rounds of ${run}`).toBeGreaterThanOrEqual(rows);
    expect(iterates!.get(run) ?? 0, `iterates of ${run}`).toBeGreaterThanOrEqual(rows);
  }
  for (const [run, rows] of rounds!) {
    const needed = EVENTS_A_ROUND * (rows - 1);
    expect(arrivals!.get(run) ?? 0, `events of ${run}`).toBeGreaterThanOrEqual(needed);
  }
}

test.each([
  { pace: 'time stands still', round: 0, end: 0, repeated: 1 },
  { pace: 'rows are due at times', round: 70, end: 70, repeated: 2 },
  {
    pace: 'the manifest is due at the end of a replication, and its rows are not',
    round: 0,
    end: 1_000,
    repeated: 1,
  },
  // 64 kB of rows are written without being due: 600 rounds of some 110 bytes
  { pace: 'time stands still and a block of rows is full', round: 0, end: 0, repeated: 200 },
])('where $pace, every claim on disk is true at any moment', ({ round, end, repeated }) => {
  const folder = temporaryFolder();
  let now = 0;
  let seen = '';
  let looks = 0;
  const look = (): void => {
    if (claims(folder) === seen || !existsSync(join(folder, 'manifest.json'))) return;
    expectTrueClaims(folder);
    seen = claims(folder);
    looks++;
  };
  const directory = openRunDirectory(folder, smallManifest({ clock: 'wall' }), {
    clock: () => now,
    sync: () => undefined,
    write: (...args) => {
      look();
      const written = writeSync(...args);
      look();
      return written;
    },
  });
  const observer = recorder(directory);
  for (const { algorithm, seed } of directory.manifest.runs) {
    for (const event of clockedEvents({ algorithm, seed }, repeated)) {
      if (event.kind === 'roundRecorded') now += round;
      if (event.kind === 'replicationEnded') now += end;
      observer.next(event);
      look();
    }
  }
  observer.complete();
  look();
  observer.finish('completed');
  look();
  expect(looks).toBeGreaterThan(2);
});
