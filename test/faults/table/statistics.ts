/** Faults of intervals, tests, verbs and verdicts. */
import type { Fault } from '../fault.ts';

export const STATISTICS: readonly Fault[] = [
  {
    name: 'ending-turned',
    file: 'src/report/seedNumbers.ts',
    text: "return left > 0 ? 'falling' : 'rising';",
    replacement: "return left < 0 ? 'falling' : 'rising';",
    harm: 'A report says that errors still rise where theory says that they still fall.',
  },
  {
    name: 'contradiction-by-wrong-end',
    file: 'src/report/theoryTest.ts',
    text: '1 - mean / possible.low > relative',
    replacement: '1 - mean / possible.high > relative',
    harm: 'An approximation is said to fail where its own estimated error explains the difference.',
  },
  {
    name: 'trend-of-three-seeds',
    file: 'src/report/trend.ts',
    text: 'drifts.length < SEEDS_TO_TEST ?',
    replacement: 'drifts.length <= SEEDS_TO_TEST ?',
    harm: 'Errors of three seeds that fall, not in each part, count as level.',
  },
  {
    name: 'first-though-others-ended',
    file: 'src/report/reaching.ts',
    text: 'tied.length + alike.length === 0 && ranking.short.length === 0;',
    replacement: 'tied.length + alike.length === 0;',
    harm: 'A report calls a result first though another run ended before it could have been earlier.',
  },
  {
    name: 'median-of-half-that-reach',
    file: 'src/report/reach.ts',
    text: 'sorted[Math.floor(sorted.length / 2)]',
    replacement: 'sorted[Math.floor((sorted.length - 1) / 2)]',
    harm: 'Where half of the seeds reach a level the median is infinite, or no number.',
  },
  {
    name: 'exact-mean-on-other-side',
    file: 'src/report/floorRemarks.ts',
    text: "exact > interval.high ? 'above' : exact < interval.low ? 'below'",
    replacement: "exact > interval.high ? 'below' : exact < interval.low ? 'above'",
    harm: 'The remark on a final error has the exact mean on the wrong side of the interval.',
    near: ['test/commandLine/floorRemarks.test.ts'],
  },
  {
    name: 'corrected-though-undecided',
    file: 'src/claims/verdict.ts',
    text: "printed.includes('does not hold') ? 'corrected' : 'undecided'",
    replacement: "printed.includes('holds') ? 'undecided' : 'corrected'",
    harm: 'A printed number that no run has decided is said to be corrected.',
  },
];
