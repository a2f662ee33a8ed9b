/** What an agent draws: by its model, from streams that nothing else touches. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import { draw, drawSum } from '../../src/timing/distribution.ts';
import type { TimingFields, TimingModel } from '../../src/timing/timingModel.ts';
import { HALF_A_TICK, timingInSeconds } from './inSeconds.ts';

const times = <T>(n: number, title: () => T): T[] => Array.from({ length: n }, title);

describe('without a model', () => {
  const timing = timingInSeconds(undefined, 0, 1);
  test('a local step takes a second, a message none', () => {
    expect(timing.computing(10)).toBe(10);
    expect([timing.downlink(1e6), timing.uplink(1e6), timing.secondUplink(8)]).toEqual([0, 0, 0]);
  });
  test('nothing goes wrong, and the agent is always there', () => {
    expect(timing.drops() || timing.duplicates()).toBe(false);
    expect(timing.losesDownlink() || timing.losesUplink()).toBe(false);
    expect(timing.crashes).toBeUndefined();
    expect(timing.availableFrom(3)).toBe(3);
    expect(timing.endOfWork(3, 4)).toBe(7);
    expect(timing.absences(0, 100)).toEqual([]);
  });
});

test('a message takes its latency and its bytes over the bandwidth', () => {
  const model: TimingModel = {
    uplinkLatency: 0.5,
    uplinkBandwidth: 1000,
    downlinkLatency: 0.25,
    downlinkBandwidth: 4000,
  };
  const timing = timingInSeconds(model, 0, 1);
  expect(timing.uplink(8000)).toBe(8.5);
  expect(timing.secondUplink(8000)).toBe(8.5);
  expect(timing.downlink(8000)).toBe(2.25);
});

test('the compute time of H steps is the sum of H draws, from the stream of the agent’s compute', () => {
  const compute = { kind: 'pareto', scale: 1, shape: 1.5 } as const;
  const timing = timingInSeconds({ compute }, 3, 7);
  const generator = generatorFor(7, 'delay', 3, 'compute');
  for (let k = 0; k < 5; k++)
    expect(Math.abs(timing.computing(10) - drawSum(compute, 10, generator))).toBeLessThan(HALF_A_TICK);
});

test('drawn once a dispatch, it is H times one draw, and of no steps none', () => {
  const compute = { kind: 'half-normal', scale: 2 } as const;
  const timing = timingInSeconds({ compute, computeDraw: 'dispatch' }, 3, 7);
  const generator = generatorFor(7, 'delay', 3, 'compute');
  expect(timing.computing(0)).toBe(0);
  for (let k = 0; k < 5; k++)
    expect(Math.abs(timing.computing(10) - 10 * draw(compute, generator))).toBeLessThan(HALF_A_TICK);
});

test('slowness is a factor on all of an agent’s compute times, of a stream of its own', () => {
  const compute = { kind: 'exponential', mean: 2 } as const;
  const slowness = { kind: 'log-normal', median: 1, sigma: 1 } as const;
  const factors = [0, 1].map((agent) => {
    const [plain, slow] = [{ compute }, { compute, slowness }].map((model) =>
      timingInSeconds(model, agent, 7),
    );
    const factor = draw(slowness, generatorFor(7, 'delay', agent, 'slowness'));
    for (const steps of [3, 1, 10]) {
      const difference = slow!.computing(steps) - factor * plain!.computing(steps);
      expect(Math.abs(difference)).toBeLessThan((1 + factor) * HALF_A_TICK);
    }
    return factor;
  });
  expect(factors[0]).not.toBe(factors[1]);
});

describe('each quantity has a stream of its own', () => {
  const law = { kind: 'exponential', mean: 1 } as const;
  const bare: TimingFields = { compute: law, uplinkLatency: law, availability: { on: law, off: law } };
  const full: TimingFields = {
    ...bare,
    downlinkLatency: law,
    uplinkBandwidth: 1e9,
    downlinkBandwidth: law,
    dropout: 0.3,
    loss: { uplink: 0.2, downlink: 0.2 },
    duplication: 0.5,
    crash: { at: law, returnsAfter: law },
  };

  /** Everything that the bare model draws, beside whatever else the agent is asked. */
  function drawn(timing: AgentTiming): number[][] {
    let at = 0;
    return times(50, () => {
      timing.drops();
      timing.losesDownlink();
      timing.losesUplink();
      if (timing.duplicates()) timing.secondUplink(8);
      timing.downlink(8);
      at = timing.endOfWork(at, 1);
      return [timing.computing(3), timing.uplink(0), at];
    });
  }

  test('faults, other latencies and bandwidths change no compute time, latency or absence', () => {
    expect(drawn(timingInSeconds(full, 2, 5))).toEqual(drawn(timingInSeconds(bare, 2, 5)));
  });

  test('what another agent’s model says changes nothing', () => {
    const others: TimingModel = { ...bare, agents: [{ agents: [3, 9], ...full }] };
    expect(drawn(timingInSeconds(others, 2, 5))).toEqual(drawn(timingInSeconds(bare, 2, 5)));
  });

  test('agents, seeds and quantities draw different numbers', () => {
    const first = drawn(timingInSeconds(bare, 2, 5));
    expect(drawn(timingInSeconds(bare, 3, 5))).not.toEqual(first);
    expect(drawn(timingInSeconds(bare, 2, 6))).not.toEqual(first);
    const timing = timingInSeconds({ uplinkLatency: law, downlinkLatency: law }, 0, 1);
    const draws = [timing.uplink(0), timing.downlink(0), timing.secondUplink(0)];
    expect(new Set(draws).size).toBe(3);
  });

  test('the same seed draws the same again', () => {
    expect(drawn(timingInSeconds(full, 2, 5))).toEqual(drawn(timingInSeconds(full, 2, 5)));
  });
});

