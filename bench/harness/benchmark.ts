/** What a bench is, and what it leaves: tables of contenders that were shown to do the same work. */

/** How much a bench may spend. */
export interface Effort {
  readonly quick: boolean;
  /** repetitions of every contender, interleaved */
  readonly repetitions: number;
  /** milliseconds that one repetition of a short contender lasts, at least */
  readonly sample: number;
}

/** The middle of some repetitions, and how far they spread. */
export interface Spread {
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/**
 * What a repetition took: on the clock, and of all threads' processor time, which other work on the
 * machine disturbs much less; NaN where only a process outside could tell.
 */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** One contender's costs, in the table's unit. */
export interface Row {
  readonly name: string;
  readonly wall: Spread;
  readonly cpu: Spread;
  /** median over the turns of (this contender)/(the table's first) */
  readonly wallRatio: number;
  readonly cpuRatio: number;
}

/** Contenders side by side; the first is the one that the others are compared with. */
export interface Table {
  readonly title: string;
  /** of the figures: `ns a draw`, `µs a round` */
  readonly unit: string;
  readonly rows: readonly Row[];
  /** what was asserted before anything was timed */
  readonly checked: string;
  /** rivals that were left out, and why; what else a reader should know */
  readonly notes: readonly string[];
}

export interface Benchmark {
  /** `group/idea`, as on the command line */
  readonly name: string;
  readonly question: string;
  /** Throws where the contenders did different work: then there is nothing to compare. */
  run(effort: Effort): Table[] | Promise<Table[]>;
}

export const FULL: Effort = { quick: false, repetitions: 15, sample: 20 };
export const QUICK: Effort = { quick: true, repetitions: 3, sample: 4 };
