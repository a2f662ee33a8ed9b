/** What must hold before a run is worth looking at. */
import { expect, test } from 'vitest';
import { localSa } from '../../src/index.ts';
import { runRounds, serverKit, userOperator } from '../../src/testing/index.ts';
import { damped, ended } from './algorithm.ts';
import { sensor } from './operator.ts';

const AGENTS = 5;

/** The mean operator that an agent states. */
function meanOf(agent: number) {
  const { mean } = sensor({ agent });
  if (mean?.kind !== 'linear') throw new Error('expected a linear mean');
  return mean;
}

test('the mean of the operator is what the agent states', () => {
  const { A, b } = meanOf(1);
  const operator = userOperator(sensor, { agent: 1, agents: AGENTS, dimension: 2 });
  const [steps, theta, sum] = [100_000, Float64Array.of(1, 2), new Float64Array(2)];
  operator.accumulate(theta, steps, sum);
  for (const j of [0, 1]) {
    const stated = b[j]! - A[2 * j]! * theta[0]! - A[2 * j + 1]! * theta[1]!;
    expect(Math.abs(sum[j]! / steps - stated)).toBeLessThan(0.1);
  }
});

test('the server goes a share α of the way to the average', () => {
  const server = serverKit(damped, { stepSize: 0.1, share: 0.25 }, { initial: [4], agents: 2 });
  server.open(1, 1);
  server.expectBroadcast({ kind: 'started', theta: [4] });
  server.receive([0, 4].map((x) => ended({ theta: Float64Array.of(x) })));
  server.expectRoundCompleted({ theta: [3.5] });
});

test('with α = 1 it is Local SA', () => {
  const [mine, theirs] = [damped, localSa].map((algorithm) =>
    runRounds({
      algorithm,
      parameters: { stepSize: 0.05, ...(algorithm === damped && { share: 1 }) },
      agents: AGENTS,
      operator: (agent) => userOperator(sensor, { agent, agents: AGENTS, dimension: 2 }),
      initial: [3, -1],
      localSteps: 4,
      rounds: 20,
    }),
  );
  mine!.forEach((model, t) => {
    model.forEach((x, j) => expect(x).toBeCloseTo(theirs![t]![j]!, 12));
  });
});
