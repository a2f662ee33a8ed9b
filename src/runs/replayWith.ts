/** The events of a run once more, in their order and at their times, with other values of what leaves the order alone. */
import { keepingAgents } from '../problems/keptAgents.ts';
import type { Replication } from '../configuration/replications.ts';
import { InputError } from '../values/failure.ts';
import { readArrivals } from '../recording/arrivals.ts';
import { holdsPanels } from '../recording/panelsFile.ts';
import { readManifest } from '../recording/readManifest.ts';
import { type PreparedRun, prepareReplay } from './preparedRun.ts';
import { again } from './replayRun.ts';
import { type Change, withChanges } from './replayChanges.ts';
import { definitionOf } from '../inputs/manifestTarget.ts';
import { metricsOfManifest } from '../inputs/ownMetrics.ts';
import { problemOfManifest } from '../inputs/problemOfManifest.ts';
import { refuseThreads } from './refuseThreads.ts';
import { solveLoaded } from '../inputs/target.ts';
import { problemFacts } from '../theory/problemFacts.ts';

/** What is asked of the run beside its changes. */
export interface ReplayRequest {
  readonly dataDirectory?: string | undefined;
  /** run directory; a new one under `runs` where it is not given */
  readonly out?: string | undefined;
  readonly report: boolean;
  /** for the manifest */
  readonly commandArguments: readonly string[];
}

/**
 * Prepares a run that repeats the events of another one. On the virtual clock they come of the timing model again; those of the wall
 * clock are read from arrivals.csv, and nothing is waited for.
 *
 * @param directory - of a single run, which is only read
 * @throws InputError in one line for a setting that would change the order of events, and where the run cannot be replayed
 */
export async function prepareReplayWith(
  directory: string,
  changes: readonly Change[],
  { dataDirectory, ...request }: ReplayRequest,
): Promise<PreparedRun> {
  if (holdsPanels(directory))
    throw new InputError(`${directory}: holds several panels; name the folder of one of them`);
  const manifest = readManifest(directory);
  if (manifest.configuration.stopWhen !== undefined)
    throw new InputError(
      `${directory}: a rule of its program ended it, which may end another run elsewhere; run the program with the other values`,
    );
  const { asked, ...loaded } = await problemOfManifest(directory, manifest, dataDirectory);
  const metrics = await metricsOfManifest(directory, manifest);
  const problem = keepingAgents(loaded.problem);
  const solution = solveLoaded({ ...loaded, problem });
  const configuration = withChanges(
    manifest.configuration,
    changes,
    problemFacts(problem, () => solution),
  );
  refuseThreads(configuration, problem.agents);
  const { scenario } = manifest;
  const words = changes.map(({ name, text }) => `${name}=${text}`).join(', ');
  const definition = definitionOf(manifest, asked);
  return prepareReplay({
    loaded: { ...loaded, sha256: scenario.sha256 ?? undefined },
    solution,
    configuration: { ...again(configuration), verify: configuration.verify, trace: configuration.trace },
    metrics,
    request: {
      ...request,
      target: {
        definition: { ...definition, title: `${definition.title}, with ${words}` },
        file: scenario.file ?? undefined,
        sha256: undefined,
      },
      settings: {},
    },
    ...(configuration.clock === 'wall' && {
      record: (replication: Replication) => readArrivals(directory, replication),
    }),
  });
}
