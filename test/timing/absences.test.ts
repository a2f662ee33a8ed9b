/** Absences of every source: by hand, hour by hour, and against their stationary laws. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { type Absences, recorded, renewal, together } from '../../src/timing/absences.ts';
import { Availability } from '../../src/timing/availability.ts';
import { expectedTiming } from '../../src/timing/expected.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { timingInSeconds } from './inSeconds.ts';

const exponential = (mean: number) => ({ kind: 'exponential', mean }) as const;
const first = (absences: Absences, count: number): number[][] =>
  Array.from({ length: count }, () => {
    const { from, to } = absences();
    return [from, to];
  });
const shareOf = (model: TimingModel): number =>
  expectedTiming(model, 0, { localSteps: 1, downlinkBytes: 0, uplinkBytes: 0 }).available;

/** Hoeffding: a share of n coins is further than this from its mean with probability 1e-7 at most. */
const margin = (n: number): number => Math.sqrt(Math.log(2 / 1e-7) / (2 * n));

describe('a record', () => {
  const present = [
    [1, 3],
    [3, 4],
    [6, 8],
  ] as const;
  test('has the gaps as absences, and the agent is gone after its end', () => {
    expect(first(recorded(present), 4)).toEqual([
      [0, 1],
      [4, 6],
      [8, Infinity],
      [Infinity, Infinity],
    ]);
  });
  test('begins again after its period, the gap at its end together with that at its beginning', () => {
    expect(first(recorded(present, 10), 5)).toEqual([
      [0, 1],
      [4, 6],
      [8, 11],
      [14, 16],
      [18, 21],
    ]);
    // There at the end and at the beginning.
    expect(
      first(
        recorded(
          [
            [0, 3],
            [5, 10],
          ],
          10,
        ),
        3,
      ),
    ).toEqual([
      [3, 5],
      [13, 15],
      [23, 25],
    ]);
  });
  test('in which the agent is always there has none', () => {
    expect(
      first(
        recorded(
          [
            [0, 4],
            [4, 10],
          ],
          10,
        ),
        1,
      ),
    ).toEqual([[Infinity, Infinity]]);
  });
  test('that ends lets no work end after it, and nobody come back', () => {
    const timing = timingInSeconds(
      {
        availabilityTrace: {
          agents: [
            [[0, 5]],
            [
              [0, 5],
              [7, 9],
            ],
          ],
        },
      },
      1,
      1,
    );
    expect(timing.endOfWork(1, 5)).toBe(8);
    expect(timing.endOfWork(1, 6)).toBe(9);
    expect(timing.endOfWork(1, 6.5)).toBe(Infinity);
    expect([timing.isThere(8.5), timing.isThere(9)]).toEqual([true, false]);
    expect(timing.availableFrom(20)).toBe(Infinity);
    expect(timing.absences(20, 30)).toEqual([{ from: 20, to: 30 }]);
  });
});

test('several together are away where one is, touching ones in one piece', () => {
  const draws = generatorFor(1, 'several');
  const halves = (): Absences =>
    renewal(
      () => (1 + draws.below(6)) / 2,
      () => draws.below(5) / 2,
    );
  const [left, other] = [first(halves(), 200), first(halves(), 200)];
  const listed = (list: number[][]): Absences => {
    let k = 0;
    return () => {
      const [from, to] = list[k++] ?? [Infinity, Infinity];
      return { from: from!, to: to! };
    };
  };
  const isAway = (list: number[][], time: number): boolean =>
    list.some(([from, to]) => from! <= time && time < to!);
  const both = first(together(listed(left), listed(other)), 300).filter(([from]) => from! < Infinity);
  for (let time = 0.25; time < 200; time += 0.5)
    expect(isAway(both, time)).toBe(isAway(left, time) || isAway(other, time));
  both.forEach(([from, to], k) => {
    expect(to).toBeGreaterThanOrEqual(from!);
    if (k > 0) expect(from).toBeGreaterThan(both[k - 1]![1]!);
  });
  const gone = together(
    recorded([[0, 3]]),
    recorded([
      [0, 5],
      [6, 7],
    ]),
  );
  expect(first(gone, 2)).toEqual([
    [3, Infinity],
    [Infinity, Infinity],
  ]);
});

