/** `fedsa worst`: the worst update order within a bound on staleness, and a run that has it. */
import { InputError } from '../values/failure.ts';
import { type WorstOrders, worstOf } from '../runs/worst/worstOf.ts';
import { worstLines } from './theory/worstLines.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { runSingle } from './runCommand.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { singleTarget } from './singleTarget.ts';
import { theoryDisplay } from './theoryDisplay.ts';
import { print } from './print.ts';

export interface WorstCommandOptions extends SettingOptions {
  staleness?: number;
  period?: number;
  meanSquare?: boolean;
  out?: string;
  report: boolean;
  quiet?: boolean;
  json?: boolean;
}

/**
 * Prints the worst orders and, with `out`, runs the last of them. A signal ends it, and what is there by then is
 * printed.
 *
 * @returns the exit status
 */
export async function worstCommand(
  name: string,
  options: WorstCommandOptions,
  commandArguments: readonly string[],
): Promise<number> {
  const target = await singleTarget(name, options, 'orders are those of one run');
  const given = settingsOf(options);
  const display = theoryDisplay(process.stderr);
  const { found, isEnded } = await interruptibly(async (signal) => {
    try {
      const found = await worstOf(
        target,
        given,
        { ...options, dataDirectory: options.data },
        signal,
        ({ part }) => {
          display.begins(part);
        },
      );
      return { found, isEnded: signal.aborted };
    } finally {
      display.stop();
    }
  });
  if (options.json) for (const worstOrders of found) print(`${JSON.stringify(worstOrders)}\n`);
  else if (!options.quiet) print(found.map(textOf).join('\n'));
  const [worst, second] = found;
  if (isEnded || worst === undefined) return EXIT.interrupted;
  if (options.out === undefined) return EXIT.done;
  if (second)
    throw new InputError('--out: each algorithm has a worst order of its own; name one with --algorithm');
  const { timing: _, ...settings } = given;
  const definition = { ...target.definition, timing: worst.timing };
  return runSingle(
    { ...target, definition },
    settings,
    { ...options, json: false, quiet: true },
    commandArguments,
  );
}

const textOf = (worst: WorstOrders): string =>
  `${[...worstLines(worst), 'Times that produce the last of these orders, as the `timing` of a scenario:', `  ${JSON.stringify(worst.timing)}`].join('\n')}\n`;
