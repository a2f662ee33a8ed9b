/** The panels of one scenario that were run one by one, each into its own folder below a common one: what panels.json would say. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { type PanelsFile, panelsFileOf } from '../recording/panelsFile.ts';
import { readRunSummary, type RunSummary } from '../recording/readManifest.ts';
import { isPanelName } from '../configuration/panelName.ts';
import { resolvePanels } from '../configuration/panels.ts';
import { InputError } from '../values/failure.ts';
import { shippedNames, shippedScenario } from '../inputs/target.ts';

interface PanelRun {
  /** of its folder, and of the panel */
  readonly name: string;
  readonly run: RunSummary;
}

/**
 * The file of such a folder; `undefined` of any other. Of a shipped scenario it names all panels, of a user's those that were run: no
 * file that a manifest names is run for it.
 */
export async function panelsOfRuns(directory: string): Promise<PanelsFile | undefined> {
  const names = readdirSync(directory).filter((name) => existsSync(join(directory, name, MANIFEST_NAME)));
  if (names.length < 2 || !names.every(isPanelName)) return undefined;
  const runs: PanelRun[] = [];
  for (const name of names) {
    try {
      runs.push({ name, run: readRunSummary(join(directory, name)) });
    } catch (error) {
      // The index of the folder lists it as broken.
      if (error instanceof InputError) return undefined;
      throw error;
    }
  }
  const scenarios = new Set(runs.map(scenarioOf));
  const [scenario] = scenarios;
  if (scenarios.size > 1 || scenario === undefined) return undefined;
  if (runs.every(({ run }) => run.scenario.file === null) && shippedNames().includes(scenario)) {
    const definition = await shippedScenario(scenario);
    const panels = resolvePanels(definition, false);
    return names.every((name) => panels.some((panel) => panel.name === name))
      ? panelsFileOf(definition, panels)
      : undefined;
  }
  return fromManifests(scenario, runs);
}

/** A panel's run is called after the scenario and the panel, and was asked for by the panel's name. */
function scenarioOf({ name, run }: PanelRun): string | undefined {
  const { scenario, arguments: words } = run;
  const option = words.indexOf('--panel');
  const isPanel = (option >= 0 && words[option + 1] === name) || words.includes(`--panel=${name}`);
  return isPanel && scenario.name.endsWith(`-${name}`) ? scenario.name.slice(0, -name.length - 1) : undefined;
}

function fromManifests(name: string, runs: readonly PanelRun[]): PanelsFile {
  const titles = runs.map(({ run }) => run.scenario.title);
  const [first] = runs as [PanelRun, ...PanelRun[]];
  const colon = titles[0]!.indexOf(': ');
  const head = titles.every((title) => title.startsWith(titles[0]!.slice(0, colon + 2)));
  const shared = colon < 0 || !head ? '' : titles[0]!.slice(0, colon);
  const { question, reproduces } = first.run.scenario;
  return {
    format: 'fedsa-panels/1',
    scenario: { name, title: shared === '' ? name : shared, question, reproduces },
    across: null,
    panels: runs.map(({ name: panel }, k) => ({
      name: panel,
      title: shared === '' ? titles[k]! : titles[k]!.slice(shared.length + 2),
      at: null,
    })),
  };
}
