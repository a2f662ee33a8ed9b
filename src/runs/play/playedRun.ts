/** A run as a page holds it that computes it again, or with other settings: plain data, as text. */
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Replication } from '../../configuration/replications.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { Manifest, RunRecord } from '../../recording/manifest.ts';

export interface PlayedRun {
  readonly specification: ProblemSpecification;
  /** of the run, or those with which it would be made; with every algorithm's parameters */
  readonly settings: RunSettings;
  readonly scenario: Pick<Manifest['scenario'], 'name' | 'title' | 'measure'>;
  /** what `fedsa run` takes for the same run: its name, then options */
  readonly target: readonly string[];
  /** what a run has recorded; absent where there was none */
  readonly recorded?: RecordedRun;
}

/** What a run has recorded, as far as a page shows it. */
export interface RecordedRun {
  readonly configuration: RunConfiguration;
  readonly runs: readonly RunRecord[];
  /** those that ended */
  readonly replications: readonly RecordedReplication[];
}

/** A replication by its numbers that are shown, and a digest of all that it recorded. */
export interface RecordedReplication extends Replication {
  /** in rounds.csv */
  readonly rows: number;
  /** of these rows, each with its line feed: SHA-256 as hexadecimal digits */
  readonly digest: string;
  /** whether a rule ended it with the last of them */
  readonly stopped: boolean;
  /** by column, of the rows 0, k, 2k, … and the last; k is the same for all replications */
  readonly columns: Readonly<Record<string, Float64Array>>;
}

interface WrittenArray {
  readonly array: keyof typeof ARRAYS;
  readonly bytes: string;
}
const ARRAYS = { Float64Array, Int32Array, Uint32Array, Uint8Array };

/** A run as text: JSON, arrays of numbers by their bytes. */
export const writePlayed = (run: PlayedRun | ProblemSpecification): string =>
  JSON.stringify(run, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return {
      array: value.constructor.name,
      bytes: btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), '')),
    };
  });

/** The inverse of {@link writePlayed}. */
export const readPlayed = (text: string): PlayedRun =>
  JSON.parse(text, (_, value: unknown) => {
    const { array, bytes } = (value ?? {}) as Partial<WrittenArray>;
    if (array === undefined || bytes === undefined) return value;
    return new ARRAYS[array](Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)).buffer);
  }) as PlayedRun;

/** The index of every k-th row, and of the last. */
export const shownRows = (rows: number, every: number): number[] =>
  Array.from({ length: rows }, (_, row) => row).filter((row) => row % every === 0 || row === rows - 1);

/** Rows of all replications together of which a page holds the numbers. */
const MOST_ROWS = 12_000;

/** One row in so many is shown. */
export const everyOf = (replications: readonly Pick<RecordedReplication, 'rows'>[]): number =>
  Math.max(1, Math.ceil(replications.reduce((sum, { rows }) => sum + rows, 0) / MOST_ROWS));
