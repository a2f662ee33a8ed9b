/** `fedsa theory`: what is known of a problem, and of a run on it, without simulating. */
import { missingParameters } from '../scenario/chosenAlgorithms.ts';
import { overlay } from '../scenario/overlay.ts';
import { runConfiguration } from '../scenario/runConfiguration.ts';
import { formatTheory } from '../theory/format.ts';
import { theoryReport, type TheorySummary } from '../theory/summary.ts';
import type { RunSettings } from '../scenario/scenario.ts';
import { choosePanels, ofPanel, type PanelTarget } from './panelTargets.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { factsOf, findTarget, loadProblem, solveLoaded, type Target } from './target.ts';

export interface TheoryOptions extends SettingOptions {
  json?: boolean;
}

/**
 * The theory of a target under settings that win over its own.
 *
 * @param dataDirectory - folder of recorded data, for the problems that read some
 */
export async function theoryOf(
  target: Target,
  given: RunSettings,
  dataDirectory: string | undefined,
): Promise<TheorySummary> {
  const { definition } = target;
  const settings = overlay(definition, given);
  const loaded = await loadProblem(definition.problem, dataDirectory);
  // Without its step sizes the theory is that of the problem alone; the other settings are checked all the same.
  const missing = missingParameters(settings);
  const placeholders = Object.fromEntries(missing.map(({ setting }) => [setting, 1]));
  const solution = solveLoaded(loaded);
  const { problem } = loaded;
  const facts = factsOf(problem, () => solution);
  const checked = runConfiguration({ ...settings, ...placeholders }, problem.dimension, facts);
  const asked = missing.length > 0 ? undefined : checked;
  return theoryReport(problem, solution, asked, process.stderr.isTTY ? { onAgent: showAgent } : {});
}

/** Agents from which on it may take long enough to be watched. */
const MANY_AGENTS = 10;

/** How far the noise of all agents is known, on a line of the terminal that is cleared at the end. */
function showAgent(done: number, agents: number): void {
  if (agents < MANY_AGENTS) return;
  process.stderr.write(done < agents ? `\rnoise of agent ${done} of ${agents}` : '\r\x1b[K');
}

/** The theory of each panel, by its name. An InputError tells of which panel it is. */
export async function theoryOfPanels(
  panels: readonly PanelTarget[],
  given: RunSettings,
  dataDirectory: string | undefined,
): Promise<Record<string, TheorySummary>> {
  const summaries: Record<string, TheorySummary> = {};
  for (const { name, target } of panels) {
    summaries[name] = await ofPanel(name, theoryOf(target, given, dataDirectory));
  }
  return summaries;
}

/** Prints the theory, as text or as JSON; of a scenario with panels, that of each. */
export async function theoryCommand(name: string, options: TheoryOptions): Promise<void> {
  const chosen = choosePanels(await findTarget(name), options);
  if (chosen.panels === undefined) {
    const summary = await theoryOf(chosen.single, settingsOf(options), options.data);
    process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : `${formatTheory(summary)}\n`);
    return;
  }
  const summaries = await theoryOfPanels(chosen.panels, settingsOf(options), options.data);
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ panels: summaries })}\n`);
    return;
  }
  const sections = chosen.panels.map(
    ({ name: panel, title }) => `${title} (--panel ${panel})\n\n${formatTheory(summaries[panel]!)}\n`,
  );
  process.stdout.write(sections.join('\n'));
}
