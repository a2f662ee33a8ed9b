/** What holds of every problem, whatever its numbers, and of every way in which it is spoilt. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseProblemFile } from '../../../src/inputs/problemFile/problemFile.ts';
import { randomProblem } from './randomProblem.ts';
import type { Plain } from './randomProblem.ts';
import { refusal } from './refusal.ts';
import { twoAgents } from './twoAgents.ts';

/** An index into a list of the given length. */
type PickIndex = (length: number) => number;

/** The value at `agents[0].A`, or the object that it is missing from. */
const valueAt = (value: unknown, path: string, isMissing: boolean): unknown =>
  (path.match(/\w+/g) ?? [])
    .slice(0, isMissing ? -1 : undefined)
    .reduce((within, key) => (within as Readonly<Record<string, unknown>>)[key], value);

/** Spoils a problem in one place and says which. */
const mutations: Record<string, (problem: Plain, pick: PickIndex) => string> = {
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
      fc.property(randomProblem, fc.constantFrom(undefined, 1, '\t'), (problem, indent) => {
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

  for (const [title, mutate] of Object.entries(mutations)) {
    test(`${title} is refused in one line that names the path`, () => {
      fc.assert(
        fc.property(randomProblem, fc.infiniteStream(fc.nat()), (problem, numbers) => {
          const path = mutate(problem, (length) => (numbers.next().value as number) % length);
          const text = JSON.stringify(problem);
          const [, column, at, message] = /^p\.json: line 1, column (\d+): ([^:]*): (.*)$/u.exec(
            refusal(text),
          )!;
          expect(at).toBe(path);
          const value = valueAt(JSON.parse(text), path, message!.startsWith('missing'));
          expect(text.slice(Number(column) - 1).startsWith(JSON.stringify(value))).toBe(true);
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
          expect(
            /^p\.json: line \d+, column \d+: (?:found '|the text ends here|the file is empty)/.test(
              refusal(changed),
            ),
          ).toBe(!valid);
        },
      ),
      { seed: 3, numRuns: 3000 },
    );
  });
});
