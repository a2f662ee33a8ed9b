/** What the papers' theorems say of a run. */
import { titlesOf } from '../../algorithms/titles.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import { table } from '../textTable.ts';
import { numberText } from '../../values/numbers.ts';

/** One row a statement that applies, and one line for each reason why others do not. */
export function statementLines({ run }: TheorySummary): string[] {
  if (run === null || run.statements.length === 0) return [];
  const titleOf = titlesOf(run.configuration.algorithms);
  const rows: string[][] = [];
  const without = new Map<string, string[]>();
  for (const { algorithm, source, quantity, kind, terms, total, reason } of run.statements) {
    if (total === null) {
      const why = reason ?? 'does not apply';
      without.set(why, [...(without.get(why) ?? []), `${titleOf(algorithm)} (${source})`]);
      continue;
    }
    const parts = terms.map(({ symbol, value }) => `${symbol} ${numberText(value)}`).join(', ');
    rows.push([
      titleOf(algorithm),
      numberText(total),
      kind,
      quantity,
      source,
      terms.length === 1 ? terms[0]!.symbol : parts,
    ]);
  }
  const title = 'Theorems on the end of the run, T rounds (a shape leaves a universal constant open, here 1)';
  const titles = ['', 'value', 'kind', 'of', 'source', 'terms'];
  const reasons = [...without].map(([why, names]) => `  none for ${names.join(', ')}: ${why}`);
  return [title, ...(rows.length > 0 ? table([titles, ...rows]) : []), ...reasons];
}
