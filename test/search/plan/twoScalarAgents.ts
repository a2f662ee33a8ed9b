/** Local SA without noise on two scalar agents, `G_i(θ) = b_i − A_i θ`, whose errors are written out here. */
import { runConfiguration } from '../../../src/configuration/runConfiguration.ts';
import type { RunSettings } from '../../../src/configuration/settings/runSettings.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { PlanSearch } from '../../../src/search/plan/planSearch.ts';
import { type PlannedRun, PlannedErrors } from '../../../src/search/plan/plannedErrors.ts';

const AGENTS = [
  { A: 1, b: 2 },
  { A: 2, b: -1 },
] as const;
/** Σ b_i / Σ A_i */
const ROOT = 1 / 3;

/** (θ̄_t − θ*)² after each round, from θ_0 = 0. */
export function noiselessErrors(stepSize: number, localSteps: number, rounds: number): number[] {
  const errors = [ROOT ** 2];
  let model = 0;
  for (let t = 0; t < rounds; t++) {
    const local = AGENTS.map(({ A, b }) => b / A + (1 - stepSize * A) ** localSteps * (model - b / A));
    model = (local[0]! + local[1]!) / 2;
    errors.push((model - ROOT) ** 2);
  }
  return errors;
}

/** T of errors that were computed far beyond it; infinite where the last one is above. */
export const lastAbove = (errors: readonly number[], epsilon: number): number => {
  const above = errors.findLastIndex((error) => !(error <= epsilon));
  return above === errors.length - 1 ? Infinity : above + 1;
};

/** One state that both never leave. */
export function scalarRun(
  settings: RunSettings = {},
  agents: typeof AGENTS | readonly (typeof AGENTS)[0][] = AGENTS,
): PlannedRun {
  // prettier-ignore
  const problem = buildProblem({
    ...{ kind: 'finite-linear', dimension: 1 },
    agents: agents.map(({ A, b }) => ({
      ...{ states: 1, transition: Float64Array.of(1), initial: 'stationary' as const },
      ...{ A: Float64Array.of(A), b: Float64Array.of(b) },
    })),
  } as never);
  const configuration = runConfiguration(
    {
      ...{ algorithms: ['local-sa'], stepSize: 1, localSteps: 1, rounds: 1, sampling: 'exact' },
      ...settings,
    },
    1,
  );
  return {
    problem,
    solution: solveProblem(problem),
    configuration,
    algorithm: { name: 'local-sa' },
  };
}

/** Over η from 0.01 to 3, and H up to 10, at a cost of H a round. */
export const scalarSearch = (run: PlannedRun, more: Partial<PlanSearch> = {}): PlanSearch => ({
  errors: new PlannedErrors(run, more.gap?.kind ?? 'localSteps'),
  parameters: [{ name: 'stepSize', range: { kind: 'between', low: 0.01, high: 3 } }],
  gap: { kind: 'localSteps', range: { kind: 'between', low: 1, high: 10 } },
  costAt: (H) => H,
  ...more,
});
