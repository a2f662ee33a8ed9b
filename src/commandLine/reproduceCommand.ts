/** `fedsa reproduce`: tests the papers' claims and prints what came of each. */
import { chooseClaims } from '../claims/claimList.ts';
import { claimObject } from '../claims/claimFiles.ts';
import { claimIndex, claimTable } from '../claims/claimTable.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { type ProgressDisplay, progressDisplay } from './progressDisplay.ts';
import { reproduce, type ReproduceObserver, type ReproduceResult } from '../runs/reproduce/reproduce.ts';
import type { PlannedRun } from '../runs/reproduce/reproduceRuns.ts';
import type { ReproduceOptions } from './reproduceOptions.ts';
import { print, printError } from './print.ts';

const jsonLine = (content: object): void => {
  print(`${JSON.stringify(content)}\n`);
};

const nothing = (): void => undefined;

/** A display for each run, known by its place among them. */
function shownProgress(): ReproduceObserver & { readonly stop: () => void } {
  let current: { readonly run: PlannedRun; readonly display: ProgressDisplay } | undefined;
  const stop = (): void => {
    current?.display.stop();
    current = undefined;
  };
  return {
    progress(run, [place, total], inspection) {
      if (current?.run !== run) {
        stop();
        const label = `run ${place} of ${total}, ${[run.scenario, run.panel ?? []].flat().join('/')}: `;
        current = { run, display: progressDisplay(process.stderr, label) };
      }
      current.display.observe(inspection);
    },
    runEnded: (run) => {
      if (current?.run === run) stop();
    },
    decided: nothing,
    stop,
  };
}

const silent = { progress: nothing, runEnded: nothing, decided: nothing, stop: nothing };

function observerOf({ json, quiet }: ReproduceOptions): ReproduceObserver & { readonly stop: () => void } {
  if (json) {
    return {
      ...silent,
      decided: (result) => {
        jsonLine({ type: 'claim', ...claimObject(result, []) });
      },
    };
  }
  return quiet ? silent : shownProgress();
}

/**
 * Tests the named claims, or all.
 *
 * @returns the exit status: 0 even where claims do not hold, 1 where a run failed
 */
export async function reproduceCommand(
  names: readonly string[],
  options: ReproduceOptions,
  commandArguments: readonly string[],
): Promise<number> {
  const claims = chooseClaims(names);
  if (options.list) {
    print(`${claimIndex(claims)}\n`);
    return EXIT.done;
  }
  const { quick = false, out, data, problemSeeds, against } = options;
  const observer = observerOf(options);
  const result = await interruptibly(async (signal) => {
    try {
      const request = { claims, quick, out, data, problemSeeds, against, commandArguments };
      return await reproduce(request, signal, observer);
    } finally {
      observer.stop();
    }
  });
  printJson(result, options);
  return { completed: EXIT.done, failed: EXIT.failed, interrupted: EXIT.interrupted }[result.state];
}

function printJson(
  { state, directory, report, results }: ReproduceResult,
  { json, quiet }: ReproduceOptions,
): void {
  if (json) {
    jsonLine({ type: 'result', state, directory, report: report ?? null });
    return;
  }
  if (state === 'interrupted') {
    printError(
      `fedsa: interrupted; what is finished is in ${directory}; the same command with --out ${directory} completes it\n`,
    );
    return;
  }
  if (!quiet) print(`${claimTable(results)}\nReport: ${report!}\n`);
  for (const { hasFailed, note } of results) {
    if (hasFailed) printError(`fedsa: ${note}\n`);
  }
}
