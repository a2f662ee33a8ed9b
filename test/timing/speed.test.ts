/** Work at a speed that changes, against a walk through all changes, and shares of time in closed form. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { expectedTiming } from '../../src/timing/expected.ts';
import { meanSpeed, type SpeedModel } from '../../src/timing/speed.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { timingInSeconds } from './inSeconds.ts';

const TWO: SpeedModel = { kind: 'two-state', factor: 5, fast: 3, slow: 2 };
const THREE: SpeedModel = { kind: 'markov', factors: [1, 0.5, 4], sojourns: [2, 1, 3] };

/** The factors and the times at which they end, up to a time, from the documented stream. */
function changes(model: SpeedModel, agent: number, seed: number, until: number) {
  const factors = model.kind === 'markov' ? model.factors : [1, model.factor];
  const means = model.kind === 'markov' ? model.sojourns : [model.fast, model.slow];
  const generator = generatorFor(seed, 'delay', agent, 'speed');
  const place = generator.uniform() * means.reduce((a, b) => a + b, 0);
  let state = 0;
  for (let sum = means[0]!; place >= sum; sum += means[state]!) state++;
  const list: { to: number; factor: number }[] = [];
  for (let time = 0; time < until;) {
    time += -means[state]! * Math.log1p(-generator.uniform());
    list.push({ to: time, factor: factors[state]! });
    const others = factors.map((_, k) => k).filter((k) => k !== state);
    state = others[others.length === 1 ? 0 : Math.floor(generator.uniform() * others.length)]!;
  }
  return list;
}

/** Whether an agent with times on and off of 4 and 1.5 s is there. */
const isOn = (time: number): boolean => time % 5.5 < 4;

describe.each([
  ['two states', TWO],
  ['three states', THREE],
])('%s', (_name, speed) => {
  test.each([false, true])('work is integrated over the speed (absences: %s)', (absences) => {
    const model: TimingModel = { speed, ...(absences && { availability: { on: 4, off: 1.5 } }) };
    const timing = timingInSeconds(model, 2, 7);
    const UNTIL = 900;
    const speeds = changes(speed, 2, 7, UNTIL);
    const breaks = [
      ...speeds.map(({ to }) => to),
      ...(absences ? Array.from({ length: 400 }, (_, k) => 5.5 * (k >> 1) + (k % 2 === 0 ? 4 : 5.5)) : []),
    ].sort((a, b) => a - b);
    const draws = generatorFor(3, 'work');
    let now = 0;
    for (let k = 0; k < 60; k++) {
      const start = timing.availableFrom(now + draws.uniform());
      const work = 4 * draws.uniform();
      let left = work;
      let at = start;
      for (const next of breaks.filter((time) => time > start)) {
        const middle = (at + next) / 2;
        const rate = absences && !isOn(middle) ? 0 : 1 / speeds.find(({ to }) => to > middle)!.factor;
        if (rate * (next - at) >= left) {
          at += left / rate;
          left = 0;
          break;
        }
        left -= rate * (next - at);
        at = next;
      }
      expect(left).toBe(0);
      const end = timing.endOfWork(start, work);
      expect(Math.abs(end - at)).toBeLessThan(1e-6);
      now = end;
    }
  });

  test('work that is given up leaves the speed as it is', () => {
    const [first, other] = [timingInSeconds({ speed }, 0, 1), timingInSeconds({ speed }, 0, 1)];
    first.endOfWork(1, 500);
    first.endOfWork(2, 40);
    expect(first.endOfWork(3, 2)).toBe(other.endOfWork(3, 2));
  });
});

/** Hoeffding, with 3,000 agents: a share is further than 0.054 from its mean with probability 1e-7 at most. */
test('it starts in a stationary state (failure 1e-7)', () => {
  const N = 3000;
  let slow = 0;
  for (let agent = 0; agent < N; agent++)
    if (timingInSeconds({ speed: TWO }, agent, 1).endOfWork(0, 1e-6) > 3e-6) slow++;
  expect(Math.abs(slow / N - 2 / 5)).toBeLessThan(Math.sqrt(Math.log(2 / 1e-7) / (2 * N)));
});

/**
 * After n changes to and fro the times fast and slow, S and R, are sums of n exponentials each: ln(S/R) has mean ln(a/b)
 * nearly and a variance of at most 2/(n − 1); it leaves ±6 standard deviations with probability 2e-9.
 */
test('in the long run as much is done as the mean speed says (failure 2e-9)', () => {
  const N = 20_000;
  const timing = timingInSeconds({ speed: TWO }, 0, 5);
  const work = (3 + 2 / 5) * N;
  const seconds = timing.endOfWork(0, work);
  // work = S + R/5, seconds = S + R
  const slow = (seconds - work) / (1 - 1 / 5);
  expect(Math.abs(Math.log((seconds - slow) / slow / (3 / 2)))).toBeLessThan(6 * Math.sqrt(2 / (N - 1)));
  expect(meanSpeed(TWO)).toBeCloseTo((3 + 2 / 5) / 5, 15);
  expect(meanSpeed(THREE)).toBeCloseTo((2 + 2 + 3 / 4) / 6, 15);
  const load = { localSteps: 10, downlinkBytes: 0, uplinkBytes: 0 };
  expect(expectedTiming({ compute: 2, speed: TWO }, 0, load).computing).toBeCloseTo(20 / 0.68, 12);
});

test('it changes no other stream', () => {
  const law = { kind: 'exponential', mean: 1 } as const;
  const bare: TimingModel = { compute: law, uplinkLatency: law, availability: { on: law, off: law } };
  const drawn = (model: TimingModel): number[] => {
    const timing = timingInSeconds(model, 1, 3);
    return Array.from({ length: 30 }, (_, k) => [
      timing.computing(3),
      timing.uplink(0),
      timing.availableFrom(k),
    ]).flat();
  };
  expect(drawn({ ...bare, speed: THREE })).toEqual(drawn(bare));
});

test('agents of a group are fast and slow together; the chain is that of the group', () => {
  const shared = { ...TWO, group: 1 };
  const model: TimingModel = {
    speed: shared,
    agents: [
      { agents: [2, 2], speed: { ...TWO, group: 2 } },
      { agents: [3, 3], speed: TWO },
    ],
  };
  const ends = [0, 1, 2, 3].map((agent) => {
    const timing = timingInSeconds(model, agent, 7);
    return Array.from({ length: 30 }, (_, k) => timing.endOfWork(4 * k, 3));
  });
  expect(ends[1]).toEqual(ends[0]);
  expect(ends[2]).not.toEqual(ends[0]);
  expect(ends[3]).not.toEqual(ends[0]);
  const apart = timingInSeconds({ speed: TWO }, 3, 7);
  expect(ends[3]).toEqual(Array.from({ length: 30 }, (_, k) => apart.endOfWork(4 * k, 3)));
});

test.each([
  ['an absence that is far away', { availability: { on: 1e9, off: 1 } }],
  ['a record in which the agent is always there', { availabilityTrace: { period: 5, agents: [[[0, 5]]] } }],
] satisfies [string, TimingModel][])('%s costs no speed any draws', (_, presence) => {
  const [timing, plain] = [{ speed: TWO, ...presence }, { speed: TWO }].map((model) =>
    timingInSeconds(model, 0, 1),
  );
  for (let k = 0; k < 20; k++) expect(timing!.endOfWork(4 * k, 3)).toBe(plain!.endOfWork(4 * k, 3));
});
