/** Trials of many faults, in copies of the project that work side by side. */
import type { Fault } from './fault.ts';
import { ProjectCopy } from './projectCopy.ts';
import { type Extent, failingWithout, type Outcome, tryFault, typeErrors } from './trial.ts';

export interface Trials extends Extent {
  readonly faults: readonly Fault[];
  readonly copies: number;
  /** whether all faults are compiled with types checked, before the first trial */
  readonly checkTypes: boolean;
  readonly observe: (outcome: Outcome) => void;
}

/**
 * Outcomes in the order in which they came.
 *
 * @throws Error if a fault does not compile, or if a test that noticed one fails without any
 */
export async function runTrials(trials: Trials): Promise<Outcome[]> {
  const copies = Array.from({ length: trials.copies }, () => new ProjectCopy());
  try {
    if (trials.checkTypes) {
      const errors = await typeErrors(copies[0]!, trials.faults);
      if (errors !== '') throw new Error(`faults that do not compile:\n${errors}`);
    }
    const waiting = [...trials.faults];
    const outcomes: Outcome[] = [];
    await Promise.all(
      copies.map(async (copy) => {
        for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
          const outcome = await tryFault(copy, fault, trials);
          outcomes.push(outcome);
          trials.observe(outcome);
        }
      }),
    );
    const wrong = await failingWithout(copies[0]!, outcomes, trials);
    if (wrong !== undefined) throw new Error(`fails without any fault: ${wrong.file} ${wrong.test}`);
    return outcomes;
  } finally {
    for (const copy of copies) copy.remove();
  }
}

/** A line of an outcome. */
export function outcomeText({ fault, killer, seconds }: Outcome): string {
  const noticed = killer === undefined ? 'SURVIVED' : `killed by ${killer.file ?? ''} ${killer.test}`;
  return `${fault.name} (${Math.round(seconds)} s): ${noticed}`;
}
