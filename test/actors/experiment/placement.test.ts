import { describe, expect, test } from 'vitest';
import { choosePlacement } from '../../../actors/experiment/placement.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import { configurationOf } from '../../oracles/events.ts';
import { specimen } from '../../oracles/specimens.ts';

/** Where M agents of dimension d live. */
function placed(
  agents: number,
  dimension: number,
  changes: Partial<RunConfiguration>,
  replications = 1,
  specification: ProblemSpecification = specimen('garnet', {}),
) {
  const configuration = configurationOf({ placement: 'auto', threads: 2, ...changes });
  return choosePlacement({ configuration, specification, problem: { agents, dimension } }, replications)
    .placement;
}

/** H local steps in each of T rounds. */
const rounds = (localSteps: number, rounds: number): Partial<RunConfiguration> => ({
  trigger: { kind: 'deterministic', localSteps },
  budget: { kind: 'rounds', rounds },
});

const INLINE = { name: 'inline', threads: 1, unit: 'agents' };
const PACKED = { name: 'packed', threads: 2, unit: 'agents' };
const ownThreads = (threads: number) => ({ name: 'own-thread', threads, unit: 'agents' });

describe('placement auto', () => {
  // d² + 10 = 110 multiplications a step
  test('starts threads where all rounds come to 10⁸ multiplications, over all replications', () => {
    expect(placed(10, 10, rounds(10, 9_090))).toEqual(INLINE);
    expect(placed(10, 10, rounds(10, 9_091))).toEqual(PACKED);
    expect(placed(10, 10, rounds(10, 4_545), 2)).toEqual(INLINE);
    expect(placed(10, 10, rounds(10, 4_546), 2)).toEqual(PACKED);
    expect(placed(10, 10, { ...rounds(10, 1), budget: { kind: 'limits', seconds: 1 } })).toEqual(PACKED);
  });

  test('but not for rounds of less than 2,000', () => {
    expect(placed(2, 10, rounds(9, 1e9))).toEqual(INLINE);
    expect(placed(2, 10, rounds(10, 1e9))).toEqual(PACKED);
  });

  test('stays inline where there is one thread, or one agent, unless rounds come to more than 10⁸: then its own is not away', () => {
    expect(placed(10, 10, { ...rounds(90_909, 1e6), threads: 1 })).toEqual(INLINE);
    expect(placed(10, 10, { ...rounds(90_910, 1e6), threads: 1 })).toEqual({ ...PACKED, threads: 1 });
    expect(placed(1, 10, rounds(909_090, 1e6))).toEqual(INLINE);
    expect(placed(1, 10, rounds(909_091, 1e6))).toEqual({ ...PACKED, threads: 1 });
  });

  test('on a clock goes by what an agent computes between two messages: 200,000 multiplications', () => {
    const timing = { compute: 1 };
    expect(placed(500, 10, { ...rounds(1_818, 1e6), timing })).toEqual(INLINE);
    expect(placed(32, 10, { ...rounds(1_819, 1e6), timing })).toEqual(ownThreads(32));
    expect(placed(33, 10, { ...rounds(1_819, 1e6), timing })).toEqual(PACKED);
  });

  test('gives agents on the wall clock, and those with code of a user, a thread each up to 32 of them', () => {
    expect(placed(32, 2, { clock: 'wall' })).toEqual(ownThreads(32));
    expect(placed(33, 2, { clock: 'wall' })).toEqual(PACKED);
    const module = {
      kind: 'module',
      module: 'file:///m.js',
      export: 'agent',
      agents: 5,
      dimension: 2,
    } as const;
    expect(placed(5, 2, {}, 1, module)).toEqual(ownThreads(5));
  });

  test('runs whole replications side by side from 4 a thread on: 8 on 2 threads, not 7', () => {
    expect(placed(5, 2, {}, 7)).toEqual(INLINE);
    expect(placed(5, 2, {}, 8)).toEqual({ name: 'packed', threads: 2, unit: 'replications' });
  });
});

describe('what is asked for is done to the letter', () => {
  test('inline is one thread, own-thread as many as agents, however many replications there are', () => {
    expect(placed(50, 2, { placement: 'inline', ...rounds(1000, 1e6) }, 1000)).toEqual(INLINE);
    expect(placed(50, 2, { placement: 'own-thread' }, 1000)).toEqual(ownThreads(50));
  });

  test('packed takes the threads given, but no more than agents', () => {
    const packed = (threads: number) => placed(10, 2, { placement: 'packed', threads });
    expect(packed(3)).toEqual({ name: 'packed', threads: 3, unit: 'agents' });
    expect(packed(16)).toEqual({ name: 'packed', threads: 10, unit: 'agents' });
  });
});

test.each([
  [undefined, { placement: 'packed' }, 1],
  ['there are enough algorithms and seeds for all threads', {}, 8],
  ['the clock is real', { clock: 'wall' }, 1],
  ['agents compute too briefly between two messages for threads to pay', { timing: { compute: 1 } }, 1],
  ['rounds are too short for threads to pay', rounds(9, 1e9), 1],
  ['the run is too short for threads to pay', rounds(10, 10), 1],
  ['rounds are long enough to be shared', rounds(10, 1e9), 1],
  ['a single thread would compute no faster', { ...rounds(10, 10), threads: 1 }, 1],
] as const)('says why: %s', (why, changes, replications) => {
  const configuration = configurationOf({ placement: 'auto', threads: 2, ...changes });
  const specification = specimen('garnet', {});
  const problem = { agents: 2, dimension: 10 };
  expect(choosePlacement({ configuration, specification, problem }, replications).why).toBe(why);
});
