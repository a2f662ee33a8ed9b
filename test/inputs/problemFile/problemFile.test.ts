/** What a valid problem file gives. */
import { getHeapStatistics } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { problemOf, refusal } from './refusal.ts';
import { spoilt, twoAgents } from './twoAgents.ts';

describe('a valid problem file', () => {
  test('gives each block row-major and each initial state', () => {
    const { kind, dimension, agents } = problemOf(JSON.stringify(twoAgents()), 'finite-linear');
    expect([kind, dimension, agents.length]).toEqual(['finite-linear', 2, 2]);
    expect(agents[0]).toEqual({
      transition: Float64Array.of(0.9, 0.1, 0.2, 0.8),
      A: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8),
      b: Float64Array.of(9, 10, 11, 12),
      states: 2,
      initial: { state: 1 },
    });
    expect(agents[1]).toEqual({
      transition: Float64Array.of(1),
      A: Float64Array.of(1, 0, 0, 1),
      b: Float64Array.of(-0.001, 250),
      states: 1,
      initial: 'stationary',
    });
  });

  test('lies in shared memory, in one buffer for all agents', () => {
    const { agents } = problemOf(JSON.stringify(twoAgents()), 'finite-linear');
    const buffers = agents.flatMap((agent) => [agent.transition.buffer, agent.A.buffer, agent.b.buffer]);
    expect(buffers[0]).toBeInstanceOf(SharedArrayBuffer);
    expect(new Set(buffers).size).toBe(1);
  });

  test('may have a byte order mark, any white space, any order of fields and escaped names', () => {
    const text =
      '\uFEFF\r\n{\t"\\u0061gents" : [ { "b":[[1]] , "A":[[[2]]],"initial":"stationary", "transition": [ [ 1.0e0 ] ] } ],' +
      '"dimension":1.0,"kind":"l\\u0069near","format":"fedsa-problem\\/1"}\n ';
    expect(problemOf(text, 'finite-linear').agents).toEqual([
      {
        transition: Float64Array.of(1),
        A: Float64Array.of(2),
        b: Float64Array.of(1),
        states: 1,
        initial: 'stationary',
      },
    ]);
  });

  test('may start from a law, which stays as it is written', () => {
    const text = spoilt(['agents', 0, 'initial'], { distribution: [0.25, 0.75] });
    expect(problemOf(text, 'finite-linear').agents[0]!.initial).toEqual({ distribution: [0.25, 0.75] });
  });

  test('may have transient states: it is closed classes that are counted', () => {
    // 0 → 1 → 1: state 0 is left for good, {1} is the only closed class.
    const text = spoilt(
      ['agents', 0, 'transition'],
      [
        [0, 1],
        [0, 1],
      ],
    );
    expect(problemOf(text, 'finite-linear').agents[0]!.transition).toEqual(Float64Array.of(0, 1, 0, 1));
  });

  test('may have rows that sum to 1 within 1e-9, and not beyond', () => {
    // Half the tolerance and twice the tolerance: rounding (1e-16) is far from either.
    expect(refusal(spoilt(['agents', 0, 'transition', 0, 0], 0.9 + 5e-10))).toBe('accepted');
    expect(refusal(spoilt(['agents', 0, 'transition', 0, 0], 0.9 + 2e-9))).toMatch(
      /^p\.json: line 1, column 84: agents\[0\]\.transition\[0\]: sums to 1\.000000002/,
    );
  });

  test('is read into the nearest doubles, as JSON.parse reads them', () => {
    const numbers = [
      '0',
      '-0',
      '123456789012345',
      '1234567890123456789',
      '0.1',
      '1E2',
      '-1.5e-3',
      '2e+3',
      '4.9e-324',
      '1.7976931348623157e308',
    ];
    for (const number of numbers) {
      const text = spoilt(['agents', 1, 'b', 0, 0], '@').replace('"@"', number);
      expect(problemOf(text, 'finite-linear').agents[1]!.b[0]).toBe(JSON.parse(number));
    }
  });
});

test('a file whose lists would exhaust the heap is refused before it is read', () => {
  const lists = Math.ceil(getHeapStatistics().heap_size_limit / 64);
  expect(refusal('['.repeat(lists))).toMatch(
    new RegExp(
      `^p\\.json: its ${lists} lists take \\d+ MB of memory, more than there is; expected fewer agents$`,
    ),
  );
});
