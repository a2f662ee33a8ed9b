import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseProblemFile } from '../../src/problems/problemFile.ts';
import { InputError } from '../../src/protocol/failure.ts';

/** The message with which `text` is refused. */
function refusal(text: string, name = 'p.json'): string {
  try {
    parseProblemFile(text, name);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  return 'accepted';
}

/** A problem of d = 2 with an agent of two states and one of a single state, to be spoilt. */
function twoAgents() {
  return {
    format: 'fedsa-problem/1',
    kind: 'linear',
    dimension: 2,
    agents: [
      {
        transition: [
          [0.9, 0.1],
          [0.2, 0.8],
        ],
        A: [
          [
            [1, 2],
            [3, 4],
          ],
          [
            [5, 6],
            [7, 8],
          ],
        ],
        b: [
          [9, 10],
          [11, 12],
        ],
        initial: { state: 1 },
      },
      {
        transition: [[1]],
        A: [
          [
            [1, 0],
            [0, 1],
          ],
        ],
        b: [[-1e-3, 2.5e2]],
      },
    ],
  };
}

/** {@link twoAgents} as text, with the value at a path replaced, or removed where it is `undefined`. */
function spoilt(path: readonly (string | number)[], value: unknown): string {
  const problem: unknown = twoAgents();
  let at = problem as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path.at(-1)!] = value;
  return JSON.stringify(problem);
}

