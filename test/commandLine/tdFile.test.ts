/** A problem file of kind `td` from its template on: checked, run in every placement, replayed, and written from a scenario. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contents, emptyFolder, fedsa, text } from './builtProgram.ts';

const folder = emptyFolder();
const SHORT = [
  '--step-size',
  '0.1',
  '--local-steps',
  '3',
  '--rounds',
  '20',
  '--seeds',
  '2',
  '--no-report',
  '--quiet',
];

test('the template is checked, and runs with the same bytes inline, in threads and on replay', async () => {
  const made = await fedsa(folder, 'init', 'chains', '--from', 'td');
  expect(made).toMatchObject({ status: 0, stderr: '' });
  const chains = join(folder, 'chains');
  expect(contents(chains)).toEqual(['.gitignore', 'package.json', 'td.json']);
  expect(await fedsa(chains, 'check', 'td.json')).toMatchObject({ status: 0, stderr: '' });
  for (const sampling of ['markov', 'iid']) {
    const tables: string[] = [];
    for (const placement of ['inline', 'own-thread', 'packed']) {
      const out = `${sampling}-${placement}`;
      const where = ['--sampling', sampling, '--placement', placement, '--out', out];
      expect(await fedsa(chains, 'run', 'td.json', ...SHORT, ...where)).toMatchObject({
        status: 0,
        stderr: '',
      });
      tables.push(text(chains, join(out, 'rounds.csv')));
    }
    expect(new Set(tables).size).toBe(1);
  }
  expect(await fedsa(chains, 'replay', 'markov-inline')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('every number came out bit for bit'),
  });

  const file = join(chains, 'td.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"rewards": [1, 0, 0.5]', '"rewards": [1, 0, 0.6]'));
  for (const command of [
    ['replay', 'markov-inline'],
    ['run', 'td.json', ...SHORT, '--out', 'markov-inline'],
  ])
    expect(await fedsa(chains, ...command)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^fedsa: [^\n]+\n$/),
    });
});

test('a scenario’s problem is written as such a file, once', async () => {
  const write = ['export', 'quickstart', '--problem', 'quickstart.json'];
  expect(await fedsa(folder, ...write)).toEqual({ status: 0, stderr: '', stdout: 'quickstart.json\n' });
  expect(text(folder, 'quickstart.json')).toMatch(/^\{"format":"fedsa-problem\/1","kind":"td","agents":\[\n/);
  expect(await fedsa(folder, 'check', 'quickstart.json')).toMatchObject({ status: 0, stderr: '' });
  expect(await fedsa(folder, ...write)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^fedsa: quickstart\.json: cannot be written: [^\n]+; name a new file\n$/),
  });
  expect(await fedsa(folder, 'export', 'fedhsa-figure-3', '--problem', 'q.json')).toMatchObject({
    status: 2,
  });
});
