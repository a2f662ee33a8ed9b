/** How replications that were computed again compare with what a run recorded. */
import { counted } from '../../values/counted.ts';
import { type RecordedReplication, shownRows } from './playedRun.ts';
import type { Replicated } from './replicated.ts';

/** Of all replications so far. */
export interface Comparison {
  readonly replications: number;
  readonly rows: number;
  /** replications whose rows have the same bytes */
  readonly equal: number;
  /** the largest difference of two shown numbers, as a share of the larger one; ∞ where there are other rows */
  readonly largest: number;
  /** where it is */
  readonly where: string | undefined;
}

export const NOTHING_COMPARED: Comparison = {
  ...{ replications: 0, rows: 0, equal: 0, largest: 0 },
  where: undefined,
};

/**
 * Compares one more replication.
 *
 * @param every - of the recorded rows one in so many is there, and the last
 */
export async function compared(
  before: Comparison,
  recorded: RecordedReplication,
  { rows, series }: Replicated,
  every: number,
): Promise<Comparison> {
  const isSame = (await digestOf(rows)) === recorded.digest;
  const { share, where } = isSame ? { share: 0 } : largestDifference(recorded, series.columns, every);
  const isLarger = share > before.largest;
  return {
    replications: before.replications + 1,
    rows: before.rows + recorded.rows,
    equal: before.equal + Number(isSame),
    largest: isLarger ? share : before.largest,
    where: isLarger ? where : before.where,
  };
}

/** SHA-256 of rows, each with its line feed, as hexadecimal digits. */
async function digestOf(rows: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(rows.map((row) => `${row}\n`).join(''));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function largestDifference(
  { algorithm, seed, rows, columns: recorded }: RecordedReplication,
  columns: Readonly<Record<string, readonly number[]>>,
  every: number,
): { readonly share: number; readonly where?: string } {
  const subject = `${algorithm}, seed ${seed}`;
  const found = columns.round!.length;
  if (found !== rows) return { share: Infinity, where: `${subject}, ${found} rows instead of ${rows}` };
  const places = shownRows(rows, every);
  const differences = Object.entries(recorded).flatMap(([name, values]) =>
    places.map((row, at) => ({
      share: difference(columns[name]![row]!, values[at]!),
      where: `${subject}, round ${columns.round![row]!}, ${name}`,
    })),
  );
  return differences.reduce((most, next) => (next.share > most.share ? next : most), {
    share: 0,
    where: subject,
  });
}

/** Of two numbers, as a share of the larger one. */
function difference(first: number, other: number): number {
  if (first === other || (Number.isNaN(first) && Number.isNaN(other))) return 0;
  const share = Math.abs(first - other) / Math.max(Math.abs(first), Math.abs(other));
  return Number.isNaN(share) ? Infinity : share;
}

/** What another engine's exp, log and cos may do to a number, by way of a whole run. */
const TOLERANCE = 1e-6;

/** What is said of a comparison. */
export function verdictOf({ replications, rows, equal, largest, where }: Comparison): {
  readonly holds: boolean;
  readonly text: string;
} {
  const all = `${counted(rows, 'row')} of ${counted(replications, 'replication')}`;
  if (equal === replications)
    return { holds: true, text: `As recorded, bit for bit: this browser computes the same ${all}.` };
  const same = `${equal} of ${counted(replications, 'replication')} are the same, bit for bit`;
  if (largest === 0)
    return {
      holds: true,
      text: `As recorded in all numbers that this page holds: ${same}, and the others differ elsewhere.`,
    };
  const size = Number.isFinite(largest) ? `${largest.toExponential(1)} of the number` : 'beyond measure';
  const most = `the largest difference is ${size} (${where ?? ''})`;
  return largest <= TOLERANCE
    ? {
        holds: true,
        text: `As recorded up to rounding: ${same}, and ${most}. Engines differ in the last bits of functions such as exp.`,
      }
    : { holds: false, text: `Different from what was recorded: ${same}, and ${most}.` };
}
