/** Names of what is not whole yet: no two alike, and what ended programs have left is removed, nothing else. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { removeTemporary, temporaryIn } from '../../src/recording/temporaryName.ts';
import { temporaryFolder } from './temporaryFolder.ts';

test('a thousand names of one program are a thousand names', () => {
  expect(new Set(Array.from({ length: 1000 }, () => temporaryIn('.'))).size).toBe(1000);
});

test('only what an ended program has left is removed, and what nobody can judge after a week', () => {
  const folder = temporaryFolder();
  const custom = basename(temporaryIn(folder));
  const [, system, pid, ticks] = /^\.tmp-(\w+)-(\d+)-(\d*)-\w+$/.exec(custom)!;
  const word = '0123456789abcdef';
  const ended = `.tmp-${system}-${2 ** 22 + 1}-${ticks}-${word}`;
  const before = `.tmp-${system}-${pid}-${ticks}1-${word}`;
  // The number of this process, in another container.
  const elsewhere = `.tmp-${'0'.repeat(12)}-${pid}-${ticks}-${word}`;
  const old = `.tmp-${'0'.repeat(12)}-1-1-${word}`;
  for (const name of [custom, ended, before, elsewhere, old, '.tmp-mine']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'rows'), '');
  }
  const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
  for (const name of [custom, old, '.tmp-mine']) utimesSync(join(folder, name), eightDaysAgo, eightDaysAgo);
  removeTemporary(folder);
  expect(readdirSync(folder).sort()).toEqual([custom, elsewhere, '.tmp-mine'].sort());
  removeTemporary(folder, true);
  expect(readdirSync(folder).sort()).toEqual([elsewhere, '.tmp-mine'].sort());
});
