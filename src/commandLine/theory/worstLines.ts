/** Worst orders of arrivals as lines of text. */
import { policyOf } from '../../policies/index.ts';
import type { WorstRow, WorstSummary } from '../../theory/worst/worstOrders.ts';
import { table } from '../textTable.ts';
import { numberText } from '../../values/numbers.ts';
import { counted } from '../../values/counted.ts';

/** A period, step by step: agents whose answers go into one step stand together. */
const orderText = (order: WorstRow['order']): string => order.map((agents) => agents.join('+')).join(', ');

const verdict = ({ rate, upper }: WorstRow): string => {
  if (!(rate < 1)) return 'unstable';
  return upper < 1 ? 'stable in every order' : 'stable in all orders examined';
};

const SETTINGS = { mixing: 'α', serverStepSize: 'server step size' };

/** What was found of one algorithm. */
export function worstLines({
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
