/** `fedsa plan`: which step size and how many local steps, without a run. */
import type { PlanField } from '../configuration/planField.ts';
import { planInto, planJson } from '../runs/plan/planFolder.ts';
import { COST_WORDS, planNotes, planTable } from '../report/plan/planTable.ts';
import { type FoundPlan, planTitles } from '../runs/plan/planOf.ts';
import type { PlanQuestion } from '../runs/plan/planQuestion.ts';
import { numberText } from '../values/numbers.ts';
import { atlasCommand } from './atlasCommand.ts';
import { refuseGrid } from './atlasGrid.ts';
import { type PlanOptions, planSearch } from './planSearch.ts';
import { policiesOf, rangesOf, settingsOf } from './settings.ts';
import { singleTarget } from './singleTarget.ts';
import { table } from './textTable.ts';

/** The tables of a plan. */
function planText({ questions, report }: FoundPlan): string {
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

/** Prints the plans, or writes them as JSON, and gives the exit status; with `--atlas` the atlas. */
export async function planCommand(name: string, options: PlanOptions): Promise<number> {
  if (options.atlas) return atlasCommand(name, options);
  refuseGrid(options);
  const target = await singleTarget(name, options, 'a plan is of one run');
  const given = settingsOf(options);
  const { epsilon, cost, by, data: dataDirectory, verify } = options;
  const policies = policiesOf(options);
  const asked: Partial<PlanField> = {
    ...(epsilon && { epsilon }),
    ...(cost && { cost }),
    ...(by && { by }),
    over: rangesOf(options),
    ...(policies && { policies }),
  };
  return planSearch(
    options,
    (watch) => planInto(target, [given, asked], { ...watch, dataDirectory, verify }, options.out),
    { json: planJson, text: planText },
  );
}
