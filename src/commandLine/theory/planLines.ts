/** A plan as text: a table for each ε, best first, and what is said of it. */
import { COST_WORDS, planNotes, planTable } from '../../report/plan/planTable.ts';
import { type FoundPlan, planTitles } from '../../runs/plan/planOf.ts';
import type { PlanQuestion } from '../../runs/plan/planQuestion.ts';
import { numberText } from '../../values/numbers.ts';
import { table } from '../textTable.ts';

/** The tables of a plan. */
export function planText({ questions, report }: FoundPlan): string {
  const [{ epsilons, gap }] = questions as [PlanQuestion];
  const titleOf = planTitles(questions);
  const sections = epsilons.map((epsilon) => {
    const plans = report.plans.filter((plan) => plan.epsilon === epsilon);
    const { head, rows } = planTable(plans, gap.kind, report.cost);
    const cells = [['', ...head], ...rows.map(({ plan, cells }) => [titleOf(plan), ...cells])];
    return [
      `Least ${COST_WORDS[report.cost]} until E‖θ̄_t − θ*‖² stays at most ε = ${numberText(epsilon)}`,
      ...(rows.length > 0 ? table(cells) : []),
      ...planNotes(plans, gap.kind, titleOf).map((line) => `  ${line}`),
    ].join('\n');
  });
  return `${sections.join('\n\n')}\n`;
}