describe('a stationary start', () => {
  test.each([0, 1, 2, 3, 4, 5])('of constant times is a uniform place in the cycle (agent %d)', (agent) => {
    const timing = timingInSeconds({ availability: { on: 4, off: 1.5, start: 'stationary' } }, agent, 1);
    const draws = generatorFor(1, 'delay', agent, 'start');
    const isOn = draws.uniform() < 4 / 5.5;
    const left = draws.uniform() * (isOn ? 4 : 1.5);
    // As if a time on had begun so long before the start.
    const ago = isOn ? 4 - left : 5.5 - left;
    for (let time = 0.01; time < 30; time += 0.37) expect(timing.isThere(time)).toBe((time + ago) % 5.5 < 4);
  });

  test('of other times has their share on at any time (failure 2e-7)', () => {
    const N = 3000;
    const model: TimingModel = {
      availability: {
        on: { kind: 'gamma', shape: 3, scale: 1 },
        off: { kind: 'uniform', low: 0, high: 4 },
        start: 'stationary',
      },
    };
    const present = [0, 0];
    for (let agent = 0; agent < N; agent++) {
      const timing = timingInSeconds(model, agent, 1);
      [0, 1.3].forEach((time, k) => (present[k]! += timing.isThere(time) ? 1 : 0));
    }
    for (const count of present) expect(Math.abs(count / N - 3 / 5)).toBeLessThan(margin(N));
  });
});

describe('a day', () => {
  const day = { period: 24, on: [0.2, 1, 3, 0.5, 1, 2], off: [2, 1, 0.3, 1, 1, 0.1] } as const;

  test('stretches times on and off, part by part', () => {
    const law = exponential(5);
    const model: TimingModel = {
      availability: {
        on: law,
        off: exponential(2),
        day: { ...day, phase: { kind: 'uniform', low: 0, high: 24 } },
      },
    };
    const timing = timingInSeconds(model, 3, 9);
    const stream = (quantity: string) => generatorFor(9, 'delay', 3, quantity);
    const phase = 24 * stream('phase').uniform();
    const [on, off] = [stream('on'), stream('off')];
    const hours = Array.from({ length: 400 }, (_, k) => 4 * k - phase).filter((time) => time > 0);
    let at = 0;
    const lasts = (mean: number, generator: ReturnType<typeof stream>, factors: readonly number[]): void => {
      let left = -mean * Math.log1p(-generator.uniform());
      for (const hour of hours.filter((time) => time > at)) {
        const factor = factors[Math.floor((((at + hour) / 2 + phase) % 24) / 4)]!;
        if (left * factor < hour - at) {
          at += left * factor;
          return;
        }
        left -= (hour - at) / factor;
        at = hour;
      }
    };
    const expected: number[][] = [];
    while (at < 500) {
      lasts(5, on, day.on);
      const from = at;
      lasts(2, off, day.off);
      expected.push([from, at]);
    }
    const found = timing.absences(0, 500);
    expect(found.length).toBeGreaterThan(50);
    found.slice(0, -1).forEach(({ from, to }, k) => {
      expect(from).toBeCloseTo(expected[k]![0]!, 6);
      expect(to).toBeCloseTo(expected[k]![1]!, 6);
    });
  });

  /** p′ = (1 − p)/(off · off_k) − p/(on · on_k) over a day, by Runge and Kutta, until it comes again. */
  function probabilities(on: number, off: number): number[] {
    const STEPS = 2400;
    const step = 24 / STEPS;
    let p = 0.5;
    let path: number[] = [];
    for (let days = 0; days < 8; days++) {
      path = [];
      for (let n = 0; n < STEPS; n++) {
        path.push(p);
        const k = Math.floor((n * 6) / STEPS);
        const slope = (x: number): number => (1 - x) / (off * day.off[k]!) - x / (on * day.on[k]!);
        const [a, b] = [slope(p), slope(p + (step / 2) * slope(p))];
        const c = slope(p + (step / 2) * b);
        p += (step / 6) * (a + 2 * b + 2 * c + slope(p + step * c));
      }
    }
    return path;
  }

  test('has its share there, and starts in it (failure 3e-7)', () => {
    const path = probabilities(5, 2);
    const availability = {
      on: exponential(5),
      off: exponential(2),
      start: 'stationary',
      day: { ...day, phase: 7 },
    } as const;
    const mean = path.reduce((sum, p) => sum + p, 0) / path.length;
    expect(shareOf({ availability })).toBeCloseTo(mean, 3);
    const N = 3000;
    const times = [0, 3, 11];
    const present = times.map(() => 0);
    for (let agent = 0; agent < N; agent++) {
      const timing = timingInSeconds({ availability }, agent, 2);
      times.forEach((time, k) => (present[k]! += timing.isThere(time) ? 1 : 0));
    }
    times.forEach((time, k) => {
      const p = path[Math.round((((time + 7) % 24) / 24) * path.length)]!;
      expect(Math.abs(present[k]! / N - p)).toBeLessThan(margin(N));
    });
  });

  test('of equal parts is none', () => {
    const availability = { on: exponential(5), off: exponential(2) } as const;
    const flat = { ...availability, day: { period: 24, on: [1, 1], phase: 5 } };
    expect(shareOf({ availability: flat })).toBeCloseTo(5 / 7, 14);
    const [first, other] = [availability, flat].map((entry) =>
      timingInSeconds({ availability: entry }, 1, 1).absences(0, 200),
    );
    first!.forEach(({ from }, k) => {
      expect(other![k]!.from).toBeCloseTo(from, 7);
    });
  });
});

