import { expect, test } from 'vitest';
import { titled } from '../../src/values/titled.ts';

test('a question is followed without a colon', () => {
  expect(titled('Drift', 'H = 2')).toBe('Drift: H = 2');
  expect(titled('Wait, or not?', 'H = 2')).toBe('Wait, or not? H = 2');
});
