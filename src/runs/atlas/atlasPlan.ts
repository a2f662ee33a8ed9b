/** The cells of an atlas with everything checked: a grid's points as configurations, each problem built once. */
import { setImmediate } from 'node:timers/promises';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import { overlay } from '../../configuration/overlay.ts';
import { runConfiguration } from '../../configuration/runConfiguration.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import { canonical } from '../../configuration/sweep/canonical.ts';
import {
  countOf,
  type Grid,
  gridOf,
  type Point,
  plainValue,
  pointAt,
  pointText,
  valuesAt,
} from '../../configuration/sweep/grid.ts';
import { withOwnFiles } from '../../inputs/ownFiles.ts';
import { loadProblem, solveLoaded, type Target } from '../../inputs/target.ts';
import { problemFacts } from '../../theory/problemFacts.ts';
import type { ScenarioProblem } from '../../problems/specification.ts';
import type { AtlasAxis, AtlasCell } from '../../search/atlas/atlasReport.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import { roundBased } from '../../theory/roundBased.ts';
import { once } from '../../values/once.ts';
import { InputError } from '../../values/failure.ts';
import { SweptSettings } from '../sweep/sweptSettings.ts';
import { isWanted } from '../sweep/wantedPoint.ts';
import { threadProblem, type ThreadProblem } from '../theory/threadProblem.ts';

/** A cell before anything is computed: plain data. */
export interface AskedCell {
  readonly point: AtlasCell['point'];
  readonly configuration: RunConfiguration;
  /** its place among the problems */
  readonly problem: number;
}

/** All cells, and what they are of. */
export interface AtlasPlan {
  readonly axes: readonly AtlasAxis[];
  readonly cells: readonly AskedCell[];
  readonly problems: readonly ThreadProblem[];
}

/** Cells beyond this take too long. */
const MOST_CELLS = 20_000;
/** Cells between two turns of the event loop, in which signals are heard. */
const CELLS_A_TURN = 100;

/**
 * The cells of a grid over a target's settings.
 *
 * @returns `undefined` where a signal came first
 * @throws InputError in one line
 */
export async function atlasPlan(
  target: Target,
  { settings, grid: given }: { readonly settings: RunSettings; readonly grid: Grid },
  { dataDirectory, signal }: { readonly dataDirectory?: string | undefined; readonly signal: AbortSignal },
): Promise<AtlasPlan | undefined> {
  const grid = gridOf(given, target.definition.sweep);
  const points = wantedPoints(grid, target);
  const base = overlay(target.definition, await withOwnFiles(settings));
  const swept = new SweptSettings({ areAsked: settings.algorithms !== undefined });
  const problems = new Map<string, Awaited<ReturnType<typeof builtProblem>>>();
  const cells: AskedCell[] = [];
  for (const [index, point] of points.entries()) {
    if (index % CELLS_A_TURN === 0) await setImmediate();
    if (signal.aborted) return undefined;
    const definition = await swept.over(base, point);
    const name = canonical(definition.problem);
    const built = problems.get(name) ?? (await builtProblem(definition.problem, dataDirectory, point));
    problems.set(name, built);
    try {
      const configuration = runConfiguration(definition, built.problem.dimension, built.facts);
      const based = roundBased(configuration);
      if ('reason' in based) throw new InputError(`an atlas is of theorems about rounds: ${based.reason}`);
      const problem = [...problems.keys()].indexOf(name);
      cells.push({ point: valuesAt(point), configuration, problem });
    } catch (error) {
      throw error instanceof InputError ? at(point, error) : error;
    }
  }
  return {
    axes: [...grid.grid, ...grid.zip].map(({ name, values }) => ({ name, values: values.map(plainValue) })),
    cells,
    problems: [...problems.values()].map(({ specification }) =>
      threadProblem(specification, cells[0]!.configuration),
    ),
  };
}

function wantedPoints(grid: Grid, target: Target): Point[] {
  const count = countOf(grid);
  if (count > MOST_CELLS)
    throw new InputError(`\`grid\`: ${count} cells are too many; an atlas has at most ${MOST_CELLS}`);
  const points = Array.from({ length: count }, (_, index) => pointAt(grid, index)).filter((point) =>
    isWanted(point, target),
  );
  if (points.length === 0) throw new InputError('`grid`: the scenario’s sweep.where leaves no point');
  return points;
}

const at = (point: Point, error: InputError): InputError =>
  new InputError(`${pointText(point)}: ${error.message}`, { cause: error });

/** @throws InputError for a problem whose operators are not linear */
async function builtProblem(asked: ScenarioProblem, dataDirectory: string | undefined, point: Point) {
  const loaded = await loadProblem(asked, dataDirectory);
  const { problem, specification } = loaded;
  const solve = once(() => solveLoaded(loaded));
  const linear = linearProblem(problem, solve());
  if ('reason' in linear)
    throw at(
      point,
      new InputError(`an atlas is of linear problems, whose errors are exact: ${linear.reason}`),
    );
  return { problem, specification, facts: problemFacts(problem, solve) };
}
