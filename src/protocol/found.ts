/** What a run or its panels found, for a scenario to say in a sentence: the numbers of the report's tables and figures. */

/** Who of a timed run's agents is meant: from a first to a last, both included; all where it is not given. */
export type SomeAgents = readonly [first: number, last: number];

/** What one algorithm found, in one panel. Numbers that are not known are NaN. */
export interface FoundAlgorithm {
  /** its key in the run, and its name for readers */
  readonly algorithm: string;
  readonly title: string;
  /** mean over the last 30 % of the rounds and the seeds of what the report shows: usually the squared error */
  readonly floor: number;
  /** whether it still changes within these rounds, by more than chance */
  readonly trend: 'level' | 'falling' | 'rising';
  /** the same of the last round alone, and half the width of its 95 % interval by Student's t */
  readonly last: { readonly mean: number; readonly halfWidth: number };
  /** the averaged iterate's error in the last round */
  readonly average: number;
  /** what theory expects of the floor, noise included, and that to first order in the step size, of errors alone */
  readonly expected: number;
  /** the part of `expected` that is squared bias; the rest is variance */
  readonly bias: number;
  readonly stationary: number;
  /** the predicted limit of the bias, squared; of a mean operator's norm what a run without noise leaves */
  readonly limit: number;
  /** mean over the last 30 % of the rounds and the seeds of any recorded column, your own metrics included */
  readonly tail: (column: string) => number;
  /** rounds in seconds: the length of the run divided by its rounds */
  readonly roundSeconds: number;
  /** until the error was first at most ε, mean over the seeds; if some end before, the median, which may be Infinity */
  readonly seconds: (level: number) => number;
  /** likewise what all agents had sent by then */
  readonly bytes: (level: number) => number;
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
  /** share of the server's waiting during which these agents, as the last to answer, did something */
  readonly waitedFor: (
    activity: 'receiving' | 'computing' | 'away' | 'sending',
    agents?: SomeAgents,
  ) => number;
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
  /** `0.38 (M = 1), 0.07 (M = 5)`: a number of an algorithm in each panel, its floor if nothing else is said */
  readonly listed: (algorithm: string, of?: (one: FoundAlgorithm) => number, digits?: number) => string;
  /** `Local SA 0.042, FedHSA 0.0036`: a number of each algorithm, its floor if nothing else is said, and whether that still changes; of several panels each with its title */
  readonly compared: (of?: (one: FoundAlgorithm) => number) => string;
  /** how floors change from the first panel to the last, by a fifth at least: `falls`, `grows` or `hardly changes` */
  readonly trend: (algorithm: string, of?: (one: FoundAlgorithm) => number) => string;
  /** `From K = 10 to K = 100 the error falls for A (0.9, 0.1) and hardly changes for B (0.9, 0.8).`: how each algorithm's floors change */
  readonly changes: (quantity: string, of?: (one: FoundAlgorithm) => number) => string;
  /** `slope −0.95 ± 0.06` of floors against `at` on logarithmic axes; `no single slope` where they lie on no line */
  readonly slope: (algorithm: string) => string;
  /** three digits at most, powers of ten where they are needed: `0.0123`, `1,200`, `10⁻⁵` */
  readonly text: (value: number, digits?: number) => string;
  /** `37 %` */
  readonly percent: (share: number) => string;
}
