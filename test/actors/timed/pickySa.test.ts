/** Picky SA against its recursion written out, and what a run says of the updates that it discards. */
import { expect, it } from 'vitest';
import { pickySa } from '../../../scenarios/algorithms/pickySa.ts';
import { configured } from '../../../src/algorithms/parts.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { policyFault } from '../../../src/algorithms/policyFault.ts';
import { exactCurves } from '../../../src/runs/theory/exactCurves.ts';
import { configurationOf } from '../../oracles/events.ts';
import { agentsThatDiffer, eventsOf, storyOf } from './timedFixture.ts';

const M = 4;
const ETA = 0.2;
const EPSILON = 0.4;
const T = 80;
const problem = agentsThatDiffer(M);
/** Seconds of a step: agent 3's model is old when its answer comes. */
const COMPUTE = [1, 1.37, 0.71, 7.13];
const timing = {
  agents: COMPUTE.map((compute, agent) => ({ agents: [agent, agent] as const, compute })),
};
const weight = { kind: 'constant' } as const;
const picky = configured(pickySa, { stepSize: ETA, distance: EPSILON }) as ScheduledAlgorithm;
const base = {
  ...{ algorithms: [picky], timing, updates: true },
  trigger: { kind: 'deterministic', localSteps: 1 },
  budget: { kind: 'rounds', rounds: T },
} as const;

it.each<[PolicyConfiguration, number]>([
  [{ kind: 'buffered', count: 1, weight }, 1],
  [{ kind: 'asynchronous', mixing: 0.6, weight }, 0.6],
])('under %o steps only with what was computed nearby', async (policy, mixing) => {
  const story = await storyOf(problem, configurationOf({ ...base, policy }));
  const operators = COMPUTE.map((_, agent) => buildProblem(problem).agent(agent).operator('markov', 1));
  let theta = [0, 0];
  const due = [...COMPUTE];
  const from = COMPUTE.map(() => theta);
  const taken: boolean[] = [];
  for (let t = 1; t <= T; t++) {
    const agent = due.indexOf(Math.min(...due));
    const origin = from[agent]!;
    const model = Float64Array.from(origin);
    operators[agent]!.advance(model, ETA, undefined, 1);
    const isNear = Math.hypot(...theta.map((x, j) => x - origin[j]!)) <= EPSILON;
    taken.push(isNear);
    if (isNear) {
      const before = theta;
      theta = before.map((x, j) =>
        policy.kind === 'buffered' ? x + (model[j]! - origin[j]!) : (1 - mixing) * x + mixing * model[j]!,
      );
    }
    story.thetas[t]!.forEach((x, j) => {
      expect(Math.abs(x - theta[j]!)).toBeLessThan(1e-12);
    });
    from[agent] = theta;
    due[agent] = due[agent]! + COMPUTE[agent]!;
  }
  const discarded = taken.filter((isNear) => !isNear).length;
  expect(discarded).toBeGreaterThan(5);
  expect(discarded).toBeLessThan(0.75 * T);
  expect(eventsOf(story, 'applied').map((event) => event.weight > 0)).toEqual(taken);
  expect(story.outcome?.work).toMatchObject({ late: discarded, wastedSteps: discarded });
});

it('has no exact curve, since numbers decide, and takes no late answers', async () => {
  const built = buildProblem(problem);
  const configuration = configurationOf({
    ...base,
    policy: { kind: 'buffered', count: 1, weight },
    sampling: 'iid',
  });
  const budget = { multiplications: 1e9, doubles: 1e7 };
  const [curve] = await exactCurves(built, solveProblem(built), configuration, [0, 1], budget);
  expect(curve).toMatchObject({ reason: expect.stringMatching(/not linear: how far θ̄ has moved/) as string });
  expect(policyFault(pickySa, { kind: 'deadline', seconds: 1, late: 'carry' })).toMatch(/drop late updates/);
});
