/** The project's word list, by which textlint checks the documents (.textlintrc.json). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './documents.ts';

/** A word that is not written, and the term instead of it. */
export interface Term {
  readonly pattern: string;
  /** the pattern as a whole word, in either case */
  readonly expression: RegExp;
  readonly instead: string;
}

interface Configuration {
  readonly rules: { readonly terminology: { readonly terms: readonly (string | [string, string])[] } };
}

const { rules } = JSON.parse(readFileSync(join(ROOT, '.textlintrc.json'), 'utf8')) as Configuration;

export const TERMS: readonly Term[] = rules.terminology.terms.flatMap((term) =>
  typeof term === 'string'
    ? []
    : [{ pattern: term[0], expression: new RegExp(`\\b(?:${term[0]})\\b`, 'i'), instead: term[1] }],
);

/** Whether a line has the word. */
export const has = ({ expression }: Term, line: string): boolean => expression.test(line);
