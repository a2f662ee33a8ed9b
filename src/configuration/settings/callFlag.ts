/** Options of commands beside a run's settings, by the fields that give them in calls of the library. */
import { flagOf } from '../../values/parameter.ts';

/** What the command line calls by another word. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  changes: 'with',
  dataDirectory: 'data',
  dotsPerInch: 'dpi',
  epsilons: 'reach',
  figures: 'figure',
  formats: 'format',
};

const SAME_WORDS = new Set([
  ...['against', 'agents', 'base', 'epsilon', 'grid', 'interactive', 'nats', 'out', 'panel', 'period'],
  ...['problemSeeds', 'quick', 'reach', 'staleness', 'store', 'verify', 'zip'],
  // of figures
  ...[
    'band',
    'font',
    'fontSize',
    'height',
    'legend',
    'linearY',
    'logX',
    'overlay',
    'panels',
    'smooth',
    'width',
  ],
  ...['x', 'y'],
]);

/** The option, without dashes, that gives a field of a call; `undefined` where there is none. */
export const callFlag = (field: string): string | undefined =>
  OTHER_WORDS[field] ?? (SAME_WORDS.has(field) ? flagOf(field) : undefined);
