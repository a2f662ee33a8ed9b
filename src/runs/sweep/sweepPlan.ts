/** What a sweep consists of: its points, the algorithms at each, and their keys; nothing is run yet. */
import { setImmediate } from 'node:timers/promises';
import { keyOf } from '../../algorithms/parts.ts';
import { keepingAgents } from '../../problems/keptAgents.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ProblemSpecification, ScenarioProblem } from '../../problems/specification.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { InputError } from '../../values/failure.ts';
import { ownValues } from '../../configuration/ownValues.ts';
import type { Manifest } from '../../recording/manifest.ts';
import type { LeftOut } from '../../configuration/leftOut.ts';
import { overlay } from '../../configuration/overlay.ts';
import { runConfiguration } from '../../configuration/runConfiguration.ts';
import type { ScenarioDefinition } from '../../configuration/scenario.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import { canonical } from '../../configuration/sweep/canonical.ts';
import {
  countOf,
  type Grid,
  gridOf,
  namesIn,
  type Point,
  pointAt,
  pointText,
} from '../../configuration/sweep/grid.ts';
import { expectedRounds } from '../../theory/expectedRounds.ts';
import { meanGap } from '../../triggers/index.ts';
import { manifestOf, type PreparedRun } from '../preparedRun.ts';
import { refuseThreads } from '../refuseThreads.ts';
import { contentKey, problemHash } from '../store/contentKey.ts';
import type { StoreChoice } from '../store/runStore.ts';
import { withOwnFiles } from '../../inputs/ownFiles.ts';
import { askedMetrics, metricsOfTarget } from '../../inputs/ownMetrics.ts';
import {
  loadProblem,
  type LoadedProblem,
  solveLoaded,
  type Target,
  togetherSha256,
  tryFirstAgent,
} from '../../inputs/target.ts';
import { problemFacts } from '../../theory/problemFacts.ts';
import { type PlacedRun, type PlannedRun, PlannedRuns } from './plannedRuns.ts';
import { SweptSettings } from './sweptSettings.ts';
import { isWanted } from './wantedPoint.ts';

/** Problems that are kept in mind while points are gone through. */
const KEPT_PROBLEMS = 16;
/** Points that are: some 2 kB each. */
const KEPT_POINTS = 10_000;
/** Points between two turns of the event loop, in which signals are heard: some 0.3 s. */
const POINTS_A_TURN = 1000;

export interface SweepRequest {
  /** of one run: without panels */
  readonly target: Target;
  /** win over those of the target */
  readonly settings: RunSettings;
  readonly given: Grid;
  readonly dataDirectory?: string | undefined;
  /** the sweep directory; a new one under `runs` where it is not given */
  readonly out?: string | undefined;
  /** holds replications by what they are of, beyond this sweep */
  readonly store?: StoreChoice | undefined;
  /** for the manifests */
  readonly commandArguments: readonly string[];
}

/** A problem of the sweep, as threads are sent it. */
export interface SweptProblem {
  readonly specification: ProblemSpecification;
  /** SHA-256 of all that it is */
  readonly hash: string;
  /** what stands for it on a machine that has the same recorded data */
  readonly asked?: ScenarioProblem;
}

/** A run ready to be handed to a thread: plain data. */
export interface RunnableRun extends PlannedRun {
  readonly problem: SweptProblem;
  /** what its manifest says, without seeds and root */
  readonly head: Manifest;
  /** rounds that a replication is expected to take, for the progress */
  readonly rounds: number;
  /** local steps of all agents, likewise: how long it takes */
  readonly agentSteps: number;
}

interface KeptProblem extends LoadedProblem {
  readonly hash: string;
  readonly asked?: ScenarioProblem;
  readonly solve: () => Solution;
  isTried: boolean;
}

/** A sweep with everything checked, and nothing written yet. */
export class SweepPlan {
  readonly request: SweepRequest;
  readonly grid: Grid;
  readonly names: readonly string[];
  /** of every point */
  readonly seeds: readonly number[];
  /** of all replications together */
  readonly rounds: number;
  /** whether diverging is a result rather than a failure */
  readonly allowDivergence: boolean;
  /** the configuration of the first point */
  readonly first: RunConfiguration;
  /** algorithms that are left out of some points */
  readonly leftOut: readonly LeftOut[];
  readonly #indices: readonly number[];
  readonly #runs: PlannedRuns;
  readonly #points: PointResolver;

  private constructor(
    request: SweepRequest,
    grid: Grid,
    points: PointResolver,
    gone: {
      readonly indices: readonly number[];
      readonly runs: PlannedRuns;
      readonly rounds: number;
      readonly first: RunConfiguration;
      readonly left: readonly LeftOut[];
    },
  ) {
    this.request = request;
    this.grid = grid;
    this.names = namesIn(grid);
    this.seeds = gone.first.seeds;
    this.allowDivergence = gone.first.allowDivergence;
    this.rounds = gone.rounds;
    this.leftOut = gone.left;
    this.first = gone.first;
    this.#indices = gone.indices;
    this.#runs = gone.runs;
    this.#points = points;
  }

