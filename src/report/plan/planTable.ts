/** The plans for one ε as a table, the same on a page and in a terminal. */
import type { PlanCost } from '../../configuration/planField.ts';
import type { Plan } from '../../recording/planReport.ts';
import type { GapKind } from '../../search/plan/searchRange.ts';
import { amount, inPowers, numberText, percent } from '../../values/numbers.ts';
import { gapSymbol } from './planPageData.ts';

/** What each cost counts, until ε is reached. */
export const COST_WORDS: Readonly<Record<PlanCost, string>> = {
  rounds: 'rounds',
  steps: 'local steps of an agent',
  bytes: 'bytes sent to the server',
  'bytes:down': 'bytes sent by the server',
  'bytes:both': 'bytes sent both ways',
  seconds: 'virtual seconds',
};

/** H or p. */
export const gapOf = ({
  localSteps,
  communicationProbability,
}: Pick<Plan, 'localSteps' | 'communicationProbability'>): number | null =>
  localSteps ?? communicationProbability ?? null;

/** The columns after the algorithm's name, and a row for each plan that is one. */
export interface PlanTable {
  readonly head: readonly string[];
  readonly rows: readonly { readonly plan: Plan; readonly cells: readonly string[] }[];
}

/** The table of some plans. */
export function planTable(plans: readonly Plan[], gap: GapKind, cost: PlanCost): PlanTable {
  const found = plans.filter(({ kind }) => kind !== 'none');
  const hasServerStep = found.some(({ serverStepSize }) => serverStepSize !== null);
  const head = [
    ...['η', ...(hasServerStep ? ['α_g, γ'] : []), gapSymbol(gap), 'T'],
    ...[...(cost === 'rounds' ? [] : ['cost']), 'final error', 'η within 10 %', 'T is'],
  ];
  const cellsOf = (plan: Plan): string[] => [
    ...[number(plan.stepSize), ...(hasServerStep ? [number(plan.serverStepSize)] : [])],
    ...[number(gapOf(plan)), amountCell(plan.rounds), ...(cost === 'rounds' ? [] : [amountCell(plan.cost)])],
    ...[number(plan.floor), rangeText(plan), worthText(plan)],
  ];
  return { head, rows: found.map((plan) => ({ plan, cells: cellsOf(plan) })) };
}

const number = (value: number | null, digits = 3): string =>
  value === null ? '–' : numberText(value, digits);

const amountCell = (value: number | null): string => (value === null ? '–' : amount(value));

const rangeText = ({ stepSizeRange }: Plan): string =>
  stepSizeRange === null ? '–' : stepSizeRange.map((value) => number(value)).join(' to ');

/** What T is worth. */
const worthText = ({ kind, relativeError }: Plan): string => {
  if (kind === 'exact') return kind;
  const part = relativeError === null ? 'unknown' : percent(relativeError);
  return `${kind}, ${part}`;
};

/** What is said of plans below their table: measured costs, further parameters, and where there are no plans or no curves. */
export const planNotes = (plans: readonly Plan[], gap: GapKind, titleOf: (plan: Plan) => string): string[] =>
  plans.flatMap((plan) =>
    [
      ...(plan.kind === 'none' ? [`no plan: ${plan.reason!}`] : []),
      ...verifiedText(plan),
      ...(plan.others === undefined ? [] : [othersText(plan.others)]),
      ...gapsWithoutCurve(plan, gap),
    ].map((words) => `${titleOf(plan)}: ${inPowers(words)}`),
  );

/** `measured with 40 seeds 1,020, 95 % interval [960, 1,090]`. */
function verifiedText({ verified }: Plan): string[] {
  if (verified === undefined) return [];
  const { seeds, cost, low, high } = verified;
  const ends = [low, high].map((end) => (end === null ? 'not reached' : amount(end)));
  const measured = cost === null ? 'not reached' : amount(cost);
  return [`measured with ${seeds} seeds ${measured}, 95 % interval [${ends.join(', ')}]`];
}

/** Parameters beside the step size and the server's. */
const othersText = (others: Readonly<Record<string, number>>): string =>
  Object.entries(others)
    .map(([name, value]) => `${name} ${numberText(value)}`)
    .join(', ');

/** `no curve at H = 10, 28: …`: a cheaper plan may lie there. */
function gapsWithoutCurve({ kind, withoutCurve = [] }: Plan, gap: GapKind): string[] {
  if (kind === 'none') return [];
  const byReason = new Map<string, number[]>();
  for (const { reason, ...at } of withoutCurve)
    byReason.set(reason, [...(byReason.get(reason) ?? []), gapOf(at)!]);
  return [...byReason].map(
    ([reason, gaps]) =>
      `no curve at ${gapSymbol(gap)} = ${gaps.map((at) => numberText(at)).join(', ')}: ${reason}`,
  );
}
