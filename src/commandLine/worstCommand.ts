/** `fedsa worst`: the worst update order within a bound on staleness, and a run that has it. */
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { type WorstOrders, worstOf } from '../runs/worst/worstOf.ts';
import { policyOf } from '../policies/index.ts';
import type { WorstRow, WorstSummary } from '../search/worst/worstOrders.ts';
import { numberText } from '../values/numbers.ts';
import { counted } from '../values/counted.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { runSingle } from './runCommand.ts';
import { type SettingOptions, settingsOf } from './settings.ts';
import { singleTarget } from './singleTarget.ts';
import { theoryDisplay } from './theoryDisplay.ts';
import { print } from './print.ts';
import { table } from './textTable.ts';

/** A period, step by step: agents whose answers go into one step stand together. */
const orderText = (order: WorstRow['order']): string => order.map((agents) => agents.join('+')).join(', ');

const verdict = ({ rate, upper }: WorstRow): string => {
  if (!(rate < 1)) return 'unstable';
  return upper < 1 ? 'stable in every order' : 'stable in all orders examined';
};

const SETTINGS = { mixing: 'α', serverStepSize: 'server step size' };

/** The lines of one algorithm: its worst orders, and what is known of its step size. */
function worstLines({
  algorithm,
  policy,
  agents,
  localSteps,
  period,
  meanSquare,
  rows,
  stable,
  certified,
  limit,
  endedAt,
}: WorstSummary): string[] {
  const last = rows.at(-1);
  const short = rows.filter(({ examined }) => examined < period);
  return [
    `${algorithm}, ${counted(agents, 'agent')}, H = ${localSteps}; the server steps ${policyOf(policy).text}`,
    `By what ${meanSquare ? 'the root mean square of errors grows in a server step, under independent observations' : 'errors grow in a server step, without noise'}, in the worst order of a period up to ${period}:`,
    '',
    ...table([
      ['staleness', 'worst order', 'period', 'growth', 'no order exceeds', ''],
      ...rows.map((row) => [
        `≤ ${row.staleness}`,
        orderText(row.order),
        String(row.order.length),
        numberText(row.rate),
        numberText(row.upper),
        verdict(row),
      ]),
    ]),
    '',
    ...short.map(
      ({ staleness, examined }) =>
        `Within a staleness of ${staleness} every order of a period up to ${examined} was examined; of longer ones only those that looked worst.`,
    ),
    stable === null
      ? 'It is unstable in an examined order at every staleness.'
      : `Largest staleness at which all orders examined are stable: ${stable}; at which every order is: ${certified ?? 'none that is known'}.`,
    ...(limit && last
      ? [
          `Largest ${SETTINGS[limit.setting]} at which all orders examined within a staleness of ${last.staleness} are stable: ${
            limit.value === null ? 'none' : numberText(limit.value)
          }.`,
        ]
      : []),
    ...(endedAt === undefined ? [] : [`Ended at: ${endedAt}.`]),
  ];
}

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
  const status = await runSingle(
    { ...target, definition },
    settings,
    { ...options, json: false, quiet: true },
    commandArguments,
  );
  if (status === EXIT.done && !options.json && !options.quiet)
    print(options.report ? `Report: ${join(options.out, 'report.html')}\n` : `Files: ${options.out}\n`);
  return status;
}

const textOf = (worst: WorstOrders): string =>
  `${[...worstLines(worst), 'Times that produce the last of these orders, as the `timing` of a scenario:', `  ${JSON.stringify(worst.timing)}`].join('\n')}\n`;
