/** Faults of the text itself. */
import { describe, expect, test } from 'vitest';
import { refusal } from './refusal.ts';

describe('text that is no JSON is told by line and column', () => {
  const noNumber = '(JSON has neither NaN nor Infinity)';
  const cases: [title: string, text: string, message: string][] = [
    ['nothing', '', 'line 1, column 1: the file is empty; expected a value'],
    ['a byte order mark alone', '\uFEFF', 'line 1, column 1: the file is empty; expected a value'],
    ['white space alone', ' \n ', 'line 2, column 2: the file is empty; expected a value'],
    ['an open brace', '{', "line 1, column 2: the text ends here; expected ',' or '}'"],
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
      `line 1, column 12: found '"fedsa'; expected '"' at the end of a string`,
    ],
    [
      'a truncated number',
      '{"dimension": -',
      "line 1, column 15: found '-'; expected a value or a name in double quotes",
    ],
    [
      'a truncated word',
      '{"dimension": nul',
      "line 1, column 15: found 'nul'; expected a value or a name in double quotes",
    ],
    [
      'a word that goes on',
      '{"dimension": nullable}',
      "line 1, column 15: found 'nullable'; expected a value or a name in double quotes",
    ],
    [
      'a line break in a string',
      '{"format": "a\nb"}',
      `line 1, column 12: found '"a'; expected '"' at the end of a string`,
    ],
    [
      'an unknown escape',
      '{"format": "a\\x"}',
      `line 1, column 12: found '"a\\x"'; expected escapes that JSON has`,
    ],
    [
      'NaN',
      '{"agents": [{"b": [[1, NaN]]}]}',
      `line 1, column 24: found 'NaN'; expected a value or a name in double quotes ${noNumber}`,
    ],
    [
      'Infinity',
      '{"dimension": Infinity}',
      `line 1, column 15: found 'Infinity'; expected a value or a name in double quotes ${noNumber}`,
    ],
    [
      '-Infinity',
      '{"agents": [{"b": [[-Infinity]]}]}',
      `line 1, column 21: found '-Infinity'; expected a value or a name in double quotes ${noNumber}`,
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
    ['a comment', '// a problem\n{}', "line 1, column 1: found '//'; expected JSON, which has no comments"],
    [
      'a comment between fields',
      '{"kind": 1, /* d */ "d": 2}',
      "line 1, column 13: found '/*'; expected JSON, which has no comments",
    ],
    [
      'single quotes',
      "{'kind': 1}",
      "line 1, column 2: found '''; expected a value or a name in double quotes (JSON takes double quotes)",
    ],
    [
      'a name without quotes',
      '{kind: 1}',
      "line 1, column 2: found 'kind'; expected a value or a name in double quotes",
    ],
    ['no colon', '{"kind" 1}', "line 1, column 9: found '1'; expected ':'"],
    ['no comma', '{"agents": [1 2]}', "line 1, column 15: found '2'; expected ',' or ']'"],
    ['the wrong bracket', '{"agents": [1}', "line 1, column 14: found '}'; expected ',' or ']'"],
    [
      'a plus sign',
      '{"dimension": +1}',
      "line 1, column 15: found '+1'; expected a value or a name in double quotes",
    ],
    [
      'a leading point',
      '{"dimension": .5}',
      "line 1, column 15: found '.5'; expected a value or a name in double quotes",
    ],
    ['a trailing point', '{"dimension": 1.}', "line 1, column 15: found '1.'; expected a digit"],
    ['an empty exponent', '{"dimension": 1e+}', "line 1, column 15: found '1e+'; expected a digit"],
    ['a leading zero', '{"dimension": 007}', "line 1, column 16: found '07'; expected ',' or '}'"],
    [
      'hexadecimal',
      '{"dimension": 0x10}',
      "line 1, column 16: found 'x10'; expected a value or a name in double quotes",
    ],
    ['a second value', '{}\n{}', "line 2, column 1: found '{'; expected the end of the file"],
    [
      'another space',
      '{\u00A0"kind": 1}',
      "line 1, column 2: found '\u00A0'; expected a value or a name in double quotes",
    ],
    ['a NUL', '{\u0000}', "line 1, column 2: found '\\u0000'; expected a value or a name in double quotes"],
    [
      'a million brackets, each of which is closed',
      '['.repeat(1e6) + ']'.repeat(1e6),
      "line 1, column 66: found '['; expected lists and objects nested at most 64 deep",
    ],
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
