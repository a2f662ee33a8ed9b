/** The theory of a target or of its panels: what `fedsa theory` and the library's `theory` do. */
import { missingParameters } from '../../configuration/chosenAlgorithms.ts';
import { overlay } from '../../configuration/overlay.ts';
import { runConfiguration, whatIsMissing } from '../../configuration/runConfiguration.ts';
import { type DivergingAgents, divergingAgents } from '../../theory/stability/divergingAgents.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { withOwnFiles } from '../../inputs/ownFiles.ts';
import { ofPanel, type PanelTarget } from '../../inputs/panelTargets.ts';
import { type LoadedProblem, loadProblem, solveLoaded, type Target } from '../../inputs/target.ts';
import { problemFacts } from '../../theory/problemFacts.ts';
import type { TheoryPart } from '../../theory/theoryParts.ts';
import { theoryInThread, type TheoryProgress } from './theoryInThread.ts';

/** What a theory is computed from, with everything checked. */
interface CheckedTheory {
  readonly loaded: LoadedProblem;
  readonly solution: Solution;
  /** `undefined` where a step size is missing: then the theory is that of the problem alone */
  readonly configuration: RunConfiguration | undefined;
  /** what is missing, in words */
  readonly needed: { readonly needed?: string };
}

async function checkedTheory(
  { definition }: Target,
  given: RunSettings,
  dataDirectory: string | undefined,
): Promise<CheckedTheory> {
  const settings = overlay(definition, await withOwnFiles(given));
  const loaded = await loadProblem(definition.problem, dataDirectory);
  // Without its step sizes the theory is that of the problem alone; the other settings are checked all the same.
  const missing = missingParameters(settings);
  const placeholders = Object.fromEntries(missing.map(({ setting }) => [setting, 1]));
  const solution = solveLoaded(loaded);
  const { problem } = loaded;
  const facts = problemFacts(problem, () => solution);
  const checked = runConfiguration({ ...settings, ...placeholders }, problem.dimension, facts);
  if (missing.length === 0) return { loaded, solution, configuration: checked, needed: {} };
  return { loaded, solution, configuration: undefined, needed: { needed: whatIsMissing(missing) } };
}

/** How a theory is computed. */
interface TheoryChoice {
  /** folder of recorded data, for problems that need it */
  readonly dataDirectory?: string | undefined;
  /** the parts that are computed; all by default */
  readonly only?: readonly TheoryPart[] | undefined;
  /** whether what is refused for its work is computed, however long it takes */
  readonly exact?: boolean | undefined;
}

interface WatchedChoice extends TheoryChoice {
  /** ends it */
  readonly signal: AbortSignal;
  /** hears of each computation as it begins */
  readonly begins: (progress: TheoryProgress) => void;
}

/** A theory, and which agents diverge by themselves. */
export type TheoryOfTarget = TheorySummary & { readonly divergingAgents?: readonly DivergingAgents[] };

/** Nothing where there are none, or nobody asks for steps. */
function agentsOf(
  { loaded, solution, configuration }: CheckedTheory,
  { only }: TheoryChoice,
): Pick<TheoryOfTarget, 'divergingAgents'> {
  if (only?.includes('steps') === false) return {};
  const algorithms = configuration?.algorithms ?? [];
  const found = divergingAgents(solution.agentMeans, loaded.problem.dimension, algorithms);
  return found.length === 0 ? {} : { divergingAgents: found };
}

/**
 * The theory of a target under settings that win over its own.
 */
export async function theoryOf(
  target: Target,
  given: RunSettings,
  choice: TheoryChoice,
): Promise<TheoryOfTarget> {
  const { dataDirectory, only, exact = false } = choice;
  const checked = await checkedTheory(target, given, dataDirectory);
  const { loaded, solution, configuration, needed } = checked;
  const { problem } = loaded;
  // A command has it computed in a thread, and loads none of it.
  const [{ theoryReport }, { withArrivals }] = await Promise.all([
    import('../../theory/theoryReport.ts'),
    import('./withArrivals.ts'),
  ]);
  const summary = { ...theoryReport(problem, solution, configuration, { only, exact }), ...needed };
  const whole = await withArrivals(summary, problem, solution, configuration, exact);
  return { ...whole, ...agentsOf(checked, choice) };
}

/** The theory of each panel, by its name. An InputError names its panel. */
export async function theoryOfPanels(
  panels: readonly PanelTarget[],
  given: RunSettings,
  choice: TheoryChoice,
): Promise<Record<string, TheoryOfTarget>> {
  const summaries: Record<string, TheoryOfTarget> = {};
  for (const { name, target } of panels) {
    summaries[name] = await ofPanel(name, theoryOf(target, given, choice));
  }
  return summaries;
}

/**
 * The theory of a target, computed in a thread of its own.
 *
 * @returns what was there as the signal came, if it came
 */
export async function watchedTheory(
  target: Target,
  given: RunSettings,
  choice: WatchedChoice,
): Promise<TheoryOfTarget | undefined> {
  const { dataDirectory, only, exact, signal, begins } = choice;
  const checked = await checkedTheory(target, given, dataDirectory);
  const { loaded, configuration, needed } = checked;
  const { specification } = loaded;
  const summary = await theoryInThread({ specification, configuration, only, exact }, signal, begins);
  return summary && { ...summary, ...needed, ...agentsOf(checked, choice) };
}
