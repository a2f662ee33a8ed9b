/** `fedsa plan`: which step size and how many local steps, without a run. */
import { join } from 'node:path';
import type { PlanField } from '../configuration/planField.ts';
import { planInto, planJson } from '../runs/plan/planFolder.ts';
import { COST_WORDS, planNotes, planTable } from '../report/plan/planTable.ts';
import { type FoundPlan, planTitles } from '../runs/plan/planOf.ts';
import type { PlanQuestion } from '../runs/plan/planQuestion.ts';
import { numberText } from '../values/numbers.ts';
import { type AtlasGrid, refuseGrid } from './atlasGrid.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { print } from './print.ts';
import { type SettingOptions, policiesOf, rangesOf, settingsOf } from './settings.ts';
import { singleTarget } from './singleTarget.ts';
import { theoryDisplay } from './theoryDisplay.ts';
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

export interface PlanOptions extends SettingOptions, Pick<PlanField, 'cost' | 'by'> {
  epsilon?: readonly number[];
  verify?: number;
  out?: string;
  json?: boolean;
}

/**
 * Prints the plans, or writes them as JSON. A signal ends it, and nothing is printed.
 *
 * @returns the exit status
 */
export async function planCommand(name: string, options: PlanOptions & AtlasGrid): Promise<number> {
  refuseGrid(options);
  const target = await singleTarget(name, options, 'a plan is of one run');
  const given = settingsOf(options);
  const { epsilon, cost, by, data: dataDirectory } = options;
  const policies = policiesOf(options);
  const asked: Partial<PlanField> = {
    ...(epsilon && { epsilon }),
    ...(cost && { cost }),
    ...(by && { by }),
    over: rangesOf(options),
    ...(policies && { policies }),
  };
  const display = theoryDisplay(process.stderr, 'ends it');
  return interruptibly(async (signal) => {
    try {
      const watch = {
        ...{ dataDirectory, signal, verify: options.verify },
        begins: (work: string) => {
          display.begins(work);
        },
      };
      const found = await planInto(target, [given, asked], watch, options.out);
      if (found === undefined) return EXIT.interrupted;
      display.clear();
      print(options.json ? planJson(found) : planText(found));
      if (options.out !== undefined && !options.json) print(`\n${join(options.out, 'report.html')}\n`);
      return EXIT.done;
    } finally {
      display.stop();
    }
  });
}
