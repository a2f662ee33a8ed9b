/** The report of a sweep, with theory for the runs that it draws, as far as some seconds go. */
import { join } from 'node:path';
import type { BuiltReport } from '../../report/buildReport.ts';
import { expectedFloor } from '../../report/headline.ts';
import { buildSweepReport } from '../../report/sweep/buildSweepReport.ts';
import { tailOf } from '../../report/tail.ts';
import { commonRounds } from '../../measurement/commonRounds.ts';
import { InputError } from '../../protocol/failure.ts';
import { withLatePredictions } from '../theory/latePredictions.ts';

/** Milliseconds for the theory of all runs together. */
const TIME = 10_000;

/** Builds the report of a sweep directory. */
export function sweepReport(
  directory: string,
  {
    signal,
    dataDirectory,
  }: { readonly signal?: AbortSignal | undefined; readonly dataDirectory?: string | undefined } = {},
): Promise<BuiltReport> {
  return buildSweepReport(directory, async (keys) => {
    const expected = new Map<string, number>();
    const until = performance.now() + TIME;
    for (const key of keys) {
      if (performance.now() > until || signal?.aborted) break;
      try {
        const { predictions, configuration } = await withLatePredictions(
          join(directory, 'runs', key),
          dataDirectory,
        );
        const floor = expectedFloor(predictions[0]?.exact, tailOf(commonRounds(configuration)));
        if (floor !== undefined) expected.set(key, floor.mean);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    }
    return expected;
  });
}
