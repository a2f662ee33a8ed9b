/** The mean round of any algorithm whose round is known, on a linear problem. */
import { ifComputable } from '../attempted.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { WeightedRun } from '../../algorithms/roundProgram.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import { add, assign, block, identityMatrix, type Matrix, matrix } from '../../maths/matrix.ts';
import type { LinearAgents, LinearProblem } from '../linearProblem.ts';
import { type LocalMap, localMap } from './localMap.ts';
import { type MapsAt, type MeanRound, programRound } from './meanRound.ts';
import { problemOfSteps } from '../stepOperators.ts';
import { allRunsOf } from '../round/runsOf.ts';

/** Doubles of the maps that are kept: 16 MB; the last are kept in any case. */
const MOST_KEPT = 2e6;

/**
 * The local maps at any step size; keeps the latest, since a run's algorithms mostly share one, and
 * the scans for their largest stable steps many.
 */
export function mapsAt(problem: LinearAgents, trigger: TriggerConfiguration): MapsAt {
  const kept = new Map<string, readonly LocalMap[] | undefined>();
  const most = Math.max(1, Math.floor(MOST_KEPT / (2 * problem.agents.length * problem.dimension ** 2)));
  const mapsOf = (stepSize: number, evaluated: boolean): readonly LocalMap[] | undefined => {
    const { agents, dimension: d } = problem;
    const maps: LocalMap[] = [];
    // One matrix: of very many agents each array by itself takes as much again.
    const all = matrix(2 * d * agents.length, d);
    for (const [i, { A }] of agents.entries()) {
      const out = { power: block(all, [2 * d * i, d]), sum: block(all, [2 * d * i + d, d]) };
      const mapOf = evaluated ? mapButFirst : localMap;
      const map = mapOf(matrix(d, d, A), stepSize, trigger, out);
      if (map === undefined) return undefined;
      maps.push(map);
    }
    return maps;
  };
  return (stepSize, evaluated = false) => {
    const key = `${stepSize} ${evaluated}`;
    if (!kept.has(key)) {
      const maps = mapsOf(stepSize, evaluated);
      const [oldest] = kept.keys();
      if (kept.size >= most) kept.delete(oldest!);
      kept.set(key, maps);
    }
    return kept.get(key);
  };
}

/** Of all of a round's steps but one: of K − 1, `E[Γ] = p E[C_K]` and `E[C] = (1 − p) E[C_K]`. */
function mapButFirst(
  A: Matrix,
  stepSize: number,
  trigger: TriggerConfiguration,
  out: LocalMap,
): LocalMap | undefined {
  if (trigger.kind === 'deterministic') {
    const localSteps = trigger.localSteps - 1;
    if (localSteps > 0) return localMap(A, stepSize, { kind: 'deterministic', localSteps }, out);
    return { power: assign(out.power, identityMatrix(A.rows)), sum: out.sum };
  }
  const p = trigger.probability;
  const whole = localMap(A, stepSize, trigger);
  return whole && { power: add(out.power, whole.sum, p), sum: add(out.sum, whole.sum, 1 - p) };
}

/**
 * An algorithm's mean round.
 *
 * @param maps - the same problem's and trigger's, to share between algorithms
 * @returns `undefined` where its round is not known, or the expectation over the trigger's gaps
 *   does not exist
 */
export function meanRound(
  problem: LinearProblem,
  algorithm: ConfiguredAlgorithm,
  trigger: TriggerConfiguration,
  maps: MapsAt = mapsAt(problem, trigger),
): MeanRound | undefined {
  const runs = allRunsOf(algorithm, trigger, problem.agents.length);
  return 'reason' in runs ? undefined : meanOfRuns(problem, runs, trigger, maps);
}

/** Doubles of the maps of mean rounds that are kept: 400 MB. */
const MOST_IN_ROUNDS = 5e7;

/** Mean rounds of a run's algorithms on a linear problem. */
export type MeanRounds = (algorithm: ConfiguredAlgorithm) => MeanRound | undefined;

/** {@link meanRound} of several algorithms, which share the agents' maps; an algorithm's is computed once, as far as memory allows. */
export function meanRounds(problem: LinearProblem, trigger: TriggerConfiguration): MeanRounds {
  const maps = mapsAt(problem, trigger);
  const found = new Map<ConfiguredAlgorithm, MeanRound | undefined>();
  const most = Math.floor(MOST_IN_ROUNDS / (2 * problem.agents.length * problem.dimension ** 2));
  return (algorithm) => {
    if (found.has(algorithm)) return found.get(algorithm);
    const round = meanRound(problem, algorithm, trigger, maps);
    if (found.size < most) found.set(algorithm, round);
    return round;
  };
}

/** The mean round of a weighted sum of runs; `undefined` where the expectation over the gaps does not exist. */
function meanOfRuns(
  problem: LinearProblem,
  runs: readonly WeightedRun[],
  trigger: TriggerConfiguration,
  maps: MapsAt,
): MeanRound | undefined {
  // Where the expectation is about to cease to exist, its matrices are singular in doubles.
  return ifComputable(() => {
    const rounds = runs.flatMap((run): MeanRound[] => {
      const seen = problemOfSteps(problem, run.program.act);
      const isShared = run.trigger === trigger && seen === problem;
      const mapsOfRun = isShared ? maps : mapsAt(seen, run.trigger);
      const round = programRound(seen, run.program, run.trigger, mapsOfRun);
      return round === undefined ? [] : [round];
    });
    if (rounds.length < runs.length) return undefined;
    return rounds.length === 1 ? rounds[0] : sideBySide(runs, rounds);
  });
}

/** The mean of a weighted sum of runs; whether they share their noise does not matter to it. */
function sideBySide(runs: readonly WeightedRun[], rounds: readonly MeanRound[]): MeanRound {
  const weighted = (models: readonly Float64Array[]): Float64Array =>
    models[0]!.map((_, j) => models.reduce((sum, model, k) => sum + runs[k]!.weight * model[j]!, 0));
  return {
    factor: () => Math.max(...rounds.map((round) => round.factor())),
    limit: () => weighted(rounds.map((round) => round.limit())),
    start: (model) => {
      const models = rounds.map(() => model.slice());
      const advances = rounds.map((round, k) => round.start(models[k]!));
      return () => {
        for (const advance of advances) advance();
        model.set(weighted(models));
      };
    },
  };
}
