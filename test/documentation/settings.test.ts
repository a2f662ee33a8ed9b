/** The page of options and settings says what the program's tables say. */
import { expect, test } from 'vitest';
import { settingsPage } from './settingsPage.ts';

test('docs/settings.md is as its tables make it: npm run docs:settings makes it again', async () => {
  await expect(await settingsPage()).toMatchFileSnapshot('../../docs/settings.md');
});
