/** Faults of the fields themselves: unknown, missing, given twice, or of another type. */
import { describe, expect, test } from 'vitest';
import { fault, refusal } from './refusal.ts';
import { spoilt, twoAgents } from './twoAgents.ts';

describe('a fault in the fields is told in one line', () => {
  const top = 'expected an object with the fields format, kind, agents, …';
  const cases: [title: string, text: string, message: string][] = [
    ['a list', '[1, 2]', `a list of 2; ${top}`],
    ['a number', '3', `3; ${top}`],
    ['null', 'null', `null; ${top}`],
    ['no fields', '{}', 'kind: missing; expected "linear" or "td"'],
    [
      'another format',
      spoilt(['format'], 'fedsa-problem/2'),
      'format: "fedsa-problem/2"; expected "fedsa-problem/1"',
    ],
    ['no format', spoilt(['format'], undefined), 'format: missing; expected "fedsa-problem/1"'],
    ['another kind', spoilt(['kind'], 'quadratic'), 'kind: "quadratic"; expected "linear" or "td"'],
    [
      'a kind that is no string',
      spoilt(['kind'], ['linear']),
      'kind: a list of 1; expected "linear" or "td"',
    ],
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
      '["a\\nb\\u202E\\""]: unknown field; expected one of format, kind, dimension, agents',
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
      'a long string',
      spoilt(['kind'], 'x'.repeat(1e6)),
      `kind: "${'x'.repeat(30)}…"; expected "linear" or "td"`,
    ],
    [
      'a long number',
      JSON.stringify(twoAgents()).replace(':2,', `:${'7'.repeat(1e5)},`),
      'dimension: a number beyond all doubles; expected a positive integer',
    ],
    [
      'a long name',
      spoilt(['y'.repeat(1e6)], 1),
      `["${'y'.repeat(30)}…"]: unknown field; expected one of format, kind, dimension, agents`,
    ],
  ];
  test.each(cases)('%s', (_, text, message) => {
    expect(fault(text)).toBe(`p.json: ${message}`);
  });

  test('reading stops at the hundredth fault', () => {
    const unknown = Array.from({ length: 1e5 }, (_, k) => `"x${k}": 1, `).join('');
    expect(fault(`{${unknown}${JSON.stringify(twoAgents()).slice(1)}`)).toBe(
      'p.json: x0: unknown field; expected one of format, kind, dimension, agents (and at least 99 more problems)',
    );
  });

  test('its line and column are those of the value, or of what it is missing from', () => {
    const text = JSON.stringify(twoAgents(), null, 2);
    const places = [
      ['"dimension": 2', '"dimension": 0', 'line 4, column 16: dimension: 0; expected'],
      ['-0.001', '"?"', 'line 73, column 11: agents[1].b[0][0]: "?"; expected'],
      [/"A": \[\s*\[\s*\[\s*1,\s*0/, '"B": [[[1, 0', 'line 59, column 12: agents[1].B: unknown'],
    ] as const;
    for (const [right, wrong, message] of places)
      expect(refusal(text.replace(right, wrong))).toContain(`p.json: ${message}`);
    expect(refusal(text.replace(/"dimension".*\n/, ''))).toContain('line 1, column 1: dimension: missing');
  });

  test('a line break in the name of the file does not break the line', () => {
    expect(refusal('3', 'a\nb.json')).toMatch(/^a\\u000Ab\.json: line 1, column 1: 3; expected [^\n]*$/);
  });
});
