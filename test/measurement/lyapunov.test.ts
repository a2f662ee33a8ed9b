/** SCAFFLSA's Lyapunov function, against the control variates of the algorithm in plain loops. */
import { expect, test } from 'vitest';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { meansOf, randomProblem, rootOf, specificationOf } from '../oracles/explicitProblem.ts';
import { add, apply, averageOf, type Row, scale, subtract } from '../oracles/plainMatrices.ts';
import { bernoulli, deterministic, named } from '../oracles/triggers.ts';

const squared = (x: Row): number => x.reduce((sum, value) => sum + value * value, 0);

/** From 0.05 to 0.025 over the run */
const decreasing = { kind: 'decreasing', scale: 20, offset: 400, exponent: 1 } as const;

test.each(
  named([
    { trigger: deterministic(5), stepSize: 0.05 },
    { trigger: bernoulli(0.25), stepSize: 0.05 },
    { trigger: deterministic(5), stepSize: decreasing },
    { trigger: bernoulli(0.25), stepSize: decreasing },
  ]),
)(
  'without noise it is the error and the control variates of the recursion, $when, η = $stepSize, and falls to nothing',
  async ({ trigger, stepSize }) => {
    const problem = randomProblem(3, 2, 9);
    const agents = problem.map(meansOf);
    const root = rootOf(problem);
    const etaOf = (t: number): number => (typeof stepSize === 'number' ? stepSize : 20 / (400 + t));
    const [run, local] = await replicationsOf(
      specificationOf(problem),
      configurationOf({
        algorithms: [
          { name: 'scafflsa', stepSize },
          { name: 'local-sa', stepSize },
        ],
        trigger,
        sampling: 'exact',
        initial: [2, -1],
        lyapunov: true,
        budget: { kind: 'rounds', rounds: 400 },
      }),
    );
    const gainOf = (eta: number): number =>
      trigger.kind === 'deterministic' ? 1 / (eta * trigger.localSteps) : trigger.probability / eta;
    let theta: Row = [2, -1];
    const controls: Row[] = agents.map(() => [0, 0]);
    const operatorAt = ({ A, b }: (typeof agents)[number], at: Row): Row => subtract(b, apply(A, at));
    const expected = (gain: number): number =>
      squared(subtract(theta, root)) +
      averageOf(agents.map((agent, i) => [squared(add(controls[i]!, operatorAt(agent, root)))]))[0]! /
        gain ** 2;
    for (const [t, { lyapunov, step }] of run!.records.entries()) {
      // At the start the controls are those with which round 1 begins.
      const eta = etaOf(Math.max(t, 1));
      const gain = gainOf(eta);
      if (t > 0) {
        const gap = step - run!.records[t - 1]!.step;
        const ends = agents.map((agent, i) => {
          let row = theta;
          for (let k = 0; k < gap; k++) row = add(row, scale(eta, add(operatorAt(agent, row), controls[i]!)));
          return row;
        });
        theta = averageOf(ends);
        ends.forEach((end, i) => (controls[i] = add(controls[i]!, scale(gain, subtract(theta, end)))));
      }
      // Both sides round θ and ξ at 1e-15: 2e-15 √L in L, and 1e-30 where L is nothing.
      const wanted = expected(gain);
      expect(Math.abs(lyapunov - wanted), `round ${t}`).toBeLessThan(1e-13 * (Math.sqrt(wanted) + 1e-13));
    }
    expect(run!.records.at(-1)!.lyapunov).toBeLessThan(1e-9 * run!.records[0]!.lyapunov);
    expect(local!.records.every(({ lyapunov }) => Number.isNaN(lyapunov))).toBe(true);
  },
);
