/** What is known in expectation over the schedules of a run in which not all agents take part in each step. */
import { titlesOf } from '../../algorithms/titles.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import type { TheoryPart } from '../../theory/theoryParts.ts';
import { ALL_STABLE, type StableStep } from '../../theory/stability/stableStep.ts';
import { dashLines, errorTable } from './predictionLines.ts';
import { cell, table } from '../textTable.ts';
import { stepText } from '../../theory/numberText.ts';
import { exact, numberText } from '../../values/numbers.ts';

/** Of the groups of agents so many are shown. */
const MOST_GROUPS = 8;

/** Nothing for a run in which all agents take part. */
export function scheduleLines({ run, only }: TheorySummary): string[] {
  if (!run?.schedule) return [];
  const { algorithms, over, symbol, rate, staleness, times } = run.schedule;
  const asks = (part: TheoryPart): boolean => only === undefined || only.includes(part);
  const titleOf = titlesOf(run.configuration.algorithms);
  const lines: string[] = [];
  if (over !== 'none') {
    const subject =
      over === 'answers'
        ? `the order of answers: exponential dispatches, ${cell(rate)} answers a second in all, agent i’s next with probability p_i`
        : 'who takes part in each round';
    const isScanned = over === 'answers' && asks('steps');
    const scanned = isScanned ? [`stable ${symbol!} (mean square)`, `stable ${symbol!} (mean)`] : [];
    const rows = algorithms.map(({ algorithm, floor, strength }) => [
      titleOf(algorithm),
      ...(asks('limits') ? [cell(floor)] : []),
      ...(isScanned ? [strength.meanSquare, strength.mean].map(upToStep) : []),
    ]);
    const head = [...(asks('limits') ? [FLOOR] : []), ...scanned];
    lines.push(`In expectation over ${subject}`, ...(head.length > 0 ? table([['', ...head], ...rows]) : []));
    for (const { algorithm, reason, strength } of algorithms) {
      const title = titleOf(algorithm);
      if (reason !== null && asks('limits')) lines.push(`  –: ${title}, ${FLOOR}: ${reason}`);
      if (isScanned) lines.push(...dashLines(title, scanned, [strength.meanSquare, strength.mean]));
    }
  }
  if (staleness.length > 0) {
    const rows = staleness
      .slice(0, MOST_GROUPS)
      .map(({ first, last, chance, mean, quantiles }) => [
        first === last ? String(first) : `${first}–${last}`,
        ...[chance, mean, ...quantiles].map((value) => numberText(value)),
      ]);
    const more = staleness.length - rows.length;
    lines.push(
      '',
      'Staleness of updates, in server steps',
      ...table([['agents', 'p_i', 'mean', 'median', '90 %', '99 %'], ...rows]),
      ...(more > 0 ? [`  … and ${more} more`] : []),
    );
  }
  const delayed = algorithms.flatMap(({ algorithm, delay }) => (delay ? [{ algorithm, ...delay }] : []));
  if (delayed.length > 0) {
    const at = delayed[0]!.at;
    if (lines.length > 0) lines.push('');
    lines.push(
      'If every update were τ steps stale, stable in the mean over agents',
      ...table([
        ['', `up to τ, at this ${symbol!}`, `up to ${symbol!}, at τ = ${at}`],
        ...delayed.map(({ algorithm, largest, strength }) => [
          titleOf(algorithm),
          largest < 0 ? 'none' : largest === Infinity ? 'any τ' : String(largest),
          upTo(strength),
        ]),
      ]),
    );
  }
  const curves = algorithms.map(({ algorithm, result }) => ({ algorithm, result }));
  const title = 'Exact mean-square error E‖θ̄_t − θ*‖² by round, in expectation over schedules';
  if (over !== 'none' && asks('curves')) lines.push('', title, ...errorTable(run.rounds, curves, titleOf));
  if (times.length > 1 && algorithms.some(({ atTimes }) => atTimes.length > 0)) {
    const head = ['seconds', ...algorithms.map(({ algorithm }) => titleOf(algorithm))];
    const rows = times.map((time, k) => [
      exact(time),
      ...algorithms.map(({ atTimes }) => cell(atTimes[k] ?? null)),
    ]);
    lines.push('', 'The same by seconds: answers come as a Poisson process', ...table([head, ...rows]));
  }
  return lines;
}

const FLOOR = 'floor lim E‖θ̄_t − θ*‖²';

/** The end of what is stable, with what it is worth. */
const upToStep = (stable: StableStep): string => (stable.reason === ALL_STABLE ? 'any' : stepText(stable));

/** The end of what is stable. */
const upTo = (value: number | null): string => (value === Infinity ? 'any' : cell(value));
