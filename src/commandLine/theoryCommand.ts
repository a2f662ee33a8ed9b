/** `fedsa theory`: what is known of a problem, and of a run on it, without simulating. */
import { missingParameters, overlay, runConfiguration } from '../scenario/runConfiguration.ts';
import { formatTheory } from '../theory/format.ts';
import { theoryReport, type TheorySummary } from '../theory/summary.ts';
import type { RunSettings } from '../scenario/scenario.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { findTarget, loadProblem, solveLoaded, type Target } from './target.ts';

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
  const checked = runConfiguration({ ...settings, ...placeholders }, loaded.problem.dimension);
  return theoryReport(loaded.problem, solveLoaded(loaded), missing.length > 0 ? undefined : checked);
}

/** Prints the theory, as text or as JSON. */
export async function theoryCommand(name: string, options: TheoryOptions): Promise<void> {
  const summary = await theoryOf(await findTarget(name), settingsOf(options), options.data);
  process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : `${formatTheory(summary)}\n`);
}
