/** `fedsa plan --by simulation`: hundreds of seeds at each step size. */
import { expect, test } from 'vitest';
import { planFolder, plannedIn } from './plannedAgents.ts';

test('by simulation the cost is near to that of theory, and the same each time', async () => {
  const folder = planFolder();
  const words = ['--epsilon', '0.3', '--algorithm', 'local-sa', '--local-steps', '2'];
  const range = ['--step-size', '0.05..0.2'];
  const [exact, measured, again] = [
    await plannedIn(folder, ...words, ...range),
    await plannedIn(folder, ...words, ...range, '--by', 'simulation'),
    await plannedIn(folder, ...words, ...range, '--by', 'simulation'),
  ];
  expect(again).toEqual(measured);
  expect(measured.plans[0]!.kind).toBe('measured');
  expect(measured.plans[0]!.reason).toMatch(/^by simulation, \d+ seeds: T from \d+ to \d+ in 95 of 100$/);
  expect(Math.abs(measured.plans[0]!.cost! - exact.plans[0]!.cost!)).toBeLessThanOrEqual(1);
});
