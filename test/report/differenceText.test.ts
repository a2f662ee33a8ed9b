/** Values of fields in which runs differ. */
import { expect, test } from 'vitest';
import { valueText } from '../../src/report/differenceText.ts';

test('an algorithm of the user’s has its parameters, not its file', () => {
  const module = { file: '/home/name/prox.ts', bundle: 'a8b5' };
  expect(valueText('prox', { name: 'prox', own: module, mu: 0.1 })).toBe('{"name":"prox","mu":0.1}');
});
