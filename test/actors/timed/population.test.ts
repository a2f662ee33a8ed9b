/** Populations, concurrency, arrivals and largest staleness against an event simulation of their own, and by hand. */
import { describe, expect, it } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { type PolicyConfiguration, policyOf } from '../../../src/policies/index.ts';
import type { PolicyOutput, Update } from '../../../src/policies/machine.ts';
import { drawAgents } from '../../../src/policies/sampled.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { configurationOf } from '../../oracles/events.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../../oracles/tailBounds.ts';
import { agentsThatDiffer, eventsOf, storyOf } from './timedFixture.ts';
import { timingInSeconds } from '../../timing/inSeconds.ts';

const M = 6;
const H = 3;
const problem = agentsThatDiffer(M);
const weight = { kind: 'constant' } as const;
const EXPONENTIAL: TimingModel = {
  compute: { kind: 'exponential', mean: 1 },
  agents: [{ agents: [0, 1], compute: { kind: 'exponential', mean: 4 } }],
};

/** An update that a server step has taken in. */
interface Taken {
  readonly agent: number;
  readonly time: number;
  readonly staleness: number;
  readonly version: number;
}

interface Simulated {
  readonly count?: number;
  readonly concurrency?: number;
  readonly arrivals?: number;
  readonly largestStaleness?: number;
  readonly largestAge?: number;
}

/** The policy as an event simulation: of the program it shares the draws alone. */
function simulated(
  { count = 1, concurrency = M, arrivals, largestStaleness = Infinity, largestAge = Infinity }: Simulated,
  steps: number,
): { readonly taken: Taken[]; readonly tooStale: number } {
  const draws = generatorFor(1, 'participation');
  const timings = Array.from({ length: M }, (_, agent) => timingInSeconds(EXPONENTIAL, agent, 1));
  // Who is free: whoever is drawn is replaced by the last, and who becomes free is the last.
  const free = Array.from({ length: M }, (_, agent) => agent);
  const heap: {
    readonly at: number;
    readonly agent: number;
    readonly from: number;
    readonly sent: number;
  }[] = [];
  const taken: Taken[] = [];
  let version = 0;
  let tooStale = 0;
  let buffer: Omit<Taken, 'time' | 'version'>[] = [];
  const gap = (): number => Math.round((-1e9 * Math.log1p(-draws.uniform())) / arrivals!) / 1e9;
  const begin = (agent: number, now: number): void => {
    const last = free.pop()!;
    if (last !== agent) free[free.indexOf(agent)] = last;
    heap.push({ at: now + timings[agent]!.computing(H), agent, from: version, sent: now });
  };
  const beginOne = (now: number): void => {
    if (M - free.length < concurrency) begin(free[draws.below(free.length)]!, now);
  };
  if (arrivals !== undefined) heap.push({ at: gap(), agent: -1, from: 0, sent: 0 });
  else {
    const order = Array.from({ length: M }, (_, agent) => agent);
    for (let k = 0; k < concurrency && concurrency < M; k++) {
      const other = k + draws.below(M - k);
      [order[k], order[other]] = [order[other]!, order[k]!];
    }
    for (const agent of order.slice(0, concurrency).sort((a, b) => a - b)) begin(agent, 0);
  }
  while (version < steps) {
    heap.sort((a, b) => a.at - b.at || a.agent - b.agent);
    const { at, agent, from, sent } = heap.shift()!;
    if (agent < 0) {
      beginOne(at);
      if (M - free.length < concurrency) heap.push({ at: at + gap(), agent, from, sent });
      continue;
    }
    const staleness = version - from;
    if (staleness > largestStaleness || at - sent > largestAge) tooStale++;
    else buffer.push({ agent, staleness });
    if (buffer.length === count) {
      buffer.sort((a, b) => a.agent - b.agent);
      taken.push(...buffer.map((omit) => ({ ...omit, time: at, version })));
      buffer = [];
      version++;
    }
    const wasFull = M - free.length === concurrency;
    free.push(agent);
    if (arrivals === undefined) beginOne(at);
    else if (wasFull) heap.push({ at: at + gap(), agent: -1, from: 0, sent: 0 });
  }
  return { taken, tooStale };
}

const run = (policy: PolicyConfiguration, rounds: number, timing = EXPONENTIAL) =>
  storyOf(
    problem,
    configurationOf({ policy, timing, budget: { kind: 'rounds', rounds }, trace: true, verify: true }),
  );

const takenOf = (story: Awaited<ReturnType<typeof run>>): Taken[] =>
  eventsOf(story, 'applied').map(({ agent, time, staleness, version }) => ({
    agent,
    time,
    staleness,
    version,
  }));

