/** From claims to verdicts and the files about them: what `fedsa reproduce` and the library do. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Claim, ClaimResult, Elsewhere } from '../../claims/claim.ts';
import { CLAIMS } from '../../claims/claimList.ts';
import { verdictsIn, withVerdictsOf } from './otherSize.ts';
import { writeClaims } from '../../claims/claimPage.ts';
import { InputError } from '../../values/failure.ts';
import type { Inspection } from '../../events/inspection.ts';
import { createFolder } from '../../recording/createFolder.ts';
import { LOCK_NAME, whileLocked } from '../../recording/directoryLock.ts';
import { readJsonFile } from '../../recording/jsonFile.ts';
import { environment } from '../../recording/environment.ts';
import { CLAIMS_MARK } from '../../recording/claimsFile.ts';
import { writeJson } from '../../recording/manifestFile.ts';
import { defaultDirectory } from '../preparedRun.ts';
import { Turns, inOrder } from '../sideBySide.ts';
import { Decisions } from './decisions.ts';
import { drawnAnew, onDrawnProblems } from './problemDraws.ts';
import {
  makeRuns,
  type PlannedRun,
  type PlannedScenario,
  planRuns,
  type RunsWatch,
  type ScenarioOutcome,
} from './reproduceRuns.ts';

export interface ReproduceRequest {
  /** all of fedsa's where it is not given */
  readonly claims?: readonly Claim[];
  readonly quick: boolean;
  /** folder; a new one under `runs` where it is not given */
  readonly out?: string | undefined;
  readonly data?: string | undefined;
  /** on how many draws of its problems each claim is decided, that of the scenarios included; 1 where it is not given */
  readonly problemSeeds?: number | undefined;
  /** folder of another call, whose verdicts stand beside these */
  readonly against?: string | undefined;
  /** for the page */
  readonly commandArguments: readonly string[];
}

export interface ReproduceResult {
  /** `failed` where a run failed; that a claim does not hold is no failure */
  readonly state: 'completed' | 'failed' | 'interrupted';
  readonly directory: string;
  /** path of report.html; `undefined` after an interrupt */
  readonly report: string | undefined;
  readonly results: readonly ClaimResult[];
}

/** What is seen of a run under way. */
export interface ReproduceObserver {
  /** @param place - which of the runs it is, from 1, of how many */
  readonly progress: (run: PlannedRun, place: readonly [number, number], inspection: Inspection) => void;
  readonly runEnded: (run: PlannedRun) => void;
  readonly decided: (result: ClaimResult) => void;
}

/**
 * Whether a folder holds the runs of one size; not where it holds nothing.
 *
 * @throws InputError where it holds the other size, or anything else
 */
function isOfSize(directory: string, size: string): boolean {
  const mark = join(directory, CLAIMS_MARK);
  if (existsSync(mark)) {
    const recordedSize = (readJsonFile(mark, 'mark of fedsa reproduce') as { readonly size?: unknown } | null)
      ?.size;
    if (recordedSize === size) return true;
    throw new InputError(
      `${directory}: holds runs of the ${String(recordedSize)} size, and the ${size} size is asked for; choose another folder`,
    );
  }
  // A program that died at once may have left its lock.
  if (existsSync(directory) && readdirSync(directory).some((name) => name !== LOCK_NAME)) {
    throw new InputError(
      `${directory}: is not empty and was not made by fedsa reproduce; choose another folder`,
    );
  }
  return false;
}

/**
 * Makes every run that the claims need and that is not there, decides each claim as soon as its runs
 * are complete, and writes claims.json, claims.csv and report.html.
 *
 * @throws InputError for bad input
 */
export async function reproduce(
  request: ReproduceRequest,
  signal: AbortSignal,
  observer: ReproduceObserver,
): Promise<ReproduceResult> {
  const { claims = CLAIMS, quick, data, problemSeeds = 1, against } = request;
  if (!Number.isInteger(problemSeeds) || problemSeeds < 1)
    throw new InputError(`\`problemSeeds\`: must be a whole number from 1 on, not ${problemSeeds}`);
  const elsewhere = against === undefined ? undefined : verdictsIn(against);
  const directory = request.out ?? defaultDirectory('reproduce');
  const scenarios = await planRuns(claims, { quick, directory, data });
  const size = quick ? 'quick' : 'full';
  isOfSize(directory, size);
  createFolder(directory);
  return whileLocked(directory, async () => {
    if (!isOfSize(directory, size))
      writeJson(join(directory, CLAIMS_MARK), { format: 'fedsa-reproduce/1', size });
    const asked = { ...request, claims, problemSeeds, elsewhere };
    return reproduceInto(directory, asked, scenarios, signal, observer);
  });
}

