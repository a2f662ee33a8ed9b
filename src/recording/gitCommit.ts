/** The commit of a checkout, read from git's files: no git needs to be installed. */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/**
 * The commit that is checked out in `root`; null if `root` is not the top of a checkout, or nothing
 * is committed there. Local changes are not recorded.
 */
export function gitCommit(root: string): string | null {
  const directory = gitDirectory(join(root, '.git'));
  if (directory === undefined) return null;
  const head = read(join(directory, 'HEAD'));
  const reference = /^ref: (.+)$/.exec(head)?.[1];
  if (reference === undefined) return HASH.test(head) ? head : null;
  // A linked worktree has its own HEAD, and the branches are in the main checkout's folder.
  const shared = resolve(directory, read(join(directory, 'commondir')) || '.');
  const loose = read(join(shared, reference));
  if (HASH.test(loose)) return loose;
  const packed = read(join(shared, 'packed-refs'))
    .split('\n')
    .find((line) => line.endsWith(` ${reference}`));
  const hash = packed?.split(' ')[0] ?? '';
  return HASH.test(hash) ? hash : null;
}

/** `.git` itself, or where it points to as a file (worktrees, submodules). */
function gitDirectory(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (stat.isDirectory()) return path;
  const target = /^gitdir: (.+)$/.exec(read(path))?.[1];
  return target === undefined ? undefined : resolve(path, '..', target);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
