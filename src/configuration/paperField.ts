/** What a scenario may say of the paper that it reproduces: its sentence, its figure or table, and where this differs. */
import * as z from 'zod';

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
   * every panel; `across`: one, with what panels end with against the number in which they differ; `agents`: what the first
   * panel's agents did with their time, and for whom its server waited
   */
  readonly axes?: 'panels' | 'algorithms' | 'across' | 'agents';
  /** columns of rounds.csv, an axes for each in every panel; by default what `measure` says */
  readonly y?: readonly string[];
  /** above the axes, in their order; by default the panels' titles, or the algorithms' */
  readonly titles?: readonly string[];
  /** axes in a row on a wide page; by default all of them */
  readonly columns?: number;
  /** whether axes of the same quantity share their vertical scale (default), or each has its own */
  readonly scales?: 'shared' | 'own';
  /** whether predicted limits are drawn (default): far below curves they take their room */
  readonly limits?: boolean;
  /** points of a curve that are averaged, an odd number; 1 by default */
  readonly smooth?: number;
  /** what panels end with, against the number in which they differ: the mean of the last 30 % of the rounds (default), or the last round */
  readonly ends?: 'tail' | 'last';
  /** of `across`: the algorithms that are drawn, by their keys; all of them by default */
  readonly algorithms?: readonly string[];
  /** of a power law that is claimed of what panels end with: a line of this slope is drawn beside it */
  readonly slope?: number;
}

/** Of so many panels at most a page shows each agent. */
export const MOST_BY_AGENT = 2;

/** A table of the paper: a panel a cell, row by row. */
export interface PrintedTable {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** what the paper prints, row by row: a mean, and half the width of its 95 % interval */
  readonly printed: readonly (readonly [mean: number, halfWidth: number])[];
}

const text = z.string().min(1);
const texts = z.array(text).min(1);

const sentenceField = z.strictObject({ says: text, where: text });

const figureField = z.strictObject({
  axes: z.enum(['panels', 'algorithms', 'across', 'agents']).exactOptional(),
  y: texts.exactOptional(),
  titles: texts.exactOptional(),
  columns: z.int().positive().exactOptional(),
  scales: z.enum(['shared', 'own']).exactOptional(),
  limits: z.boolean().exactOptional(),
  smooth: z
    .int()
    .positive()
    .refine((points) => points % 2 === 1, { error: 'must be an odd number of points' })
    .exactOptional(),
  ends: z.enum(['tail', 'last']).exactOptional(),
  algorithms: texts.exactOptional(),
  slope: z.number().exactOptional(),
});

const tableField = z.strictObject({
  rows: texts,
  columns: texts,
  printed: z.array(z.tuple([z.number(), z.number()])).min(1),
});

/** What is said of the paper, as a scenario has it and its folder keeps it. */
export interface PaperFields {
  /** of what `reproduces` names */
  readonly paper?: PaperSentence | undefined;
  /** where this differs from the paper, and choices that it leaves open: a sentence each */
  readonly differs?: readonly string[] | undefined;
  /** the figure that leads the report of the panels together */
  readonly figure?: LeadingFigure | undefined;
  /** the table that leads it */
  readonly table?: PrintedTable | undefined;
}

/** The fields, those that are given. */
export const paperFields = {
  paper: sentenceField.optional(),
  differs: texts.optional(),
  figure: figureField.optional(),
  table: tableField.optional(),
};

/** Those of a scenario, and nothing else of it. */
export function paperOf({ paper, differs, figure, table }: PaperFields): PaperFields {
  return {
    ...(paper && { paper }),
    ...(differs && { differs }),
    ...(figure && { figure }),
    ...(table && { table }),
  };
}

interface Scenario extends PaperFields {
  readonly reproduces?: string | undefined;
  readonly across?: string | undefined;
  readonly panels?: object | undefined;
}

/** Refuses a sentence of no paper, and figures and tables that no panels are there for. */
export function refusePaper(scenario: Scenario, context: z.RefinementCtx): void {
  const { paper, reproduces, figure, table, across, panels } = scenario;
  const refuse = (path: readonly PropertyKey[], message: string): void => {
    context.addIssue({ code: 'custom', path: [...path], message });
  };
  if (paper !== undefined && reproduces === undefined)
    refuse(['paper'], 'needs `reproduces`, which names the figure or table');
  for (const [name, given] of Object.entries({ figure, table }))
    if (given !== undefined && panels === undefined) refuse([name], 'is of several panels; there are none');
  const count = Object.keys(panels ?? {}).length;
  if (figure?.axes === 'agents' && count > MOST_BY_AGENT)
    refuse(['figure', 'axes'], `shows agents of at most ${MOST_BY_AGENT} panels; there are ${count}`);
  if (across === undefined)
    for (const [name, given] of Object.entries({
      slope: figure?.slope,
      axes: figure?.axes === 'across' || undefined,
    }))
      if (given !== undefined) refuse(['figure', name], 'needs `across`, the number in which panels differ');
  if (table === undefined) return;
  const cells = table.rows.length * table.columns.length;
  if (panels !== undefined && Object.keys(panels).length !== cells)
    refuse(
      ['table'],
      `has ${cells} cells, and there are ${Object.keys(panels).length} panels; a panel a cell`,
    );
  if (table.printed.length !== cells)
    refuse(['table', 'printed'], `must have a pair for each of the ${cells} cells`);
}
