import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import type { Manifest } from '../../src/recording/manifest.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { differenceBeyondGrowth } from '../../src/recording/sameRun.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory, type RunDirectory } from '../../src/recording/runDirectory.ts';
import { eventsOf, remainingEvents, smallManifest, text } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const date = () => new Date('2024-01-02T03:04:05.000Z');

/** Records what a folder lacks of the small run, to the end. */
function runToTheEnd(folder: string, manifest: Manifest = smallManifest()): RunDirectory {
  const directory = openRunDirectory(folder, manifest, { date });
  const observer = recorder(directory);
  for (const event of remainingEvents(directory)) observer.next(event);
  observer.finish('completed');
  return directory;
}

/** Every file of a folder with its content and time of change. */
function snapshot(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => {
        const stat = statSync(join(folder, name));
        return [name, `${stat.mtimeMs} ${stat.isFile() ? text(folder, name) : 'folder'}`];
      }),
  );
}

/** The line with which a folder is refused; nothing in `folder` may have changed. */
function refusal(path: string, manifest: Manifest = smallManifest(), folder = path): string {
  const before = snapshot(folder);
  let message: string | undefined;
  try {
    openRunDirectory(path, manifest);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    message = (error as Error).message;
  }
  expect(snapshot(folder)).toEqual(before);
  expect(message).not.toContain('\n');
  return message!;
}

describe('a fresh run directory', () => {
  test('holds one row a round in the order of the runs, each number spelled in full', () => {
    const folder = join(temporaryFolder(), 'parents', 'too');
    expect(runToTheEnd(folder).resumed).toBe(false);
    // local-sa, seed 1: scale ¼, so errors 1, ¼, 1/16; theta_0 = −0, −¼, −⅛.
    expect(text(folder, 'rounds.csv').split('\n').slice(0, 4)).toEqual([
      'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes',
      'local-sa,1,0,0,0,1,,2.5e-10,,0,0,0,0',
      'local-sa,1,1,10,10,0.25,0.08333333333333333,2.5e-10,,3,3,48,48',
      'local-sa,1,2,20,20,0.0625,0.020833333333333332,2.5e-10,,6,6,96,96',
    ]);
    expect(text(folder, 'iterates.csv').split('\n').slice(0, 4)).toEqual([
      'algorithm,seed,round,theta_0,theta_1',
      'local-sa,1,0,-0,0.25',
      'local-sa,1,1,-0.25,0.25',
      'local-sa,1,2,-0.125,0.25',
    ]);
    // Four replications of 3 rows but for the diverged one's 2, a header, and the end of the last line.
    expect(text(folder, 'rounds.csv').split('\n')).toHaveLength(13);
    expect(readdirSync(folder).sort()).toEqual(['iterates.csv', 'manifest.json', 'rounds.csv']);
  });

  test('ends with a manifest that tells how each replication ended', () => {
    const folder = temporaryFolder();
    runToTheEnd(folder);
    expect(readManifest(folder)).toEqual({
      ...smallManifest(),
      state: 'completed',
      endedAt: '2024-01-02T03:04:05.000Z',
      runs: [
        { algorithm: 'local-sa', seed: 1, state: 'completed', rounds: 2, steps: 20, rows: 3 },
        { algorithm: 'local-sa', seed: 2, state: 'completed', rounds: 2, steps: 20, rows: 3 },
        { algorithm: 'scafflsa', seed: 1, state: 'completed', rounds: 2, steps: 20, rows: 3 },
        { algorithm: 'scafflsa', seed: 2, state: 'diverged', rounds: 1, steps: 10, rows: 2 },
      ],
    });
  });

  test('has columns for the average only where there is one, empty until it begins', () => {
    const folder = temporaryFolder();
    runToTheEnd(folder, smallManifest({ averageFrom: 0.5 }));
    const rounds = text(folder, 'rounds.csv').split('\n');
    expect(rounds[0]!.endsWith(',downlinkBytes,averageError')).toBe(true);
    expect(rounds[1]).toBe('local-sa,1,0,0,0,1,,2.5e-10,,0,0,0,0,');
    expect(rounds[3]!.endsWith(',96,96,0.125')).toBe(true);
    const iterates = text(folder, 'iterates.csv').split('\n');
    expect(iterates.slice(0, 3)).toEqual([
      'algorithm,seed,round,theta_0,theta_1,average_0,average_1',
      'local-sa,1,0,-0,0.25,,',
      'local-sa,1,1,-0.25,0.25,0.25,0.3333333333333333',
    ]);
  });

  test('has no iterates.csv where none is asked for', () => {
    const folder = temporaryFolder();
    runToTheEnd(folder, smallManifest({ iterates: false }));
    expect(readdirSync(folder).sort()).toEqual(['manifest.json', 'rounds.csv']);
  });

  test('leaves files alone that are none of ours', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    runToTheEnd(folder);
    runToTheEnd(folder);
    expect(text(folder, 'notes.txt')).toBe('mine');
  });

  test('takes replications only in the order of the manifest, and rounds only of the one under way', () => {
    const directory = openRunDirectory(temporaryFolder(), smallManifest());
    const first = { algorithm: 'local-sa', seed: 1 } as const;
    const third = { algorithm: 'scafflsa', seed: 1 } as const;
    directory.start(third);
    const round = eventsOf(first)[1]!;
    if (round.kind !== 'roundRecorded') throw new Error('the second event is a round');
    expect(() => directory.record(first, round.record, round.theta, undefined)).toThrow(
      new RangeError('local-sa with seed 1 is not under way'),
    );
    expect(() => directory.record(third, round.record, new Float64Array(3), undefined)).toThrow(
      new RangeError('iterate of length 3, not 2'),
    );
    directory.end(third, { kind: 'completed', rounds: 0, steps: 0 });
    expect(() => directory.start(first)).toThrow(
      new RangeError('local-sa with seed 1 cannot begin after scafflsa with seed 1'),
    );
    expect(() => directory.start({ algorithm: 'fedhsa', seed: 1 })).toThrow(
      new RangeError('fedhsa with seed 1 is not among the runs of the manifest'),
    );
    directory.finish('failed');
  });

  test('rows reach the file within 200 ms of work, and the manifest within 1 s of a replication’s end', () => {
    const folder = temporaryFolder();
    let now = 0;
    const directory = openRunDirectory(folder, smallManifest(), { clock: () => now });
    const [started, first, second, third, ended] = eventsOf({ algorithm: 'local-sa', seed: 1 });
    const [startedNext, ...roundsNext] = eventsOf({ algorithm: 'local-sa', seed: 2 });
    const observer = recorder(directory);
    const rows = () => text(folder, 'rounds.csv').split('\n').length - 2;
    const states = () => readManifest(folder).runs.map((run) => run.state);
    observer.next(started!);
    now = 199;
    observer.next(first!);
    expect(rows()).toBe(0);
    now = 200;
    observer.next(second!);
    expect(rows()).toBe(2);
    now = 201;
    observer.next(third!);
    observer.next(ended!);
    expect(rows()).toBe(2);
    observer.next(startedNext!);
    now = 999;
    observer.next(roundsNext[0]!);
    expect(rows()).toBe(4);
    expect(states()[0]).toBe('pending');
    now = 1_000;
    observer.next(roundsNext[1]!);
    expect(rows()).toBe(5);
    expect(states()).toEqual(['completed', 'pending', 'pending', 'pending']);
    directory.finish('interrupted');
    expect(readManifest(folder)).toMatchObject({ state: 'interrupted', failure: null });
    expect(readManifest(folder).runs[1]).toMatchObject({
      state: 'interrupted',
      rounds: 1,
      steps: 10,
      rows: 2,
    });
  });
});

