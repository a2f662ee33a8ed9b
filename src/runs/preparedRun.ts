/** A run from its target to what it will be: checked, described by a manifest, and nothing written yet. */
import { join } from 'node:path';
import type { Watch } from '../../actors/experiment/preparedExperiment.ts';
import { keyOf } from '../algorithms/parts.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { otherSizes } from '../configuration/fullSize.ts';
import { overlay } from '../configuration/overlay.ts';
import { paperOf } from '../configuration/paperField.ts';
import { runConfiguration } from '../configuration/runConfiguration.ts';
import type { RunSettings } from '../configuration/settings/runSettings.ts';
import { describeSpecification } from '../inputs/describeSpecification.ts';
import { withOwnFiles } from '../inputs/ownFiles.ts';
import { metricsOfTarget } from '../inputs/ownMetrics.ts';
import { codeHash } from '../../actors/agent/codeHash.ts';
import { sha256Of } from '../../actors/agent/sha256.ts';
import {
  loadProblem,
  type LoadedProblem,
  solveLoaded,
  type Target,
  togetherSha256,
  tryFirstAgent,
} from '../inputs/target.ts';
import { keepingAgents } from '../problems/keptAgents.ts';
import type { Solution } from '../problems/root.ts';
import { environment } from '../recording/environment.ts';
import { recordedRoot, type Manifest } from '../recording/manifest.ts';
import { pathSegment } from '../recording/pathSegment.ts';
import { pendingRecords } from '../recording/runRecords.ts';
import type { Prediction } from '../theory/predictions.ts';
import { problemFacts } from '../theory/problemFacts.ts';
import { survivors } from '../theory/survivors.ts';
import { InputError } from '../values/failure.ts';
import type { ClusterAddress } from './cluster/openCluster.ts';
import { refuseThreads } from './refuseThreads.ts';
import { type RunRound, stopRule } from './runRound.ts';
import type { SimulatedRun } from './simulateInto.ts';
import { RunStore, storeFor, type StoreChoice } from './store/runStore.ts';
import { startPredictions } from './theory/startPredictions.ts';

export interface RunRequest {
  readonly target: Target;
  /** win over those of the target */
  readonly settings: RunSettings;
  readonly dataDirectory?: string | undefined;
  /** run directory; a new one under `runs` where it is not given */
  readonly out?: string | undefined;
  readonly report: boolean;
  /** whether what it found answers a question; by default whether its target has an answer */
  readonly isAnswering?: boolean | undefined;
  /** whether theory predicts its curves; by default it does */
  readonly theory?: boolean | undefined;
  /** whether exact curves are computed however long they take; by default those that take little next to the run */
  readonly exact?: boolean | undefined;
  /** whether the report's readers can compute the run again, and with other settings */
  readonly interactive?: boolean | undefined;
  /** holds replications by what they are of: those that are there are taken, the others put there */
  readonly store?: StoreChoice | undefined;
  /** who watches or steps through the run's replications */
  readonly watch?: Watch | undefined;
  /** where workers are found, under placement cluster */
  readonly cluster?: ClusterAddress | undefined;
  /** may end replications early */
  readonly stopWhen?: ((round: RunRound) => boolean) | undefined;
  /** for the manifest */
  readonly commandArguments: readonly string[];
}

/** A request with everything checked, and nothing written yet. */
export interface PreparedRun extends LoadedProblem, SimulatedRun {
  readonly request: RunRequest;
  /** in what it is of another size than the scenario */
  readonly sizes?: readonly string[];
  readonly store?: RunStore | undefined;
}

