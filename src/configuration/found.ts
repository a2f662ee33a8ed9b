/** What a run or its panels found, for a scenario to say in a sentence: the numbers of the report's tables and figures. */
import type { Level } from '../values/level.ts';

/** Who of a timed run's agents is meant: from a first to a last, both included; all where it is not given. */
export type SomeAgents = readonly [first: number, last: number];

/**
 * What is known of one seed's number: it lies between two others. `low` and `high` are the same where it was measured; a level is
 * reached between two recorded rounds; `high` is Infinity where the run ended without reaching it.
 */
export interface KnownNumber {
  readonly low: number;
  readonly high: number;
}

/** One number of each seed that has completed or diverged. */
export type SeedNumbers = ReadonlyMap<number, KnownNumber>;

/**
 * What had been spent when the error reached ε, or with `'first:0.1'` first touched it: seconds, rounds, local steps of an agent, bytes that agents
 * had sent or been sent, or bytes in both directions.
 */
export type Passage =
  | { readonly seconds: Level }
  | { readonly rounds: Level }
  | { readonly steps: Level }
  | { readonly bytes: Level }
  | { readonly downlinkBytes: Level }
  | { readonly allBytes: Level };

/**
 * What is compared: the mean over the last 30 % of the rounds, the last round, the averaged iterate's error there, seconds a round,
 * the mean of a recorded column over the last 30 %, a passage to ε, or of a timed
 * run the share of the server steps that waited for some agents last, or the share of the run during which the server waited for an
 * agent that did something, as the last of its step.
 */
export type Quantity =
  | 'floor'
  | 'last'
  | 'average'
  | 'roundSeconds'
  | { readonly tail: string }
  | Passage
  | { readonly closed: SomeAgents }
  | { readonly waitedFor: WaitedFor; readonly agents?: SomeAgents };

/** What the agent that answers last does while the server waits. */
export type WaitedFor = 'receiving' | 'computing' | 'away' | 'sending' | 'any';

/** End of the errors: `falling` and `rising` by a test on them or by theory, `brief` where neither decides, `diverged` where any seed did. */
export type Ending = 'converged' | 'falling' | 'rising' | 'brief' | 'diverged';

/** A result under the name that a sentence gives it. */
export type Named = Pick<FoundAlgorithm, 'algorithm' | 'title' | 'ending' | 'length' | 'seeds' | 'floor'>;

/** One result compared with another. */
export interface Compared {
  /**
   * `alike` where the 95 % interval of the ratio lies within 0.95 to 1.05; else `lower` and `higher` only where it excludes 1, after Holm's
   * correction for all that were compared with it
   */
  readonly side: 'lower' | 'alike' | 'higher' | 'not separated';
  /** `lower by a factor of 19 [17, 21]`, `alike`, or `not separated` */
  readonly words: string;
}

/** What one algorithm found, in one panel. Numbers that are not known are NaN. */
export interface FoundAlgorithm {
  /** its key in the run, and its name for readers */
  readonly algorithm: string;
  readonly title: string;
  /** mean over the last 30 % of the rounds and the seeds of what the report shows: usually the squared error */
  readonly floor: number;
  /** the rounds of the floor */
  readonly window: { readonly first: number; readonly last: number };
  /** whether it still changes within these rounds, by more than chance */
  readonly trend: 'level' | 'falling' | 'rising';
  /** how all of its seeds end */
  readonly ending: Ending;
  /** how long its runs are, and the bytes that all agents send in one, mean over the seeds */
  readonly length: {
    readonly rounds: number;
    readonly seconds: number;
    readonly bytes: number;
    readonly seeds: number;
    readonly diverged: number;
  };
  /** a number of each seed: what results are compared by */
  readonly seeds: (quantity: Quantity) => SeedNumbers;
  /** the same of the last round alone, and half the width of its 95 % interval by Student's t */
  readonly last: { readonly mean: number; readonly halfWidth: number };
  /** the averaged iterate's error in the last round */
  readonly average: number;
  /** what theory expects of the floor, noise included */
  readonly expected: number;
  /** the part of `expected` that is squared bias; the rest is variance */
  readonly bias: number;
  /** the predicted limit of the bias, squared; of a mean operator's norm what a run without noise leaves */
  readonly limit: number;
  /** mean over the last 30 % of the rounds and the seeds of any recorded column, your own metrics included */
  readonly tail: (column: string) => number;
  /** rounds in seconds: the length of the run divided by its rounds */
  readonly roundSeconds: number;
  /** until the error reached ε, mean over the seeds; if some do not, the median, which may be Infinity; `'first:0.1'` asks for the first touch */
  readonly seconds: (level: Level) => number;
  /** likewise what all agents had sent by then */
  readonly bytes: (level: Level) => number;
  /** share of the agents' time, by what they were at */
  readonly share: (
    activity: 'computing' | 'sending' | 'receiving' | 'waiting' | 'away',
    agents?: SomeAgents,
  ) => number;
  /** mean staleness of updates, in server steps, and the largest */
  readonly staleness: (agents?: SomeAgents) => { readonly mean: number; readonly largest: number };
  /** share of some agents in the moves of the model: their Σ w/n over that of all agents */
  readonly contribution: (agents: SomeAgents) => number;
  /** share of the server steps that waited for one of these agents last */
  readonly closed: (agents: SomeAgents) => number;
  /** share of the run during which the server waited for one of these agents, the last to answer, that did something */
  readonly waitedFor: (activity: WaitedFor, agents?: SomeAgents) => number;
}

