/** The runs behind claims: which they are, and each of them made once, in a folder that `fedsa run` could have made. */
import { join } from 'node:path';
import type { Claim } from '../../claims/claim.ts';
import type { Missing } from '../../claims/evaluate.ts';
import type { Inspection } from '../../events/inspection.ts';
import { createFolder } from '../../recording/createFolder.ts';
import { whileLocked } from '../../recording/directoryLock.ts';
import { type PanelsFile, panelsFileOf, refuseOtherThan, writePanels } from '../../recording/panelsFile.ts';
import { resolvePanels } from '../../configuration/panels.ts';
import { scenario as scenarioOf, type ScenarioDefinition } from '../../configuration/scenario.ts';
import { prepareRun } from '../preparedRun.ts';
import { inOrder, type Turns } from '../sideBySide.ts';
import { DATA_VARIABLE, dataFolder, locateFiles } from '../../inputs/readAirQuality.ts';
import { findTarget, scenarioTarget, type Target } from '../../inputs/target.ts';

/** One run that some claim needs. */
export interface PlannedRun {
  readonly scenario: string;
  /** `undefined` where the scenario has no panels */
  readonly panel: string | undefined;
  readonly at: number | undefined;
  readonly target: Target;
  readonly directory: string;
  readonly dataDirectory: string | undefined;
  /** the command that makes the same run, without `fedsa` */
  readonly commandArguments: readonly string[];
  /** whether it gets a page of its own */
  readonly report: boolean;
  /** whether theory predicts its curves: of figures, and of runs whose predictions a claim reads */
  readonly theory: boolean;
  /** whether a claim reads its predictions */
  readonly readsPredictions: boolean;
}

/** The runs of one scenario. */
export interface PlannedScenario {
  readonly name: string;
  /** the folder of all its runs */
  readonly directory: string;
  /** what the folder of several panels says of itself; `undefined` for a single run */
  readonly panelsFile: PanelsFile | undefined;
  readonly runs: readonly PlannedRun[];
  /** why there will be none */
  readonly missing: Missing | undefined;
}

export interface PlanOptions {
  readonly quick: boolean;
  /** of this call */
  readonly directory: string;
  /** folder of recorded data */
  readonly data: string | undefined;
}

const NO_DATA: Missing = {
  reason: `It needs the Beijing air-quality data, which are not part of fedsa: docs/air-quality.md says where they are; name their folder with --data or ${DATA_VARIABLE}.`,
};

/**
 * The scenarios that claims need, in the order in which claims first need them, each with the union
 * of the panels.
 *
 * @throws InputError for a folder that holds other panels
 */
export async function planRuns(claims: readonly Claim[], options: PlanOptions): Promise<PlannedScenario[]> {
  const wanted = new Map<
    string,
    { readonly definition: ScenarioDefinition | undefined; panels: Set<string> | 'all' }
  >();
  for (const { scenario, definition, panels } of claims.flatMap(({ needs }) => needs)) {
    const asked = wanted.get(scenario) ?? { definition, panels: new Set<string>() };
    if (panels === undefined || asked.panels === 'all') asked.panels = 'all';
    else for (const panel of panels) asked.panels.add(panel);
    wanted.set(scenario, asked);
  }
  const planned: PlannedScenario[] = [];
  for (const [name, { definition, panels }] of wanted) {
    const target =
      definition === undefined ? await findTarget(name) : await scenarioTarget(scenarioOf(definition));
    planned.push(planScenario(name, target, definition !== undefined, panels, claims, options));
  }
  return planned;
}

