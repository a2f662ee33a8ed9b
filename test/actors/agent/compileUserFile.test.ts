/** Users' files wherever they lie, and the places of their mistakes as an editor counts them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileUserFile } from '../../../actors/agent/compileUserFile.ts';
import { namedCode } from '../../../src/inputs/codeFile.ts';
import { temporaryFolder } from '../../recording/temporaryFolder.ts';

/** The file of a path below a new folder, with the given text. */
function fileOf(path: string, text: string) {
  const file = join(temporaryFolder(), path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
  return namedCode(file);
}

test('an asterisk in a path is a character, in a folder and in a name', async () => {
  const module = await compileUserFile(fileOf('θ*/a*b.ts', 'export const answer: number = 42;\n'));
  expect(await import(module)).toMatchObject({ answer: 42 });
});

test.each([
  ['const x = ;', 'line 1, column 11'],
  ["const θ = 'θ'; const x = ;", 'line 1, column 26'],
  ['let a;\nconst θ = ;', 'line 2, column 11'],
  ["import 'there-is-none';", 'line 1, column 8'],
])('in %s the mistake is in %s', async (text, place) => {
  await expect(compileUserFile(fileOf('mine.ts', text))).rejects.toThrow(`mine.ts, ${place}: `);
});
