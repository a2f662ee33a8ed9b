import { expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import { cannotBeUsed } from '../../src/recording/fileCause.ts';

const system = (code: string, words: string): Error =>
  Object.assign(new Error(`${code}: ${words}, open 'x'`), { code, syscall: 'open' });

test.each([
  ['ENOSPC', 'no space left on device'],
  ['EDQUOT', 'disk quota exceeded'],
  ['EIO', 'i/o error'],
])('a folder is not to blame for %s: the run has failed, and may be tried again', (code, words) => {
  const wrapped = new Error(`x/manifest.json: could not be written (${code}: ${words})`, {
    cause: system(code, words),
  });
  for (const error of [system(code, words), wrapped]) {
    const found = cannotBeUsed('x', 'used for results', error);
    expect(found).not.toBeInstanceOf(InputError);
    expect(found).toMatchObject({
      message: `x: the results cannot be written (${code}: ${words})`,
      cause: { code, syscall: 'open' },
    });
  }
});

test('a folder that nobody may write in is bad input', () => {
  expect(cannotBeUsed('x', 'used for results', system('EACCES', 'permission denied'))).toEqual(
    new InputError('x: this folder cannot be used for results (EACCES: permission denied)'),
  );
});
