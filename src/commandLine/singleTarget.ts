/** The one run that a command is about. */
import { scenarioOrRun } from '../inputs/manifestTarget.ts';
import { choosePanels, type PanelChoice } from '../inputs/panelTargets.ts';
import type { Target } from '../inputs/target.ts';
import { InputError } from '../values/failure.ts';

/**
 * The scenario of a name, or its panel that is chosen.
 *
 * @param why - one is needed, after the name: `orders are those of one run`
 * @throws InputError for a scenario with panels of which none is chosen
 */
export async function singleTarget(name: string, choice: PanelChoice, why: string): Promise<Target> {
  const chosen = choosePanels(await scenarioOrRun(name), choice);
  if (chosen.panels === undefined) return chosen.single;
  const names = chosen.panels.map((panel) => panel.name).join(', ');
  throw new InputError(`${name} has panels, and ${why}; name a panel with --panel (${names})`);
}
