/** `fedsa plan --by simulation`, hundreds of seeds at each step size, and of several policies. */
import { expect, test } from 'vitest';
import type { Plan } from '../../src/index.ts';
import { planKey } from '../../src/recording/planReport.ts';
import { fedsa } from './builtProgram.ts';
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

test('each algorithm under each policy has the plan that it has under that policy alone', async () => {
  const words = [
    ...['--epsilon', '0.1', '--algorithm', 'local-sa,fedhsa', '--local-steps', '5', '--sampling', 'iid'],
    ...['--by', 'theory', '--cost', 'seconds', '--compute', 'exponential:1', '--step-size', '0.05..0.5'],
  ];
  const folder = planFolder();
  const policies = ['synchronous', 'first:1,of=2', 'asynchronous:0.5'];
  const { plans } = await plannedIn(folder, ...words, '--policy', policies.join(','));
  const alone = await Promise.all(
    policies.map(async (policy) => {
      const algorithm = policy.startsWith('asynchronous') ? ['--algorithm', 'local-sa'] : [];
      const found = await plannedIn(folder, ...words, ...algorithm, '--policy', policy);
      return found.plans.map((plan) => ({ ...plan, policy }));
    }),
  );
  const costs = plans.map(({ cost }) => cost ?? Infinity);
  expect(costs).toEqual([...costs].sort((a, b) => a - b));
  const impossible = plans.filter(({ reason }) => reason?.startsWith('does not go with asynchronous'));
  expect(impossible).toMatchObject([{ algorithm: 'fedhsa', policy: 'asynchronous:0.5', kind: 'none' }]);
  const rest = plans.filter((plan) => !impossible.includes(plan));
  const byName = (all: readonly Plan[]) => [...all].sort((a, b) => (planKey(a) < planKey(b) ? -1 : 1));
  expect(byName(rest)).toEqual(byName(alone.flat()));
  expect(
    (await fedsa(folder, 'plan', 'two.json', ...words, '--policy', 'synchronous;first:1')).stdout,
  ).toMatch(/^ +(Local SA|FedHSA), first:1 /m);
});
