import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import { openToRead } from '../../src/recording/ordinaryFile.ts';
import { temporaryFolder } from './temporaryFolder.ts';

test('a folder where a file is expected is bad input, and a file that is gone is not', () => {
  const folder = temporaryFolder();
  expect(() => openToRead(folder)).toThrow(
    new InputError(`${folder}: this is a folder; expected a regular file`),
  );
  expect(() => openToRead(join(folder, 'gone'))).toThrow(/^ENOENT/);
});

// Root may read everything.
test.skipIf(process.getuid?.() === 0)('a file that we may not read is bad input', () => {
  const file = join(temporaryFolder(), 'rounds.csv');
  writeFileSync(file, 'a\n');
  chmodSync(file, 0);
  expect(() => openToRead(file)).toThrow(new InputError(`${file}: cannot be read: permission denied`));
});