describe('a valid problem file', () => {
  test('gives each block row-major and each initial state', () => {
    const { kind, dimension, agents } = parseProblemFile(JSON.stringify(twoAgents()), 'p.json');
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
    const { agents } = parseProblemFile(JSON.stringify(twoAgents()), 'p.json');
    const buffers = agents.flatMap((agent) => [agent.transition.buffer, agent.A.buffer, agent.b.buffer]);
    expect(buffers[0]).toBeInstanceOf(SharedArrayBuffer);
    expect(new Set(buffers).size).toBe(1);
  });

  test('may have a byte order mark, any white space, any order of fields and escaped names', () => {
    const text =
      '\uFEFF\r\n{\t"\\u0061gents" : [ { "b":[[1]] , "A":[[[2]]],"initial":"stationary", "transition": [ [ 1.0e0 ] ] } ],' +
      '"dimension":1.0,"kind":"l\\u0069near","format":"fedsa-problem\\/1"}\n ';
    expect(parseProblemFile(text, 'p.json').agents).toEqual([
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
    expect(parseProblemFile(text, 'p.json').agents[0]!.initial).toEqual({ distribution: [0.25, 0.75] });
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
    expect(parseProblemFile(text, 'p.json').agents[0]!.transition).toEqual(Float64Array.of(0, 1, 0, 1));
  });

  test('may have rows that sum to 1 within 1e-9, and not beyond', () => {
    // Half the tolerance and twice the tolerance: rounding (1e-16) is far from either.
    expect(refusal(spoilt(['agents', 0, 'transition', 0, 0], 0.9 + 5e-10))).toBe('accepted');
    expect(refusal(spoilt(['agents', 0, 'transition', 0, 0], 0.9 + 2e-9))).toMatch(
      /^p\.json: agents\[0\]\.transition\[0\]: sums to 1\.000000002/,
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
      expect(parseProblemFile(text, 'p.json').agents[1]!.b[0]).toBe(JSON.parse(number));
    }
  });
});

describe('a fault in the values is told in one line', () => {
  const law = 'expected probabilities that sum to 1 within 1e-9';
  const initial = '"stationary", {"state": s} or {"distribution": [...]}';
  const top = 'expected an object with the fields format, kind, dimension, agents';
  const cases: [what: string, text: string, message: string][] = [
    ['a list', '[1, 2]', `a list of 2; ${top}`],
    ['a number', '3', `3; ${top}`],
    ['null', 'null', `null; ${top}`],
    ['no fields', '{}', 'format: missing; expected "fedsa-problem/1" (and 3 more problems)'],
    [
      'another format',
      spoilt(['format'], 'fedsa-problem/2'),
      'format: "fedsa-problem/2"; expected "fedsa-problem/1"',
    ],
    ['no format', spoilt(['format'], undefined), 'format: missing; expected "fedsa-problem/1"'],
    ['another kind', spoilt(['kind'], 'quadratic'), 'kind: "quadratic"; expected "linear"'],
    ['a kind that is no string', spoilt(['kind'], ['linear']), 'kind: a list of 1; expected "linear"'],
    ['dimension 0', spoilt(['dimension'], 0), 'dimension: 0; expected a positive integer'],
    ['half a dimension', spoilt(['dimension'], 1.5), 'dimension: 1.5; expected a positive integer'],
    ['a negative dimension', spoilt(['dimension'], -2), 'dimension: -2; expected a positive integer'],
    ['a dimension in quotes', spoilt(['dimension'], '2'), 'dimension: "2"; expected a positive integer'],
    ['no agents', spoilt(['agents'], []), 'agents: an empty list; expected a list of one agent or more'],
    [
      'agents that are no list',
      spoilt(['agents'], {}),
      'agents: an object; expected a list of one agent or more',
    ],
    [
      'an agent that is no object',
      spoilt(['agents', 1], 7),
      'agents[1]: 7; expected an object with the fields transition, A, b, initial',
    ],
    [
      'an unknown field',
      spoilt(['algorithm'], 1),
      'algorithm: unknown field; expected one of format, kind, dimension, agents',
    ],
    [
      'a misspelt field',
      spoilt(['dimensions'], 2),
      'dimensions: unknown field; expected one of format, kind, dimension, agents (did you mean dimension?)',
    ],
    [
      'a field in the wrong case',
      spoilt(['agents', 0, 'a'], 2),
      'agents[0].a: unknown field; expected one of transition, A, b, initial (did you mean A?)',
    ],
    [
      'a shortened field',
      spoilt(['agents', 0, 'trans'], 2),
      'agents[0].trans: unknown field; expected one of transition, A, b, initial (did you mean transition?)',
    ],
    [
      'a swapped pair of letters',
      spoilt(['agents', 0, 'initail'], 2),
      'agents[0].initail: unknown field; expected one of transition, A, b, initial (did you mean initial?)',
    ],
    [
      'an unknown initial',
      spoilt(['agents', 0, 'initial'], { start: 1 }),
      'agents[0].initial.start: unknown field; expected one of state, distribution',
    ],
    [
      '__proto__',
      '{"__proto__": {"format": 1}, ' + JSON.stringify(twoAgents()).slice(1),
      '__proto__: unknown field; expected one of format, kind, dimension, agents',
    ],
    [
      'constructor in an agent',
      spoilt(['agents', 0, 'constructor'], 1),
      'agents[0].constructor: unknown field; expected one of transition, A, b, initial',
    ],
    [
      'a field that is no word',
      spoilt(['a\nb\u202E"'], 1),
      '["a\\nb\\u202e\\""]: unknown field; expected one of format, kind, dimension, agents',
    ],
    [
      'a field given twice',
      '{"dimension": 1, ' + JSON.stringify(twoAgents()).slice(1),
      'dimension: given twice; expected once',
    ],
    [
      'no transition',
      spoilt(['agents', 1, 'transition'], undefined),
      'agents[1].transition: missing; expected S rows of S probabilities',
    ],
    [
      'no A',
      spoilt(['agents', 1, 'A'], undefined),
      'agents[1].A: missing; expected a list of S matrices, each of d rows of d numbers',
    ],
    [
      'no b',
      spoilt(['agents', 1, 'b'], undefined),
      'agents[1].b: missing; expected a list of S vectors of d numbers',
    ],
    [
      'no states',
      spoilt(['agents', 1, 'transition'], []),
      'agents[1].transition: an empty list; expected S rows of S probabilities, with S at least 1',
    ],
    [
      'an empty row',
      spoilt(['agents', 1, 'transition'], [[]]),
      'agents[1].transition[0]: an empty list; expected a list of 1, one probability for each row',
    ],
    [
      'a missing row',
      spoilt(['agents', 0, 'transition'], [[0.5, 0.5]]),
      'agents[0].transition[0]: a list of 2; expected a list of 1, one probability for each row (and 3 more problems)',
    ],
    [
      'a ragged row',
      spoilt(['agents', 0, 'transition', 1], [1]),
      'agents[0].transition[1]: a list of 1; expected a list of 2, one probability for each row',
    ],
    [
      'a flat transition',
      spoilt(['agents', 0, 'transition'], [1, 0]),
      'agents[0].transition[0]: 1; expected a list of numbers (and 1 more problem)',
    ],
    [
      'a negative probability',
      spoilt(['agents', 0, 'transition', 1], [-0.25, 1.25]),
      'agents[0].transition[1][0]: -0.25 is negative; expected a probability from 0 to 1',
    ],
    [
      'a row that sums to less',
      spoilt(['agents', 0, 'transition', 1], [0.25, 0.5]),
      `agents[0].transition[1]: sums to 0.75; ${law}`,
    ],
    [
      'several bad rows',
      spoilt(
        ['agents', 0, 'transition'],
        [
          [1, 1],
          [0, 0],
        ],
      ),
      `agents[0].transition[0]: sums to 2; ${law} (and 1 more problem)`,
    ],
    [
      'two closed classes',
      spoilt(
        ['agents', 0, 'transition'],
        [
          [1, 0],
          [0, 1],
        ],
      ),
      'agents[0].transition: 2 closed classes {0} and {1}: no unique stationary law; expected a single closed class',
    ],
    [
      'too few matrices',
      spoilt(
        ['agents', 0, 'A'],
        [
          [
            [1, 0],
            [0, 1],
          ],
        ],
      ),
      'agents[0].A: a list of 1; expected a list of 2, one matrix for each row of transition',
    ],
    [
      'no matrices',
      spoilt(['agents', 0, 'A'], []),
      'agents[0].A: an empty list; expected a list of 2, one matrix for each row of transition',
    ],
    [
      'a matrix with a row too many',
      spoilt(['agents', 0, 'A', 1, 2], [0, 0]),
      'agents[0].A[1]: a list of 3; expected a list of 2, one row for each dimension',
    ],
    [
      'a ragged matrix',
      spoilt(['agents', 0, 'A', 1, 0], [1, 2, 3]),
      'agents[0].A[1][0]: a list of 3; expected a list of 2, one number for each dimension',
    ],
    [
      'two ragged matrices',
      spoilt(
        ['agents', 0, 'A'],
        [
          [[1, 2], [3]],
          [
            [4, 5],
            [6, 7, 8],
          ],
        ],
      ),
      'agents[0].A[0][1]: a list of 1; expected a list of 2, one number for each dimension',
    ],
    [
      'a first row that is too long',
      spoilt(['agents', 0, 'A', 0, 0], [1, 2, 3]),
      'agents[0].A[0][0]: a list of 3; expected a list of 2, one number for each dimension',
    ],
    [
      'a vector in place of a matrix',
      spoilt(['agents', 1, 'A', 0], [1, 2]),
      'agents[1].A[0][0]: 1; expected a list of numbers (and 1 more problem)',
    ],
    [
      'too few vectors',
      spoilt(['agents', 0, 'b'], [[1, 2]]),
      'agents[0].b: a list of 1; expected a list of 2, one vector for each row of transition',
    ],
    [
      'a short vector',
      spoilt(['agents', 0, 'b', 1], [1]),
      'agents[0].b[1]: a list of 1; expected a list of 2, one number for each dimension',
    ],
    [
      'null for NaN',
      spoilt(['agents', 0, 'A', 1, 0, 1], NaN),
      'agents[0].A[1][0][1]: null; expected a number',
    ],
    [
      'a number in quotes',
      spoilt(['agents', 0, 'b', 1, 0], '3'),
      'agents[0].b[1][0]: "3"; expected a number',
    ],
    [
      'a list too deep',
      spoilt(['agents', 0, 'b', 1, 0], [3]),
      'agents[0].b[1][0]: a list of 1; expected a number',
    ],
    [
      'A that is null',
      spoilt(['agents', 0, 'A'], null),
      'agents[0].A: null; expected a list of S matrices, each of d rows of d numbers',
    ],
    [
      'a matrix that is an object',
      spoilt(['agents', 0, 'A', 1], { a: [1] }),
      'agents[0].A[1]: an object; expected a list of lists of numbers',
    ],
    [
      'a number beyond all doubles',
      JSON.stringify(twoAgents()).replace('12', '-1e999'),
      'agents[0].b[1][1]: -1e999 is too large for a double; expected a finite number',
    ],
    [
      'an unknown word for initial',
      spoilt(['agents', 0, 'initial'], 'uniform'),
      `agents[0].initial: "uniform"; expected ${initial}`,
    ],
    [
      'an empty initial',
      spoilt(['agents', 0, 'initial'], {}),
      `agents[0].initial: an empty object; expected ${initial}`,
    ],
    [
      'two initials',
      spoilt(['agents', 1, 'initial'], { state: 0, distribution: [1] }),
      'agents[1].initial: both a state and a distribution; expected one of them',
    ],
    [
      'a state out of range',
      spoilt(['agents', 0, 'initial'], { state: 2 }),
      'agents[0].initial.state: 2; expected an integer from 0 to 1, the number of a state',
    ],
    [
      'a state below 0',
      spoilt(['agents', 0, 'initial'], { state: -1 }),
      'agents[0].initial.state: -1; expected an integer from 0 to 1, the number of a state',
    ],
    [
      'half a state',
      spoilt(['agents', 0, 'initial'], { state: 0.5 }),
      'agents[0].initial.state: 0.5; expected an integer from 0 to 1, the number of a state',
    ],
    [
      'a state that is null',
      spoilt(['agents', 0, 'initial'], { state: null }),
      'agents[0].initial.state: null; expected an integer from 0 to 1, the number of a state',
    ],
    [
      'a short distribution',
      spoilt(['agents', 0, 'initial'], { distribution: [1] }),
      'agents[0].initial.distribution: a list of 1; expected a list of 2, one probability for each row of transition',
    ],
    [
      'a distribution that is no list',
      spoilt(['agents', 0, 'initial'], { distribution: 1 }),
      'agents[0].initial.distribution: 1; expected a list of S probabilities',
    ],
    [
      'a negative distribution',
      spoilt(['agents', 0, 'initial'], { distribution: [2, -1] }),
      'agents[0].initial.distribution[1]: -1 is negative; expected a probability from 0 to 1',
    ],
    [
      'a distribution that sums to less',
      spoilt(['agents', 0, 'initial'], { distribution: [0.5, 0.25] }),
      `agents[0].initial.distribution: sums to 0.75; ${law}`,
    ],
    [
      'a dimension of 1e9',
      spoilt(['dimension'], 1e9),
      'agents[0].A[0]: a list of 2; expected a list of 1000000000, one row for each dimension (and 3 more problems)',
    ],
    ['a long string', spoilt(['kind'], 'x'.repeat(1e6)), `kind: "${'x'.repeat(30)}…"; expected "linear"`],
    [
      'a long number',
      JSON.stringify(twoAgents()).replace(':2,', `:${'7'.repeat(1e5)},`),
      `dimension: ${'7'.repeat(30)}…; expected a positive integer`,
    ],
    [
      'a long name',
      spoilt(['y'.repeat(1e6)], 1),
      `["${'y'.repeat(30)}…"]: unknown field; expected one of format, kind, dimension, agents`,
    ],
  ];
  test.each(cases)('%s', (_, text, message) => {
    expect(refusal(text)).toBe(`p.json: ${message}`);
  });

  test('three closed classes among seven states are listed, transient states are not', () => {
    // 0 ↔ 1; 2 stays; 5 ↔ 6; 3 and 4 lead elsewhere.
    const to = [1, 0, 2, 0, 3, 6, 5];
    const transition = to.map((target) => to.map((_, state) => (state === target ? 1 : 0)));
    const agent = { transition, A: to.map(() => [[1]]), b: to.map(() => [1]) };
    const text = JSON.stringify({ format: 'fedsa-problem/1', kind: 'linear', dimension: 1, agents: [agent] });
    expect(refusal(text)).toBe(
      'p.json: agents[0].transition: 3 closed classes {0,1} and {2} and {5,6}: no unique stationary law; expected a single closed class',
    );
  });

  test('of a hundred closed classes six are listed', () => {
    const states = Array.from({ length: 100 }, (_, state) => state);
    const transition = states.map((from) => states.map((to) => (from === to ? 1 : 0)));
    const agent = { transition, A: states.map(() => [[1]]), b: states.map(() => [1]) };
    const text = JSON.stringify({ format: 'fedsa-problem/1', kind: 'linear', dimension: 1, agents: [agent] });
    expect(refusal(text)).toContain(
      '100 closed classes {0} and {1} and {2} and {3} and {4} and {5} and …: no unique',
    );
  });

  test('reading stops at the hundredth fault', () => {
    const text = `{"format": [${'1,'.repeat(10)}1], ${'"x": 1, '.repeat(1e5)} "y": 1}`;
    expect(refusal(text)).toBe(
      'p.json: format: a list of 11; expected "fedsa-problem/1" (and at least 99 more problems)',
    );
  });

  test('a line break in the name of the file does not break the line', () => {
    expect(refusal('3', 'a\nb.json')).toMatch(/^a\\u000ab\.json: 3; expected [^\n]*$/);
  });
});

describe('text that is no JSON is told by line and column', () => {
  const noNumber = '(JSON has neither NaN nor Infinity)';
  const cases: [what: string, text: string, message: string][] = [
    ['nothing', '', 'line 1, column 1: the file is empty; expected a value'],
    ['a byte order mark alone', '\uFEFF', 'line 1, column 1: the file is empty; expected a value'],
    ['white space alone', ' \n ', 'line 2, column 2: the file is empty; expected a value'],
    ['an open brace', '{', 'line 1, column 2: the text ends here; expected a field name in double quotes'],
    [
      'a truncated object',
      '{"format": "fedsa-problem/1",\n "kind": "linear"',
      "line 2, column 18: the text ends here; expected ',' or '}'",
    ],
    [
      'a truncated list',
      '{"agents": [{"b": [[1,\r\n2',
      "line 2, column 2: the text ends here; expected ',' or ']'",
    ],
    [
      'a truncated string',
      '{"format": "fedsa',
      `line 1, column 18: the text ends here; expected '"' at the end of a string`,
    ],
    ['a truncated number', '{"dimension": -', "line 1, column 15: found '-'; expected a number"],
    ['a truncated word', '{"dimension": nul', "line 1, column 15: found 'nul'; expected a value"],
    [
      'a word that goes on',
      '{"dimension": nullable}',
      "line 1, column 15: found 'nullable'; expected a value",
    ],
    [
      'a line break in a string',
      '{"format": "a\nb"}',
      `line 1, column 14: found '\\u000a'; expected '"' at the end of a string`,
    ],
    [
      'an unknown escape',
      '{"format": "a\\x"}',
      "line 1, column 14: found '\\'; expected an escape that JSON has",
    ],
    [
      'NaN',
      '{"agents": [{"b": [[1, NaN]]}]}',
      `line 1, column 24: found 'NaN'; expected a value ${noNumber}`,
    ],
    [
      'Infinity',
      '{"dimension": Infinity}',
      `line 1, column 15: found 'Infinity'; expected a value ${noNumber}`,
    ],
    [
      '-Infinity',
      '{"agents": [{"b": [[-Infinity]]}]}',
      `line 1, column 21: found '-Infinity'; expected a number ${noNumber}`,
    ],
    [
      'a comma after the last element',
      '{"agents": [1, ]}',
      "line 1, column 16: found ']'; expected a value (JSON has no trailing commas)",
    ],
    [
      'a comma after the last number',
      '{"agents": [{"b": [[1,]]}]}',
      "line 1, column 23: found ']'; expected a value (JSON has no trailing commas)",
    ],
    [
      'a comma after the last field',
      '{"kind": 1,\n}',
      "line 2, column 1: found '}'; expected a field name in double quotes (JSON has no trailing commas)",
    ],
    [
      'a comment',
      '// a problem\n{}',
      "line 1, column 1: found '//'; expected a value (JSON has no comments)",
    ],
    [
      'a comment between fields',
      '{"kind": 1, /* d */ "d": 2}',
      "line 1, column 13: found '/*'; expected a field name in double quotes (JSON has no comments)",
    ],
    [
      'single quotes',
      "{'kind': 1}",
      "line 1, column 2: found '''; expected a field name in double quotes (JSON takes double quotes)",
    ],
    [
      'a name without quotes',
      '{kind: 1}',
      "line 1, column 2: found 'kind'; expected a field name in double quotes",
    ],
    ['no colon', '{"kind" 1}', "line 1, column 9: found '1'; expected ':'"],
    ['no comma', '{"agents": [1 2]}', "line 1, column 15: found '2'; expected ',' or ']'"],
    ['the wrong bracket', '{"agents": [1}', "line 1, column 14: found '}'; expected ',' or ']'"],
    ['a plus sign', '{"dimension": +1}', "line 1, column 15: found '+1'; expected a value"],
    ['a leading point', '{"dimension": .5}', "line 1, column 15: found '.5'; expected a value"],
    ['a trailing point', '{"dimension": 1.}', "line 1, column 17: found '}'; expected a digit"],
    ['an empty exponent', '{"dimension": 1e+}', "line 1, column 18: found '}'; expected a digit"],
    [
      'a leading zero',
      '{"dimension": 007}',
      "line 1, column 15: found '007'; expected a number without leading zeros",
    ],
    ['hexadecimal', '{"dimension": 0x10}', "line 1, column 16: found 'x10'; expected ',' or '}'"],
    ['a second value', '{}\n{}', "line 2, column 1: found '{'; expected the end of the file"],
    [
      'another space',
      '{\u00A0"kind": 1}',
      "line 1, column 2: found '\u00A0'; expected a field name in double quotes",
    ],
    ['a NUL', '{\u0000}', "line 1, column 2: found '\\u0000'; expected a field name in double quotes"],
    [
      'a million brackets',
      '['.repeat(1e6),
      "line 1, column 66: found '['; expected lists and objects nested at most 64 deep",
    ],
  ];
  test.each(cases)('%s', (_, text, message) => {
    expect(refusal(text)).toBe(`p.json: ${message}`);
  });

  test('before any fault in the values', () => {
    expect(refusal('{"format": 3, "kind": 4')).toBe(
      "p.json: line 1, column 24: the text ends here; expected ',' or '}'",
    );
  });
});

interface Plain {
  format: unknown;
  kind: unknown;
  dimension: unknown;
  agents: { transition: number[][]; A: number[][][]; b: number[][]; initial?: unknown }[];
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** A law with all probabilities positive: chains of such rows have one class. */
const law = (states: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: states, maxLength: states }).map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });
const listOf = <T>(element: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
  fc.array(element, { minLength: length, maxLength: length });
const initialOf = (states: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constant(undefined),
    fc.constant('stationary'),
    fc.record({ state: fc.nat(states - 1) }),
    fc.record({ distribution: law(states) }),
  );
const agentOf = (dimension: number): fc.Arbitrary<Plain['agents'][number]> =>
  fc.integer({ min: 1, max: 4 }).chain((states) =>
    fc.record({
      transition: listOf(law(states), states),
      A: listOf(listOf(listOf(finite, dimension), dimension), states),
      b: listOf(listOf(finite, dimension), states),
      initial: initialOf(states),
    }),
  );
const problems: fc.Arbitrary<Plain> = fc.integer({ min: 1, max: 3 }).chain((dimension) =>
  fc.record({
    format: fc.constant('fedsa-problem/1'),
    kind: fc.constant('linear'),
    dimension: fc.constant(dimension),
    agents: fc.array(agentOf(dimension), { minLength: 1, maxLength: 3 }),
  }),
);

type Pick = (length: number) => number;

/** Spoils a problem in one place and says which. */
const mutations: Record<string, (problem: Plain, pick: Pick) => string> = {
  'a field dropped': (problem, pick) => {
    const i = pick(problem.agents.length);
    const places = ['format', 'kind', 'dimension', 'agents', 'transition', 'A', 'b'];
    const field = places[pick(places.length)]!;
    const outer = field in problem;
    Object.assign(outer ? problem : problem.agents[i]!, { [field]: undefined }); // which JSON.stringify leaves out
    return outer ? field : `agents[${i}].${field}`;
  },
  'a field unknown': (problem, pick) => {
    const i = pick(problem.agents.length);
    Object.assign(problem.agents[i]!, { rewards: [1] });
    return `agents[${i}].rewards`;
  },
  'a row cut short': (problem, pick) => {
    const i = pick(problem.agents.length);
    const { transition, A, b } = problem.agents[i]!;
    const s = pick(transition.length);
    const r = pick(A[s]!.length);
    const rows: [number[], string][] = [
      [transition[s]!, `transition[${s}]`],
      [A[s]![r]!, `A[${s}][${r}]`],
      [b[s]!, `b[${s}]`],
    ];
    const [row, place] = rows[pick(rows.length)]!;
    row.pop();
    return `agents[${i}].${place}`;
  },
  'a negative probability': (problem, pick) => {
    const i = pick(problem.agents.length);
    const { transition } = problem.agents[i]!;
    const s = pick(transition.length);
    const t = pick(transition.length);
    transition[s]![t]! *= -1;
    return `agents[${i}].transition[${s}][${t}]`;
  },
  'a scaled row': (problem, pick) => {
    const i = pick(problem.agents.length);
    const { transition } = problem.agents[i]!;
    const s = pick(transition.length);
    transition[s] = transition[s]!.map((probability) => probability * 1.000001);
    return `agents[${i}].transition[${s}]`;
  },
  'NaN, which JSON.stringify writes as null': (problem, pick) => {
    const i = pick(problem.agents.length);
    const { A } = problem.agents[i]!;
    const [s, r, c] = [pick(A.length), pick(A[0]!.length), pick(A[0]!.length)];
    A[s]![r]![c] = NaN;
    return `agents[${i}].A[${s}][${r}][${c}]`;
  },
  'a value of another type': (problem, pick) => {
    const i = pick(problem.agents.length);
    const wrong = [null, true, 'many', { of: 1 }, -3.5][pick(5)];
    const places = ['format', 'kind', 'dimension', 'agents', 'transition', 'A', 'b', 'initial'];
    const field = places[pick(places.length)]!;
    if (field in problem) {
      problem[field as 'kind'] = wrong;
      return field;
    }
    problem.agents[i]![field as 'initial'] = wrong;
    // an object is what `initial` may be: it is the field inside that is wrong
    return `agents[${i}].${field === 'initial' && wrong === Object(wrong) ? 'initial.of' : field}`;
  },
};

describe('whatever the problem', () => {
  test('its numbers come out as JSON.parse has them', () => {
    fc.assert(
      fc.property(problems, fc.constantFrom(undefined, 1, '\t'), (problem, indent) => {
        const text = JSON.stringify(problem, null, indent);
        const plain = JSON.parse(text) as Plain;
        const { dimension, agents } = parseProblemFile(text, 'p.json');
        expect(dimension).toBe(plain.dimension);
        expect(agents).toEqual(
          plain.agents.map(({ transition, A, b, initial }) => ({
            transition: Float64Array.from(transition.flat()),
            A: Float64Array.from(A.flat(2)),
            b: Float64Array.from(b.flat()),
            states: transition.length,
            initial: initial ?? 'stationary',
          })),
        );
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  for (const [what, mutate] of Object.entries(mutations)) {
    test(`${what} is refused in one line that names the path`, () => {
      fc.assert(
        fc.property(problems, fc.infiniteStream(fc.nat()), (problem, numbers) => {
          const path = mutate(problem, (length) => (numbers.next().value as number) % length);
          const message = refusal(JSON.stringify(problem));
          expect(message.split(/[\n\r\u2028\u2029]/)).toHaveLength(1);
          expect(message.slice(0, `p.json: ${path}: `.length)).toBe(`p.json: ${path}: `);
        }),
        { seed: 2, numRuns: 100 },
      );
    });
  }

  test('text with one character changed breaks at a line and column exactly where JSON.parse refuses it too', () => {
    const texts = [
      JSON.stringify(twoAgents()),
      JSON.stringify(twoAgents(), null, 1).replace('12', '-1.5e-3'),
    ];
    const characters = fc.constantFrom('', ...'{}[],:"\\0917-+.eE/ntu \n\u0001\u00A0é'.split(''));
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.nat(1),
        characters,
        (text, position, removed, character) => {
          const at = position % text.length;
          const changed = text.slice(0, at) + character + text.slice(at + removed);
          let valid = true;
          try {
            JSON.parse(changed);
          } catch {
            valid = false;
          }
          expect(/^p\.json: line \d+, column \d+: /.test(refusal(changed))).toBe(!valid);
        },
      ),
      { seed: 3, numRuns: 3000 },
    );
  });
});