describe('against an event simulation', () => {
  it.each<Simulated>([
    { concurrency: 2 },
    { concurrency: 5, count: 3 },
    { largestStaleness: 4 },
    { largestStaleness: 1, count: 2, concurrency: 4 },
    { largestAge: 3.5 },
    { largestAge: 4, largestStaleness: 3, count: 2, concurrency: 4 },
    { arrivals: 1.5 },
    { arrivals: 20, concurrency: 2, count: 2, largestStaleness: 2 },
  ])('%o takes in the same updates', async (settings) => {
    const { count, ...rest } = settings;
    const policy: PolicyConfiguration =
      count === undefined
        ? { kind: 'asynchronous', mixing: 0.5, weight, ...rest }
        : { kind: 'buffered', count, weight, ...rest };
    const story = await run(policy, 60);
    const { taken, tooStale } = simulated(settings, 60);
    const got = takenOf(story);
    expect(got.map(({ time: _, ...single }) => single)).toEqual(
      taken.map(({ time: _, ...single }) => single),
    );
    for (const [k, { time }] of got.entries()) expect(time).toBeCloseTo(taken[k]!.time, 9);
    expect(eventsOf(story, 'unused').filter(({ reason }) => reason === 'late')).toHaveLength(tooStale);
    expect(tooStale > 0).toBe('largestStaleness' in settings || 'largestAge' in settings);
  });
});

describe('by hand', () => {
  it('with one agent at work nothing is stale, and a step comes every H seconds', async () => {
    const story = await run({ kind: 'asynchronous', mixing: 0.5, weight, concurrency: 1 }, 30, {});
    expect(story.records.map(({ time }) => time)).toEqual(Array.from({ length: 31 }, (_, k) => k * H));
    expect(story.records.every(({ staleness }) => !(staleness > 0))).toBe(true);
    expect(new Set(takenOf(story).map(({ agent }) => agent)).size).toBe(M);
  });

  it('with as many at work as there are it is the policy without a limit', async () => {
    const policy = { kind: 'buffered', count: 2, weight } as const;
    const [limited, free] = [await run({ ...policy, concurrency: M }, 40), await run(policy, 40)];
    expect(limited.records).toEqual(free.records);
    expect(limited.thetas).toEqual(free.thetas);
  });

  it('staleness adds up to (M_c − 1) T: each step makes all others at work one staler', async () => {
    const [T, concurrency] = [200, 4];
    const story = await run({ kind: 'asynchronous', mixing: 0.5, weight, concurrency }, T);
    const taken = takenOf(story);
    const applied = new Set(eventsOf(story, 'applied').map(({ agent, dispatch }) => `${agent}/${dispatch}`));
    // The server sends the C first models before step 1, and one after each step but the last.
    const sent = eventsOf(story, 'message').filter(({ from }) => from === 'server');
    const open = sent.flatMap(({ agent, dispatch }, k) =>
      applied.has(`${agent}/${dispatch!}`) ? [] : [T - Math.max(0, k + 1 - concurrency)],
    );
    expect(open).toHaveLength(concurrency - 1);
    const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
    expect(sum(taken.map(({ staleness }) => staleness)) + sum(open)).toBe((concurrency - 1) * T);
  });
});

it('an update as old as the largest age is taken in, and an older one is not', async () => {
  // Agents 0 and 1 answer after 6 s, agents 2, 3 and 4 after 3 s, and agent 5 after 1.5 s.
  const timing: TimingModel = {
    agents: [2, 2, 1, 1, 1, 0.5].map((compute, agent) => ({ agents: [agent, agent] as const, compute })),
  };
  const story = await run({ kind: 'buffered', count: 2, weight, largestAge: 3 }, 20, timing);
  expect(new Set(takenOf(story).map(({ agent }) => agent))).toEqual(new Set([2, 3, 4, 5]));
  const late = eventsOf(story, 'unused').filter(({ reason }) => reason === 'late');
  expect(new Set(late.map(({ agent }) => agent))).toEqual(new Set([0, 1]));
});

