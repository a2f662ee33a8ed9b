/** Policy and timing model in words, and what they make of a round on the average. */
import { DEFAULT_POLICY, policyOf } from '../../policies/index.ts';
import { timingFacts } from '../../timing/timingWords.ts';
import type { ExpectedPace } from '../../theory/expectedPace.ts';
import type { TheorySummary } from '../../theory/summary.ts';
import { cell, pad, table, visibleLength } from '../textTable.ts';

/** Of the groups of agents with the same means so many are shown. */
const MOST_GROUPS = 8;

/** Nothing for a run without a policy and a timing model of its own. */
export function timingLines({ run }: TheorySummary): string[] {
  if (run === null) return [];
  const { timing } = run.configuration;
  const policy = policyOf(run.configuration.policy ?? DEFAULT_POLICY);
  if (timing === undefined && policy.everyone) return [];
  const facts: (readonly [string, string])[] = [
    ['Server steps', policy.text],
    ...(timing === undefined ? [] : timingFacts(timing)),
  ];
  const width = Math.max(...facts.map(([name]) => visibleLength(name)));
  const lines = ['Timing', ...facts.map(([name, text]) => `  ${pad(name, width)}  ${text}`)];
  if (run.expected.length === 0) return lines;
  const stale = run.pace?.stalenessOf;
  const rows = run.expected
    .slice(0, MOST_GROUPS)
    .map(({ first, last, timing: { computing, downlink, uplink, available } }, k) => [
      first === last ? String(first) : `${first}–${last}`,
      ...[computing, downlink, uplink, available, ...(stale ? [stale[k]!] : [])].map(cell),
    ]);
  const more = run.expected.length - rows.length;
  return [
    ...lines,
    '',
    'Mean seconds of a round, its messages of one vector, and the share of time there',
    ...table([
      ['agents', 'computing', 'downlink', 'uplink', 'there', ...(stale ? ['staleness'] : [])],
      ...rows,
    ]),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...paceLines(run.pace),
  ];
}

/** Of the long run. */
function paceLines(pace: ExpectedPace | null): string[] {
  if (pace === null) return [];
  const { stepSeconds, staleness, idle } = pace;
  const facts = [
    `a server step takes ${cell(stepSeconds)} s in the mean`,
    ...(staleness === null
      ? []
      : [`an update is ${cell(staleness)} server step${cell(staleness) === '1' ? '' : 's'} stale`]),
    ...(idle === null ? [] : [`agents wait ${cell(idle)} of the time`]),
  ];
  return [`  In the long run ${facts.join(', ')}.`];
}
