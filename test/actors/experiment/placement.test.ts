import { describe, expect, test } from 'vitest';
import { resolvePlacement } from '../../../actors/experiment/placement.ts';
import { configurationOf } from '../../oracles/events.ts';

const auto = (threads: number) => configurationOf({ placement: 'auto', threads });

describe('placement auto', () => {
  test('gives 32 agents a thread each and packs 33 onto the 2 threads', () => {
    expect(resolvePlacement(auto(2), 32, 1)).toEqual({ name: 'own-thread', threads: 32, unit: 'agents' });
    expect(resolvePlacement(auto(2), 33, 1)).toEqual({ name: 'packed', threads: 2, unit: 'agents' });
  });

  test('runs whole replications side by side from 4 a thread on: 8 on 2 threads, not 7', () => {
    expect(resolvePlacement(auto(2), 5, 7)).toEqual({ name: 'own-thread', threads: 5, unit: 'agents' });
    expect(resolvePlacement(auto(2), 5, 8)).toEqual({ name: 'packed', threads: 2, unit: 'replications' });
  });
});

describe('what is asked for is done to the letter', () => {
  test('inline is one thread, own-thread as many as agents, however many replications there are', () => {
    expect(resolvePlacement(configurationOf({ placement: 'inline' }), 50, 1000)).toEqual({
      name: 'inline',
      threads: 1,
      unit: 'agents',
    });
    expect(resolvePlacement(configurationOf({ placement: 'own-thread' }), 50, 1000)).toEqual({
      name: 'own-thread',
      threads: 50,
      unit: 'agents',
    });
  });

  test('packed takes the threads given, but no more than agents', () => {
    const packed = (threads: number) => configurationOf({ placement: 'packed', threads });
    expect(resolvePlacement(packed(3), 10, 1)).toEqual({ name: 'packed', threads: 3, unit: 'agents' });
    expect(resolvePlacement(packed(16), 10, 1)).toEqual({ name: 'packed', threads: 10, unit: 'agents' });
  });
});
