/** A run whose mean square is known to grow says so before it starts and where its numbers stand. */
import { expect, test } from 'vitest';
import { emptyFolder, fedsa, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

// At η = 1.1 both means contract; Local SA's mean square grows, FedHSA's does not. One process: 0.5 s.
test('the algorithm whose mean square grows is named at the start and at the end, and no other', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const options = ['--algorithm', 'local-sa,fedhsa', '--step-size', '1.1', '--rounds', '6', '--no-report'];
  options.push('--placement', 'inline');
  const { status, stdout, stderr } = await fedsa(folder, 'run', 'problem.json', ...options, '--out', 'out');
  const growth =
    'E‖θ̄ − θ*‖² grows without bound at this step size, by a factor of 1.03 a round in the long run';
  expect(status).toBe(0);
  expect(stderr).toBe(`fedsa: warning: local-sa: ${growth}\n`);
  expect(stdout.split('\n').filter((line) => line.includes('grows'))).toEqual([`          ${growth}`]);
  const { predictions } = JSON.parse(text(folder, 'out', 'manifest.json')) as {
    predictions: { meanSquareFactor: number; stability?: Record<'mean' | 'meanSquare', { step: number }> }[];
  };
  expect(predictions.map(({ meanSquareFactor }) => meanSquareFactor > 1)).toEqual([true, false]);
  // how large the step may be is asked where it is too large
  const [grows, other] = predictions;
  expect(grows!.stability!.mean.step).toBeGreaterThan(1.1);
  expect(grows!.stability!.meanSquare.step).toBeLessThan(1.1);
  expect(other).not.toHaveProperty('stability');
});

test('of a run that diverges it is said once', async () => {
  const folder = emptyFolder();
  writeTwoAgents(folder);
  const options = ['--algorithm', 'local-sa', '--step-size', '9', '--rounds', '60', '--no-report'];
  const { status, stdout, stderr } = await fedsa(folder, 'run', 'problem.json', ...options, '--out', 'out');
  expect(status).toBe(1);
  expect(`${stdout}${stderr}`.match(/grows without bound/g)).toHaveLength(1);
  expect(stderr).toMatch(/\nfedsa: local-sa with seed 1 diverged in round \d+: η = 9 lets agents [^\n]+\n$/);
  // What is kept says it too: nobody sees a warning there.
  expect(text(folder, 'out', 'manifest.json')).toMatch(/"failure": "[^"]+grows without bound/);
});
