/** Panels that are interrupted and completed, and their theory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, type Ended, fedsa, start } from './builtProgram.ts';
import { stateOf, writePanels } from './panelScenario.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();

beforeAll(() => {
  writeTwoAgents(folder);
  writePanels(folder, 'two.ts', "a: { title: 'A', at: 0.1 }, b: { title: 'B', at: 0.2, stepSize: 0.2 }");
});

test('an interrupt stops all of them, and the same command completes them', async () => {
  writePanels(folder, 'long.ts', "a: { title: 'A', at: 0.1, rounds: 30_000 }, b: { title: 'B', at: 0.2 }");
  const args = ['run', 'long.ts', '--record', 'every=1000', '--no-report', '--json'];
  const started = start(folder, ...args, '--out', 'stopped');
  await started.saw((stdout) => /"type":"progress","panel":"a","rounds":[1-9]/.test(stdout));
  started.child.kill('SIGINT');
  expect((await started.ended).status).toBe(130);
  expect(stateOf(folder, 'stopped', 'a')).toBe('interrupted');
  expect(existsSync(join(folder, 'stopped', 'b'))).toBe(false);
  expect((await fedsa(folder, ...args, '--out', 'stopped')).status).toBe(0);
  expect([stateOf(folder, 'stopped', 'a'), stateOf(folder, 'stopped', 'b')]).toEqual([
    'completed',
    'completed',
  ]);
});

test('theory has a section for each panel, and one alone is that of its scenario', async () => {
  const theory = (...more: readonly string[]): Promise<Ended> =>
    fedsa(folder, 'theory', 'two.ts', '--algorithm', 'local-sa', ...more);
  const all = await theory();
  expect(all.status).toBe(0);
  expect(all.stdout).toMatch(/^A \(--panel a\)\n\nProblem\n[^]*\nB \(--panel b\)\n\nProblem\n/);
  const json = await theory('--json');
  const { panels } = JSON.parse(json.stdout) as { panels: Record<string, unknown> };
  expect(Object.keys(panels)).toEqual(['a', 'b']);
  const ended = await theory('--panel', 'b', '--json');
  expect(JSON.parse(ended.stdout)).toEqual(panels.b);
});
