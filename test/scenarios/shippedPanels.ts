/** The shipped scenarios as the runs they stand for. */
import { loadProblem, solveLoaded } from '../../src/inputs/target.ts';
import { problemFacts } from '../../src/theory/problemFacts.ts';
import type { Problem } from '../../src/problems/operator.ts';
import type { Solution } from '../../src/problems/root.ts';
import type { ScenarioProblem } from '../../src/problems/specification.ts';
import type { RunConfiguration } from '../../src/configuration/configuration.ts';
import { checkDefinition } from '../../src/configuration/checkDefinition.ts';
import { resolvePanels, type ResolvedPanel } from '../../src/configuration/panels.ts';
import { runConfiguration } from '../../src/configuration/runConfiguration.ts';
import { expectedRounds } from '../../src/theory/expectedRounds.ts';
import { meanGap } from '../../src/triggers/index.ts';
import type { Scenario, ScenarioDefinition } from '../../src/configuration/scenario.ts';

/** A shipped scenario by its name, checked; imported as it stands, where the command line compiles it first. */
export async function shipped(name: string): Promise<ScenarioDefinition> {
  const module = (await import(`../../scenarios/${name}.ts`)) as { readonly default: Scenario };
  return checkDefinition(module.default.definition, name);
}

/** The quick size of a shipped scenario, by the names of its panels. */
export async function quickPanels(name: string): Promise<Readonly<Record<string, ResolvedPanel>>> {
  const panels = resolvePanels(await shipped(name), true);
  return Object.fromEntries(panels.map((panel) => [panel.name ?? '', panel]));
}

/** A panel with its problem built and every choice made. */
export interface BuiltPanel {
  readonly problem: Problem;
  readonly solution: Solution;
  readonly configuration: RunConfiguration;
}

type SolvedProblem = Pick<BuiltPanel, 'problem' | 'solution'>;

/** Panels share problems, and large ones take a second to solve. */
const solved = new Map<string, Promise<SolvedProblem>>();

async function solvedProblem(asked: ScenarioProblem): Promise<SolvedProblem> {
  const loaded = await loadProblem(asked, undefined);
  return { problem: loaded.problem, solution: solveLoaded(loaded) };
}

/**
 * Builds a panel and solves its problem.
 *
 * @param fields - replace those of the panel's problem
 */
export async function built({ definition }: ResolvedPanel, fields: object = {}): Promise<BuiltPanel> {
  const asked = { ...definition.problem, ...fields };
  const key = JSON.stringify(asked);
  if (!solved.has(key)) solved.set(key, solvedProblem(asked));
  const { problem, solution } = await solved.get(key)!;
  const facts = problemFacts(problem, () => solution);
  return { problem, solution, configuration: runConfiguration(definition, problem.dimension, facts) };
}

/** The numbers that all local steps of all seeds of a panel touch: M d H T for each seed. */
export async function workOf({ definition }: ResolvedPanel): Promise<number> {
  const { problem } = await loadProblem(definition.problem, undefined);
  const settings = { ...definition, stepSize: 1 }; // which a rule would have to solve the problem for
  const facts = { agents: problem.agents, monotonicity: () => undefined };
  const configuration = runConfiguration(settings, problem.dimension, facts);
  const { trigger, seeds } = configuration;
  const steps = expectedRounds(problem, configuration) * (meanGap(trigger) ?? 1);
  return problem.agents * problem.dimension * steps * seeds.length;
}
