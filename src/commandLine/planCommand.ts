/** `fedsa plan`: which step size and how many local steps, without a run. */
import { join } from 'node:path';
import type { PlanField } from '../configuration/planField.ts';
import { choosePanels } from '../inputs/panelTargets.ts';
import { scenarioOrRun } from '../inputs/manifestTarget.ts';
import { planInto, planJson } from '../runs/plan/planFolder.ts';
import { InputError } from '../values/failure.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { planText } from './theory/planLines.ts';
import { print } from './print.ts';
import { type SettingOptions, rangesOf, settingsOf } from './settings.ts';
import { theoryDisplay } from './theoryDisplay.ts';

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
export async function planCommand(name: string, options: PlanOptions): Promise<number> {
  const chosen = choosePanels(await scenarioOrRun(name), options);
  if (chosen.panels !== undefined)
    throw new InputError(
      `${name} has panels, and a plan is of one run; name a panel with --panel (${chosen.panels.map((panel) => panel.name).join(', ')})`,
    );
  const { single: target } = chosen;
  const given = settingsOf(options);
  const { epsilon, cost, by, data: dataDirectory } = options;
  const asked: Partial<PlanField> = {
    ...(epsilon && { epsilon }),
    ...(cost && { cost }),
    ...(by && { by }),
    ...over(target.definition.plan, rangesOf(options)),
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

/** The scenario's ranges, with those that were given. */
const over = (plan: PlanField | undefined, ranges: PlanField['over'] & object): Pick<PlanField, 'over'> =>
  Object.keys(ranges).length === 0 ? {} : { over: { ...plan?.over, ...ranges } };