describe('rounds of some of the agents', () => {
  const seconds = [1, 7, 3, 11, 5, 2];
  const timing: TimingModel = {
    agents: seconds.map((compute, agent) => ({ agents: [agent, agent] as const, compute })),
  };

  it.each([undefined, 4 * H])('the first 2 of 4 drawn count, by %s s', async (deadline) => {
    const policy = { kind: 'first', count: 2, of: 4, late: 'drop' } as const;
    const story = await run(deadline === undefined ? policy : { ...policy, deadline }, 40, timing);
    const draws = generatorFor(1, 'participation');
    let time = 0;
    for (let round = 1; round <= 40; round++) {
      // Those of a round before that are drawn again give up what they were at.
      const drawn = [...drawAgents(M, 4, draws)].sort((a, b) => seconds[a]! - seconds[b]!);
      const inTime = drawn.slice(0, 2).filter((agent) => H * seconds[agent]! <= (deadline ?? Infinity));
      // A deadline that finds nobody waits for the first.
      const taken = inTime.length === 0 ? drawn.slice(0, 1) : inTime;
      const last = H * seconds[taken.at(-1)!]!;
      time += inTime.length === 2 ? last : Math.max(last, deadline!);
      expect(story.records[round]!.time).toBe(time);
      const applied = takenOf(story).filter(({ version }) => version === round - 1);
      expect(applied.map(({ agent }) => agent)).toEqual([...taken].sort((a, b) => a - b));
    }
  });

  it('who is away when a round begins is not asked', async () => {
    const model: TimingModel = {
      compute: 0.2,
      uplinkLatency: 3,
      availability: { on: { kind: 'exponential', mean: 5 }, off: { kind: 'exponential', mean: 8 } },
    };
    const story = await run({ kind: 'sampled', count: 2, among: 'present' }, 150, model);
    const draws = generatorFor(1, 'participation');
    const presence = Array.from({ length: M }, (_, agent) => timingInSeconds(model, agent, 1));
    const sent = eventsOf(story, 'message').filter(({ from }) => from === 'server');
    const sizes = new Set<number>();
    for (let round = 1; round <= 150; round++) {
      const { time } = story.records[round - 1]!;
      const present = presence.flatMap((agentTiming, agent) =>
        agentTiming.availableFrom(time) === time ? [agent] : [],
      );
      const from = present.length === 0 ? presence.map((_, agent) => agent) : present;
      const drawn = drawAgents(from.length, Math.min(2, from.length), draws).map((at) => from[at]!);
      const asked = sent.filter(({ content }) => content.round === round).map(({ agent }) => agent);
      expect(asked).toEqual(drawn);
      sizes.add(present.length);
    }
    // Nobody, one, and more than are drawn were there.
    expect([0, 1, 4].every((size) => sizes.has(size))).toBe(true);
  });
});

describe('the laws', () => {
  /** The machine, with no agents: whom it sends to, and when it wants to be woken. */
  function begun(policy: PolicyConfiguration) {
    const sent: number[][] = [];
    const waits: number[] = [];
    const out: PolicyOutput = {
      send: (agents) => {
        sent.push([...agents]);
      },
      resend: () => undefined,
      step: () => undefined,
      late: () => undefined,
      wake: (seconds) => {
        waits.push(seconds);
      },
    };
    const machine = policyOf(policy).machine({
      ...{ agents: M, generator: generatorFor(3, 'participation'), isThere: () => true },
      seconds: () => 1,
    });
    const hear = (input: Parameters<typeof machine.next>[1]): void => {
      machine.next(machine.state, input, out);
    };
    hear({ kind: 'ready' });
    const answer = (agent: number): void => {
      hear({
        ...{ kind: 'update', agent, dispatch: { number: 1 }, current: true, staleness: 0, age: 0 },
      } satisfies Update);
    };
    return { sent, waits, hear, answer };
  }

  it('the next agent is each of those not at work alike, the one that answered among them', () => {
    const C = 3;
    const { sent, answer } = begun({ kind: 'asynchronous', mixing: 0.5, weight, concurrency: C });
    const working = new Set(sent[0]);
    const counts = new Array<number>(M - C + 1).fill(0);
    for (let k = 0; k < 8000; k++) {
      const [agent] = working;
      working.delete(agent!);
      // From the one that has answered on, in agent order.
      const free = Array.from({ length: M }, (_, j) => (agent! + j) % M).filter(
        (value) => !working.has(value),
      );
      answer(agent!);
      const next = sent.at(-1)![0]!;
      counts[free.indexOf(next)]!++;
      working.add(next);
    }
    expect(pearson(counts, new Array<number>(M - C + 1).fill(1 / (M - C + 1)))).toBeLessThan(
      chiSquareBound(M - C, ONE_IN_1E8),
    );
  });

  it('agents come after exponential times, and none while all places are taken', () => {
    const rate = 4;
    const { sent, waits, hear, answer } = begun({
      ...{ kind: 'asynchronous', mixing: 0.5, weight, arrivals: rate, concurrency: 2 },
    } as const);
    hear({ kind: 'woken' });
    hear({ kind: 'woken' });
    let wrong = 0;
    for (let k = 0; k < 8000; k++) {
      const working = sent.at(-1)![0]!;
      // Two are at work, so that nobody is waited for.
      if (waits.length !== k + 2) wrong++;
      answer(working);
      if (sent.length !== k + 2) wrong++;
      hear({ kind: 'woken' });
      if (sent.length !== k + 3) wrong++;
    }
    expect(wrong).toBe(0);
    // Octiles of the exponential law.
    const counts = new Array<number>(8).fill(0);
    for (const wait of waits) counts[Math.floor(8 * Math.exp(-rate * wait))]!++;
    expect(pearson(counts, new Array<number>(8).fill(1 / 8))).toBeLessThan(chiSquareBound(7, ONE_IN_1E8));
  });
});
