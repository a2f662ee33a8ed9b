/** What a scenario may say of the paper that it reproduces: its sentence, its figure or table, and where this differs. */
import { z } from 'zod';

/** What the paper says of its figure, in its own words. */
export interface PaperSentence {
  /** quoted */
  readonly says: string;
  /** the place of the sentence, such as `appendix D.1` */
  readonly where: string;
}

/** How the figure that leads the report of several panels is laid out: as the paper's own is. */
export interface LeadingFigure {
  /**
   * what axes are of: `panels` (default), each with a curve for every algorithm; `algorithms`, each with a curve for
   * every panel
   */
  readonly axes?: 'panels' | 'algorithms';
  /** columns of rounds.csv, an axes for each in every panel; by default what `measure` says */
  readonly y?: readonly string[];
  /** above the axes, in their order; by default the panels' titles, or the algorithms' */
  readonly titles?: readonly string[];
  /** axes in a row on a wide page; by default all of them */
  readonly columns?: number;
  /** whether axes of the same quantity share their vertical scale (default), or each has its own */
  readonly scales?: 'shared' | 'own';
  /** points of a curve that are averaged, an odd number; 1 by default */
  readonly smooth?: number;
}

const text = z.string().min(1);
const texts = z.array(text).min(1);

const sentenceField = z.strictObject({ says: text, where: text });

const figureField = z.strictObject({
  axes: z.enum(['panels', 'algorithms']).exactOptional(),
  y: texts.exactOptional(),
  titles: texts.exactOptional(),
  columns: z.int().positive().exactOptional(),
  scales: z.enum(['shared', 'own']).exactOptional(),
  smooth: z
    .int()
    .positive()
    .refine((points) => points % 2 === 1, { error: 'must be an odd number of points' })
    .exactOptional(),
});

/** What is said of the paper, as a scenario has it and its folder keeps it. */
export interface PaperFields {
  /** of what `reproduces` names */
  readonly paper?: PaperSentence | undefined;
  /** where this differs from the paper, and what is chosen that it leaves open: a sentence each */
  readonly differs?: readonly string[] | undefined;
  /** the figure that leads the report of the panels together */
  readonly figure?: LeadingFigure | undefined;
}

/** The fields, those that are given. */
export const paperFields = {
  paper: sentenceField.optional(),
  differs: texts.optional(),
  figure: figureField.optional(),
};

/** Those of a scenario, and nothing else of it. */
export function paperOf({ paper, differs, figure }: PaperFields): PaperFields {
  return {
    ...(paper && { paper }),
    ...(differs && { differs }),
    ...(figure && { figure }),
  };
}

interface Scenario extends PaperFields {
  readonly reproduces?: string | undefined;
  readonly panels?: object | undefined;
}

/** Refuses a sentence of no paper, and a figure that no panels are there for. */
export function refusePaper({ paper, reproduces, figure, panels }: Scenario, context: z.RefinementCtx): void {
  const refuse = (path: string, message: string): void => {
    context.addIssue({ code: 'custom', path: [path], message });
  };
  if (paper !== undefined && reproduces === undefined)
    refuse('paper', 'needs `reproduces`, which names the figure or table');
  if (figure !== undefined && panels === undefined) refuse('figure', 'is of several panels; there are none');
}
