/** More threads than cores, seeds by the hundred, and other programs that take the cores. */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeAgents, writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();

beforeAll(() => {
  writeTwoAgents(folder);
  writeAgents(folder, 5, 'five.json');
  writeAgents(folder, 60, 'sixty.json');
});

async function run(problem: string, out: string, ...options: readonly string[]): Promise<void> {
  const args = ['run', problem, '--step-size', '0.1', '--no-report', '--quiet', '--out', out, ...options];
  expect(await fedsa(folder, ...args)).toEqual({ status: 0, stdout: '', stderr: '' });
}

test('sixty agents in sixty threads of their own run and end cleanly', async () => {
  await run('sixty.json', 'sixty', '--rounds', '5', '--algorithm', 'fedhsa', '--placement', 'own-thread');
  // FedHSA: two vectors each way from each of the 60 agents in each of the 5 rounds
  expect(rows(folder, 'sixty', 'rounds.csv').at(-1)).toMatchObject({ round: '5', uplinkVectors: '600' });
});

test('400 seeds side by side give as many runs', async () => {
  await run('problem.json', 'many', '--rounds', '12', '--local-steps', '5', '--seeds', '400');
  expect(rows(folder, 'many', 'rounds.csv')).toHaveLength(3 * 400 * 13);
});

describe('while other programs load both cores', () => {
  const busy: ChildProcess[] = [];
  beforeAll(() => {
    for (let core = 0; core < 2; core++)
      busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  });
  afterAll(() => {
    for (const child of busy) child.kill('SIGKILL');
  });

  test('twelve seeds side by side, and in threads of their own, give the same bytes as one after another', async () => {
    const files = async (out: string, ...options: readonly string[]): Promise<string> => {
      await run('five.json', out, '--local-steps', '3', '--rounds', '40', '--seeds', '12', ...options);
      return text(folder, out, 'rounds.csv') + text(folder, out, 'iterates.csv');
    };
    const inline = await files('inline', '--placement', 'inline');
    expect(await files('side-by-side')).toBe(inline);
    expect(await files('own-thread', '--placement', 'own-thread')).toBe(inline);
  });
});
