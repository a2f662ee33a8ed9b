/** A plan as text: a table for each ε, best first, and why algorithms have none. */
import { titlesOf } from '../../algorithms/titles.ts';
import { COST_WORDS, othersText, planTable, verifiedText } from '../../report/plan/planTable.ts';
import { numberText } from '../../theory/numberText.ts';
import type { FoundPlan } from '../../runs/plan/planOf.ts';
import { table } from '../textTable.ts';

/** The tables of a plan. */
export function planText({ question, report }: FoundPlan): string {
  const { configuration, epsilons, gap } = question;
  const titleOf = titlesOf(configuration.algorithms);
  const sections = epsilons.map((epsilon) => {
    const plans = report.plans.filter((plan) => plan.epsilon === epsilon);
    const { head, rows } = planTable(plans, gap.kind, report.cost);
    const cells = [['', ...head], ...rows.map(({ plan, cells }) => [titleOf(plan.algorithm), ...cells])];
    return [
      `Least ${COST_WORDS[report.cost]} until E‖θ̄_t − θ*‖² stays at most ε = ${numberText(epsilon)}`,
      ...(rows.length > 0 ? table(cells) : []),
      ...rows.flatMap(({ plan }) => verifiedText(plan, titleOf(plan.algorithm)).map((line) => `  ${line}`)),
      ...plans
        .filter(({ kind }) => kind === 'none')
        .map(({ algorithm, reason }) => `  ${titleOf(algorithm)}: no plan: ${reason!}`),
    ].join('\n');
  });
  const others = report.plans.filter(({ others: more }) => more !== undefined);
  const lines = others.map(
    ({ algorithm, epsilon, others: more }) =>
      `  ${titleOf(algorithm)}, ε = ${numberText(epsilon)}: ${othersText(more!)}`,
  );
  return `${[...sections, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')}\n`;
}
