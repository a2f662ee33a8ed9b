/** Questions that theory answers, by itself or with runs: curves, plans, an atlas of bounds, worst orders. */
import type { PlanField } from '../../configuration/planField.ts';
import type { Scenario } from '../../configuration/scenario.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { SweepField } from '../../configuration/sweep/grid.ts';
import type { PanelChoice } from '../../inputs/panelTargets.ts';
import type { PlanReport } from '../../recording/planReport.ts';
import type { AtlasReport } from '../../search/atlas/atlasReport.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import type { TheoryPart } from '../../theory/theoryParts.ts';
import type { WorstOptions, WorstOrders } from '../worst/worstOf.ts';
import { loadedFor, neverAborted, panelsOf, type RunCallOptions, singleOf } from './calls.ts';

/** What `theory` takes beside the settings. */
export interface TheoryCallOptions extends PanelChoice {
  /** parts that are computed alone: what is not asked for is null or an empty list; all by default */
  readonly only?: readonly TheoryPart[] | undefined;
  /** whether what is refused for its work is computed, however long it takes */
  readonly exact?: boolean;
}

/**
 * The theory of a scenario, or of one panel of it: what `fedsa theory --json` prints.
 *
 * @throws InputError for bad input
 */
export async function theory(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: TheoryCallOptions = {},
): Promise<TheorySummary> {
  const { theoryOf } = await loadedFor('theory', options);
  const { only, exact } = options;
  return theoryOf(await singleOf(scenario, settings, options, 'theoryOfPanels'), settings, { only, exact });
}

/** The theory of every panel of a scenario that has some, by the panel's name. */
export async function theoryOfPanels(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: Omit<TheoryCallOptions, 'panel'> = {},
): Promise<Readonly<Record<string, TheorySummary>>> {
  const { theoryOfPanels: summaries } = await loadedFor('theory', options);
  const { only, exact } = options;
  const { panels } = await panelsOf(scenario, settings, options, 'theory');
  return summaries(panels, settings, { only, exact });
}

/** What `plan` takes beside the question and the settings. */
export interface PlanCallOptions extends PanelChoice, Pick<RunCallOptions, 'dataDirectory' | 'signal'> {
  /** seeds with which the best of each algorithm is run */
  readonly verify?: number;
  /** a new folder, or an empty one, for plan.json and a page with its pictures */
  readonly out?: string;
}

/**
 * Which step size and how many local steps bring the expected error to ε at the least cost: what `fedsa plan --json` prints.
 *
 * @param asked - wins over what the scenario says of its plan
 * @param settings - win over those of the scenario
 * @throws InputError for bad input; the signal's reason where it came before the plan
 */
export async function plan(
  scenario: string | Scenario,
  asked: Partial<PlanField> = {},
  settings: RunSettings = {},
  options: PlanCallOptions = {},
): Promise<PlanReport> {
  const { checkPlan, planInto } = await loadedFor('plan', options);
  checkPlan(asked);
  const target = await singleOf(scenario, settings, options);
  const { dataDirectory, verify, out, signal = neverAborted() } = options;
  const watch = { dataDirectory, verify, signal, begins: () => undefined };
  const found = await planInto(target, [settings, asked], watch, out);
  if (found === undefined) throw signal.reason;
  return found.report;
}

/** What `atlas` takes beside the settings. */
export interface AtlasCallOptions extends PanelChoice, Pick<RunCallOptions, 'dataDirectory' | 'signal'> {
  /** a new folder, or an empty one, for atlas.json and a page with its pictures */
  readonly out?: string;
}

/**
 * Where the theorems' bounds are loose, and by which power: what `fedsa plan --atlas --json` prints.
 *
 * @param swept - the grid, instead of what the scenario says of its sweep
 * @param settings - win over those of the scenario, and those of a point over them
 * @throws InputError for bad input; the signal's reason where it came before the atlas
 */
export async function atlas(
  scenario: string | Scenario,
  swept?: SweepField,
  settings: RunSettings = {},
  options: AtlasCallOptions = {},
): Promise<AtlasReport> {
  const { atlasInto, checkSweep } = await loadedFor('atlas', options);
  if (swept !== undefined) checkSweep(swept);
  const target = await singleOf(scenario, settings, options);
  const { dataDirectory, out, signal = neverAborted() } = options;
  const whole =
    swept === undefined ? target : { ...target, definition: { ...target.definition, sweep: swept } };
  const watch = { dataDirectory, signal, begins: () => undefined };
  const found = await atlasInto(whole, { settings, grid: { grid: [], zip: [] } }, watch, out);
  if (found === undefined) throw signal.reason;
  return found.report;
}

/** What `worst` takes beside the settings. */
export interface WorstCallOptions
  extends PanelChoice, WorstOptions, Pick<RunCallOptions, 'dataDirectory' | 'signal'> {}

/**
 * The worst periodic orders of arrivals within a bound on staleness, of each algorithm: what `fedsa worst` does.
 *
 * @throws InputError for bad input, and where there are no orders to search
 */
export async function worst(
  scenario: string | Scenario,
  settings: RunSettings = {},
  options: WorstCallOptions = {},
): Promise<readonly WorstOrders[]> {
  const { worstOf } = await loadedFor('worst', options);
  const target = await singleOf(scenario, settings, options);
  const { signal = neverAborted() } = options;
  return worstOf(target, settings, options, signal, () => undefined);
}
