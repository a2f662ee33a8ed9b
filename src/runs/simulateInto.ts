/** The replications of a run into its open directory: simulated, recorded, and how they ended. */
import { lastValueFrom, tap } from 'rxjs';
import { runExperiment } from '../../actors/experiment/experiment.ts';
import type { Experiment, Watch } from '../../actors/experiment/preparedExperiment.ts';
import type { ImportedMetric } from '../measurement/metrics/knownAnswer.ts';
import type { Problem } from '../problems/operator.ts';
import { type Solution, solveProblem } from '../problems/root.ts';
import type { ProblemSpecification } from '../problems/specification.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import type { ClockEvent, Inspection, RecordedEvent, StopRule } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import { recorder, type Recorder } from '../recording/recorder.ts';
import type { FinalState, Recording } from '../recording/recording.ts';
import type { Prediction } from '../theory/predictions.ts';
import { withStableSteps } from './theory/startPredictions.ts';
import { divergence, failureOf, stallOf } from './runFailure.ts';
import { type Slippage, SlippageCount } from './slippage.ts';
import { divergingAgents } from '../theory/stability/divergingAgents.ts';
import { WorstAgents } from './worstAgents.ts';
import { strayFailure } from '../values/strayFailure.ts';
import { firstLine } from '../values/failure.ts';

/** How the replications of a run ended. */
export interface Simulated {
  readonly state: FinalState;
  /** one line, where one failed or what it gave could not be written */
  readonly failure: string | undefined;
  readonly slippage: Slippage | undefined;
}

/** What is simulated. */
export interface SimulatedRun {
  readonly specification: ProblemSpecification;
  readonly problem: Problem;
  /** without the agents' means, which are many */
  readonly solution: Omit<Solution, 'agentMeans'>;
  readonly configuration: RunConfiguration;
  readonly predictions: readonly Prediction[];
  /** metrics of its own */
  readonly metrics: readonly ImportedMetric[];
  /** the events of another run on the wall clock, which happen again */
  readonly record?: (replication: Replication) => Iterable<ClockEvent>;
  /** may end a replication early */
  readonly stopWhen?: StopRule | undefined;
}

/**
 * Runs the replications that a directory lacks, and finishes it.
 *
 * @param directory - open; it is finished at the end
 * @param run - what is simulated
 * @param signal - interrupts; what is finished is kept
 * @param observe - sees every event of the inspection stream
 * @param places - kernels of a caller that has many runs simulated in its own thread, one after another; hosts of a cluster; who watches
 * @throws Error for a fault of the program's own
 */
export async function simulateInto(
  directory: Recording,
  run: SimulatedRun,
  signal: AbortSignal,
  observe: (inspection: Inspection) => void,
  places: Watch & Pick<Experiment, 'threadKernels' | 'hosts'> = {},
): Promise<Simulated> {
  const { problem, solution, configuration, specification, predictions, metrics, record, stopWhen } = run;
  const writer = recorder(directory);
  let failure: string | undefined;
  let stalled: string | undefined;
  const ends = new WorstAgents(problem.agents);
  const slippage = configuration.strict === undefined ? undefined : new SlippageCount(configuration.strict);
  try {
    await lastValueFrom(
      runExperiment({
        specification,
        problem,
        answer: { ...solution, metrics },
        ...{ configuration, stopWhen },
        done: directory.done,
        signal,
        ...places,
        ...(record && { record: (replication) => writtenDown(replication, record(replication), writer) }),
      }).pipe(
        tap(writer),
        tap(observe),
        tap((inspection) => {
          stalled ??= stallOf(inspection);
          if (configuration.agentErrors) ends.see(inspection);
          if (inspection.kind === 'clocked') slippage?.add(inspection.event);
        }),
      ),
      { defaultValue: undefined },
    );
  } catch (error) {
    failure = failureOf(error);
    if (failure === undefined) {
      writer.finish('failed', firstLine(error));
      throw error;
    }
  }
  const stray = strayFailure(signal);
  if (stray !== undefined) {
    stray.isReported = true;
    failure ??= stray.message;
  }
  const interrupted = signal.aborted && failure === undefined;
  let solvedAnew: Solution | undefined;
  const solved = (): Solution => (solvedAnew ??= solvedAgain(run));
  if (!interrupted)
    failure ??=
      stalled ??
      divergence(directory.manifest.runs, {
        configuration,
        predicted: (algorithm) => {
          const prediction = predictions.find((candidate) => candidate.algorithm === algorithm);
          return prediction && withStableSteps(prediction, problem, solved(), configuration);
        },
        worst: (replication) => ends.worst(replication),
        growing: () => divergingAgents(solved().agentMeans, problem.dimension, configuration.algorithms),
      });
  const state = failure !== undefined ? 'failed' : interrupted ? 'interrupted' : 'completed';
  try {
    writer.finish(state, failure);
  } catch (error) {
    // The last rows or the manifest could not be written.
    failure = firstLine(error);
  }
  return { state, failure, slippage: slippage?.result };
}

/** With the agents' means, unless a root is none that follows from them, or the problem keeps none. */
const solvedAgain = ({ problem, solution }: SimulatedRun): Solution =>
  solution.root === undefined ? solution : solveProblem(problem, solution.root);

/** Events that happen again, each written before what comes of it; of another size, messages would be due at other times. */
function* writtenDown(
  replication: Replication,
  events: Iterable<ClockEvent>,
  writer: Recorder,
): Generator<RecordedEvent> {
  for (const event of events) {
    writer.next({ kind: 'clocked', replication, event });
    const { due: _due, ...again } = event;
    yield again;
  }
}