function planScenario(
  name: string,
  target: Target,
  isOwn: boolean,
  panels: ReadonlySet<string> | 'all',
  claims: readonly Claim[],
  { quick, directory: parent, data }: PlanOptions,
): PlannedScenario {
  const { definition } = target;
  const directory = join(parent, 'runs', name);
  const recorded = definition.problem.kind === 'beijing-air-quality';
  const size = quick ? ['--quick'] : [];
  const first = claims.find(({ needs }) => needs.some(({ scenario }) => scenario === name))!;
  const resolved = resolvePanels(definition, quick);
  const readsPredictions = (panel = ''): boolean =>
    claims.some(({ needs }) =>
      needs.some(
        ({ scenario, panels: asked, predictions = false }) =>
          predictions && scenario === name && (asked?.includes(panel) ?? true),
      ),
    );
  const runs = resolved
    .filter((panel) => panels === 'all' || (panel.name !== undefined && panels.has(panel.name)))
    .map((panel): PlannedRun => ({
      scenario: name,
      panel: panel.name,
      at: panel.at,
      target: { ...target, definition: panel.definition },
      directory: panel.name === undefined ? directory : join(directory, panel.name),
      dataDirectory: recorded ? data : undefined,
      commandArguments: isOwn
        ? ['reproduce', first.name, ...size]
        : ['run', name, ...(panel.name === undefined ? [] : ['--panel', panel.name]), ...size],
      report: true,
      theory: !isOwn || readsPredictions(panel.name),
      readsPredictions: readsPredictions(panel.name),
    }));
  const panelsFile = definition.panels === undefined ? undefined : panelsFileOf(definition, resolved);
  if (panelsFile !== undefined) refuseOtherThan(panelsFile, directory);
  const folder = dataFolder(data, process.env);
  const missing = recorded && folder === undefined ? NO_DATA : undefined;
  // Runs on data come last: that they are not where they should be is said before hours of others.
  if (recorded && folder !== undefined) locateFiles(folder);
  return { name, directory, panelsFile, runs, missing };
}

/** How the runs of a scenario ended. */
export interface ScenarioOutcome {
  readonly interrupted: boolean;
  /** why claims that need it cannot be tested */
  readonly missing: Missing | undefined;
}

/** Who hears of the runs behind claims, and ends them. */
export interface RunsWatch {
  readonly signal: AbortSignal;
  readonly observe: (run: PlannedRun, inspection: Inspection) => void;
  readonly ended: (run: PlannedRun) => void;
}

/**
 * Makes the runs of a scenario that are not there yet, each in its turn, with a report each and, of panels, a joint one.
 *
 * @throws InputError where a folder holds another run, or the data cannot be used
 */
export async function makeRuns(
  { directory, panelsFile, runs }: PlannedScenario,
  turns: Turns,
  watch: RunsWatch,
): Promise<ScenarioOutcome> {
  if (panelsFile === undefined) return makeEach(runs, turns, watch);
  createFolder(directory);
  return whileLocked(directory, async () => {
    writePanels(directory, panelsFile);
    const outcome = await makeEach(runs, turns, watch);
    if (!outcome.interrupted) {
      const { buildJointReport } = await import('../../report/buildJointReport.ts');
      await buildJointReport(directory);
    }
    return outcome;
  });
}

async function makeEach(
  runs: readonly PlannedRun[],
  turns: Turns,
  { signal, observe, ended }: RunsWatch,
): Promise<ScenarioOutcome> {
  const leave = new AbortController();
  const underWay = runs.map(async (run) => {
    const { target, directory: out, dataDirectory, commandArguments, report, theory } = run;
    const request = { target, settings: {}, dataDirectory, out, report, theory, commandArguments };
    const result = await turns.execute(() => prepareRun(request), {
      signal: AbortSignal.any([signal, leave.signal]),
      observe: (inspection) => {
        observe(run, inspection);
      },
    });
    if (result) ended(run);
    return { ...result, out };
  });
  let missing: Missing | undefined;
  for await (const { state, failure, out } of inOrder(underWay, leave)) {
    if (state === undefined || state === 'interrupted') return { interrupted: true, missing };
    if (failure !== undefined) missing ??= { reason: `${out}: ${failure}`, hasFailed: true };
  }
  return { interrupted: false, missing };
}
