/** `fedsa theory`: what is known of a problem, and of a run on it, without simulating. */
import { missingParameters } from '../scenario/chosenAlgorithms.ts';
import { overlay } from '../scenario/overlay.ts';
import { runConfiguration } from '../scenario/runConfiguration.ts';
import { formatTheory } from '../theory/format.ts';
import { theoryReport, type TheorySummary } from '../theory/summary.ts';
import type { RunSettings } from '../scenario/scenario.ts';
import type { Solution } from '../problems/root.ts';
import type { RunConfiguration } from '../protocol/configuration.ts';
import { withAlgorithmFiles } from './algorithmFiles.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { choosePanels, ofPanel, type PanelTarget } from './panelTargets.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { factsOf, findTarget, type LoadedProblem, loadProblem, solveLoaded, type Target } from './target.ts';
import { type TheoryDisplay, theoryDisplay } from './theoryDisplay.ts';
import { theoryInThread } from './theoryInThread.ts';

export interface TheoryOptions extends SettingOptions {
  json?: boolean;
}

/** What a theory is computed from, with everything checked. */
interface CheckedTheory {
  readonly loaded: LoadedProblem;
  readonly solution: Solution;
  /** `undefined` where a step size is missing: then the theory is that of the problem alone */
  readonly configuration: RunConfiguration | undefined;
}

async function checkedTheory(
  { definition }: Target,
  given: RunSettings,
  dataDirectory: string | undefined,
): Promise<CheckedTheory> {
  const settings = overlay(definition, await withAlgorithmFiles(given));
  const loaded = await loadProblem(definition.problem, dataDirectory);
  // Without its step sizes the theory is that of the problem alone; the other settings are checked all the same.
  const missing = missingParameters(settings);
  const placeholders = Object.fromEntries(missing.map(({ setting }) => [setting, 1]));
  const solution = solveLoaded(loaded);
  const { problem } = loaded;
  const facts = factsOf(problem, () => solution);
  const checked = runConfiguration({ ...settings, ...placeholders }, problem.dimension, facts);
  return { loaded, solution, configuration: missing.length > 0 ? undefined : checked };
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
  const { loaded, solution, configuration } = await checkedTheory(target, given, dataDirectory);
  return theoryReport(loaded.problem, solution, configuration);
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

/**
 * Prints the theory, as text or as JSON; of a scenario with panels, that of each. A signal ends it, and what is
 * there by then is printed.
 *
 * @returns the exit status
 */
export async function theoryCommand(name: string, options: TheoryOptions): Promise<number> {
  const chosen = choosePanels(await findTarget(name), options);
  const panels: readonly {
    readonly name: string | undefined;
    readonly title: string;
    readonly target: Target;
  }[] = chosen.panels ?? [{ name: undefined, title: '', target: chosen.single }];
  const given = settingsOf(options);
  const display = theoryDisplay(process.stderr);
  const found: {
    readonly name: string | undefined;
    readonly title: string;
    readonly theory: TheorySummary;
  }[] = [];
  const ended = await interruptibly(async (signal) => {
    try {
      for (const { name: panel, title, target } of panels) {
        const work = watchedTheory(target, given, options.data, signal, display);
        const theory = await (panel === undefined ? work : ofPanel(panel, work));
        if (theory !== undefined) found.push({ name: panel, title, theory });
        if (signal.aborted) break;
      }
    } finally {
      display.stop();
    }
    return signal.aborted;
  });
  if (chosen.panels === undefined) {
    for (const { theory } of found)
      process.stdout.write(options.json ? `${JSON.stringify(theory)}\n` : `${formatTheory(theory)}\n`);
  } else if (options.json) {
    const summaries: Record<string, TheorySummary> = {};
    for (const { name: panel, theory } of found) summaries[panel!] = theory;
    process.stdout.write(`${JSON.stringify({ panels: summaries })}\n`);
  } else {
    const sections = found.map(
      ({ name: panel, title, theory }) => `${title} (--panel ${panel!})\n\n${formatTheory(theory)}\n`,
    );
    process.stdout.write(sections.join('\n'));
  }
  return ended ? EXIT.interrupted : EXIT.done;
}

async function watchedTheory(
  target: Target,
  given: RunSettings,
  dataDirectory: string | undefined,
  signal: AbortSignal,
  display: TheoryDisplay,
): Promise<TheorySummary | undefined> {
  const { loaded, configuration } = await checkedTheory(target, given, dataDirectory);
  const { specification } = loaded;
  return theoryInThread({ specification, configuration }, signal, (part) => {
    display.begins(part);
  });
}
