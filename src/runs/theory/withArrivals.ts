/** The theory of a run with the exact curves along its arrivals, which only actors know. */
import { keyOf } from '../../algorithms/parts.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { theoryBudgets } from '../../theory/budgets.ts';
import { roundBased } from '../../theory/roundBased.ts';
import { predictedCurve } from '../../theory/predictedCurve.ts';
import { curveRounds } from '../../theory/curveRounds.ts';
import type { ExactCurve, TheorySummary } from '../../theory/summary.ts';

/** Of a run whose rounds the closed forms are about, as it is. */
export async function withArrivals(
  summary: TheorySummary,
  problem: Problem,
  solution: Solution,
  configuration: RunConfiguration | undefined,
  exact: boolean,
): Promise<TheorySummary> {
  const { run } = summary;
  if (run === null || configuration === undefined || !('reason' in roundBased(configuration))) return summary;
  if (summary.only?.includes('curves') === false) return summary;
  const { arrivalCurve } = await import('./arrivalCurve.ts');
  const rounds = run.rounds.length > 0 ? run.rounds : curveRounds(problem, configuration);
  const { curve } = theoryBudgets(exact);
  const curves: ExactCurve[] = [];
  for (const algorithm of configuration.algorithms) {
    const result = await arrivalCurve(problem, solution, configuration, algorithm, rounds, curve);
    curves.push({ algorithm: keyOf(algorithm), result });
  }
  // Where limits end the run, seeds have no more rounds than they let them have.
  const reached = curves.map(({ result }) => (result.kind === 'exact' ? result.meanSquare.length : 0));
  const drawn =
    run.curves.length > 0 || run.rounds.length > 0 ? rounds : rounds.slice(0, Math.max(...reached));
  // A curve over schedules is of the configuration alone; one given event times is of its seeds.
  const predicted = curves.map((found, k) =>
    run.predicted[k]!.kind === 'none' ? predictedCurve(found) : run.predicted[k]!,
  );
  return { ...summary, run: { ...run, rounds: drawn, exact: curves, predicted } };
}
