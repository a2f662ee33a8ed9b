/** Computes a recorded replication again, to step through it. Its numbers are those of the record; it writes nothing. */
import { setImmediate } from 'node:timers/promises';
import { InlineAgents } from '../../../actors/hosting/inlineAgents.ts';
import { PeriodicPause } from '../../../actors/experiment/pause.ts';
import { threadResources } from '../../../actors/agent/threadResources.ts';
import { plainPlan, type ReplicationObserver } from '../../../actors/replication/replication.ts';
import { runReplication } from '../../../actors/replication/runReplication.ts';
import { StepBack } from '../../../actors/replication/stepping.ts';
import { keyOf } from '../../algorithms/parts.ts';
import { firstLine, InputError } from '../../values/failure.ts';
import type { Replication } from '../../configuration/replications.ts';
import { readArrivals } from '../../recording/arrivals.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { recordedStops } from '../../recording/recordedStops.ts';
import { problemOfManifest } from '../../inputs/problemOfManifest.ts';
import { solveLoaded } from '../../inputs/target.ts';
import { RunStepper } from './stepper.ts';

/** One replication, paused at its start. */
export class ReplaySession {
  readonly stepper = new RunStepper();
  /** one line, where it has failed */
  failure: string | undefined;
  readonly #stop = new AbortController();

  /**
   * Begins one.
   *
   * @param directory - of a single run; what was done by hand in it is done again
   * @param dataDirectory - folder of recorded data, where the problem reads some
   * @throws InputError in one line, where there is no such replication or the problem is gone or another by now
   */
  static async begin(
    directory: string,
    dataDirectory: string | undefined,
    { algorithm, seed }: Replication,
  ): Promise<ReplaySession> {
    const manifest = readManifest(directory);
    const { algorithms, seeds, clock } = manifest.configuration;
    if (!algorithms.some((candidate) => keyOf(candidate) === algorithm) || !seeds.includes(seed))
      throw new InputError(`the run has no replication of ${algorithm} with seed ${seed}`);
    const loaded = await problemOfManifest(directory, manifest, dataDirectory);
    const replication = { algorithm, seed };
    // Only what the curves show is measured.
    const configuration = { ...manifest.configuration, lyapunov: false, metrics: [] };
    const plan = plainPlan(configuration, loaded.problem, replication);
    const agents = threadResources(loaded.problem, undefined);
    const answer = solveLoaded(loaded);
    const session = new ReplaySession();
    const pause = new PeriodicPause(session.#stop.signal);
    const observer: ReplicationObserver = {
      observe: (event) => {
        if (event.kind === 'recorded') session.stepper.recorded(event.record);
      },
      stopping: () => pause.stopping(),
    };
    session.stepper.heed(session.#stop.signal);
    void session.#untilLeft(async () => {
      const interventions = session.stepper.begin(replication, plan.interventions);
      const intervened = interventions === undefined ? plan : { ...plan, interventions };
      const record = clock === 'wall' ? readArrivals(directory, replication) : undefined;
      const stopWhen = recordedStops(manifest.runs);
      const run = { plan: intervened, answer, observer, record, stopWhen };
      const watch = { stepping: session.stepper, activities: session.stepper.gantt.ring };
      await runReplication({ ...run, ...watch }, new InlineAgents(agents, intervened));
    });
    // Where it fails at its start there is nothing to show.
    await setImmediate();
    if (session.failure !== undefined) throw new InputError(session.failure);
    return session;
  }

  /** Ends it, wherever it is. */
  leave(): void {
    this.#stop.abort();
  }

  /** Goes once, and again for each step back. */
  async #untilLeft(go: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await go();
        return;
      } catch (error) {
        if (error instanceof StepBack) continue;
        this.failure = firstLine(error);
        return;
      }
    }
  }
}
