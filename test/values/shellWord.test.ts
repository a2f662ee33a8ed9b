import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '../../src/values/shellWord.ts';

test('words come out of a POSIX shell as they went in, and plain ones are not quoted', () => {
  expect(shellWord('--grid=step-size=0.01..0.3:log6')).toBe('--grid=step-size=0.01..0.3:log6');
  expect(shellWord("it's")).toBe(`'it'\\''s'`);
  if (process.platform === 'win32') return;
  const words = ["it's", 'a b', '$HOME', '`id`', '"', '\\', '', 'θ*', 'a\nb', '~', '#'];
  const script = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
});
