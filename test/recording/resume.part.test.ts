import { writeManifest } from '../../src/recording/manifestFile.ts';
import { firstDifference } from '../../src/recording/sameRun.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countAll } from '../../src/configuration/replications.ts';
import type { Manifest } from '../../src/recording/manifest.ts';
import { LOCK_NAME } from '../../src/recording/directoryLock.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory, type RunDirectory } from '../../src/recording/runDirectory.ts';
import { eventsOf, remainingEvents, SEEDS_OF_THE_KILLED, smallManifest, text } from './smallRun.ts';
import { builtWriter } from './builtWriter.ts';
import { inSuite, oneIn } from '../tooling/parts.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const date = () => new Date('2024-01-02T03:04:05.000Z');
/** Thousands of waits for a disk would tell nothing here: no power fails in these tests. */
const sync = () => undefined;
const FILES = ['rounds.csv', 'iterates.csv', 'manifest.json'] as const;
type Contents = Readonly<Record<(typeof FILES)[number], string>>;

function contents(folder: string): Contents {
  return {
    'rounds.csv': text(folder, 'rounds.csv'),
    'iterates.csv': text(folder, 'iterates.csv'),
    'manifest.json': text(folder, 'manifest.json'),
  };
}

function put(folder: string, files: Contents): void {
  for (const name of FILES) writeFileSync(join(folder, name), files[name]);
}

function goOnToTheEnd(folder: string, manifest: Manifest = smallManifest()): RunDirectory {
  const directory = openRunDirectory(folder, manifest, { date, sync });
  const observer = recorder(directory);
  for (const event of remainingEvents(directory)) observer.next(event);
  observer.finish('completed');
  return directory;
}

/** The three files of a run that nothing disturbed. */
function undisturbed(manifest: Manifest): Contents {
  const folder = temporaryFolder();
  goOnToTheEnd(folder, manifest);
  return contents(folder);
}

const whole = undisturbed(smallManifest());

/** One replication of 3 rows that completes and one of 2 rows that diverges. */
const shortManifest = smallManifest({}, [2]);
const short = undisturbed(shortManifest);

/** How many of the short run's replications are whole in a file's first bytes. */
function wholeRuns(name: 'rounds.csv' | 'iterates.csv', bytes: number): number {
  // A file's text ends with a line's end: the header and 3 rows are 4 lines, all rows 6.
  const lines = short[name].slice(0, bytes).split('\n').length - 1;
  return lines >= 6 ? 2 : lines >= 4 ? 1 : 0;
}

/** Cuts the files of the short run, goes on, and compares every byte. */
function cutAndGoOn(folder: string, rounds: number, iterates: number): void {
  put(folder, {
    ...short,
    'rounds.csv': short['rounds.csv'].slice(0, rounds),
    'iterates.csv': short['iterates.csv'].slice(0, iterates),
  });
  const directory = goOnToTheEnd(folder, shortManifest);
  // Exactly the replications whose rows both files still hold in full are not run again.
  const kept = Math.min(wholeRuns('rounds.csv', rounds), wholeRuns('iterates.csv', iterates));
  expect(directory.done).toHaveLength(kept);
  expect(contents(folder)).toEqual(short);
}

inSuite.test(
  'a timed run of a version whose times were no ticks is another run; one without times goes on',
  () => {
    const timed = smallManifest({ policy: { kind: 'first', count: 2, late: 'drop' } });
    expect(firstDifference(timed, { ...timed, tick: 1e-9 })).toBe(
      'tick is "not recorded" there and 1e-9 here',
    );
    const folder = temporaryFolder();
    writeManifest(folder, timed);
    expect(() => openRunDirectory(folder, { ...timed, tick: 1e-9 }, { date, sync })).toThrow(
      /tick is "not recorded" there and 1e-9 here/,
    );
    const untimed = smallManifest();
    expect(firstDifference(untimed, { ...untimed, tick: 1e-9 })).toBeUndefined();
  },
);