async function reproduceInto(
  directory: string,
  {
    claims,
    quick,
    commandArguments,
    problemSeeds,
    elsewhere = new Map(),
  }: ReproduceRequest & {
    readonly claims: readonly Claim[];
    readonly problemSeeds: number;
    readonly elsewhere: ReadonlyMap<string, Elsewhere> | undefined;
  },
  scenarios: readonly PlannedScenario[],
  signal: AbortSignal,
  observer: ReproduceObserver,
): Promise<ReproduceResult> {
  const startedAt = new Date().toISOString();
  const decisions = new Decisions(claims, scenarios, observer.decided);
  const again = onDrawnProblems(claims, scenarios);
  const needed = scenarios.filter(({ name }) =>
    again.some((claim) => claim.needs.some((need) => need.scenario === name)),
  );
  const draws = Array.from({ length: again.length === 0 ? 0 : problemSeeds - 1 }, (_, k) => {
    const plannedScenarios = needed.map((scenario) => drawnAnew(scenario, k + 1, directory));
    return {
      draw: k + 1,
      scenarios: plannedScenarios,
      decisions: new Decisions(again, plannedScenarios, () => undefined, true),
    };
  });
  const places = placesOf([scenarios, ...draws.map((draw) => draw.scenarios)].flat());
  const observe = (run: PlannedRun, inspection: Inspection): void => {
    observer.progress(run, [places.get(run)!, places.size], inspection);
  };
  await decisions.decideReady();
  for (const part of [{ scenarios, decisions }, ...draws]) {
    if (await decideOn(part, { signal, observe, ended: observer.runEnded }))
      return { state: 'interrupted', directory, report: undefined, results: decisions.results() };
  }
  const results = withVerdictsOf(withDraws(decisions.results(), draws), elsewhere);
  const report = await writeClaims(directory, {
    results,
    scenarios: scenarios.map(({ name, directory: folder, runs, panelsFile }) => ({
      name,
      directory: folder,
      panels: panelsFile === undefined ? undefined : runs.map(({ panel }) => panel!),
      complete: !decisions.lacks(name),
    })),
    size: quick ? 'quick' : 'full',
    commandArguments,
    startedAt,
    endedAt: new Date().toISOString(),
    ...environment(),
  });
  const failed = results.some(({ hasFailed }) => hasFailed);
  return { state: failed ? 'failed' : 'completed', directory, report, results };
}

/**
 * Makes the runs of some scenarios, side by side, and decides each claim as soon as it can be.
 *
 * @returns whether it was interrupted
 */
async function decideOn(
  { scenarios, decisions }: Pick<Draw, 'scenarios' | 'decisions'>,
  watch: RunsWatch,
): Promise<boolean> {
  const leave = new AbortController();
  const signal = AbortSignal.any([watch.signal, leave.signal]);
  const turns = new Turns();
  const underWay = scenarios.map(
    async (scenario): Promise<ScenarioOutcome & { scenario: PlannedScenario }> => ({
      scenario,
      ...(scenario.missing === undefined
        ? await makeRuns(scenario, turns, { ...watch, signal })
        : { interrupted: false, missing: scenario.missing }),
    }),
  );
  for await (const { scenario, interrupted, missing } of inOrder(underWay, leave)) {
    if (interrupted) return true;
    decisions.ended(scenario, missing);
    await decisions.decideReady();
  }
  return false;
}

interface Draw {
  readonly draw: number;
  readonly scenarios: readonly PlannedScenario[];
  readonly decisions: Decisions;
}

/** The results with what the same claims came to on other draws. */
function withDraws(results: readonly ClaimResult[], draws: readonly Draw[]): ClaimResult[] {
  const found = draws.map(({ draw, decisions }) => ({ draw, results: decisions.results() }));
  return results.map((result) => {
    const ofClaim = found.flatMap(({ draw, results }) => {
      const claimResult = results.find(({ claim }) => claim === result.claim);
      return claimResult === undefined
        ? []
        : [{ draw, verdict: claimResult.verdict, parts: claimResult.parts, note: claimResult.note }];
    });
    return ofClaim.length === 0 ? result : { ...result, draws: ofClaim };
  });
}

/** The place of each run that will be made, from 1. */
function placesOf(scenarios: readonly PlannedScenario[]): ReadonlyMap<PlannedRun, number> {
  const runs = scenarios.flatMap((scenario) => (scenario.missing === undefined ? scenario.runs : []));
  return new Map(runs.map((run, index) => [run, index + 1]));
}
