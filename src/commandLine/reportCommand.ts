/** `fedsa report`: builds the report of a run directory again, with its exact curves where they are asked for. */
import { curvesDisplay } from './curvesDisplay.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { levelsOf } from './settings.ts';
import { report } from '../runs/library.ts';
import { print, printError } from './print.ts';

export interface ReportOptions {
  exact?: boolean;
  interactive?: boolean;
  full?: boolean;
  data?: string;
  reach?: unknown;
}

/**
 * Builds the report and says where it is.
 *
 * @returns the exit status
 */
export async function reportCommand(
  directory: string,
  { exact = false, interactive = false, full = false, data, ...levels }: ReportOptions,
): Promise<number> {
  const reach = levelsOf(levels);
  const display = curvesDisplay(process.stderr);
  const { page, interrupted } = await interruptibly(async (signal) => {
    try {
      const built = await report(directory, {
        exact,
        interactive,
        full,
        signal,
        dataDirectory: data,
        ...(reach && { reach }),
        observeCurves: (progress) => {
          display.observe(progress);
        },
      });
      return { page: built.report, interrupted: exact && signal.aborted };
    } finally {
      display.stop();
    }
  });
  if (interrupted) printError('fedsa: interrupted; finished exact curves are kept\n');
  print(`Report: ${page}\n`);
  return interrupted ? EXIT.interrupted : EXIT.done;
}
