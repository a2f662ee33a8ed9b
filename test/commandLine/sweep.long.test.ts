/** A sweep that is killed and completed: some four seconds of processor time. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa, start, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const sweep = (out: string): string[] => [
  ...['sweep', 'problem.json', '--grid', 'step-size=0.02..0.2:log3', '--grid', 'local-steps=1,5'],
  ...['--algorithm', 'local-sa,fedhsa', '--rounds', '20', '--seeds', '2', '--threads', '1'],
  ...['--quiet', '--out', out],
];

test('a sweep that is killed three times in its midst and completed has the same table', async () => {
  writeTwoAgents(folder);
  expect(await fedsa(folder, ...sweep('whole'))).toMatchObject({ status: 0, stderr: '' });
  const runs = join(folder, 'killed', 'runs');
  const finished = (): number =>
    existsSync(runs) ? readdirSync(runs).filter((name) => !name.startsWith('.')).length : 0;
  for (const enough of [1, 4, 8]) {
    const started = start(folder, ...sweep('killed'));
    const watch = setInterval(() => {
      if (finished() >= enough) started.child.kill('SIGKILL');
    }, 1);
    await started.ended;
    clearInterval(watch);
    expect(finished()).toBeGreaterThanOrEqual(enough);
  }
  expect(await fedsa(folder, ...sweep('killed'))).toMatchObject({ status: 0 });
  expect(text(folder, 'killed', 'results.csv')).toBe(text(folder, 'whole', 'results.csv'));
  expect(readdirSync(runs).filter((name) => name.startsWith('.'))).toEqual([]);
});
