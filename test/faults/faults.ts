/** The table of faults that `npm run faults` plants, over all of the program. */
import type { Fault } from './fault.ts';
import { ALGORITHMS } from './table/algorithms.ts';
import { COMPUTING } from './table/computing.ts';
import { INPUT } from './table/input.ts';
import { PAGES } from './table/pages.ts';
import { RECORDING } from './table/recording.ts';
import { STATISTICS } from './table/statistics.ts';
import { THEORY } from './table/theory.ts';
import { TIME } from './table/time.ts';

export const FAULTS: readonly Fault[] = [
  ...COMPUTING,
  ...ALGORITHMS,
  ...TIME,
  ...RECORDING,
  ...STATISTICS,
  ...THEORY,
  ...PAGES,
  ...INPUT,
];
