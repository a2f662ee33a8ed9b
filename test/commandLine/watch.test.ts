/** `fedsa run --watch` and `fedsa view`: what they print, and that a page changes nothing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
writeTwoAgents(folder);
const RUN = [
  ...[
    'run',
    'problem.json',
    '--algorithm',
    'local-sa',
    '--step-size',
    '0.05',
    '--rounds',
    '50',
    '--seeds',
    '2',
  ],
  ...['--no-report', '--placement', 'inline'],
];

/** What is printed at the end: progress comes as it happens. */
const resultOf = (stdout: string): string[] =>
  stdout.split('\n').filter((line) => !line.startsWith('{"type":"progress"'));

test('a run that is watched gives the same bytes, and prints the page’s URL beside what it prints anyway', async () => {
  const plain = await fedsa(folder, ...RUN, '--out', 'plain', '--json');
  const watched = await fedsa(folder, ...RUN, '--out', 'watched', '--json', '--watch');
  expect(watched.stderr).toMatch(/^Watch: http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/);
  expect(resultOf(watched.stdout.replaceAll('watched', 'plain'))).toEqual(resultOf(plain.stdout));
  for (const file of ['rounds.csv', 'iterates.csv'])
    expect(text(folder, 'watched', file)).toBe(text(folder, 'plain', file));
});

test.each([
  [
    ['view', 'nowhere'],
    'fedsa: nowhere/manifest.json: cannot be read: no such file; expected a readable manifest',
  ],
  [[...RUN, '--port', '8080'], 'fedsa: --port: is for the live page; add --watch, or leave it out'],
  [[...RUN, '--host', '0.0.0.0'], 'fedsa: --host: is for the live page; add --watch, or leave it out'],
  [
    [...RUN, '--paused', '--clock', 'wall'],
    'fedsa: --paused: real time cannot be paused; take --clock virtual',
  ],
  [
    [...RUN, '--paused', '--store', 'kept'],
    'fedsa: --store: a run that is stepped through cannot come from a store; leave it out',
  ],
])('%s is bad input', async (words, line) => {
  expect(await fedsa(folder, ...words)).toEqual({ status: 2, stdout: '', stderr: `${line}\n` });
});

test('a folder of panels that is none is bad input', async () => {
  const odd = emptyFolder();
  writeFileSync(join(odd, 'panels.json'), '{}');
  const { status, stderr } = await fedsa(folder, 'view', odd);
  expect([status, stderr.split('\n')]).toEqual([2, [expect.stringContaining('panels.json: format'), '']]);
});
