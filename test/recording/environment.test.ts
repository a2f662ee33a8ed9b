import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environment } from '../../src/recording/environment.ts';
import { gitCommit } from '../../src/recording/gitCommit.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const HASH = '0123456789abcdef0123456789abcdef01234567';
const OTHER = 'f'.repeat(40);

/** A folder with the given files in it. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

test("environment tells package.json's version, this Node and this machine", () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const { version, node, machine } = environment();
  expect(version).toBe(manifest.version);
  expect(node).toBe(process.version);
  expect(machine).toMatchObject({ platform: process.platform, architecture: process.arch });
  expect(machine.cores).toBeGreaterThan(0);
  expect(machine.memoryBytes).toBeGreaterThan(0);
});

describe('gitCommit', () => {
  test('a branch is followed to its own file', () => {
    expect(
      gitCommit(folderWith({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${HASH}\n` })),
    ).toBe(HASH);
  });

  test('a branch without a file is found among the packed ones, by its whole name', () => {
    const packed = `# pack-refs with: peeled\n${OTHER} refs/heads/main2\n${OTHER} refs/remotes/refs/heads/main\n${HASH} refs/heads/main\n^${OTHER}\n`;
    expect(gitCommit(folderWith({ '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': packed }))).toBe(
      HASH,
    );
  });

  test('a detached head is the commit itself', () => {
    expect(gitCommit(folderWith({ '.git/HEAD': `${HASH}\n` }))).toBe(HASH);
  });

  test("a linked worktree's branch is looked up in the main checkout", () => {
    const root = folderWith({
      'main/.git/worktrees/w/HEAD': 'ref: refs/heads/w\n',
      'main/.git/worktrees/w/commondir': '../..\n',
      'main/.git/refs/heads/w': `${HASH}\n`,
      'w/.git': 'gitdir: ../main/.git/worktrees/w\n',
    });
    expect(gitCommit(join(root, 'w'))).toBe(HASH);
  });

  test('there is none outside a checkout, below its top, before the first commit, or from a broken file', () => {
    const root = folderWith({ '.git/HEAD': 'ref: refs/heads/main\n', 'sub/file': '' });
    expect(gitCommit(root)).toBeNull();
    expect(gitCommit(join(root, 'sub'))).toBeNull();
    expect(gitCommit(temporaryFolder())).toBeNull();
    expect(gitCommit(folderWith({ '.git': 'nonsense' }))).toBeNull();
    expect(gitCommit(folderWith({ '.git/HEAD': 'nonsense' }))).toBeNull();
  });
});
