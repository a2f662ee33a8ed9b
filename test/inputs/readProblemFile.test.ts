import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readProblemFile } from '../../src/inputs/readProblemFile.ts';
import { InputError } from '../../src/values/failure.ts';

const VALID =
  '{"format":"fedsa-problem/1","kind":"linear","dimension":1,"agents":[{"transition":[[1]],"A":[[[2]]],"b":[[3]]}]}';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fedsa-problem-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function refusal(path: string): string {
  try {
    readProblemFile(path);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  return 'accepted';
}

describe('a readable file', () => {
  test('gives the problem, the SHA-256 of its bytes and their number', () => {
    const { specification, sha256, bytes } = readProblemFile(written('valid.json', VALID));
    expect(specification.agents[0]).toMatchObject({ b: Float64Array.of(3) });
    expect(bytes).toBe(VALID.length);
    // printf '%s' VALID | sha256sum
    expect(sha256).toBe('c66a91b6267e626897059189dd25c8138e35c96977acc297e13e292d7e2d3282');
  });

  test('may begin with a byte order mark, which counts among its bytes', () => {
    const { specification, sha256, bytes } = readProblemFile(written('mark.json', `\uFEFF${VALID}`));
    expect(specification.dimension).toBe(1);
    expect(bytes).toBe(VALID.length + 3);
    // printf '\xef\xbb\xbf%s' VALID | sha256sum
    expect(sha256).toBe('2400bf4bfe6164aa86ee7395d2405a8a7a0f17c6546c9159398fc26ac4bdd3cb');
  });

  test('may be reached through a symbolic link', () => {
    const link = join(folder, 'link.json');
    symlinkSync(written('target.json', VALID), link);
    expect(readProblemFile(link).specification.dimension).toBe(1);
  });

  test('that is no problem is refused under its own name', () => {
    const path = written('list.json', '[]');
    expect(refusal(path)).toBe(
      `${path}: line 1, column 1: an empty list; expected an object with the fields format, kind, agents, …`,
    );
  });

  test('that is empty is refused', () => {
    const path = written('empty.json', '');
    expect(refusal(path)).toBe(`${path}: line 1, column 1: the file is empty; expected a value`);
  });
});

describe('what cannot be read is refused in one line', () => {
  const unreadable = 'expected a readable problem file';

  test('a missing file', () => {
    const path = join(folder, 'missing.json');
    expect(refusal(path)).toBe(`${path}: cannot be read: no such file; ${unreadable}`);
  });

  test('no name at all', () => {
    expect(refusal('')).toBe(`"": cannot be read: no such file; ${unreadable}`);
  });

  test('a folder', () => {
    const path = join(folder, 'folder.json');
    mkdirSync(path);
    expect(refusal(path)).toBe(`${path}: this is a folder; expected a regular file`);
  });

  test('a path that goes through a file', () => {
    const path = join(written('file', VALID), 'p.json');
    expect(refusal(path)).toBe(`${path}: cannot be read: a part of the path is not a folder; ${unreadable}`);
  });

  test('a symbolic link to itself', () => {
    const path = join(folder, 'loop.json');
    symlinkSync(path, path);
    expect(refusal(path)).toBe(
      `${path}: cannot be read: symbolic links that go round in a circle; ${unreadable}`,
    );
  });

  test('a FIFO that nobody writes to, without waiting for a writer', () => {
    const path = join(folder, 'fifo.json');
    execFileSync('mkfifo', [path]);
    expect(refusal(path)).toBe(`${path}: this is a FIFO; expected a regular file`);
  });

  test('a device that never ends', () => {
    expect(refusal('/dev/zero')).toBe('/dev/zero: this is a device; expected a regular file');
  });

  test('a name with a line break or a NUL in it, spelt out', () => {
    expect(refusal(join(folder, 'a\nb'))).toBe(
      `${folder}/a\\u000Ab: cannot be read: no such file; ${unreadable}`,
    );
    expect(refusal('a\0b')).toMatch(
      /^a\\u0000b: cannot be read: .* null bytes.*; expected a readable problem file$/,
    );
  });

  test('two gigabytes, by their size, before a byte is read', () => {
    const path = written('sparse.json', VALID);
    truncateSync(path, 2 * 1024 ** 3); // 2,147,483,648 bytes, hardly any of them on disk
    const before = process.memoryUsage().rss;
    expect(refusal(path)).toBe(`${path}: 2148 MB; expected a problem file of at most 256 MB`);
    expect(process.memoryUsage().rss - before).toBeLessThan(64e6);
  });

  test('one byte more than 256 MB', () => {
    const path = written('large.json', '');
    truncateSync(path, 256e6 + 1);
    expect(refusal(path)).toBe(`${path}: 257 MB; expected a problem file of at most 256 MB`);
  });

  test('text in another encoding', () => {
    const path = written('latin1.json', Buffer.from('{"kind": "linéaire"}', 'latin1'));
    expect(refusal(path)).toBe(`${path}: not UTF-8 text; expected a JSON problem file in UTF-8`);
  });

  test('UTF-16, by its name', () => {
    const path = written('utf16.json', Buffer.from(`\uFEFF${VALID}`, 'utf16le'));
    expect(refusal(path)).toBe(
      `${path}: not UTF-8 text (this looks like UTF-16); expected a JSON problem file in UTF-8`,
    );
  });
});
