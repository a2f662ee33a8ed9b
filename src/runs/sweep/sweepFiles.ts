/** The files of a sweep directory beside its runs: sweep.json and results.csv, from what the runs came to. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programVersion } from '../../recording/environment.ts';
import { textCell } from '../../recording/csvCell.ts';
import { FolderInUse, type DirectoryLock, lockFor } from '../../recording/directoryLock.ts';
import { jsonText } from '../../recording/jsonText.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { PANELS_NAME } from '../../recording/panelsFile.ts';
import { SWEEP_NAME } from '../../recording/sweepFile.ts';
import { removeParquet } from '../../recording/tables.ts';
import { seedRangesOf } from '../../recording/seedRanges.ts';
import { InputError } from '../../values/failure.ts';
import type { KnownNumber, SeedNumbers } from '../../configuration/found.ts';
import { isCondition } from '../../report/contest/conditions.ts';
import { type Beside, besideLowest, negligibleFloor } from '../../report/sweep/lowestFloor.ts';
import type { SweptName } from '../../configuration/sweep/grid.ts';
import { readResult, RESULT_COLUMNS } from '../store/resultFile.ts';
import type { Store } from '../store/store.ts';
import { isIn, type Slice } from './slice.ts';
import { levelsIn, writeReach } from './reachFile.ts';
import { RESULTS_NAME, runFolder, WholeFile } from './sweepFolder.ts';
import type { SweepPlan } from './sweepPlan.ts';

/** How far a run of a sweep is: its replications all there, some of them diverged, or something failed. */
export type RunState = 'pending' | 'completed' | 'diverged' | 'failed';

/** How long another program's writing of results is waited for, in ms, and how often it is looked at. */
const PATIENCE = 60_000;
const LOOK_EVERY = 50;

/** Refuses a folder that holds something else. */
export function refuseOther(directory: string): void {
  for (const [name, kind] of [
    [MANIFEST_NAME, 'a single run'],
    [PANELS_NAME, 'the panels of a figure'],
  ] as const) {
    if (existsSync(join(directory, name)))
      throw new InputError(`${directory}: holds ${kind}, and this is a sweep; choose another folder`);
  }
}

/** Refuses a store that lacks a run and takes none. @throws InputError in one line */
export function refuseFullStore(store: Store, plan: SweepPlan, slice: Slice | undefined): void {
  for (let at = 0; at < plan.pointCount; at++) {
    const isLacking = plan.runsAt(at).some(({ key }) => isIn(slice, key) && store.parts(key).length === 0);
    if (!isLacking) continue;
    store.refuseUnwritable([]);
    return;
  }
}

/** Where an algorithm's mean floor over all seeds is the least of all points under one condition. */
export interface BestPoint extends Beside {
  readonly algorithm: string;
  /** values of the swept names that stand for a condition; empty where none does */
  readonly condition: Readonly<Record<string, string | number>>;
  /** place of the point */
  readonly point: number;
  readonly key: string;
  readonly floor: number;
  /** how many points have no floor, as not all of their seeds have completed */
  readonly withoutFloor: number;
}

/** What the runs of a sweep came to. */
export interface Gathered {
  /** how many are in each */
  readonly states: Readonly<Record<RunState, number>>;
  readonly best: readonly BestPoint[];
  /** replications that are in results.csv */
  readonly rows: number;
}

/**
 * Writes results.csv, sweep.json and, where levels are asked for or were before, reach.csv from what lies in the folder, whichever program computed it.
 *
 * @param failed - lines of runs that failed in this session
 */
export async function gather(
  plan: SweepPlan,
  directory: string,
  state: 'completed' | 'failed' | 'interrupted',
  failed: ReadonlyMap<string, string>,
): Promise<Gathered> {
  const lock = await patientLock(directory);
  try {
    const states: RunState[] = [];
    /** by algorithm and condition */
    const groups = new Map<string, FloorGroup>();
    let rows = 0;
    const file = new WholeFile(join(directory, RESULTS_NAME));
    file.add(`key,${[...plan.names, 'algorithm'].map(textCell).join(',')},${RESULT_COLUMNS}\n`);
    for (let at = 0; at < plan.pointCount; at++) {
      const point = plan.point(at);
      const values = Object.values(point).map(textCell).join(',');
      const condition = Object.fromEntries(Object.entries(point).filter(([name]) => isCondition(name)));
      for (const { algorithm, key, place } of plan.runsAt(at)) {
        const prefix = `${key},${values},${textCell(algorithm)},`;
        const { cells, state: reached, floor, bySeed } = resultsOf(plan, directory, key, failed.has(key));
        for (const cell of cells) file.add(`${prefix}${cell}\n`);
        rows += cells.length;
        states[place] = reached;
        const id = JSON.stringify([algorithm, condition]);
        const group = groups.get(id) ?? {
          ...{ algorithm, condition, floors: new Map(), withoutFloor: 0, best: undefined },
        };
        groups.set(id, group);
        if (Number.isNaN(floor)) group.withoutFloor++;
        else group.floors.set(at, bySeed);
        if (floor < (group.best?.floor ?? Infinity)) group.best = { point: at, key, floor };
      }
    }
    removeParquet(directory, [RESULTS_NAME]);
    file.finish();
    writeSweep(plan, directory, state, states);
    writeReach(directory, plan.first.reach ?? levelsIn(directory));
    const counts = { pending: 0, completed: 0, diverged: 0, failed: 0 };
    // Places of runs that several points share have holes between them, which are passed over.
    states.forEach((state) => counts[state]++);
    return {
      states: counts,
      best: [...groups.values()].flatMap((group) => bestPoints(group, directory)),
      rows,
    };
  } finally {
    lock.release();
  }
}

