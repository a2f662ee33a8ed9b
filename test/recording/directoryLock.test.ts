/** Who may write in a run directory, and what is left when the disk does not let him. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { DirectoryLock, LOCK_NAME, lockFor } from '../../src/recording/directoryLock.ts';
import type { Program } from '../../src/recording/program.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { recorder } from '../../src/recording/recorder.ts';
import { openRunDirectory } from '../../src/recording/runDirectory.ts';
import { remainingEvents, smallManifest } from './smallRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** What this process writes into its lock. */
function ownHolder(): Program {
  const folder = temporaryFolder();
  new DirectoryLock(folder);
  return JSON.parse(readFileSync(join(folder, LOCK_NAME), 'utf8')) as Program;
}
const program = ownHolder();

const held = (holder: unknown): string => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, LOCK_NAME), typeof holder === 'string' ? holder : JSON.stringify(holder));
  return folder;
};

describe('a run directory', () => {
  test("is one program's at a time, and free again when that has finished", () => {
    const folder = temporaryFolder();
    const first = openRunDirectory(folder, smallManifest());
    const before = readdirSync(folder).sort();
    expect(() => openRunDirectory(folder, smallManifest())).toThrow(
      `${folder}: process ${process.pid} on ${hostname()} is writing there; wait for it to end, or choose another folder`,
    );
    expect(readdirSync(folder).sort()).toEqual(before);
    first.finish('interrupted');
    expect(readdirSync(folder)).not.toContain(LOCK_NAME);
    openRunDirectory(folder, smallManifest()).finish('interrupted');
  });

  test('that is refused for what it holds is not left locked', () => {
    const folder = temporaryFolder();
    openRunDirectory(folder, smallManifest()).finish('interrupted');
    const before = readdirSync(folder).sort();
    expect(() => openRunDirectory(folder, smallManifest({}, [1, 3]))).toThrow('holds another run');
    expect(readdirSync(folder).sort()).toEqual(before);
  });
});

