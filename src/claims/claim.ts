/** A claim of a paper: what is to be run for it, and how the runs decide it. */
import type { ScenarioDefinition } from '../configuration/scenario.ts';
import type { RunData } from './runData.ts';
import type { Interval } from './statistics/intervals.ts';
import type { Decision, Region, Verdict } from './verdict.ts';

export type Paper = 'SCAFFLSA' | 'FedHSA' | 'Streaming FL' | 'Richardson–Romberg' | 'Newer papers';

/** Runs that a claim looks at: a scenario, or panels of one. Claims that name the same share its runs. */
export interface Need {
  /** name of a shipped scenario, or of the definition that is given */
  readonly scenario: string;
  /** a scenario that is part of the claim */
  readonly definition?: ScenarioDefinition;
  /** all panels where it is not given */
  readonly panels?: readonly string[];
  /** the claim reads what theory predicts of them */
  readonly predictions?: true;
}

/** One number of a claim, and what the claim says it is. */
export interface Part {
  /** what was measured or computed, in words */
  readonly statistic: string;
  readonly value: Interval;
  /** where the number lies if the claim holds, whatever a run gives */
  readonly claimed: Region;
  /** it is one of the form in print, of a claim that says that this is false */
  readonly isPrinted?: true;
}

/** What the runs say of a claim. */
export interface Finding {
  /** at least one; the claim holds if each of them does that is not of the form in print */
  readonly parts: readonly Part[];
  /** what a reader should know of how it was measured, in a sentence or two */
  readonly note?: string;
}

/** A claim as it is written down. */
export interface ClaimDefinition {
  /** kebab-case, unique */
  readonly name: string;
  /** figure, theorem or section */
  readonly source: string;
  /** the paper's words, as few as possible */
  readonly quote: string;
  /** the claim as it is tested, in a sentence */
  readonly statement: string;
  /** why the regions are where they are, and so what would refute the claim */
  readonly region: string;
  /** the paper states an upper bound: how many times above the numbers it lies stands with its verdict */
  readonly bound?: true;
  /** what it was looked at on, where the paper states it for more: after “confirmed for” */
  readonly conditions?: string;
  /** the form in print that is false, in a sentence; parts that are `isPrinted` show by how much */
  readonly printed?: string;
  /**
   * what the paper leaves open, without which its numbers cannot be reproduced: measured values are shown
   * beside the printed ones, and decide nothing
   */
  readonly open?: string;
  /** left out where it is computed without any run */
  readonly needs?: readonly Need[];
  /** Decides the claim from the runs that it needs, all of which are complete: its numbers, or these with a note. */
  test(data: ClaimData): Finding | readonly Part[];
}

/** A claim of the list. */
export interface Claim extends ClaimDefinition {
  readonly paper: Paper;
  readonly needs: readonly Need[];
}

/** The runs that a claim asked for. */
export interface ClaimData {
  /** the runs of a scenario that the claim needs, in the scenario's order of panels */
  runs(scenario: string): readonly RunData[];
  /** one of them; the only one where no panel is named */
  run(scenario: string, panel?: string): RunData;
}

export interface DecidedPart extends Part {
  readonly verdict: Decision;
}

/** The same claim on a problem drawn anew. */
interface OnAnotherDraw extends Pick<ClaimResult, 'verdict' | 'parts' | 'note'> {
  /** 1, 2, …: what is added to the seed of the problem */
  readonly draw: number;
}

/** What another call has decided of the same claim. */
export interface Elsewhere {
  readonly size: 'quick' | 'full';
  readonly verdict: string;
  /** in the claim's order */
  readonly parts: readonly Pick<DecidedPart, 'value' | 'verdict'>[];
}

/** A claim with its result. */
export interface ClaimResult {
  readonly claim: Claim;
  readonly verdict: Verdict;
  readonly parts: readonly DecidedPart[];
  /** the finding's note, or why it is not tested; may be empty */
  readonly note: string;
  /** a run that it needs failed */
  readonly hasFailed?: true;
  /** absent where nobody asked for other draws, or nothing of its problems is drawn */
  readonly draws?: readonly OnAnotherDraw[];
  readonly elsewhere?: Elsewhere;
}