describe('a folder that is refused, untouched', () => {
  const finished = temporaryFolder();
  runToTheEnd(finished);

  test('one that holds another run: the first field that differs is named', () => {
    const good = smallManifest();
    const differing: readonly (readonly [Manifest, string])[] = [
      [{ ...good, version: '0.2.0' }, 'version is "0.1.0" there and "0.2.0" here'],
      [
        { ...good, scenario: { ...good.scenario, sha256: 'ab' } },
        'scenario.sha256 is null there and "ab" here',
      ],
      [
        { ...good, problem: { ...good.problem, root: [0.5, 0] } },
        `problem.root[1] is ${-1 / 3} there and 0 here`,
      ],
      [smallManifest({}, [1, 3]), 'configuration.seeds[1] is 2 there and 3 here'],
      [smallManifest({}, [1]), 'configuration.seeds has 2 entries there and 1 here'],
      [smallManifest({ averageFrom: 0.5 }), 'configuration.averageFrom is not given there and 0.5 here'],
      [
        smallManifest({ recording: { every: 2 } }),
        'configuration.recording is "default" there and {"every":2} here',
      ],
      [
        smallManifest({ averageFrom: 0.5 }, [1, 2, 3]),
        'configuration.averageFrom is not given there and 0.5 here',
      ],
      [smallManifest({}, [2, 1, 3]), 'configuration.seeds[0] is 1 there and 2 here'],
      [{ ...good, runs: good.runs.toReversed() }, 'runs has 2 entries there and 4 here'],
    ];
    for (const [manifest, difference] of differing) {
      expect(refusal(finished, manifest)).toBe(
        `${finished}: holds another run: ${difference}; choose another folder or remove this one`,
      );
    }
  });

  test('a longer list of seeds where none can be added', () => {
    const grown = (settings: Parameters<typeof smallManifest>[0]): string | undefined =>
      differenceBeyondGrowth(smallManifest(settings), smallManifest(settings, [1, 2, 3]));
    expect(grown({})).toBeUndefined();
    const seeds = 'configuration.seeds has 2 entries there and 3 here, and a run ';
    expect(grown({ updates: true })).toBe(`${seeds}with --updates does not grow`);
    expect(grown({ clock: 'wall' })).toBe(`${seeds}on the wall clock does not grow`);
  });

  test('but not one that differs only in where the agents live, in the machine or in the arguments', () => {
    const folder = temporaryFolder();
    runToTheEnd(folder);
    const directory = runToTheEnd(folder, {
      ...smallManifest({ placement: 'packed', threads: 4 }),
      placement: { name: 'packed', threads: 4, unit: 'agents' },
      commit: 'f'.repeat(40),
      node: 'v22.0.0',
      arguments: ['run', 'small', '--threads', '4'],
      startedAt: '2025-01-01T00:00:00.000Z',
    });
    expect(directory.done).toHaveLength(4);
    expect(readManifest(folder)).toMatchObject({ node: 'v22.0.0', startedAt: '2024-01-01T00:00:00.000Z' });
  });

  test('one with results but no manifest, or with one that cannot be read', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'iterates.csv'), '');
    expect(refusal(folder)).toBe(
      `${folder}: holds iterates.csv but no manifest.json, so its run is not known; choose another folder`,
    );
    writeFileSync(join(folder, 'manifest.json'), '{"format": "fedsa-run/1", ');
    expect(refusal(folder)).toMatch(/manifest\.json: is not JSON/);
    writeFileSync(join(folder, 'manifest.json'), '{"format": "somebody-else/3"}');
    expect(refusal(folder)).toMatch(/manifest\.json: format: /);
  });

  test('a path that is a file or lies below one, and rows that are a folder', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(refusal(file, smallManifest(), folder)).toBe(
      `${file}: is a file; a folder is needed for the run's results`,
    );
    expect(refusal(join(file, 'below'), smallManifest(), folder)).toBe(
      `${file}/below: this folder cannot be created (ENOTDIR: not a directory)`,
    );
    const blocked = temporaryFolder();
    writeFileSync(join(blocked, 'manifest.json'), text(finished, 'manifest.json'));
    mkdirSync(join(blocked, 'rounds.csv'));
    expect(refusal(blocked)).toBe(`${blocked}/rounds.csv: this is a folder; expected a regular file`);
    rmdirSync(join(blocked, 'rounds.csv'));
    writeFileSync(join(blocked, 'figures'), '');
    expect(refusal(blocked)).toBe(`${blocked}/figures: is a file; a folder is needed for the run's results`);
  });

  test('one whose rows begin with another header', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'manifest.json'), text(finished, 'manifest.json'));
    writeFileSync(join(folder, 'rounds.csv'), text(finished, 'rounds.csv').replaceAll('\n', '\r\n'));
    expect(refusal(folder)).toBe(
      `${folder}/rounds.csv: does not begin with the header of this run's rows; move the file away to continue`,
    );
  });

  test('any folder, for a run that lists one replication twice', () => {
    expect(refusal(temporaryFolder(), smallManifest({}, [7, 7]))).toBe(
      'local-sa with seed 7 is asked for twice; name each algorithm and each seed once',
    );
  });

  test('one whose disk is full: the folders made for the run are gone again', () => {
    const folder = temporaryFolder();
    const write = () => {
      throw new Error('ENOSPC: no space left on device, write');
    };
    const path = join(folder, 'a', 'b');
    expect(() => openRunDirectory(path, smallManifest(), { write })).toThrow(
      new InputError(
        `${path}: this folder cannot be used for the run's results ` +
          `(${path}/rounds.csv: rows could not be written (ENOSPC: no space left on device))`,
      ),
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a finished directory opened again', () => {
  test('has everything done and changes nothing in the rows', () => {
    const folder = temporaryFolder();
    runToTheEnd(folder);
    const before = { rounds: text(folder, 'rounds.csv'), manifest: text(folder, 'manifest.json') };
    const directory = runToTheEnd(folder);
    expect(directory.resumed).toBe(true);
    expect(directory.done.map(({ algorithm, seed }) => `${algorithm} ${seed}`)).toEqual([
      'local-sa 1',
      'local-sa 2',
      'scafflsa 1',
      'scafflsa 2',
    ]);
    expect({ rounds: text(folder, 'rounds.csv'), manifest: text(folder, 'manifest.json') }).toEqual(before);
  });

  test('takes no more events once it is finished', () => {
    const folder = temporaryFolder();
    const observer = recorder(openRunDirectory(folder, smallManifest()));
    const events = eventsOf({ algorithm: 'local-sa', seed: 1 });
    for (const event of events.slice(0, 3)) observer.next(event);
    observer.finish('interrupted');
    const before = snapshot(folder);
    for (const event of events.slice(3)) observer.next(event);
    observer.complete();
    observer.finish('completed');
    expect(snapshot(folder)).toEqual(before);
    expect(readFileSync(join(folder, 'rounds.csv'), 'utf8').split('\n')).toHaveLength(4);
  });
});
