/**
 * How far a sample is from exact moments, in standard errors of the sample.
 *
 * With many replications a sample mean less its expectation, divided by its standard error, is
 * close to N(0, 1). |z| > 5.7 has probability 1.2e-8; by Bonferroni a right program fails one of
 * 80 comparisons with probability below 1e-6 (and seeds are fixed: it always fails or never).
 */
import type { RoundMoments } from './exactMoments.ts';
import type { ToldReplication } from './events.ts';

export const LARGEST_Z = 5.7;
export const MOST_COMPARISONS = 80;

export interface Deviation {
  readonly title: string;
  readonly z: number;
}

/** z of every first and second moment at the given rounds; every round must have been recorded. */
export function deviations(
  sample: readonly ToldReplication[],
  exact: readonly RoundMoments[],
  rounds: readonly number[],
): Deviation[] {
  const out: Deviation[] = [];
  for (const t of rounds) {
    const expected = exact[t - 1]!;
    const at = sample.map(({ records, thetas }) => {
      const k = records.findIndex(({ round }) => round === t);
      return { theta: thetas[k]!, record: records[k]! };
    });
    const compare = (title: string, values: readonly number[], expectation: number): void => {
      out.push({ title: `${title} at round ${t}`, z: zScore(values, expectation) });
    };
    expected.mean.forEach((value, r) => {
      compare(
        `E θ_${r}`,
        at.map(({ theta }) => theta[r]!),
        value,
      );
      for (let k = 0; k <= r; k++) {
        compare(
          `E θ_${r} θ_${k}`,
          at.map(({ theta }) => theta[r]! * theta[k]!),
          expected.second[r]![k]!,
        );
      }
    });
    for (const name of ['error', 'agentError', 'drift', 'operatorNorm'] as const) {
      compare(
        `E ${name}`,
        at.map(({ record }) => record[name]),
        expected[name],
      );
    }
  }
  return out;
}

/** (sample mean − expectation)/(standard error); 0 where both are the same constant. */
function zScore(values: readonly number[], expectation: number): number {
  const n = values.length;
  const mean = values.reduce((sum, x) => sum + x, 0) / n;
  const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1);
  const rounding = 1e-11 * (1 + Math.abs(expectation));
  if (Math.abs(mean - expectation) <= rounding) return 0;
  return (mean - expectation) / Math.sqrt(variance / n);
}

export const largest = (found: readonly Deviation[]): Deviation =>
  found.reduce((worst, next) =>
    Math.abs(next.z) > Math.abs(worst.z) || Number.isNaN(next.z) ? next : worst,
  );
