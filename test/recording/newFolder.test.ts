/** A new folder is whole or not there: the next program tidies up after one that was killed while it wrote. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseTaken, writeNewFolder } from '../../src/recording/newFolder.ts';
import { leftBehind } from './leftBehind.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const FILES = { 'plan.json': '{}', 'figures/a.svg': '<svg></svg>' };

test('what a killed program has made beside it, and not whole, is removed', () => {
  const parent = temporaryFolder();
  leftBehind(parent, 'plan.json');
  writeNewFolder(join(parent, 'out'), FILES);
  expect(readdirSync(parent, { recursive: true }).sort()).toEqual(
    ['out', 'out/figures', 'out/figures/a.svg', 'out/plan.json'].sort(),
  );
});

test('an empty folder in which a program was killed before its files were whole is empty', () => {
  const folder = temporaryFolder();
  leftBehind(folder, 'plan.json');
  writeNewFolder(folder, FILES);
  expect(readdirSync(folder).sort()).toEqual(['figures', 'plan.json']);
});

test('where no folder can be made it is refused before anything is computed for it, and nothing is left', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(() => {
    refuseTaken(join(file, 'out'));
  }).toThrow(`${file}: is a file; a folder is needed`);
  refuseTaken(join(folder, 'new', 'out'));
  expect(readdirSync(folder)).toEqual(['file']);
});

test('a program that was killed while it moved its whole files is gone on with, and the folder is taken then', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'plan.json'), '{}');
  leftBehind(folder, 'whole/figures/a.svg', 'whole/report.html');
  expect(() => {
    refuseTaken(folder);
  }).toThrow('already exists; name a new folder, or an empty one');
  expect(readdirSync(folder).sort()).toEqual(['figures', 'plan.json', 'report.html']);
  expect(existsSync(join(folder, 'figures', 'a.svg'))).toBe(true);
});
