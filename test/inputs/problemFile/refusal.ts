import { expect } from 'vitest';
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