describe('outages', () => {
  const outages = { on: exponential(10), off: exponential(3) } as const;
  const absences = (model: TimingModel, agent: number) => timingInSeconds(model, agent, 4).absences(0, 300);

  test('take all agents of a group away together, and of another at other times', () => {
    const model: TimingModel = { outages, agents: [{ agents: [2, 3], outages: { ...outages, group: 1 } }] };
    const [a, b, c, d] = [0, 1, 2, 3].map((agent) => absences(model, agent));
    expect(a!.length).toBeGreaterThan(10);
    expect(b).toEqual(a);
    expect(d).toEqual(c);
    expect(c).not.toEqual(a);
  });

  test('come on top of an agent’s own absences, whose times stay', () => {
    const availability = { on: exponential(4), off: exponential(1) } as const;
    const custom = absences({ availability }, 5);
    const common = absences({ outages }, 5);
    const both = new Availability(together(listOf(custom), listOf(common))).absences(0, 290);
    expect(absences({ availability, outages }, 5).filter(({ to }) => to < 280)).toEqual(
      both.filter(({ to }) => to < 280),
    );
    expect(shareOf({ availability, outages })).toBeCloseTo((4 / 5) * (10 / 13), 14);
  });

  function listOf(list: readonly { from: number; to: number }[]): Absences {
    let k = 0;
    return () => list[k++] ?? { from: Infinity, to: Infinity };
  }
});

test('the share of a record is what it says', () => {
  const agents: [number, number][][] = [
    [
      [1, 3],
      [5, 6],
    ],
  ];
  expect(shareOf({ availabilityTrace: { period: 12, agents } })).toBe(0.25);
  expect(shareOf({ availabilityTrace: { agents } })).toBe(0);
});

test('a day, outages and a stationary start change no other stream', () => {
  const law = exponential(1);
  const bare: TimingModel = { compute: law, uplinkLatency: law, crash: { at: law } };
  const full: TimingModel = {
    ...bare,
    availability: { on: law, off: law, start: 'stationary' },
    outages: { on: law, off: law },
  };
  const drawn = (model: TimingModel) => {
    const timing = timingInSeconds(model, 1, 3);
    const draws = Array.from({ length: 20 }, (_, k) => {
      timing.availableFrom(k);
      return [timing.computing(3), timing.uplink(0)];
    });
    return [timing.crashes, draws];
  };
  expect(drawn(full)).toEqual(drawn(bare));
});
