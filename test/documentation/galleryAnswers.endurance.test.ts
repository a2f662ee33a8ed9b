/** The answers that the gallery and the papers' pages quote are those that the program prints, and their numbers those of the rows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa } from '../commandLine/builtProgram.ts';
import { readEntries } from './gallery/pages.ts';
import { readRows } from './leads/rows.ts';
import { unfounded } from './leads/unfounded.ts';

const folder = emptyFolder();
/** Scenarios on recorded data, which the project does not have, run where FEDSA_AIR_QUALITY names it. */
const DATA = process.env.FEDSA_AIR_QUALITY;
const isRecorded = (name: string): boolean =>
  /^(beijing-air-quality|streaming-fl-(figure-[12]|table-2))$/.test(name);
const isThere = (name: string): boolean => DATA !== undefined || !isRecorded(name);

test.each(readEntries().filter(({ name }) => isThere(name)))(
  '$name',
  async ({ name, isQuick, answer, question }) => {
    const out = join(folder, name);
    // A program that a test starts does not get the variable.
    const words = [...(isQuick ? ['--quick'] : []), ...(isRecorded(name) ? ['--data', DATA!] : [])];
    const { status } = await fedsa(folder, 'run', name, ...words, '--no-report', '--quiet', '--out', out);
    expect(status).toBe(0);
    expect(readFileSync(join(out, 'answer.txt'), 'utf8').trim()).toBe(answer);
    expect(unfounded(answer ?? '', readRows(out), question)).toEqual([]);
  },
);
