/** The observer that writes a run down: inspection stream in, run directory out. */
import type { Observer } from 'rxjs';
import { titlesOf } from '../algorithms/titles.ts';
import { ActorFailure } from '../values/failure.ts';
import type { Inspection } from '../events/inspection.ts';
import type { FinalState, Recording } from './recording.ts';
import { TraceWriter } from './traceWriter.ts';

/** See {@link recorder}. */
export interface Recorder extends Observer<Inspection> {
  /** Writes everything and closes the directory; see {@link Recording.finish}. */
  finish(state: FinalState, failure?: string): void;
}

/**
 * Writes the rounds and the ends of replications into a run directory and, where the run is traced, trace.json.
 *
 * Use it as `inspections.pipe(tap(recorder(directory)))`: `next` throws when the disk is full, which
 * `tap` turns into the stream's error, whereas `subscribe` would throw it into the void. The stream's
 * end only writes what is held back; how the run ended is for the caller to say with `finish`, from a
 * signal handler too. What arrives after `finish` is ignored.
 */
export function recorder(directory: Recording): Recorder {
  const { configuration, problem, runs } = directory.manifest;
  const trace = configuration.trace
    ? new TraceWriter(directory.path, {
        runs,
        agents: problem.agents,
        titleOf: titlesOf(configuration.algorithms),
        resumed: directory.done.length > 0,
      })
    : undefined;
  return {
    next(inspection) {
      if (directory.finished) return;
      switch (inspection.kind) {
        case 'placed':
          directory.place(inspection.placement);
          break;
        case 'replicationStarted':
          directory.start(inspection.replication);
          trace?.start(inspection.replication);
          break;
        case 'roundRecorded':
          directory.record(inspection.replication, inspection.record, inspection.theta, inspection.average);
          break;
        case 'replicationEnded':
          directory.end(inspection.replication, inspection.outcome);
          trace?.end();
          break;
        case 'timed':
          trace?.add(inspection.event);
          if (inspection.event.kind === 'applied')
            directory.updated(inspection.replication, inspection.event);
          else if (inspection.event.kind === 'account')
            directory.accounted(inspection.replication, inspection.event);
          break;
        case 'clocked':
          directory.happened(inspection.replication, inspection.event);
          break;
        case 'intervened':
          directory.intervened(inspection.interventions);
          break;
        case 'progressed':
        case 'hostLost':
          break;
      }
    },
    error(cause) {
      if (directory.finished) return;
      if (cause instanceof ActorFailure) directory.fail(cause.at, cause.at.round);
      try {
        directory.flush();
      } catch {
        // The stream's own failure is the one to report; `finish` writes what can still be written.
      }
    },
    complete() {
      if (!directory.finished) directory.bringOver();
      directory.flush();
    },
    finish(state, failure) {
      try {
        trace?.finish(state === 'completed');
      } catch (error) {
        // The rows count for more than the trace, and the caller has the failure that matters already.
        directory.finish('failed', failure ?? (error as Error).message);
        if (state !== 'failed') throw error;
      }
      directory.finish(state, failure);
    },
  };
}
