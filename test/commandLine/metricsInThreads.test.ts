/** A metric of a scenario whose problem is the program's own: threads without a user's files must import it all the same. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder, fedsa, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const SCENARIO = `import { metric, scenario } from 'fedsa';

export const first = metric({ name: 'first', of: ({ theta }) => 2 * theta[0] });

export default scenario({
  name: 'measured',
  title: 'Measured',
  question: '',
  problem: { kind: 'problem-file', path: 'two.json' },
  metrics: [first],
  algorithms: ['local-sa'],
  stepSize: 0.1,
  rounds: 200,
  seeds: 12,
});
`;

test('whole replications on threads have the rows of agents in this one', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder, 'two.json');
  writeFileSync(join(folder, 'measured.ts'), SCENARIO);
  const run = async (out: string, ...options: readonly string[]) => {
    const all = ['--quiet', '--no-report', ...options];
    expect(await fedsa(folder, 'run', 'measured.ts', '--out', out, ...all)).toMatchObject({ status: 0 });
    return text(folder, out, 'rounds.csv');
  };
  const sideBySide = await run('a', '--threads', '2');
  expect(sideBySide).toBe(await run('b', '--placement', 'inline'));
  expect(sideBySide).toMatch(/^[^\n]*,first\n/);
});
