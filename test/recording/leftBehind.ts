/** What a program leaves that is killed while it writes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { temporaryIn } from '../../src/recording/temporaryName.ts';

/** Makes a temporary folder of an ended program in a folder, with empty files in it. */
export function leftBehind(folder: string, ...files: readonly string[]): void {
  const custom = basename(temporaryIn(folder));
  const left = join(folder, custom.replace(/-\d+-(\d*-\w+)$/, `-${2 ** 22 + 1}-$1`));
  mkdirSync(left);
  for (const file of files) {
    mkdirSync(dirname(join(left, file)), { recursive: true });
    writeFileSync(join(left, file), '');
  }
}