  /**
   * Goes through all points once.
   *
   * @param observe - gets the share of the points that are done, now and then
   * @throws InputError in one line, for a grid or a point that cannot be run
   */
  static async create(
    request: SweepRequest,
    signal?: AbortSignal,
    observe: (share: number) => void = () => undefined,
  ): Promise<SweepPlan> {
    const { target, given } = request;
    const grid = gridOf(given, target.definition.sweep);
    const left = new Map<string, LeftOut>();
    const leaves = (omission: LeftOut): void => void left.set(omission.algorithm, omission);
    const base = overlay(target.definition, await withOwnFiles(request.settings), { leaves });
    const points = new PointResolver(request, base, leaves);
    const indices: number[] = [];
    const runs = new PlannedRuns();
    let rounds = 0;
    let first: RunConfiguration | undefined;
    const count = countOf(grid);
    for (let index = 0; index < count && !signal?.aborted; index++) {
      if (index % POINTS_A_TURN === POINTS_A_TURN - 1) {
        observe(index / count);
        await setImmediate();
      }
      const point = pointAt(grid, index);
      if (!isWanted(point, target)) continue;
      const resolved = await points.at(point);
      first ??= resolved.configuration;
      indices.push(index);
      const { configuration, keys } = resolved;
      const each = expectedRounds(resolved.problem.problem, configuration) * configuration.seeds.length;
      rounds += each * runs.add(keys);
    }
    if (first === undefined) throw new InputError('`grid`: the scenario’s sweep.where leaves no point');
    return new SweepPlan(request, grid, points, { indices, runs, rounds, first, left: [...left.values()] });
  }

  get pointCount(): number {
    return this.#indices.length;
  }

  point(at: number): Point {
    return pointAt(this.grid, this.#indices[at]!);
  }

  /** How many different runs there are: points may share some. */
  get keyCount(): number {
    return this.#runs.keyCount;
  }

  /** The algorithms of a point. */
  runsAt(at: number): readonly PlacedRun[] {
    return this.#runs.at(at);
  }

  /** The first point that has a key. */
  pointOf(key: string): number | undefined {
    return this.#runs.pointOf(key);
  }

  /** The scenario's own metrics in a run. */
  metricsOf(configuration: RunConfiguration): ReturnType<typeof metricsOfTarget> {
    return this.#points.metricsOf(configuration);
  }

  /** Everything that a thread needs for the algorithms of a point; made anew at each call. */
  async runnable(at: number): Promise<readonly RunnableRun[]> {
    return this.#points.runnable(this.point(at));
  }
}

interface ResolvedPoint {
  readonly configuration: RunConfiguration;
  readonly keys: readonly PlannedRun[];
  readonly problem: KeptProblem;
  readonly definition: ScenarioDefinition;
}

/** Makes runs of points. */
class PointResolver {
  readonly #request: SweepRequest;
  readonly #base: ScenarioDefinition;
  readonly #swept: SweptSettings;
  readonly #problems = new Map<string, Promise<KeptProblem>>();
  readonly #metrics = new Map<string, ReturnType<typeof metricsOfTarget>>();
  readonly #resolvedPoints = new Map<string, Promise<ResolvedPoint>>();

  constructor(request: SweepRequest, base: ScenarioDefinition, leaves: (omission: LeftOut) => void) {
    this.#request = request;
    this.#base = base;
    this.#swept = new SweptSettings({ areAsked: request.settings.algorithms !== undefined, leaves });
  }

  /** The same point twice is resolved once, as long as there are not too many to be kept. */
  at(point: Point): Promise<ResolvedPoint> {
    const name = pointText(point);
    const kept = this.#resolvedPoints.get(name);
    if (kept !== undefined) return kept;
    const resolved = this.#at(point);
    if (this.#resolvedPoints.size < KEPT_POINTS) this.#resolvedPoints.set(name, resolved);
    return resolved;
  }

  async #at(point: Point): Promise<ResolvedPoint> {
    try {
      return await this.#made(point);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // What is swept is named by the option that it was given to.
      const { zip } = this.#request.given;
      const message = error.message.replace(/`set`: ([^\s:]+)/, (whole, path: string) =>
        path in point ? `${zip.some(({ name }) => name === path) ? '\`zip\`' : '\`grid\`'} ${path}` : whole,
      );
      throw new InputError(message, { cause: error });
    }
  }

