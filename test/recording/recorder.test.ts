import { writeSync } from 'node:fs';
import { from, lastValueFrom, map, tap } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { ActorFailure } from '../../src/values/failure.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import { eventsOf, remainingEvents, smallManifest, text } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** States of the runs in a folder's manifest. */
function states(folder: string): string[] {
  return readManifest(folder).runs.map((run) => run.state);
}

describe('recorder', () => {
  test('when the stream ends everything is on disk, and the run is still running until finish', async () => {
    const folder = temporaryFolder();
    const directory = openRunDirectory(folder, smallManifest());
    const observer = recorder(directory);
    await lastValueFrom(from(remainingEvents(directory)).pipe(tap(observer)));
    expect(text(folder, 'rounds.csv').split('\n')).toHaveLength(13);
    expect(readManifest(folder).state).toBe('running');
    expect(states(folder)).toEqual(['completed', 'completed', 'completed', 'diverged']);
    observer.finish('completed');
    expect(readManifest(folder).state).toBe('completed');
  });

  test('where the agents came to live is written down, and progress leaves no trace', () => {
    const folder = temporaryFolder();
    const directory = openRunDirectory(folder, { ...smallManifest(), placement: null });
    const observer = recorder(directory);
    const placement = { name: 'packed', threads: 2, unit: 'agents' } as const;
    observer.next({ kind: 'placed', placement, why: undefined });
    observer.next({ kind: 'progressed', rounds: 1, totalRounds: 8, error: NaN });
    observer.complete();
    expect(readManifest(folder)).toEqual({ ...smallManifest(), placement });
    directory.finish('interrupted');
  });

  test('under tap, a disk that fills up ends the stream with the one line that says so', async () => {
    const folder = temporaryFolder();
    let full = false;
    const directory = openRunDirectory(folder, smallManifest(), {
      clock: (
        (now = 0) =>
        () =>
          (now += 100)
      )(),
      write: (...block) => {
        if (full) throw new Error('ENOSPC: no space left on device, write');
        return writeSync(...block);
      },
    });
    full = true;
    const stream = from(remainingEvents(directory)).pipe(tap(recorder(directory)));
    await expect(lastValueFrom(stream)).rejects.toThrow(
      /rounds\.csv: rows could not be written \(ENOSPC: no space left/,
    );
    expect(() => directory.finish('interrupted')).toThrow(/ENOSPC/);
  });

  test('a failure of the replication under way is written down as its state', async () => {
    const folder = temporaryFolder();
    const directory = openRunDirectory(folder, smallManifest());
    const observer = recorder(directory);
    const cause = new ActorFailure(
      { stage: 'local steps', agent: 1, round: 2, algorithm: 'local-sa', seed: 1 },
      'no',
    );
    const stream = from(eventsOf({ algorithm: 'local-sa', seed: 1 })).pipe(
      map((event) => {
        if (event.kind === 'roundRecorded' && event.record.round === 2) throw cause;
        return event;
      }),
      tap(observer),
    );
    await expect(lastValueFrom(stream)).rejects.toBe(cause);
    observer.finish('failed', cause.message);
    expect(readManifest(folder)).toMatchObject({
      state: 'failed',
      failure: 'agent 1 failed in local steps of round 2 (local-sa, seed 1): no',
    });
    expect(readManifest(folder).runs[0]).toMatchObject({ state: 'failed', rounds: 1, steps: 10, rows: 2 });
    expect(states(folder).slice(1)).toEqual(['pending', 'pending', 'pending']);
  });

  test('a failure of a later replication leaves the one under way interrupted', () => {
    const folder = temporaryFolder();
    const observer = recorder(openRunDirectory(folder, smallManifest()));
    for (const event of eventsOf({ algorithm: 'local-sa', seed: 1 }).slice(0, 2)) observer.next(event);
    const at = { stage: 'start', agent: undefined, round: 0, algorithm: 'scafflsa', seed: 2 } as const;
    observer.error(new ActorFailure(at, 'gone'));
    observer.finish('failed', 'gone');
    expect(states(folder)).toEqual(['interrupted', 'pending', 'pending', 'failed']);
  });

  test('a failure outside the actors makes the replication under way the failed one', () => {
    const folder = temporaryFolder();
    const observer = recorder(openRunDirectory(folder, smallManifest()));
    for (const event of eventsOf({ algorithm: 'local-sa', seed: 1 }).slice(0, 2)) observer.next(event);
    observer.error(new Error('a bug'));
    observer.finish('failed', 'a bug');
    expect(states(folder)).toEqual(['failed', 'pending', 'pending', 'pending']);
  });

  test('a replication that is told to be interrupted keeps its rows and its counts', () => {
    const folder = temporaryFolder();
    const replication = { algorithm: 'local-sa', seed: 1 } as const;
    const observer = recorder(openRunDirectory(folder, smallManifest()));
    for (const event of eventsOf(replication).slice(0, 3)) observer.next(event);
    observer.next({
      kind: 'replicationEnded',
      replication,
      outcome: { kind: 'interrupted', rounds: 1, steps: 14 },
    });
    observer.finish('interrupted');
    expect(readManifest(folder).runs[0]).toMatchObject({
      state: 'interrupted',
      rounds: 1,
      steps: 14,
      rows: 2,
    });
    expect(text(folder, 'rounds.csv').split('\n')).toHaveLength(4);
  });
});