/** One panel; a run without panels is one, of no name. */
export interface FoundPanel {
  readonly name: string;
  readonly title: string;
  /** NaN where panels do not differ in a number */
  readonly at: number;
  /** of each agent of the problem */
  readonly agents: number;
  readonly algorithms: readonly FoundAlgorithm[];
  /** ‖θ*_S − θ*‖² of the survivors S of crashes, one set after the other */
  readonly survivors: readonly number[];
  /** one of them @throws NotFound where it was not run */
  readonly of: (algorithm: string) => FoundAlgorithm;
}

/** All of it. */
export interface Found {
  readonly panels: readonly FoundPanel[];
  /** one of them @throws NotFound where it was not run */
  readonly panel: (name: string) => FoundPanel;
  /**
   * how a quantity changes from the first panel to the last: `falls` or `grows` where the ratio's interval excludes 1, `hardly changes` where they
   * are alike, else `shows no clear change`
   */
  readonly trend: (algorithm: string, quantity?: Quantity) => string;
  /**
   * `From K = 10 to K = 100 the error falls by a factor of 9.5 [8.8, 10.3] for A; it hardly changes for B. At K = 100 it is 0.1 (A), 0.8 (B).`: how
   * each algorithm's floors change
   */
  readonly changes: (noun: string, quantity?: Quantity) => string;
  /**
   * `From M = 1 to M = 100 FedHSA’s error falls from 0.38 to 0.004. Slope −0.96 ± 0.06; 1/M would be −1.`: how an algorithm's floors scale over the panels
   *
   * @param claim - stands behind the slope
   */
  readonly scaling: (algorithm: string, claim: string) => string;
  /** pairs compared at once: the first of each with the second, which may be a number */
  readonly compare: (pairs: readonly (readonly [Named, Named | number])[], quantity?: Quantity) => Compared[];
  /**
   * `lower by a factor of 3.05 [2.96, 3.14] at B = 100, alike at B = 10⁴`: pairs compared at once, each with its place, a panel's name; then the
   * same without factors
   */
  readonly placed: (
    pairs: readonly (readonly [place: string, Named, Named | number])[],
    quantity?: Quantity,
  ) => readonly string[];
  /** ` at 27 % of the uplink bytes`, of a result compared with another; empty where they differ by less than a quarter */
  readonly cost: (result: Named, base: Named) => string;
  /**
   * `SCAFFLSA’s final error, 0.0198 [0.0189, 0.0207], is lower than Local SA’s, 0.371 [0.338, 0.408], by a factor of 19 [17, 21].`: the verb comes
   * of the comparison, and of results that have converged. `most` is how many sentences there may be, by default two
   */
  readonly against: (base: Named, others: readonly Named[], noun?: string, most?: 1 | 2) => string;
  /** `A and B remove the bias of Local SA to below a tenth; C does not.`: below a tenth of its final error, or above */
  readonly bias: (base: Named, others: readonly Named[]) => string;
  /** `A’s final error, 0.1 [0.09, 0.12], is the lowest; B’s is higher by a factor of 5 [4, 6].`, or which are not separated */
  readonly lowest: (all: readonly Named[], noun?: string) => string;
  /** `A reaches 0.2 first, after 320 s [124, 821].`, or which are not separated, and which do not reach it; `about: ` comes before it */
  readonly reaches: (level: number, all: readonly Named[], about?: string) => string;
  /** `A’s final error is 0.1 [0.09, 0.12] and B’s error in the last round 0.03 [0.02, 0.04].`: the last round of what has not converged; `about` comes first */
  readonly ends: (all: readonly Named[], about?: string) => string;
  /** what has not converged, in a sentence; empty where all have */
  readonly unsettled: (all: readonly Named[]) => string;
  /** `0.371 [0.338, 0.408]`, `320 s [124, 821]`, `50.3 [44.1, 56.5] %`: the mean over the seeds with its 95 % interval */
  readonly interval: (result: Named, quantity?: Quantity) => string;
  /** one sentence of clauses in order of their importance; a clause, or each of its wordings, that makes it too long is left out */
  readonly sentence: (...clauses: readonly (string | readonly string[])[]) => string;
  /** joined by spaces; empty ones are left out */
  readonly sentences: (...parts: readonly string[]) => string;
  /** a sentence with numbers as text; empty where any of them is not known */
  readonly known: (numbers: readonly number[], words: (...texts: string[]) => string) => string;
  /** `slope −0.95 ± 0.06` of floors against `at` on logarithmic axes; `no single slope` where they lie on no line */
  readonly slope: (algorithm: string) => string;
  /** three digits at most, powers of ten where they are needed: `0.0123`, `1,200`, `10⁻⁵` */
  readonly text: (value: number, digits?: number) => string;
  /** `37 %` */
  readonly percent: (share: number) => string;
}
