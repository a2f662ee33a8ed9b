/** Claims decided again on problems drawn anew: how much of a verdict is the draw that a scenario fixes. */
import { join } from 'node:path';
import type { Claim } from '../../claims/claim.ts';
import type { ScenarioDefinition } from '../../configuration/scenario.ts';
import type { PlannedScenario } from './reproduceRuns.ts';
import { pathSegment } from '../../recording/pathSegment.ts';

/** The seed from which a scenario's problem is drawn; `undefined` where nothing of it is drawn. */
function problemSeed({ problem }: ScenarioDefinition): number | undefined {
  const { seed } = problem as { readonly seed?: unknown };
  return typeof seed === 'number' ? seed : undefined;
}

/** The claims all of whose runs are of problems that are drawn. */
export function onDrawnProblems(claims: readonly Claim[], scenarios: readonly PlannedScenario[]): Claim[] {
  const drawn = scenarios.filter(({ runs }) =>
    runs.every(({ target }) => problemSeed(target.definition) !== undefined),
  );
  return claims.filter(
    ({ needs }) =>
      needs.length > 0 && needs.every(({ scenario }) => drawn.some(({ name }) => name === scenario)),
  );
}

/**
 * A scenario's runs on another draw of the problem, in a folder of their own, without reports.
 *
 * @param draw - 1, 2, …, added to the seed of the problem
 * @param directory - of the call
 */
export function drawnAnew(scenario: PlannedScenario, draw: number, directory: string): PlannedScenario {
  const folder = join(directory, 'problems', String(draw), pathSegment(scenario.name));
  const runs = scenario.runs.map((run) => {
    const { target, panel } = run;
    const { definition } = target;
    const seed = problemSeed(definition)! + draw;
    const problem = { ...definition.problem, seed } as ScenarioDefinition['problem'];
    return {
      ...run,
      target: { ...target, definition: { ...definition, problem } },
      directory: panel === undefined ? folder : join(folder, panel),
      report: false,
      theory: run.readsPredictions,
    };
  });
  return { ...scenario, directory: folder, panelsFile: undefined, runs };
}
