/** Agents that work for Δ seconds: against event loops written out, and against the roots of the limits' equations. */
import { describe, expect, it } from 'vitest';
import { fedNova } from '../../../scenarios/algorithms/fedNova.ts';
import { configured } from '../../../src/algorithms/parts.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { inverse } from '../../../src/maths/inverse.ts';
import { matrixVector } from '../../../src/maths/linearAlgebra.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { LocalOperator } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { exactCurves } from '../../../src/runs/theory/exactCurves.ts';
import { agentTiming } from '../../../src/timing/agentTiming.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { configurationOf, LOCAL_SA } from '../../oracles/events.ts';
import { agentsThatDiffer, eventsOf, storyOf } from './timedFixture.ts';
import { timingInSeconds } from '../../timing/inSeconds.ts';

const M = 4;
const ETA = 0.05;
const SECONDS = 3;
const problem = agentsThatDiffer(M);
const trigger = { kind: 'work', seconds: SECONDS } as const;
const FED_NOVA = configured(fedNova, { stepSize: ETA }) as ScheduledAlgorithm;

/** Mean seconds of a local step, by agent. */
const MEANS = [0.3, 1, 2.5, 0.7];
const TIMING: TimingModel = {
  uplinkLatency: 0.25,
  agents: MEANS.map((mean, agent) => ({
    agents: [agent, agent] as const,
    compute: { kind: 'exponential', mean },
  })),
};

const operators = (sampling: 'markov' | 'exact'): LocalOperator[] =>
  Array.from({ length: M }, (_, agent) => buildProblem(problem).agent(agent).operator(sampling, 1));

/** Each agent's dispatches, one after another: their local steps and seconds, drawn until Δ has passed. */
function dispatches(): (() => { steps: number; seconds: number })[] {
  return MEANS.map((mean, agent) => {
    const generator = generatorFor(1, 'delay', agent, 'compute');
    return () => {
      let steps = 0;
      let seconds = 0;
      do {
        seconds += -mean * Math.log1p(-generator.uniform());
        steps++;
      } while (seconds < SECONDS);
      return { steps, seconds: Math.round(1e9 * seconds) / 1e9 };
    };
  });
}

/** A model after so many local steps. */
function worked(operator: LocalOperator, theta: readonly number[], steps: number): number[] {
  const model = Float64Array.from(theta);
  operator.advance(model, ETA, undefined, steps);
  return [...model];
}

const close = (actual: readonly number[], expected: readonly number[]): void => {
  expect(actual).toHaveLength(expected.length);
  actual.forEach((x, j) => {
    expect(Math.abs(x - expected[j]!)).toBeLessThan(1e-11);
  });
};

