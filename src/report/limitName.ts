/** What a limit that theory predicts is called, by its kind: in tables, captions, legends and on the terminal alike. */
import type { Measure } from '../configuration/scenario.ts';
import type { Prediction } from '../theory/predictions.ts';

export type LimitName = 'limit of bias²' | 'approximate limit of bias²' | 'noise-free limit';

/** What each is. */
export const LIMIT_MEANINGS: Readonly<Record<LimitName, string>> = {
  'limit of bias²': '‖E θ̄ₜ − θ*‖² in the long run',
  'approximate limit of bias²': '‖E θ̄ₜ − θ*‖² in the long run, approximate',
  'noise-free limit': 'where a run without noise ends, by drift alone',
};

/**
 * The name of the limit of a quantity: of a mean operator it is always that of a run without noise.
 *
 * @param column - the quantity
 */
export function limitName(
  { limitKind }: Pick<Prediction, 'limitKind'>,
  column: Measure = 'error',
): LimitName {
  if (column !== 'error' || limitKind === 'noise-free') return 'noise-free limit';
  return limitKind === 'closure' ? 'approximate limit of bias²' : 'limit of bias²';
}

/** With a capital, to begin a sentence. */
export const capitalised = (name: LimitName): string => name[0]!.toUpperCase() + name.slice(1);
