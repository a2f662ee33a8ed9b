/** The gallery has every scenario, and its pages are what the last runs made them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa } from '../commandLine/builtProgram.ts';
import { ROOT } from './documents.ts';
import { GROUPS } from './gallery/groups.ts';
import { pagesOf, readEntries } from './gallery/pages.ts';
import { readRows } from './leads/rows.ts';
import { unfounded } from './leads/unfounded.ts';
import { inSuite, oneIn } from '../tooling/parts.ts';

const entries = readEntries();
const folder = emptyFolder();

inSuite.test(
  'every shipped scenario is in the gallery, with a picture of a few kilobytes: npm run gallery',
  () => {
    const shipped = readdirSync(join(ROOT, 'scenarios')).filter((name) => name.endsWith('.ts'));
    const names = shipped
      .map((name) => basename(name, '.ts'))
      .filter((name) => !name.endsWith('.test'))
      .sort();
    expect(entries.map(({ name }) => name)).toEqual(names);
    expect(Object.values(GROUPS).flat().sort()).toEqual(names);
    for (const { name } of entries) {
      const picture = join(ROOT, `docs/gallery/${name}.svg`);
      expect(existsSync(picture), name).toBe(true);
      expect(readFileSync(picture).length, name).toBeLessThan(60_000);
    }
  },
);

test.each(oneIn(2, ['worst-order', 'who-delays']))(
  'the answer of %s is what the program prints, of numbers that its rows have',
  async (name) => {
    const out = join(folder, name);
    await fedsa(folder, 'run', name, '--quick', '--no-report', '--quiet', '--out', out);
    const { answer, question } = entries.find((entry) => entry.name === name)!;
    expect(readFileSync(join(out, 'answer.txt'), 'utf8').trim()).toBe(answer);
    expect(unfounded(answer!, readRows(out), question)).toEqual([]);
  },
);

inSuite.test('the gallery and the papers’ figures are what the entries say', () => {
  for (const [path, text] of pagesOf(entries))
    expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
});