describe('a lock is taken over', () => {
  test('from a process that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const folder = held({ ...program, pid: child.pid, started: '' });
    child.kill('SIGKILL');
    await once(child, 'exit');
    new DirectoryLock(folder).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('from an earlier process that had the number of one that runs now', () => {
    new DirectoryLock(held({ ...program, started: `${program.started}1` })).release();
  });

  test.each(['', '{', 'null', '[]', '{"pid":1}'])('where it makes no sense: %j', (content) => {
    const folder = held(content);
    new DirectoryLock(folder).release();
    expect(existsSync(join(folder, LOCK_NAME))).toBe(false);
  });

  test('from an earlier start of the same task of a cluster, on a machine of which nobody knows', () => {
    const present = { ...program, host: 'elsewhere pid:[1]', task: '17' };
    new DirectoryLock(held(present), { ...program, task: '17' }).release();
    for (const task of ['18', undefined])
      expect(() => new DirectoryLock(held(present), { ...program, task })).toThrow(
        'on elsewhere is writing there',
      );
    // Here what runs is known, and may run at the same time: two programs that a user's shell has started.
    expect(() => new DirectoryLock(held({ ...program, task: '17' }), { ...program, task: '17' })).toThrow(
      'is writing there',
    );
  });

  test('but not from a live process, nor from another machine, of which nobody knows', () => {
    expect(() => new DirectoryLock(held(program))).toThrow(
      `process ${process.pid} on ${hostname()} is writing there`,
    );
    const folder = held({ ...program, host: 'elsewhere pid:[1]', pid: 2 ** 22 + 1 });
    expect(() => new DirectoryLock(folder)).toThrow(
      `process ${2 ** 22 + 1} on elsewhere is writing there; wait for it to end, choose another folder, or remove ${join(folder, LOCK_NAME)} if it no longer runs`,
    );
    expect(readdirSync(folder)).toEqual([LOCK_NAME]);
  });

  test('from a program that nobody can judge only where it has not been renewed for a quarter of an hour, and that is said', () => {
    const folder = held({ ...program, host: `${hostname()} pid:[1]`, pid: process.pid });
    const age = (minutes: number): void => {
      const then = new Date(Date.now() - 60_000 * minutes);
      utimesSync(join(folder, LOCK_NAME), then, then);
    };
    age(14);
    expect(() => new DirectoryLock(folder)).toThrow('is writing there');
    age(16.5);
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
    new DirectoryLock(folder).release();
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      `${folder}: the lock of process ${process.pid} on ${hostname()} is taken over: it was renewed last 16 minutes ago`,
      'FolderLock',
    );
    warn.mockRestore();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('and a program that was paused for so long writes nothing more in the folder', () => {
    const folder = temporaryFolder();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const directory = openRunDirectory(folder, smallManifest());
      const observer = recorder(directory);
      const events = remainingEvents(directory);
      for (const event of events.slice(0, 4)) observer.next(event);
      writeFileSync(join(folder, LOCK_NAME), JSON.stringify({ ...program, pid: 1 }));
      const before = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      vi.setSystemTime(Date.now() + 3_600_000);
      expect(() => {
        for (const event of events.slice(4)) observer.next(event);
        directory.finish('completed');
      }).toThrow('another program has taken this folder over');
      expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(before);
    } finally {
      vi.useRealTimers();
    }
  });

  test('nor does it hang on a FIFO or a link that leads nowhere', () => {
    const [fifo, link] = [temporaryFolder(), temporaryFolder()];
    execFileSync('mkfifo', [join(fifo, LOCK_NAME)]);
    expect(() => new DirectoryLock(fifo)).toThrow('this is a FIFO; expected a regular file');
    symlinkSync(join(link, 'nowhere'), join(link, LOCK_NAME));
    expect(() => new DirectoryLock(link)).toThrow('cannot be locked');
  });

  test("a lock that is another's by now is not removed with one's own", () => {
    const folder = temporaryFolder();
    const lock = new DirectoryLock(folder);
    writeFileSync(join(folder, LOCK_NAME), JSON.stringify({ ...program, pid: 1 }));
    lock.release();
    expect(readdirSync(folder)).toEqual([LOCK_NAME]);
  });
});

describe('links', () => {
  test.each([
    'rounds.csv',
    'manifest.json',
    'figures',
    'figures/error.svg',
    'report.html',
    'run.lock',
    'notes',
  ])('are refused in a folder for results, and nothing is made: %s', (name) => {
    const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
    if (name.includes('/')) mkdirSync(join(folder, 'figures'));
    symlinkSync(join(elsewhere, 'made'), join(folder, name));
    const before = readdirSync(folder);
    const line = `${join(folder, name)}: is a symbolic link, which is not written through; a file or folder of its own is expected`;
    expect(() => openRunDirectory(folder, smallManifest())).toThrow(line);
    mkdirSync(join(elsewhere, 'made'));
    expect(() => openRunDirectory(folder, smallManifest())).toThrow(line);
    expect(() => lockFor(folder)).toThrow(line);
    const linked = join(elsewhere, 'linked');
    symlinkSync(folder, linked);
    expect(() => lockFor(linked)).toThrow(line.replace(folder, linked));
    expect([readdirSync(folder), readdirSync(join(elsewhere, 'made'))]).toEqual([before, []]);
  });
});

describe('the end of a run', () => {
  test('that cannot be written down is marked in place: the manifest does not stay running', () => {
    const folder = temporaryFolder();
    let full = false;
    const sync = () => {
      if (full) throw new Error('ENOSPC: no space left on device, fsync');
    };
    const directory = openRunDirectory(folder, smallManifest(), { sync });
    const before = readManifest(folder);
    const bytes = readFileSync(join(folder, 'manifest.json')).length;
    full = true;
    expect(() => {
      directory.finish('completed');
    }).toThrow(/could not be written \(ENOSPC: no space left on device\)$/);
    expect(readManifest(folder)).toEqual({
      ...before,
      state: 'failed',
      failure: expect.stringMatching(/rows could not be written \(ENOSPC: no space left on device\)$/),
      endedAt: expect.any(String),
      runs: expect.any(Array),
    });
    expect(readFileSync(join(folder, 'manifest.json'))).toHaveLength(bytes);
    expect(readdirSync(folder)).not.toContain(LOCK_NAME);
  });

  test('is not before its start where the clock was set back', () => {
    const folder = temporaryFolder();
    const date = () => new Date('2023-12-31T23:00:00.000Z');
    openRunDirectory(folder, smallManifest(), { date }).finish('completed');
    expect(readManifest(folder)).toMatchObject({
      startedAt: '2024-01-01T00:00:00.000Z',
      endedAt: '2024-01-01T00:00:00.000Z',
    });
  });
});
