/** Files of a run directory with rows of events, of which there is any number to a round. */
import { existsSync } from 'node:fs';
import { membership, type Replications } from '../protocol/replications.ts';
import type { RowFile } from './keptRows.ts';
import { LineReader } from './lineReader.ts';

/** Length in bytes of the rows of the first so many runs, the header included; 0 without a whole header. */
export function keptEvents({ path, header }: RowFile, runs: readonly Replications[]): number {
  if (!existsSync(path)) return 0;
  const isKept = membership(runs);
  const reader = new LineReader(path);
  try {
    if (reader.next() !== header) return 0;
    let kept = reader.offset;
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      const [algorithm, seed] = line.split(',', 2);
      if (!isKept({ algorithm: algorithm!, seed: Number(seed) })) break;
      kept = reader.offset;
    }
    return kept;
  } finally {
    reader.close();
  }
}
