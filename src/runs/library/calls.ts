/** Parts of calls that the library's functions share: options, and what is checked of them. */
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { Scenario } from '../../configuration/scenario.ts';
import type { Inspection } from '../../events/inspection.ts';
import type { PanelChoice } from '../../inputs/panelTargets.ts';
import type { Target } from '../../inputs/target.ts';
import { InputError, userFunction } from '../../values/failure.ts';
import type { PreparedRun } from '../preparedRun.ts';
import type { RunRound } from '../runRound.ts';
import type { checkOptions } from './checkCall.ts';

/** Where a run of one scenario or panel may end early. */
export interface StopOption {
  /**
   * Asked at each recorded round of a seed, from round 0 on, whether the seed ends with it; counts as completed then, and
   * `replay` stops there, too
   */
  readonly stopWhen?: (round: RunRound) => boolean;
}

/** What `run` takes beside the settings. */
export interface RunCallOptions extends StopOption, PanelChoice {
  readonly out?: string;
  /** folder of replications by key: existing ones are reused, others are added */
  readonly store?: string | undefined;
  readonly dataDirectory?: string | undefined;
  /** whether report.html and the figures are written, and the curves computed that they show; they are by default */
  readonly report?: boolean;
  /** whether exact curves are computed however long they take; by default those that take little next to the run */
  readonly exact?: boolean;
  /** whether readers of the report can compute the run again in their browser, and with other settings */
  readonly interactive?: boolean;
  /** URL of the NATS server at which workers are found, under placement cluster; the environment's FEDSA_NATS by default */
  readonly nats?: string;
  readonly signal?: AbortSignal;
  readonly observe?: (inspection: Inspection) => void;
}

/** What does the work, of all calls: it is loaded at the first of them, in one go. */
export const loaded = () => import('./loaded.ts');

/** The same, once options can be used. @throws InputError in one line where they cannot */
export async function loadedFor(...[name, options]: Parameters<typeof checkOptions>) {
  const parts = await loaded();
  parts.checkOptions(name, options);
  return parts;
}

/** The store of a folder's name. */
export const storeNamed = (folder: string | undefined) =>
  folder === undefined ? undefined : { folder, isNamed: true };

/** A caller's function, if there is one; what it throws is reported under its name. */
export const observer = <Parameters extends unknown[]>(
  name: string,
  observe: ((...parameters: Parameters) => void) | undefined,
): ((...parameters: Parameters) => void) =>
  observe === undefined ? () => undefined : userFunction(name, observe);

/** Where a caller gives no signal. */
export const neverAborted = (): AbortSignal => new AbortController().signal;

/** A caller's signal and function, if there are some. */
export const watchOf = <Parameters extends unknown[]>({
  signal = neverAborted(),
  observe,
}: {
  readonly signal?: AbortSignal;
  readonly observe?: (...parameters: Parameters) => void;
}) => ({ signal, observe: observer('observe', observe) });

/**
 * One run's target, with settings that there are.
 *
 * @param instead - to be called with panels
 * @throws InputError in one line for settings that there are not, or that cannot have their values
 */
export async function singleOf(
  scenario: string | Scenario,
  settings: RunSettings,
  choice: PanelChoice,
  instead = 'it for one of them',
) {
  const { choosePanels } = await loaded();
  const target = await targetOf(scenario, settings);
  const { panels, ...rest } = choosePanels(target, choice);
  if (panels === undefined) return (rest as { readonly single: Target }).single;
  const names = panels.map(({ name }) => name).join(', ');
  throw new InputError(
    `${target.definition.name} has panels (${names}): choose one with the option panel, or call ${instead}`,
  );
}

/** The same of all panels. */
export async function panelsOf(
  scenario: string | Scenario,
  settings: RunSettings,
  { quick, agents }: Omit<PanelChoice, 'panel'>,
  instead: string,
) {
  const { choosePanels } = await loaded();
  const target = await targetOf(scenario, settings);
  const { panels } = choosePanels(target, { quick, agents });
  if (panels === undefined) throw new InputError(`${target.definition.name} has no panels: call ${instead}`);
  return { target, panels };
}

async function targetOf(scenario: string | Scenario, settings: RunSettings) {
  const { checkSettings, scenarioOrRun, scenarioTarget } = await loaded();
  checkSettings(settings);
  if (typeof scenario === 'string') return scenarioOrRun(scenario);
  // A program is not always type-checked: a file without a default export gives undefined.
  if (typeof (scenario as Partial<Scenario> | null | undefined)?.definition !== 'object')
    throw new InputError('scenario: must be a name, a path, or what scenario({ … }) makes');
  return scenarioTarget(scenario);
}

/** Checks everything of a run, and writes nothing. */
export async function preparedRun(
  scenario: string | Scenario,
  settings: RunSettings,
  options: Omit<RunCallOptions, 'signal' | 'observe'>,
): Promise<PreparedRun> {
  const { prepareRun } = await loaded();
  return prepareRun({
    ...requestOf(options),
    target: await singleOf(scenario, settings, options, 'runPanels'),
    settings,
    stopWhen: options.stopWhen,
  });
}

/** What a call asks of a run beside its target and settings. */
export const requestOf = ({
  dataDirectory,
  out,
  store,
  report = true,
  exact,
  interactive,
  nats,
}: Omit<RunCallOptions, keyof StopOption | 'signal' | 'observe'>) => ({
  ...{ dataDirectory, out, report, exact, interactive },
  store: storeNamed(store),
  cluster: { url: nats, isAsked: nats !== undefined },
  commandArguments: [],
});
