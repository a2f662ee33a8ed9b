/** The README's picture is the quickstart's figure: some twelve seconds of processor time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa } from '../commandLine/builtProgram.ts';

const folder = emptyFolder();

test('docs/images/quickstart.svg is what the quickstart draws: vitest run --project long picture --update', async () => {
  expect(await fedsa(folder, 'run', 'quickstart', '--quiet', '--out', 'quickstart')).toMatchObject({
    status: 0,
  });
  const figure = readFileSync(join(folder, 'quickstart/figures/error.svg'), 'utf8');
  await expect(figure).toMatchFileSnapshot('../../docs/images/quickstart.svg');
}, 180_000);