  async #made(point: Point): Promise<ResolvedPoint> {
    const definition = await this.#swept.over(this.#base, point);
    const problem = await this.#problemOf(definition.problem);
    try {
      return await this.#resolved(definition, problem);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(`${pointText(point)}: ${error.message}`, { cause: error });
    }
  }

  async runnable(point: Point): Promise<RunnableRun[]> {
    const { configuration, keys, problem, definition } = await this.at(point);
    const { target, commandArguments } = this.#request;
    const pointDefinition = { ...definition, title: `${definition.title}: ${pointText(point)}` };
    const prepared: PreparedRun = {
      ...problem,
      request: {
        target: { ...target, definition: pointDefinition },
        settings: {},
        report: false,
        commandArguments,
      },
      sha256: togetherSha256(target.sha256, problem.sha256),
      solution: { root: undefined, mean: undefined },
      configuration: { ...configuration, seeds: [] },
      predictions: [],
      metrics: [],
    };
    const head = manifestOf(prepared);
    const rounds = expectedRounds(problem.problem, configuration);
    return keys.map(({ algorithm, key }, at) => {
      // Its rows are the same whatever it is called among others.
      const { key: _key, label: _label, ...scheduled } = configuration.algorithms[at]!;
      return {
        algorithm,
        key,
        problem: {
          specification: problem.specification,
          hash: problem.hash,
          ...(problem.asked && { asked: problem.asked }),
        },
        head: { ...head, configuration: { ...head.configuration, algorithms: [scheduled] } },
        rounds,
        agentSteps: rounds * (meanGap(configuration.trigger) ?? 1) * problem.problem.agents,
      };
    });
  }

  async #resolved(definition: ScenarioDefinition, problem: KeptProblem): Promise<ResolvedPoint> {
    const resolved = runConfiguration(
      definition,
      problem.problem.dimension,
      problemFacts(problem.problem, problem.solve),
    );
    refuseUnsteady(resolved);
    refuseThreads(resolved, problem.problem.agents);
    const { described } = await this.metricsOf(resolved);
    const { placement } = resolved;
    const configuration: RunConfiguration = {
      ...resolved,
      ...(described.length > 0 && { metrics: described }),
      placement: placement === 'auto' ? 'inline' : placement,
    };
    if (!problem.isTried) tryFirstAgent(problem, configuration);
    problem.isTried = true;
    const inProgram = ownValues(configuration).find(({ file }) => file === null);
    if (inProgram)
      throw new InputError(
        `--${inProgram.kind}: a sweep needs your own code in files that threads can import; put ${inProgram.name} in one`,
      );
    const keys = configuration.algorithms.map((algorithm) => ({
      algorithm: keyOf(algorithm),
      key: contentKey(configuration, algorithm, problem.hash),
    }));
    return { configuration, keys, problem, definition };
  }

  /** The scenario's own metrics that a run is measured in: their modules are compiled once, not for every point. */
  metricsOf(configuration: RunConfiguration): ReturnType<typeof metricsOfTarget> {
    const { target } = this.#request;
    const names = askedMetrics(target, configuration)
      .map(({ name }) => name)
      .join();
    let found = this.#metrics.get(names);
    if (found === undefined) this.#metrics.set(names, (found = metricsOfTarget(target, configuration)));
    return found;
  }

  #problemOf(problem: ScenarioProblem): Promise<KeptProblem> {
    const name = canonical(problem);
    let kept = this.#problems.get(name);
    if (kept === undefined) {
      kept = this.#load(problem);
      this.#problems.set(name, kept);
      // The oldest goes.
      const [oldest] = this.#problems.keys();
      if (this.#problems.size > KEPT_PROBLEMS) this.#problems.delete(oldest!);
    }
    return kept;
  }

  async #load(asked: ScenarioProblem): Promise<KeptProblem> {
    const loaded = await loadProblem(asked, this.#request.dataDirectory);
    const problem: Problem = keepingAgents(loaded.problem);
    let solved: Solution | undefined;
    return {
      ...loaded,
      problem,
      hash: problemHash(loaded.specification),
      ...(asked.kind === 'beijing-air-quality' && { asked }),
      solve: () => (solved ??= solveLoaded({ ...loaded, problem })),
      isTried: false,
    };
  }
}

/** Refuses what is no function of configuration and seed, or concerns one run alone. */
function refuseUnsteady({ clock, trace, placement }: RunConfiguration): void {
  if (placement === 'cluster')
    throw new InputError(
      '`placement`: under cluster the agents of one run live with several workers; a sweep gives whole runs to workers (`nats`): leave it out',
    );
  if (clock === 'wall')
    throw new InputError(
      '`clock`: on the wall clock a run differs each time, so its numbers have no key; leave it out',
    );
  if (trace)
    throw new InputError(
      '`trace`: timelines are of single runs; leave it out, and trace the run of a point by fedsa run',
    );
}
