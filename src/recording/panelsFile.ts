/** panels.json: what the folder of a figure with several panels holds, beside a run directory a panel. */
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { isPanelName, PANEL_NAMES } from '../configuration/panelName.ts';
import { type PaperFields, paperFields, paperOf } from '../configuration/paperField.ts';
import type { ScenarioDefinition } from '../configuration/scenario.ts';
import { isPathSegment, PATH_SEGMENTS } from './pathSegment.ts';
import { createFolder } from './createFolder.ts';
import { cannotBeUsed } from './fileCause.ts';
import { readJsonFile } from './jsonFile.ts';
import { MANIFEST_NAME, writeJson } from './manifestFile.ts';
import { difference } from './sameRun.ts';

export const PANELS_NAME = 'panels.json';

/** Results of a single run, or of who knows what. */
const NOT_OURS = [MANIFEST_NAME, 'rounds.csv', 'iterates.csv', 'arrivals.csv', 'report.html', 'trace.json'];

const schema = z.looseObject({
  format: z.literal('fedsa-panels/1'),
  scenario: z.looseObject({
    name: z.string().refine(isPathSegment, PATH_SEGMENTS),
    title: z.string(),
    question: z.string(),
    reproduces: z.string().nullable(),
    ...paperFields,
  }),
  across: z.string().nullable(),
  panels: z
    .array(
      z.looseObject({
        // a folder of this one, never one elsewhere
        name: z.string().refine(isPanelName, PANEL_NAMES),
        title: z.string(),
        at: z.number().positive().nullable(),
      }),
    )
    .min(1)
    .refine((panels) => new Set(panels.map(({ name }) => name)).size === panels.length, {
      error: 'names a panel twice; each has a folder of its own',
    }),
});

/** Enough to put the reports of the panels together. */
export interface PanelsFile {
  readonly format: 'fedsa-panels/1';
  readonly scenario: PaperFields & {
    readonly name: string;
    readonly title: string;
    readonly question: string;
    readonly reproduces: string | null;
  };
  /** what `at` is, where the panels differ in one number */
  readonly across: string | null;
  readonly panels: readonly {
    /** also that of its folder */
    readonly name: string;
    readonly title: string;
    readonly at: number | null;
  }[];
}

/** The file of a scenario's panels. */
export const panelsFileOf = (
  definition: ScenarioDefinition,
  panels: readonly {
    readonly name?: string | undefined;
    readonly title: string;
    readonly at: number | undefined;
  }[],
): PanelsFile => ({
  format: 'fedsa-panels/1',
  scenario: {
    name: definition.name,
    title: definition.title,
    question: definition.question,
    reproduces: definition.reproduces ?? null,
    ...paperOf(definition),
  },
  across: definition.across ?? null,
  panels: panels.map(({ name, title, at }) => ({ name: name!, title, at: at ?? null })),
});

/** Whether a folder is that of several panels. */
export const holdsPanels = (directory: string): boolean => existsSync(join(directory, PANELS_NAME));

/** How many panels a run directory is one of, itself included; 1 where it is none, or the folder above holds no list that can be read. */
export function panelsBeside(directory: string): number {
  const above = join(directory, '..');
  if (!holdsPanels(above)) return 1;
  try {
    const { panels } = readPanels(above);
    return panels.some(({ name }) => name === basename(resolve(directory))) ? panels.length : 1;
  } catch (error) {
    if (error instanceof InputError) return 1;
    throw error;
  }
}

/**
 * The panels that a folder holds.
 *
 * @throws InputError in one line: it cannot be read, or the first field that is wrong
 */
export function readPanels(directory: string): PanelsFile {
  const file = join(directory, PANELS_NAME);
  const parsed = schema.safeParse(readJsonFile(file, 'list of panels'));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw new InputError(`${file}: ${quoted(issue.path.join('.')) || 'the file'}: ${quoted(issue.message)}`);
}

/**
 * Finds out, without writing, whether a folder can take these panels: a new one, an empty one, or
 * one that holds part of them already.
 *
 * @throws InputError in one line, if it holds a single run, other panels, or cannot be read
 */
export function refuseOtherThan(asked: PanelsFile, directory: string): void {
  if (holdsPanels(directory)) {
    const found = difference(identity(readPanels(directory)), identity(asked));
    if (found === undefined) return;
    throw new InputError(
      `${directory}: holds other panels: ${found}; choose another folder or remove this one`,
    );
  }
  const other = NOT_OURS.find((name) => existsSync(join(directory, name)));
  if (other === undefined) return;
  throw new InputError(
    `${directory}: holds ${other}, so it is the folder of a single run, and these are panels; choose another folder`,
  );
}

/** What makes panels others: not what is said of them. */
const identity = ({ scenario, across, panels }: PanelsFile): object => ({
  ...{ scenario: scenario.name, across, panels },
});

/**
 * Writes panels.json, creating the folder and its parents where they do not exist.
 *
 * @throws InputError in one line if that cannot be done
 */
export function writePanels(directory: string, panels: PanelsFile): void {
  createFolder(directory);
  try {
    writeJson(join(directory, PANELS_NAME), panels);
  } catch (error) {
    throw cannotBeUsed(directory, 'used for results', error);
  }
}