/** The floors of an algorithm under one condition, by the place of the point. */
interface FloorGroup extends Pick<BestPoint, 'algorithm' | 'condition'> {
  readonly floors: Map<number, SeedNumbers>;
  withoutFloor: number;
  best: Pick<BestPoint, 'point' | 'key' | 'floor'> | undefined;
}

/** The lowest floor, and how many others are not above it; none where no point has a floor. */
function bestPoints(
  { algorithm, condition, floors, withoutFloor, best }: FloorGroup,
  directory: string,
): BestPoint[] {
  if (best === undefined) return [];
  const others = [...floors].filter(([at]) => at !== best.point).map(([, found]) => found);
  const beside = besideLowest(floors.get(best.point)!, others, negligibleFloor(directory, best.key));
  return [{ algorithm, condition, ...best, ...beside, withoutFloor }];
}

/** The rows of one run's replications, those asked for that are there. */
function resultsOf(
  { seeds }: SweepPlan,
  directory: string,
  key: string,
  hasFailed: boolean,
): {
  readonly cells: readonly string[];
  readonly state: RunState;
  /** NaN where a seed has none */
  readonly floor: number;
  readonly bySeed: SeedNumbers;
} {
  let point: ReturnType<typeof readResult>;
  try {
    point = readResult(runFolder(directory, key), key);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  const failedRow = (seed: number): string => `${seed},failed,,,,,,,`;
  // Of a folder whose rows are not what they were nothing is to be believed.
  if (hasFailed && point?.failure === null)
    return { cells: seeds.map(failedRow), state: 'failed', floor: NaN, bySeed: new Map() };
  const isFailed = hasFailed || (point?.failure ?? null) !== null;
  let state: RunState = 'completed';
  let sum = 0;
  const bySeed = new Map<number, KnownNumber>();
  const cells = seeds.flatMap((seed) => {
    const held = point?.replications[seed];
    const kept = held?.cells;
    const [, how, , , , error, floor] = kept?.split(',') ?? [];
    if (kept !== undefined && how !== 'interrupted') {
      if (how === 'diverged' && state === 'completed') state = 'diverged';
      const value = how === 'completed' ? Number(floor === '' ? error : floor) : Infinity;
      bySeed.set(seed, { low: value, high: value });
      sum += how === 'completed' ? value : NaN;
      if (how === 'failed') state = 'failed';
      return [kept];
    }
    sum = NaN;
    state = isFailed ? 'failed' : state === 'failed' ? state : 'pending';
    return isFailed ? [failedRow(seed)] : [];
  });
  return { cells, state, floor: sum / seeds.length, bySeed };
}

/** Writes sweep.json: what is swept, its points with their keys, and how far they are. */
export function writeSweep(
  plan: SweepPlan,
  directory: string,
  state: 'running' | 'completed' | 'failed' | 'interrupted',
  states: readonly RunState[],
): void {
  const { request, grid, seeds } = plan;
  const { name, title, question } = request.target.definition;
  const { file, sha256 } = request.target;
  const valuesOf = (swept: readonly SweptName[]): object =>
    Object.fromEntries(swept.map(({ name, values }) => [name, values.map(asValue)]));
  const head = {
    format: 'fedsa-sweep/1',
    version: programVersion(),
    scenario: { name, title, question, file: file ?? null, sha256: sha256 ?? null },
    state,
    seeds: seedRangesOf(seeds),
    grid: valuesOf(grid.grid),
    zip: valuesOf(grid.zip),
  };
  const text = new WholeFile(join(directory, SWEEP_NAME));
  text.add(`${jsonText(head, 2).replace(/\n\}$/, '')},\n  "points": [`);
  for (let at = 0; at < plan.pointCount; at++) {
    const point = Object.fromEntries(
      Object.entries(plan.point(at)).map(([axisName, value]) => [axisName, asValue(value)]),
    );
    const runs = plan
      .runsAt(at)
      .map(({ algorithm, key, place }) => ({ algorithm, key, state: states[place] ?? 'pending' }));
    text.add(`${at === 0 ? '' : ','}\n    ${jsonText({ point, runs })}`);
  }
  text.add('\n  ]\n}\n');
  text.finish();
}

/** A value as JSON has it: a number where it is written as one. */
const asValue = (text: string): string | number => (String(Number(text)) === text ? Number(text) : text);

/** The lock of a folder, as soon as those who gather there at the same time are done. */
async function patientLock(directory: string): Promise<DirectoryLock> {
  mkdirSync(directory, { recursive: true });
  for (let waited = 0; ; waited += LOOK_EVERY) {
    try {
      return lockFor(directory);
    } catch (error) {
      if (!(error instanceof FolderInUse) || waited >= PATIENCE) throw error;
      await delay(LOOK_EVERY);
    }
  }
}
