/** `fedsa plan`: which step size and how many local steps, without a run. */
import { join } from 'node:path';
import type { PlanField } from '../configuration/planField.ts';
import { planInto, planJson } from '../runs/plan/planFolder.ts';
import { type AtlasGrid, refuseGrid } from './atlasGrid.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { planText } from './theory/planLines.ts';
import { print } from './print.ts';
import { type SettingOptions, policiesOf, rangesOf, settingsOf } from './settings.ts';
import { singleTarget } from './singleTarget.ts';
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
