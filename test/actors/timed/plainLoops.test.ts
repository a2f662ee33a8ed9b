/** Timed runs against plain loops over the same agents' operators: no actor, clock or message. */
import { describe, expect, it } from 'vitest';
import { fedProx } from '../../../scenarios/algorithms/fedProx.ts';
import { configured } from '../../../src/algorithms/parts.ts';
import { vectorOf } from '../../../src/algorithms/message.ts';
import { drawAgents } from '../../../src/policies/sampled.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { LocalOperator } from '../../../src/problems/operator.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import type { AlgorithmConfiguration, ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { configurationOf, LOCAL_SA, RICHARDSON_ROMBERG, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import { agentsThatDiffer, eventsOf, storyOf, threeAgents } from './timedFixture.ts';

const M = 4;
const H = 3;
const ETA = 0.07;
const problem = agentsThatDiffer(M);
const d = 2;

const operators = (): LocalOperator[] =>
  Array.from({ length: M }, (_, agent) => buildProblem(problem).agent(agent).operator('markov', 1));

/** Seconds of a local step, of a message to each agent and of one of its own: no two sums alike. */
const COMPUTE = [1, 1.37, 0.71, 3.13];
const DOWN = [0.11, 0.53, 0.29, 0.17];
const UP = [0.43, 0.19, 0.61, 0.23];
const SCRIPT: TimingModel = {
  agents: COMPUTE.map((compute, agent) => ({
    agents: [agent, agent] as const,
    compute,
    downlinkLatency: DOWN[agent]!,
    uplinkLatency: UP[agent]!,
  })),
};

/** Each agent's cycle, one after another at the server: who arrives when, for as long as somebody asks. */
function nextArrival(due: readonly number[]): number {
  let first = 0;
  for (let agent = 1; agent < M; agent++) if (due[agent]! < due[first]!) first = agent;
  return first;
}

interface PlainRun {
  readonly thetas: number[][];
  readonly times: number[];
  readonly staleness: number[];
}

/** What a plain run has beside weights and count: FedBuff's server step and momentum, FedAsync's proximal term. */
interface Extra {
  readonly serverStepSize?: number;
  readonly momentum?: number;
  readonly proximal?: number;
}

/** FedAsync (count undefined) or FedBuff, as its paper's pseudocode goes. */
function plainFreeRun(
  steps: number,
  weigh: (staleness: number) => number,
  count?: number,
  { serverStepSize = 1, momentum = 0, proximal = 0 }: Extra = {},
): PlainRun {
  const work = operators();
  let theta = [0, 0];
  let velocity = [0, 0];
  let version = 0;
  const started = Array.from({ length: M }, () => ({ theta, version, at: 0 }));
  const cycle = COMPUTE.map((compute, agent) => DOWN[agent]! + compute * H + UP[agent]!);
  const due = cycle.map((seconds) => seconds);
  let buffer: { agent: number; move: number[]; weight: number }[] = [];
  const out: PlainRun = { thetas: [], times: [], staleness: [] };
  while (version < steps) {
    const agent = nextArrival(due);
    const now = due[agent]!;
    const from = started[agent]!;
    const model = Float64Array.from(from.theta);
    if (proximal === 0) work[agent]!.advance(model, ETA, undefined, H);
    else {
      for (let h = 0; h < H; h++) {
        const pull = model.map((x, j) => -proximal * (x - from.theta[j]!));
        work[agent]!.advance(model, ETA, pull, 1);
      }
    }
    const staleness = version - from.version;
    const weight = weigh(staleness);
    if (count === undefined) {
      theta = theta.map((x, j) => (1 - weight) * x + weight * model[j]!);
      version++;
      out.thetas.push(theta);
      out.times.push(now);
      out.staleness.push(staleness);
    } else {
      buffer.push({ agent, move: [...model].map((x, j) => x - from.theta[j]!), weight });
      if (buffer.length === count) {
        const sum = [0, 0];
        // In agent order; the sort keeps the order of an agent's own.
        buffer.sort((a, b) => a.agent - b.agent);
        for (const single of buffer) single.move.forEach((x, j) => (sum[j]! += single.weight * x));
        if (momentum === 0) theta = theta.map((x, j) => x + (serverStepSize / count) * sum[j]!);
        else {
          velocity = velocity.map((x, j) => momentum * x + sum[j]! / count);
          theta = theta.map((x, j) => x + serverStepSize * velocity[j]!);
        }
        buffer = [];
        version++;
        out.thetas.push(theta);
        out.times.push(now);
      }
    }
    started[agent] = { theta, version, at: now };
    due[agent] = now + cycle[agent]!;
  }
  return out;
}

const polynomial = { kind: 'polynomial', exponent: 0.5 } as const;
const hinge = { kind: 'hinge', slope: 0.5, from: 2 } as const;

describe('against plain loops', () => {
  it.each([
    ['a polynomial', polynomial, (tau: number): number => 0.6 * (tau + 1) ** -0.5],
    ['a hinge', hinge, (tau: number): number => (tau <= 2 ? 0.6 : 0.6 * (1 / (0.5 * (tau - 2) + 1)))],
    ['a constant', { kind: 'constant' } as const, (): number => 0.6],
  ])('FedAsync weighed by %s takes 60 updates bit for bit', async (_name, weight, weigh) => {
    const policy: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.6, weight };
    const story = await storyOf(
      problem,
      configurationOf({
        algorithms: [LOCAL_SA(ETA)],
        policy,
        timing: SCRIPT,
        budget: { kind: 'rounds', rounds: 60 },
      }),
    );
    const plain = plainFreeRun(60, weigh);
    expect(new Set(plain.staleness).size).toBeGreaterThan(3);
    expect(story.thetas.slice(1)).toEqual(plain.thetas);
    expect(story.records.slice(1).map(({ staleness }) => staleness)).toEqual(plain.staleness);
    for (const [k, { time }] of story.records.slice(1).entries())
      expect(time).toBeCloseTo(plain.times[k]!, 9);
  });

  it.each<[Extra, number]>([
    [{}, 3],
    [{ serverStepSize: 0.7 }, 3],
    [{ momentum: 0.6 }, 3],
    [{ serverStepSize: 1.5, momentum: 0.3 }, 3],
    [{}, M + 1],
    [{ serverStepSize: 1.5, momentum: 0.3 }, 3 * M + 2],
  ])(
    'FedBuff with %o takes 25 buffers of %i, of four agents that answer again, bit for bit',
    async (extra, count) => {
      const story = await storyOf(
        problem,
        configurationOf({
          algorithms: [LOCAL_SA(ETA)],
          policy: { kind: 'buffered', count, weight: polynomial, ...extra },
          timing: SCRIPT,
          budget: { kind: 'rounds', rounds: 25 },
        }),
      );
      const plain = plainFreeRun(25, (tau) => (tau + 1) ** -0.5, count, extra);
      expect(story.thetas.slice(1)).toEqual(plain.thetas);
      for (const [k, { time }] of story.records.slice(1).entries())
        expect(time).toBeCloseTo(plain.times[k]!, 9);
    },
  );

  it('the momentum of FedBuff is of each run of an extrapolation by itself', async () => {
    const thetas = async (algorithm: AlgorithmConfiguration) => {
      const policy = { kind: 'buffered', count: 2, weight: polynomial, momentum: 0.5 } as const;
      const timed = { policy, timing: SCRIPT, sampling: 'exact', algorithms: [algorithm] } as const;
      return (await storyOf(problem, configurationOf(timed))).thetas;
    };
    const both = await thetas(RICHARDSON_ROMBERG(ETA / 2));
    const [fine, coarse] = [await thetas(LOCAL_SA(ETA / 2)), await thetas(LOCAL_SA(ETA))];
    for (const [t, theta] of both.entries()) {
      for (const [j, x] of theta.entries()) expect(x).toBeCloseTo(2 * fine[t]![j]! - coarse[t]![j]!, 12);
    }
  });

  it('FedAsync with its proximal term is FedProx under asynchronous', async () => {
    const RHO = 0.8;
    const policy = { kind: 'asynchronous', mixing: 0.6, weight: hinge } as const;
    const algorithms = [configured(fedProx, { stepSize: ETA, mu: RHO }) as ScheduledAlgorithm];
    const budget = { kind: 'rounds', rounds: 40 } as const;
    const story = await storyOf(problem, configurationOf({ algorithms, policy, timing: SCRIPT, budget }));
    const weigh = (tau: number): number => (tau <= 2 ? 0.6 : 0.6 * (1 / (0.5 * (tau - 2) + 1)));
    const plain = plainFreeRun(40, weigh, undefined, { proximal: RHO });
    const without = plainFreeRun(40, weigh);
    expect(Math.abs(plain.thetas[39]![0]! - without.thetas[39]![0]!)).toBeGreaterThan(1e-3);
    for (const [t, theta] of story.thetas.slice(1).entries()) {
      for (const [j, x] of theta.entries()) expect(x).toBeCloseTo(plain.thetas[t]![j]!, 12);
    }
  });

  it.each([0, 20])(
    'SCAFFLSA with 2 of 4 agents drawn a round (messages of up to %f s) moves only their ξ_i, which sum to 0',
    async (latency) => {
      const T = 40;
      const story = await storyOf(
        problem,
        configurationOf({
          algorithms: [SCAFFLSA(ETA)],
          policy: { kind: 'sampled', count: 2 },
          timing: latency === 0 ? {} : { downlinkLatency: { kind: 'uniform', low: 0, high: latency } },
          budget: { kind: 'rounds', rounds: T },
          verify: true,
        }),
      );
      const work = operators();
      const draws = generatorFor(1, 'participation');
      const controls = work.map(() => new Float64Array(d));
      let theta = new Float64Array(d);
      for (let t = 1; t <= T; t++) {
        const chosen = drawAgents(M, 2, draws);
        const models = chosen.map((agent) => {
          const model = theta.slice();
          work[agent]!.advance(model, ETA, controls[agent], H);
          return model;
        });
        theta = theta.map((_, j) => models.reduce((sum, model) => sum + model[j]!, 0) / chosen.length);
        chosen.forEach((agent, k) => {
          for (let j = 0; j < d; j++) controls[agent]![j]! += (1 / (ETA * H)) * (theta[j]! - models[k]![j]!);
        });
        for (let j = 0; j < d; j++) {
          expect(Math.abs(controls.reduce((sum, control) => sum + control[j]!, 0))).toBeLessThan(1e-11);
          expect(story.thetas[t]![j]).toBeCloseTo(theta[j]!, 11);
        }
      }
    },
  );

  it('SCAFFLSA with an agent off for a while: mail that it never computes from still moves its ξ_i', async () => {
    // K = 2 of 3. Round 1: agents 0 and 2 at 3 s, when agent 2 goes off until 11 s. Round 2: 0 at 6 s, 1 at
    // 10.5 s. Round 3: 0 at 13.5 s, and 2, which has the mail of both rounds and takes the newer, at 14 s.
    const story = await storyOf(
      threeAgents,
      configurationOf({
        algorithms: [SCAFFLSA(ETA)],
        policy: { kind: 'first', count: 2, late: 'drop' },
        timing: {
          agents: [
            { agents: [1, 1], compute: 2.5 },
            { agents: [2, 2], availability: { on: 3, off: 8 } },
          ],
        },
        budget: { kind: 'rounds', rounds: 3 },
        verify: true,
      }),
    );
    expect(story.records.map(({ time }) => time)).toEqual([0, 3, 10.5, 14]);
    const work = [0, 1, 2].map((agent) => buildProblem(threeAgents).agent(agent).operator('markov', 1));
    const controls = work.map(() => new Float64Array(d));
    let theta = new Float64Array(d);
    for (const [t, chosen] of [
      [0, 2],
      [0, 1],
      [0, 2],
    ].entries()) {
      // Agent 1 gives up its first block.
      if (t === 0) work[1]!.skip(H);
      const models = chosen.map((agent) => {
        const model = theta.slice();
        work[agent]!.advance(model, ETA, controls[agent], H);
        return model;
      });
      theta = theta.map((_, j) => (models[0]![j]! + models[1]![j]!) / 2);
      chosen.forEach((agent, k) => {
        for (let j = 0; j < d; j++) controls[agent]![j]! += (1 / (ETA * H)) * (theta[j]! - models[k]![j]!);
      });
      for (let j = 0; j < d; j++) expect(story.thetas[t + 1]![j]).toBeCloseTo(theta[j]!, 11);
    }
  });

  it('SCAFFLSA with a crash: the agent that returns has lost its ξ_i and a block of observations', async () => {
    const T = 12;
    // Rounds of 3 s: agent 1 falls in the third and takes it up again from the start.
    const story = await storyOf(
      problem,
      configurationOf({
        algorithms: [SCAFFLSA(ETA)],
        timing: { agents: [{ agents: [1, 1], crash: { at: 7, returnsAfter: 2 } }] },
        budget: { kind: 'rounds', rounds: T },
      }),
    );
    const work = operators();
    const controls = work.map(() => new Float64Array(d));
    let theta = new Float64Array(d);
    for (let t = 1; t <= T; t++) {
      if (t === 3) {
        work[1]!.skip(H);
        controls[1]!.fill(0);
      }
      const models = work.map((operator, agent) => {
        const model = theta.slice();
        operator.advance(model, ETA, controls[agent], H);
        return model;
      });
      theta = theta.map((_, j) => models.reduce((sum, model) => sum + model[j]!, 0) / M);
      for (const [agent, control] of controls.entries()) {
        for (let j = 0; j < d; j++) control[j]! += (1 / (ETA * H)) * (theta[j]! - models[agent]![j]!);
      }
      for (let j = 0; j < d; j++) expect(story.thetas[t]![j]).toBeCloseTo(theta[j]!, 11);
    }
    expect(Math.abs(controls.reduce((sum, [first]) => sum + first!, 0))).toBeGreaterThan(1e-3);
  });

  it.each([
    { kind: 'sampled', count: 2 },
    { kind: 'first', count: 2, late: 'drop' },
    { kind: 'first', count: 2, late: 'carry' },
    { kind: 'buffered', count: 3, weight: polynomial },
    { kind: 'asynchronous', mixing: 0.6, weight: polynomial },
  ] satisfies PolicyConfiguration[])(
    'SCAFFOLD under $kind: c is the mean of the Δc_i taken in',
    async (policy) => {
      const story = await storyOf(
        problem,
        configurationOf({
          algorithms: [SCAFFOLD(ETA)],
          policy,
          timing: SCRIPT,
          budget: { kind: 'rounds', rounds: 20 },
          trace: true,
          verify: true,
        }),
      );
      const sum = new Float64Array(d);
      const moves = new Map<string, Float64Array>();
      let checked = 0;
      for (const event of story.events) {
        if (event.kind === 'applied') {
          const move = moves.get(`${event.agent}/${event.dispatch}`)!;
          for (let j = 0; j < d; j++) sum[j]! += move[j]! / M;
        } else if (event.kind === 'message' && event.content.kind === 'controlledDifference') {
          moves.set(
            `${event.agent}/${event.dispatch!}`,
            Float64Array.from(vectorOf(event.content, 'controlDifference')),
          );
        } else if (event.kind === 'message' && event.content.kind === 'controlledRoundStarted') {
          checked++;
          for (let j = 0; j < d; j++) expect(vectorOf(event.content, 'control')[j]).toBeCloseTo(sum[j]!, 11);
        }
      }
      expect(checked).toBeGreaterThan(20);
      expect(eventsOf(story, 'applied').length).toBeGreaterThanOrEqual(20);
    },
  );
});
