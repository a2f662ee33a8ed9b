/** `fedsa check`: says what is wrong with a scenario, a user's module or a problem file, by trying it. */
import { EXIT } from './exitStatus.ts';
import { checkFile } from '../runs/check/checkFile.ts';
import { FALSE_ALARM, OBSERVATIONS } from '../runs/check/meanTrial.ts';
import { print, printError } from './print.ts';
import { counted } from '../values/counted.ts';
import { scientific } from '../values/numbers.ts';

export interface CheckOptions {
  data?: string;
  json?: boolean;
}

/**
 * Checks files one after another, and prints what was found: a line a fault on standard error.
 *
 * @returns the exit status
 */
export async function checkCommand(names: readonly string[], options: CheckOptions): Promise<number> {
  let status: number = EXIT.done;
  for (const name of names) if (!(await isRight(name, options))) status = EXIT.badInput;
  return status;
}

async function isRight(name: string, { data, json }: CheckOptions): Promise<boolean> {
  const { faults, notes, agentsTried, meansTried, within } = await checkFile(name, data);
  if (json) {
    print(
      `${JSON.stringify({ type: 'check', file: name, faults, notes, agentsTried, meansTried, within })}\n`,
    );
  } else {
    for (const fault of faults) printError(`fedsa: ${fault}\n`);
    for (const note of notes) print(`Not tested: ${note}.\n`);
    if (faults.length === 0)
      print(`${name}: nothing wrong was found${whatOf(agentsTried, meansTried, within)}.\n`);
  }
  return faults.length === 0;
}

function whatOf(agents: number, means: number, within: number): string {
  if (agents === 0) return '';
  const subject = counted(agents, 'agent');
  const compared =
    within === 0
      ? ''
      : `; means agree with ${OBSERVATIONS} observations within ± ${scientific(within, 2)}, which a correct mean fails with probability at most ${FALSE_ALARM}`;
  return ` (${subject} tried: ${means > 0 ? 'operator, stream and mean' : 'operator and stream; no mean is given'}${compared})`;
}