describe.each([
  ['local-sa', LOCAL_SA(ETA)],
  ['fednova', FED_NOVA],
])('%s, of agents that work for 3 seconds', (name, algorithm) => {
  const isNormalised = name === 'fednova';
  const run = (changes: Partial<RunConfiguration>) =>
    storyOf(
      problem,
      configurationOf({
        algorithms: [algorithm],
        trigger,
        timing: TIMING,
        trace: true,
        verify: true,
        ...changes,
      }),
    );

  it('goes in rounds as an event loop does', async () => {
    const rounds = 20;
    const { records, thetas, outcome } = await run({ budget: { kind: 'rounds', rounds } });
    const draw = dispatches();
    const work = operators('markov');
    let theta = [0, 0];
    let steps = 0;
    let time = 0;
    for (let t = 1; t <= rounds; t++) {
      const drawn = draw.map((next) => next());
      const models = drawn.map((entry, i) => worked(work[i]!, theta, entry.steps));
      const total = drawn.reduce((sum, entry) => sum + entry.steps, 0);
      const next = theta.map((x, j) =>
        models.reduce((sum, model, i) => {
          const scale = isNormalised ? total / M / drawn[i]!.steps : 1;
          return sum + (scale * (model[j]! - x)) / M;
        }, x),
      );
      theta = next;
      steps += total;
      time += Math.max(...drawn.map((entry) => entry.seconds)) + 0.25;
      close(thetas[t]!, theta);
      close([records[t]!.time, records[t]!.step], [time, steps / M]);
    }
    expect(outcome?.work).toMatchObject({ dispatches: M * rounds, localSteps: steps, wastedSteps: 0 });
  });

  it('goes under FedBuff as an event loop does', async () => {
    const policy = { kind: 'buffered', count: 2, weight: { kind: 'constant' } } as const;
    const story = await run({ policy, budget: { kind: 'rounds', rounds: 40 } });
    const draw = dispatches();
    const work = operators('markov');
    let theta = [0, 0];
    const latest = new Map<number, number>();
    const begin = (agent: number, at: number) => {
      const { steps, seconds } = draw[agent]!();
      return { agent, steps, from: theta, due: at + seconds + 0.25 };
    };
    let underWay = MEANS.map((_, agent) => begin(agent, 0));
    let buffer: { agent: number; steps: number; move: number[] }[] = [];
    let steps = 0;
    for (let version = 0; version < 40;) {
      const first = underWay.reduce((least, entry) => (entry.due < least.due ? entry : least));
      const model = worked(work[first.agent]!, first.from, first.steps);
      latest.set(first.agent, first.steps);
      buffer.push({ ...first, move: model.map((x, j) => x - first.from[j]!) });
      if (buffer.length === 2) {
        const tau = [...latest.values()].reduce((sum, value) => sum + value, 0) / latest.size;
        for (const { steps: custom, move } of buffer) {
          theta = theta.map((x, j) => x + ((isNormalised ? tau / custom : 1) * move[j]!) / 2);
          steps += custom;
        }
        buffer = [];
        version++;
        close(story.thetas[version]!, theta);
        close([story.records[version]!.time, story.records[version]!.step], [first.due, steps / M]);
      }
      underWay = underWay.map((entry) => (entry === first ? begin(first.agent, first.due) : entry));
    }
    // Fast agents have taken more steps, and no two dispatches need be alike.
    const taken = eventsOf(story, 'applied').map(({ agent, localSteps }) => ({ agent, localSteps }));
    expect(new Set(taken.map(({ localSteps }) => localSteps)).size).toBeGreaterThan(6);
  });

  it('settles where the equation of its limit says, for constant times', async () => {
    const compute = [0.2, 1, 3, 0.75];
    // Δ/c is 15, 3, 1 and 4: a step that ends at Δ is the last.
    const H = [15, 3, 1, 4];
    const agents = compute.map((seconds, agent) => ({ agents: [agent, agent] as const, compute: seconds }));
    const changes = {
      timing: { agents },
      sampling: 'exact',
      budget: { kind: 'rounds', rounds: 400 },
    } as const;
    const { thetas, records } = await run({ ...changes, trace: false, verify: false });
    expect(records.at(-1)!.step).toBeCloseTo((400 * 23) / M, 9);

    // Σ w_i (T_i(θ) − θ) = 0 with T_i the affine map of H_i local steps, w_i = 1/H_i of FedNova.
    const map = (i: number, theta: readonly number[]): number[] =>
      worked(operators('exact')[i]!, theta, H[i]!);
    const sum = (theta: readonly number[]): number[] =>
      H.reduce(
        (total, steps, i) => {
          const end = map(i, theta);
          return total.map((x, j) => x + (end[j]! - theta[j]!) / (isNormalised ? steps : 1));
        },
        [0, 0],
      );
    const constant = sum([0, 0]);
    const columns = [sum([1, 0]), sum([0, 1])].map((column) => column.map((x, j) => x - constant[j]!));
    const matrix = Float64Array.from([0, 1].flatMap((row) => columns.map((column) => -column[row]!)));
    const limit = [...matrixVector(inverse(matrix, 2), Float64Array.from(constant), 2)];
    close(thetas.at(-1)!, limit);
    const { root } = solveProblem(buildProblem(problem));
    const error = Math.hypot(...limit.map((x, j) => x - root![j]!));
    // What plain averaging settles at is far from θ*; normalised, the bias of the local steps is left.
    if (isNormalised) expect(error).toBeLessThan(0.1);
    else expect(error).toBeGreaterThan(0.3);
  });

  it('has its exact curve from the arrivals', async () => {
    const built = buildProblem(problem);
    const configuration = configurationOf({
      ...{ algorithms: [algorithm], trigger, timing: TIMING, sampling: 'exact' },
      budget: { kind: 'rounds', rounds: 12 },
    });
    const { records } = await storyOf(problem, configuration);
    const rounds = records.map(({ round }) => round);
    const budget = { multiplications: 1e9, doubles: 1e7 };
    const [curve] = await exactCurves(built, solveProblem(built), configuration, rounds, budget);
    expect(curve).toHaveProperty('meanSquare');
    close(
      (curve as unknown as { meanSquare: number[] }).meanSquare,
      records.map(({ error }) => error),
    );
  });
});

it('a fast or slow dispatch is so in all of its steps, and an agent that keeps slow takes fewer', () => {
  const compute = { kind: 'exponential', mean: 1 } as const;
  const drawn = timingInSeconds({ compute, computeDraw: 'dispatch', slowness: 2 }, 0, 1).working(10);
  const step = -2 * Math.log1p(-generatorFor(1, 'delay', 0, 'compute').uniform());
  expect(drawn.localSteps).toBe(Math.max(1, Math.ceil(10 / step)));
  expect(drawn.duration).toBeCloseTo(drawn.localSteps * step, 9);
});

it('equal steps are multiplied, not added up: an hour has 3,600,000 of a millisecond, and takes an hour', () => {
  expect(agentTiming({ compute: 0.001 }, 0, 1).working(3600)).toEqual({
    localSteps: 3_600_000,
    duration: 3600e9,
  });
});
