/** From a scenario to the runs it stands for: one for each panel, or one alone. */
import { overlay } from './overlay.ts';
import { overrideProblem } from './overrideProblem.ts';
import type { QuickSize, ScenarioDefinition } from './scenario.ts';
import type { ScenarioProblem } from '../problems/specification.ts';
import { titled } from '../values/titled.ts';

/** A run that a scenario asks for. */
export interface ResolvedPanel {
  /** `undefined` where the scenario has no panels */
  readonly name: string | undefined;
  readonly title: string;
  /** the number in which the panels differ, where they differ in one */
  readonly at: number | undefined;
  /** everything merged; without `quick`, `panels` and `across` */
  readonly definition: ScenarioDefinition;
}

/** A definition that stands for one run. */
type Single = Omit<ScenarioDefinition, 'quick' | 'panels' | 'across'>;

/**
 * The runs of a checked scenario, in its order of panels. What wins, from the weakest: scenario, its
 * `quick`, panel, the panel's `quick`. A panel's definition is named `<scenario>-<panel>`.
 *
 * @param quick - whether the `quick` overrides hold
 * @throws InputError for algorithms that cannot be used (see {@link overlay})
 */
export function resolvePanels(definition: ScenarioDefinition, quick: boolean): readonly ResolvedPanel[] {
  const { quick: small, panels, across: _across, ...full } = definition;
  const base = quick && small !== undefined ? override(full, small) : full;
  if (panels === undefined) {
    return [{ name: undefined, title: definition.title, at: undefined, definition: base }];
  }
  return Object.entries(panels).map(([name, { title, at, quick: ownSmall, ...panelSettings }]) => {
    const panel = override(base, panelSettings);
    const sized = quick && ownSmall !== undefined ? override(panel, ownSmall) : panel;
    return {
      name,
      title,
      at,
      // What they answer, they answer together.
      definition: {
        ...sized,
        answer: undefined,
        figure: undefined,
        table: undefined,
        name: `${definition.name}-${name}`,
        title: titled(definition.title, title),
      },
    };
  });
}

function override(base: Single, { problem, ...settings }: QuickSize): Single {
  // What a scenario lists with a policy is asked for.
  const merged = overlay(base, settings, { areAsked: true });
  if (problem === undefined) return merged;
  const fields = overrideProblem({ ...base.problem }, { ...problem });
  // Checked with the scenario: every merge of these gives a whole problem.
  return { ...merged, problem: fields as unknown as ScenarioProblem };
}