describe('a run goes on to the same bytes', () => {
  test('after both files were cut at any byte', () => {
    const folder = temporaryFolder();
    const length = Math.max(short['rounds.csv'].length, short['iterates.csv'].length);
    const cuts = Array.from({ length: length + 1 }, (_, cut) => cut);
    for (const cut of oneIn(4, cuts)) cutAndGoOn(folder, cut, cut);
  });

  inSuite.test('after its files were cut at different bytes', () => {
    const folder = temporaryFolder();
    fc.assert(
      fc.property(
        fc.nat(short['rounds.csv'].length),
        fc.nat(short['iterates.csv'].length),
        (rounds, iterates) => {
          cutAndGoOn(folder, rounds, iterates);
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });

  inSuite.test('after a byte anywhere behind the header was damaged', () => {
    const folder = temporaryFolder();
    fc.assert(
      fc.property(
        fc.constantFrom('rounds.csv' as const, 'iterates.csv' as const),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom('\0', '\n', 'x', ','),
        (name, place, byte) => {
          const header = whole[name].indexOf('\n') + 1;
          const at = header + Math.floor(place * (whole[name].length - header));
          put(folder, { ...whole, [name]: whole[name].slice(0, at) + byte + whole[name].slice(at + 1) });
          goOnToTheEnd(folder);
          expect(contents(folder)).toEqual(whole);
        },
      ),
      { seed: 1, numRuns: 100 },
    );
  });

  inSuite.test(
    'after a file was lost, rows were added, the files disagree, or the manifest does not tell the number of rows',
    () => {
      const folder = temporaryFolder();
      for (const name of ['rounds.csv', 'iterates.csv'] as const) {
        put(folder, whole);
        rmSync(join(folder, name));
        expect(goOnToTheEnd(folder).done).toHaveLength(0);
        expect(contents(folder)).toEqual(whole);
        put(folder, { ...whole, [name]: `${whole[name]}scafflsa,2,9,1\n` });
        expect(goOnToTheEnd(folder).done).toHaveLength(4);
        expect(contents(folder)).toEqual(whole);
      }
      // Seed 2's first iterate in the wrong round: seed 1 alone is as both files have it.
      put(folder, {
        ...whole,
        'iterates.csv': whole['iterates.csv'].replace('local-sa,2,0,', 'local-sa,2,1,'),
      });
      expect(goOnToTheEnd(folder).done).toHaveLength(1);
      expect(contents(folder)).toEqual(whole);
      put(folder, { ...whole, 'manifest.json': whole['manifest.json'].replace(/,\s+"rows": 3/, '') });
      expect(goOnToTheEnd(folder).done).toHaveLength(0);
      expect(contents(folder)).toEqual(whole);
    },
  );

  inSuite.test('after it was interrupted behind any event, finished in order or simply gone', () => {
    const events = remainingEvents(openRunDirectory(temporaryFolder(), smallManifest()));
    for (let count = 0; count <= events.length; count++) {
      for (const leave of ['finished', 'gone', 'gone, all on disk'] as const) {
        const folder = temporaryFolder();
        const clock =
          leave === 'gone, all on disk'
            ? (
                (now = 0) =>
                () =>
                  (now += 1_000)
              )()
            : () => 0;
        const observer = recorder(openRunDirectory(folder, smallManifest(), { clock, sync }));
        for (const event of events.slice(0, count)) observer.next(event);
        const ended = events.slice(0, count).filter((event) => event.kind === 'replicationEnded').length;
        if (leave === 'finished') observer.finish('interrupted');
        // As if this process were another one, which has died.
        rmSync(join(folder, LOCK_NAME), { force: true });
        expect(goOnToTheEnd(folder).done).toHaveLength(leave === 'gone' ? 0 : ended);
        expect(contents(folder)).toEqual(whole);
      }
    }
  });

  inSuite.test(
    'after the disk was full at any multiple of 7 bytes; until then only whole rows and true claims are left',
    () => {
      const headers = Math.max(
        ...[whole['rounds.csv'], whole['iterates.csv']].map((file) => file.indexOf('\n') + 1),
      );
      for (let capacity = headers; capacity < whole['rounds.csv'].length; capacity += 7) {
        const folder = temporaryFolder();
        const directory = openRunDirectory(folder, smallManifest(), {
          clock: (
            (now = 0) =>
            () =>
              (now += 70)
          )(),
          write: (descriptor, bytes, offset, length, position) => {
            const room = Math.min(length, capacity - position);
            if (room <= 0) throw new Error('ENOSPC: no space left on device, write');
            return writeSync(descriptor, bytes, offset, room, position);
          },
        });
        const observer = recorder(directory);
        const line = `${folder}/rounds.csv: rows could not be written (ENOSPC: no space left on device)`;
        expect(() => {
          for (const event of remainingEvents(directory)) observer.next(event);
          directory.flush();
        }).toThrow(line);
        observer.finish('failed', line);
        const left = contents(folder);
        for (const name of ['rounds.csv', 'iterates.csv'] as const) {
          expect(left[name].endsWith('\n')).toBe(true);
          expect(whole[name].startsWith(left[name])).toBe(true);
        }
        const manifest = readManifest(folder);
        expect(manifest).toMatchObject({ state: 'failed', failure: line });
        const claimed = manifest.runs.filter((run) => run.state === 'completed').length;
        expect(goOnToTheEnd(folder).done).toHaveLength(claimed);
        expect(contents(folder)).toEqual(whole);
      }
    },
  );

  inSuite.test('after its process was killed while it wrote', { timeout: 20_000 }, async () => {
    const folder = temporaryFolder();
    const child = spawn(process.execPath, [builtWriter(temporaryFolder()), 'run', folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let replications = 0;
    child.stdout.on('data', (dots: Buffer) => {
      replications += dots.length;
      if (replications >= 40) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect(signal).toBe('SIGKILL');
    const manifest = smallManifest({}, SEEDS_OF_THE_KILLED);
    const directory = openRunDirectory(folder, manifest);
    directory.finish('interrupted');
    // Its clock went 150 ms at a look, about five looks a replication: at most a few were not yet written down.
    expect(countAll(directory.done)).toBeGreaterThanOrEqual(35);
    const fresh = openRunDirectory(temporaryFolder(), manifest);
    const observer = recorder(fresh);
    for (const { algorithm, seed: first, lastSeed = first } of directory.done) {
      for (let seed = first; seed <= lastSeed; seed++) {
        for (const event of eventsOf({ algorithm, seed })) observer.next(event);
      }
    }
    observer.finish('interrupted');
    for (const name of ['rounds.csv', 'iterates.csv'] as const)
      expect(text(folder, name)).toBe(text(fresh.path, name));
  });
});