/** Reads, builds and checks everything; throws InputError, and writes nothing. */
export async function prepareRun(request: RunRequest): Promise<PreparedRun> {
  const { definition } = request.target;
  const settings = overlay(definition, await withOwnFiles(request.settings));
  const loaded = await loadProblem(definition.problem, request.dataDirectory);
  // Agents are asked for again and again here; they are let go of with the run still to come.
  const problem = keepingAgents(loaded.problem);
  let solved: Solution | undefined;
  const solve = (): Solution => (solved ??= solveLoaded({ ...loaded, problem }));
  const resolved = runConfiguration(settings, problem.dimension, problemFacts(problem, solve));
  const { described, imported: metrics } = await metricsOfTarget(request.target, resolved);
  const configuration: RunConfiguration = {
    ...resolved,
    ...(described.length > 0 && { metrics: described }),
    ...(request.stopWhen && { stopWhen: String(request.stopWhen) }),
  };
  const store = storeFor(request.store, configuration);
  refuseThreads(configuration, problem.agents);
  if (request.interactive) {
    const { refuseUnplayable } = await import('./play/recordedRun.ts');
    refuseUnplayable(configuration, loaded.specification, definition.name);
  }
  const solution = solve();
  if (request.cluster?.isAsked === true && configuration.placement !== 'cluster')
    throw new InputError(
      '`nats`: agents live with workers only under `placement` cluster; add that, or leave it out',
    );
  tryFirstAgent(loaded, configuration);
  let predictions: Prediction[] | undefined;
  const { full = definition } = request.target;
  return {
    request,
    sizes: otherSizes(full, { ...settings, problem: definition.problem }),
    ...loaded,
    sha256: togetherSha256(request.target.sha256, loaded.sha256),
    solution: answerOf(solution),
    configuration,
    // a run that is complete needs none
    get predictions() {
      return (predictions ??=
        request.theory === false ? [] : startPredictions(problem, solution, configuration));
    },
    metrics,
    stopWhen: request.stopWhen && stopRule(request.stopWhen, configuration),
    store: store && new RunStore(store, configuration, loaded.specification),
  };
}

/** What runs need of a solution: not the means of all agents. */
const answerOf = ({ agentMeans: _, ...answer }: Solution): Solution => answer;

/** A run that repeats the events of another one; its manifest has come with everything checked. */
export const prepareReplay = ({
  loaded,
  solution,
  configuration,
  metrics,
  request,
  record,
}: Pick<PreparedRun, 'configuration' | 'metrics' | 'request' | 'record'> & {
  readonly loaded: LoadedProblem;
  readonly solution: Solution;
}): PreparedRun => ({
  ...{ request, ...loaded, configuration, metrics },
  ...(record && { record }),
  solution: answerOf(solution),
  predictions: startPredictions(loaded.problem, solution, configuration),
});

/** What the run's manifest says before it has begun, without predictions. */
export function manifestOf(run: PreparedRun): Manifest {
  const { request, problem, configuration, solution, specification } = run;
  const { definition, file, compiled } = request.target;
  const left = survivors(problem, solution.root, configuration.timing);
  return {
    format: 'fedsa-run/1',
    ...environment(),
    startedAt: new Date().toISOString(),
    endedAt: null,
    state: 'running',
    failure: null,
    arguments: request.commandArguments,
    scenario: {
      name: definition.name,
      title: definition.title,
      question: definition.question,
      reproduces: definition.reproduces ?? null,
      ...(definition.measure === undefined ? {} : { measure: definition.measure }),
      ...paperOf(definition),
      ...(run.sizes?.length && { sizes: run.sizes }),
      file: file ?? null,
      sha256: run.sha256 ?? null,
      ...(compiled !== undefined && { bundle: codeHash(compiled) }),
    },
    problem: {
      kind: specification.kind,
      agents: problem.agents,
      dimension: problem.dimension,
      specification: describeSpecification(definition.problem, specification),
      ...recordedRoot(solution),
      ...(left.length > 0 && { survivors: left }),
    },
    configuration,
    placement: null,
    predictions: [],
    runs: pendingRecords(configuration.algorithms.map(keyOf), configuration.seeds),
  };
}

/** runs/<scenario>-<time>: a new folder for each run. */
export function defaultDirectory(name: string): string {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(':', '-');
  return join(
    'runs',
    `${pathSegment(name)}-${time}-${sha256Of(String(process.hrtime.bigint())).slice(0, 4)}`,
  );
}
