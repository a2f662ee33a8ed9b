/** The runs that a target stands for: one, or one for each of its panels. */
import { nearest } from '../values/nearest.ts';
import { InputError } from '../values/failure.ts';
import { resolvePanels } from '../configuration/panels.ts';
import { familyOf } from '../problems/families.ts';
import type { ScenarioProblem } from '../problems/specification.ts';
import { isNumber } from '../values/kind.ts';
import { faultOf, type Value } from '../values/value.ts';
import { inFolder, type Target } from './target.ts';

/** Which part of a scenario is asked for, and at which size. */
export interface PanelChoice {
  /** one panel alone */
  readonly panel?: string | undefined;
  /** the quick size instead of the full one */
  readonly quick?: boolean | undefined;
  /** M instead of the problem's own number of agents */
  readonly agents?: number | undefined;
}

/** One panel of a target. */
export interface PanelTarget {
  readonly name: string;
  readonly title: string;
  readonly at: number | undefined;
  readonly target: Target;
}

/** A single run, or panels. */
export type ChosenTarget =
  { readonly single: Target; readonly panels?: never } | { readonly panels: readonly PanelTarget[] };

/** Passes on what comes; bad input in it is reported with the panel's name. */
export async function ofPanel<T>(name: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`panel ${name}: ${error.message}`, { cause: error });
  }
}

/**
 * What of a target is to be run.
 *
 * @throws InputError in one line, for a panel or a quick size that the target does not have
 */
export function choosePanels(target: Target, { panel, quick = false, agents }: PanelChoice): ChosenTarget {
  const { definition, folder } = target;
  const chosen = Object.entries(definition.panels ?? {}).filter(([name]) => name === (panel ?? name));
  if (quick && definition.quick === undefined && chosen.every(([, { quick }]) => quick === undefined)) {
    throw new InputError(`\`quick\`: ${definition.name} gives no quick size; leave it out`);
  }
  if (panel !== undefined && chosen.length === 0) {
    const names = Object.keys(definition.panels ?? {});
    const near = nearest(panel, names);
    const question = near === undefined ? '' : `; did you mean ${near}?`;
    throw new InputError(
      names.length === 0
        ? `\`panel\`: ${definition.name} has no panels; leave it out`
        : `\`panel\`: ${definition.name} has no panel "${panel}"; it has ${names.join(', ')}${question}`,
    );
  }
  const panels: PanelTarget[] = [];
  const full = resolvePanels(definition, false);
  const all = resolvePanels(definition, quick);
  if (agents !== undefined && panel === undefined)
    refuseOneNumber(all.map((resolvedPanel) => resolvedPanel.definition.problem));
  for (const [k, { name, title, at, definition: resolved }] of all.entries()) {
    const problem = withAgents(inFolder(resolved.problem, folder), agents);
    const panelTarget: Target = {
      ...target,
      definition: { ...resolved, problem },
      full: full[k]!.definition,
    };
    if (name === undefined || name === panel) return { single: panelTarget };
    panels.push({ name, title, at, target: panelTarget });
  }
  return { panels };
}

/** @throws InputError where panels differ in their numbers of agents */
function refuseOneNumber(problems: readonly ScenarioProblem[]): void {
  const numbers = new Set(problems.map((problem) => (problem as { readonly agents?: unknown }).agents));
  if (numbers.size > 1)
    throw new InputError(
      `\`agents\`: the panels differ in their number of agents (${[...numbers].join(', ')}); name one with \`panel\``,
    );
}

/**
 * A problem with another number of agents.
 *
 * @throws InputError in one line for a problem that lists its agents, or has a fixed number
 */
function withAgents(problem: ScenarioProblem, agents: number | undefined): ScenarioProblem {
  if (agents === undefined) return problem;
  const field = (familyOf(problem.kind)?.fields as Readonly<Record<string, Value>> | undefined)?.agents;
  if (field === undefined || !isNumber(field))
    throw new InputError(
      `\`agents\`: the problem (${problem.kind}) has no number of agents to set; leave it out`,
    );
  const fault = faultOf(field, agents);
  if (fault !== undefined) throw new InputError(`\`agents\`: ${fault} (found ${agents})`);
  return { ...problem, agents } as ScenarioProblem;
}
