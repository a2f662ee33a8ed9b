/** For the mean-square factor of each algorithm, before a run or of one without theory: a tenth of a second. */
export const FACTOR_BUDGET = { multiplications: 1e8, doubles: 4e6 };
