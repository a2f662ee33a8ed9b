/** How much work each part of theory may be. Costs are counted from sizes before anything is built, and refused by `tooExpensive`. */

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

/** For all algorithms together at the start of a run, and again for each whose curve is made a better one: about half a second each, and 64 MB; two seconds for what says how far it is from the truth. */
export const START_BUDGET: MomentBudget = { multiplications: 2.5e8, doubles: 8e6, estimated: 2.5e9 };

/** At the start of a run, for the limit of one algorithm, its mean-square factor, and each largest stable step: a tenth of a second. */
export const START_LIMITS: MomentBudget = { multiplications: 5e6, doubles: 1e6 };
export const START_FACTORS: MomentBudget = { multiplications: 1e8, doubles: 4e6 };
export const START_STEPS: MomentBudget = { multiplications: 5e7, doubles: 4e6 };

/** For one curve that is asked for: some seconds and a quarter of a gigabyte. */
export const PATIENT_BUDGET: MomentBudget = { multiplications: 3e9, doubles: 3.2e7 };

/** For one curve with at most two chain factors that is asked for: half a minute. */
const LEVEL_BUDGET: MomentBudget = { ...PATIENT_BUDGET, multiplications: 1e10 };

/** Of these, for the estimate of moments with one chain factor, where pairs take too much. */
export const ESTIMATE_BUDGET = 2e9;

/** For one of rounds within which chains forget, if that takes too much: most of a minute and half a gigabyte. */
const LONG_BUDGET: MomentBudget = { multiplications: 4e10, doubles: 6.4e7 };

/** For curves that are asked for however long they take: a gigabyte. */
export const ENDLESS_BUDGET: MomentBudget = { multiplications: Infinity, doubles: 1.28e8 };

/** For an exact limit under Markov sampling: a second. */
const LIMIT_BUDGET: MomentBudget = { multiplications: 5e8, doubles: 4e6 };

/** For the mean-square factor of each algorithm, and for each largest stable step: some seconds at most, and 64 MB. */
const STABILITY_BUDGET: MomentBudget = { multiplications: 2e9, doubles: 8e6 };

/** For a floor under a policy without rounds, and for each of its scans: some seconds. */
export const SCHEDULE_BUDGET: MomentBudget = { multiplications: 1e9, doubles: 8e6 };

/** Of the parts of a theory that is asked for. */
export interface TheoryBudgets {
  /** of an exact curve; of one with at most two chain factors, and where chains forget within rounds */
  readonly curve: MomentBudget;
  readonly levels: MomentBudget;
  readonly longRounds: MomentBudget;
  /** of an exact limit under Markov sampling */
  readonly limits: MomentBudget;
  /** of a mean-square factor, and of each largest stable step */
  readonly stability: MomentBudget;
  /** of each largest setting of a policy without rounds */
  readonly schedule: MomentBudget;
}

/** What somebody waits for. */
const USUAL_BUDGETS: TheoryBudgets = {
  curve: PATIENT_BUDGET,
  levels: LEVEL_BUDGET,
  longRounds: LONG_BUDGET,
  limits: LIMIT_BUDGET,
  stability: STABILITY_BUDGET,
  schedule: SCHEDULE_BUDGET,
};

/** However long it takes. */
const ENDLESS_BUDGETS: TheoryBudgets = {
  curve: ENDLESS_BUDGET,
  levels: ENDLESS_BUDGET,
  longRounds: ENDLESS_BUDGET,
  limits: ENDLESS_BUDGET,
  stability: ENDLESS_BUDGET,
  schedule: ENDLESS_BUDGET,
};

/** Those of a theory that somebody waits for, or, if it is to be `exact`, that takes however long it takes. */
export const theoryBudgets = (exact: boolean): TheoryBudgets => (exact ? ENDLESS_BUDGETS : USUAL_BUDGETS);

/** For all first orders together: ten seconds or so. */
export const FIRST_ORDER_BUDGET = { multiplications: 2e9 };

/** For each of the hundreds of curves of a plan: a quarter of a second at most, and a second where it is approximate. */
export const PLAN_BUDGET = { multiplications: 5e8, doubles: 1.6e7, estimated: 1e9 } as const;
