/** A plan as text: a table for each ε, best first, and why algorithms have none. */
import { titlesOf } from '../../algorithms/titles.ts';
import { numberText } from '../../theory/numberText.ts';
import type { FoundPlan } from '../../runs/plan/planOf.ts';
import type { Plan } from '../../recording/planReport.ts';
import type { PlanCost } from '../../configuration/planField.ts';
import { table } from '../textTable.ts';

/** What each cost counts, until ε is reached. */
export const COST_WORDS: Readonly<Record<PlanCost, string>> = {
  rounds: 'rounds',
  steps: 'local steps of an agent',
  bytes: 'bytes sent to the server',
  'bytes:down': 'bytes sent by the server',
  'bytes:both': 'bytes sent both ways',
  seconds: 'virtual seconds',
};

/** The tables of a plan. */
export function planText({ question, report }: FoundPlan): string {
  const { configuration, epsilons, gap } = question;
  const titleOf = titlesOf(configuration.algorithms);
  const symbol = gap.kind === 'localSteps' ? 'H' : 'p';
  const sections = epsilons.map((epsilon) => {
    const plans = report.plans.filter((plan) => plan.epsilon === epsilon);
    const found = plans.filter(({ kind }) => kind !== 'none');
    const hasServerStep = found.some(({ serverStepSize }) => serverStepSize !== null);
    const head = [
      ...['', 'η', ...(hasServerStep ? ['α_g, γ'] : []), symbol, 'T', report.cost === 'rounds' ? '' : 'cost'],
      ...['final error', 'η within 10 %', 'T is'],
    ];
    const rows = found.map((plan) => [
      ...[titleOf(plan.algorithm), number(plan.stepSize)],
      ...(hasServerStep ? [number(plan.serverStepSize)] : []),
      ...[number(gapOf(plan)), String(plan.rounds), report.cost === 'rounds' ? '' : number(plan.cost, 4)],
      ...[number(plan.floor), rangeText(plan), worthText(plan)],
    ]);
    const columns = [...head.keys()].filter((k) => k === 0 || head[k] !== '');
    const cells = [head, ...rows].map((row) => columns.map((k) => row[k]!));
    return [
      `Least ${COST_WORDS[report.cost]} until E‖θ̄_t − θ*‖² stays at most ε = ${numberText(epsilon)}`,
      ...(found.length > 0 ? table(cells) : []),
      ...found.flatMap((plan) => verifiedText(plan, titleOf(plan.algorithm))),
      ...plans
        .filter(({ kind }) => kind === 'none')
        .map(({ algorithm, reason }) => `  ${titleOf(algorithm)}: no plan: ${reason!}`),
    ].join('\n');
  });
  const others = report.plans.filter(({ others: more }) => more !== undefined);
  const lines = others.map(
    ({ algorithm, epsilon, others: more }) =>
      `  ${titleOf(algorithm)}, ε = ${numberText(epsilon)}: ${Object.entries(more!)
        .map(([name, value]) => `${name} ${numberText(value)}`)
        .join(', ')}`,
  );
  return `${[...sections, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')}\n`;
}

const gapOf = ({ localSteps, communicationProbability }: Plan): number | null =>
  localSteps ?? communicationProbability ?? null;

const number = (value: number | null, digits = 3): string =>
  value === null ? '-' : numberText(value, digits);

const rangeText = ({ stepSizeRange }: Plan): string =>
  stepSizeRange === null ? '-' : stepSizeRange.map((value) => numberText(value, 2)).join(' to ');

/** What T is worth. */
const worthText = ({ kind, relativeError }: Plan): string => {
  if (kind === 'exact') return kind;
  const part = relativeError === null ? 'unknown' : `${numberText(100 * relativeError, 2)} %`;
  return `${kind}, ${part}`;
};

/** `seeds 1 to 40: 1,020 [960, 1,090]`. */
function verifiedText({ verified }: Plan, titled: string): string[] {
  if (verified === undefined) return [];
  const { seeds, cost, low, high } = verified;
  const ends = [low, high].map((end) => (end === null ? 'not reached' : number(end, 4)));
  const measured = cost === null ? 'not reached' : number(cost, 4);
  return [`  ${titled}: measured with ${seeds} seeds ${measured}, 95 % interval [${ends.join(', ')}]`];
}
