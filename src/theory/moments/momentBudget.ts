/** How much work exact moments may be. */

export interface MomentBudget {
  /** multiplications, set-up and all rounds together */
  readonly multiplications: number;
  /** doubles held at once */
  readonly doubles: number;
  /** multiplications beside these for curves that are approximate and say how far they are from the truth; none if left out */
  readonly estimated?: number;
  /** multiplications for a curve along arrivals at fewer rounds, where one at all of them takes too many; none if left out */
  readonly fewerRounds?: number;
  /** hears how many of the rounds asked for have their moments, each time that there is one more */
  readonly progress?: (rounds: number) => void;
}

/** For one curve that is asked for: some seconds and a quarter of a gigabyte. */
export const PATIENT_BUDGET: MomentBudget = { multiplications: 3e9, doubles: 3.2e7 };

/** For one curve with at most two chain factors that is asked for: half a minute. */
export const LEVEL_BUDGET: MomentBudget = { ...PATIENT_BUDGET, multiplications: 1e10 };

/** For one of rounds within which chains forget, if that takes too much: most of a minute and half a gigabyte. */
export const LONG_BUDGET: MomentBudget = { multiplications: 4e10, doubles: 6.4e7 };

/** For curves that are asked for however long they take: a gigabyte. */
export const ENDLESS_BUDGET: MomentBudget = { multiplications: Infinity, doubles: 1.28e8 };
