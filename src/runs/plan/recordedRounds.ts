/** Runs whose recorded rounds are looked at and not kept. */
import { lastValueFrom, tap } from 'rxjs';
import { runExperiment } from '../../../actors/experiment/experiment.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Replication } from '../../configuration/replications.ts';
import type { RoundRecord } from '../../measurement/metrics/roundRecord.ts';
import { InputError } from '../../values/failure.ts';
import { failureOf } from '../runFailure.ts';
import type { PlanQuestion } from './planQuestion.ts';

/**
 * Runs a question's problem in another configuration.
 *
 * @param question - of which are the problem and the configuration
 * @param changes - of the question's configuration
 * @param signal - ends it
 * @param hears - each recorded round
 * @throws InputError for a run that fails, in the line of that
 */
export async function recordedRounds(
  question: Pick<PlanQuestion, 'loaded' | 'solution' | 'configuration'>,
  changes: Partial<RunConfiguration>,
  signal: AbortSignal,
  hears: (replication: Replication, record: RoundRecord) => void,
): Promise<void> {
  const { loaded, solution, configuration } = question;
  const { specification, problem } = loaded;
  const run = lastValueFrom(
    runExperiment({
      ...{ specification, problem, signal },
      answer: { ...solution, metrics: [] },
      configuration: { ...configuration, ...changes },
    }).pipe(
      tap((inspection) => {
        if (inspection.kind === 'roundRecorded') hears(inspection.replication, inspection.record);
      }),
    ),
    { defaultValue: undefined },
  );
  await run.catch((error: unknown) => {
    const line = failureOf(error);
    throw line === undefined ? error : new InputError(line, { cause: error });
  });
}
