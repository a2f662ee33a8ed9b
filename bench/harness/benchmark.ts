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
 * machine disturbs much less; NaN where only a process outside could measure it. Where the table's unit is
 * no time, `wall` is the figure.
 */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** Where a row stands in its table's figure. */
export interface Place {
  readonly series: string;
  readonly x: number;
}

/** One contender's costs, in the table's unit. */
export interface Row {
  /** what targets call it */
  readonly key: string;
  readonly name: string;
  readonly place: Place | undefined;
  /** of the turns, in their order */
  readonly costs: readonly Cost[];
  readonly wall: Spread;
  readonly cpu: Spread;
  /** median over the turns of (this contender)/(the table's first) */
  readonly wallRatio: number;
  readonly cpuRatio: number;
}

/** Contenders side by side; the first is the one that the others are compared with. */
export interface Table {
  /** what targets call it, the same under every effort; the title, where there is none */
  readonly key?: string;
  readonly title: string;
  /** of the figures: `ns a draw`, `µs a round` */
  readonly unit: string;
  readonly rows: readonly Row[];
  /** what the rows' places are measured in, for a figure of them */
  readonly against?: string;
  /** what was asserted before anything was timed */
  readonly checked: string;
  /** rivals that were left out, and why; what else a reader should know */
  readonly notes: readonly string[];
}

/** A figure that a bench measures, and how large or small it should be. */
export interface Target {
  readonly description: string;
  /** whose target it is */
  readonly source: string;
  /** the key of the table that has the figure */
  readonly table: string;
  /** the figure; `undefined` where a row that it needs is missing, such as a rival's */
  readonly figure: (table: Table) => number | undefined;
  readonly unit: string;
  readonly bound: 'at most' | 'at least';
  readonly limit: number;
}

/** A target with what was measured: `met` is `undefined` where nothing was. */
export interface Verdict {
  readonly target: Target;
  readonly bench: string;
  readonly measured: number | undefined;
  readonly met: boolean | undefined;
}

export interface Benchmark {
  /** `group/idea`, as on the command line; the bench's file is named so, too */
  readonly name: string;
  readonly question: string;
  /** what the project set out to reach, where this bench measures it */
  readonly targets?: readonly Target[];
  /** Throws where the contenders did different work: then there is nothing to compare. */
  run(effort: Effort): Table[] | Promise<Table[]>;
}

/** Nanoseconds of a pass through each loop of quietness.ts. */
export interface CoreTimes {
  /** two operations, each waiting for the one before */
  readonly chained: number;
  /** twelve operations that wait for none of the same pass */
  readonly sideBySide: number;
}

/** A bench that was run. */
export interface Outcome {
  readonly bench: Benchmark;
  /** none where it failed */
  readonly tables: readonly Table[];
  readonly verdicts: readonly Verdict[];
  /** a core before it and after it */
  readonly core: readonly CoreTimes[];
  /** why there are no tables */
  readonly failure: string | undefined;
}

export const FULL: Effort = { quick: false, repetitions: 15, sample: 20 };
export const QUICK: Effort = { quick: true, repetitions: 3, sample: 4 };