/** Hoeffding: the share of n coins is further than √(ln(2/δ)/(2n)) from p with probability δ at most. */
test('faults come with their probabilities (failure 4e-6 in all)', () => {
  const N = 20_000;
  const model: TimingModel = { dropout: 0.1, loss: { uplink: 0.3, downlink: 0.02 }, duplication: 0.6 };
  const timing = timingInSeconds(model, 0, 11);
  const share = (coin: () => boolean): number => times(N, coin).filter(Boolean).length / N;
  const margin = Math.sqrt(Math.log(2 / 1e-6) / (2 * N));
  expect(Math.abs(share(() => timing.drops()) - 0.1)).toBeLessThan(margin);
  expect(Math.abs(share(() => timing.losesUplink()) - 0.3)).toBeLessThan(margin);
  expect(Math.abs(share(() => timing.losesDownlink()) - 0.02)).toBeLessThan(margin);
  expect(Math.abs(share(() => timing.duplicates()) - 0.6)).toBeLessThan(margin);
});

describe('a crash', () => {
  test('at a time, for good', () => {
    expect(timingInSeconds({ crash: { at: 12 } }, 0, 1).crashes).toEqual({ at: 12, returns: undefined });
  });
  test('with a return some time after it', () => {
    const { crashes } = timingInSeconds({ crash: { at: 12, returnsAfter: 3 } }, 0, 1);
    expect(crashes).toEqual({ at: 12, returns: 15 });
  });
  test('at a drawn time that stays', () => {
    const crash = { at: { kind: 'exponential', mean: 100 }, returnsAfter: 0 } as const;
    const crashes = timingInSeconds({ crash }, 4, 2).crashes!;
    expect(crashes).toEqual(timingInSeconds({ crash }, 4, 2).crashes);
    expect(crashes.returns).toBe(crashes.at);
  });
});

test('of several overrides that name an agent the last wins, field by field', () => {
  const model: TimingModel = {
    compute: 1,
    uplinkLatency: 5,
    agents: [
      { agents: [0, 4], compute: 2, downlinkLatency: 7 },
      { agents: [4, 6], compute: 3 },
    ],
  };
  const told = [3, 4, 6, 7].map((agent) => {
    const timing = timingInSeconds(model, agent, 1);
    return [timing.computing(1), timing.uplink(0), timing.downlink(0)];
  });
  expect(told).toEqual([
    [2, 5, 7],
    [3, 5, 7],
    [3, 5, 0],
    [1, 5, 0],
  ]);
});
