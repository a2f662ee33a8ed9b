import { expect, test } from 'vitest';
import { boundedLine } from '../../src/commandLine/complain.ts';

test('what is said is one line of bounded length, without the text of a module', () => {
  expect(boundedLine('  two\n   lines \n')).toBe('two lines');
  const url = `data:text/javascript;base64,${'QUJD'.repeat(1e5)}`;
  expect(boundedLine(`${url}:3: threw`)).toBe('data:…:3: threw');
  const long = boundedLine(`${'a'.repeat(5e6)} the end`);
  expect(long.length).toBeLessThan(2000);
  expect(long.endsWith('a the end')).toBe(true);
});
