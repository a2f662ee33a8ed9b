import { expect } from 'vitest';
import type { FileProblem } from '../../../src/problems/specification.ts';
import { parseProblemFile } from '../../../src/inputs/problemFile/problemFile.ts';
import { InputError } from '../../../src/values/failure.ts';

/** The one-line message with which the reader refuses `text`; 'accepted' where it does not. */
export function refusal(text: string, name = 'p.json'): string {
  try {
    parseProblemFile(text, name);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as InputError).message;
  }
  return 'accepted';
}

/** The same without its place, which must be there. */
export function fault(text: string): string {
  const message = refusal(text);
  const [place = message] = /^p\.json: line \d+, column \d+: /.exec(message) ?? [];
  return message.replace(place, 'p.json: ');
}

/** The problem of a file of a kind. */
export function problemOf<K extends FileProblem['kind']>(text: string, kind: K): FileProblem & { kind: K } {
  const problem = parseProblemFile(text, 'p.json');
  expect(problem.kind).toBe(kind);
  return problem as FileProblem & { kind: K };
}
