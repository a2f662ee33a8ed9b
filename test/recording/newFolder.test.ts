/** A new folder is whole or not there: the next program tidies up after one that was killed while it wrote. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseTaken, writeNewFolder } from '../../src/recording/newFolder.ts';
import { temporaryIn } from '../../src/recording/temporaryName.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const FILES = { 'plan.json': '{}', 'figures/a.svg': '<svg></svg>' };

/** A temporary folder of an ended program, with files in it. */
function leftIn(folder: string, ...files: readonly string[]): string {
  const custom = basename(temporaryIn(folder));
  const left = join(folder, custom.replace(/-\d+-(\d*-\w+)$/, `-${2 ** 22 + 1}-$1`));
  for (const file of files) {
    mkdirSync(join(left, file, '..'), { recursive: true });
    writeFileSync(join(left, file), '');
  }
  return left;
}

test('what a killed program has made beside it, and not whole, is removed', () => {
  const parent = temporaryFolder();
  leftIn(parent, 'plan.json');
  writeNewFolder(join(parent, 'out'), FILES);
  expect(readdirSync(parent, { recursive: true }).sort()).toEqual(
    ['out', 'out/figures', 'out/figures/a.svg', 'out/plan.json'].sort(),
  );
});

test('an empty folder in which a program was killed before its files were whole is empty', () => {
  const folder = temporaryFolder();
  leftIn(folder, 'plan.json');
  writeNewFolder(folder, FILES);
  expect(readdirSync(folder).sort()).toEqual(['figures', 'plan.json']);
});

test('a program that was killed while it moved its whole files is gone on with, and the folder is taken then', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'plan.json'), '{}');
  leftIn(folder, 'whole/figures/a.svg', 'whole/report.html');
  expect(() => {
    refuseTaken(folder);
  }).toThrow('already exists; name a new folder, or an empty one');
  expect(readdirSync(folder).sort()).toEqual(['figures', 'plan.json', 'report.html']);
  expect(existsSync(join(folder, 'figures', 'a.svg'))).toBe(true);
});
