/** The worst orders of arrivals of a target's run: what `fedsa worst` and the library's `worst` do. */
import { setImmediate } from 'node:timers/promises';
import { lawMissing } from '../../problems/lawMissing.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { InputError } from '../../values/failure.ts';
import { overlay } from '../../configuration/overlay.ts';
import { runConfiguration } from '../../configuration/runConfiguration.ts';
import { USUAL_PERIOD } from '../../configuration/worstRanges.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import { linearProblem } from '../../theory/linearProblem.ts';
import { type ArrivalRules, arrivalRules } from '../../search/worst/arrivalRules.ts';
import { orderTiming } from '../../search/worst/orderTiming.ts';
import {
  type WorstProgress,
  type WorstRow,
  type WorstSetting,
  worstOrders,
  type WorstSummary,
} from '../../search/worst/worstOrders.ts';
import type { TimingModel } from '../../timing/timingModel.ts';
import { withOwnFiles } from '../../inputs/ownFiles.ts';
import { loadProblem, solveLoaded, type Target } from '../../inputs/target.ts';
import { problemFacts } from '../../theory/problemFacts.ts';

/** How far orders are searched. */
export interface WorstOptions {
  /** D, the largest staleness; by default two more than the smallest that has an order */
  readonly staleness?: number | undefined;
  /** P, the longest period in server steps; 12 by default */
  readonly period?: number | undefined;
  /** growth of root mean squares under independent observations, instead of that without noise */
  readonly meanSquare?: boolean | undefined;
  /** folder of recorded data, for problems that need it */
  readonly dataDirectory?: string | undefined;
}

/** What was found, with times under which answers come in the worst order of the largest bound. */
export interface WorstOrders extends WorstSummary {
  readonly timing: TimingModel;
}

/**
 * The worst orders of each algorithm of a target.
 *
 * @param observe - sees what it is doing, and what there is by then
 * @returns what there was as the signal came, if it came; the last algorithm's then says so as `endedAt`
 * @throws InputError where there are no orders to search, or too many
 */
export async function worstOf(
  target: Target,
  given: RunSettings,
  { staleness, period = USUAL_PERIOD, meanSquare = false, dataDirectory }: WorstOptions,
  signal: AbortSignal,
  observe: (progress: WorstProgress) => void,
): Promise<WorstOrders[]> {
  const { configuration, ...rest } = await readied(target, given, meanSquare, dataDirectory);
  const found: WorstOrders[] = [];
  for (const algorithm of configuration.algorithms) {
    const summary = await searched({ ...rest, configuration, algorithm, staleness, period }, signal, observe);
    const last = summary.rows.at(-1);
    if (last) found.push({ ...summary, timing: timingOf(summary, last) });
    if (signal.aborted) break;
  }
  return found;
}

async function readied(
  { definition }: Target,
  given: RunSettings,
  meanSquare: boolean,
  dataDirectory: string | undefined,
): Promise<Pick<WorstSetting, 'means' | 'observed'> & { readonly configuration: RunConfiguration }> {
  const settings = overlay(definition, await withOwnFiles(given));
  const loaded = await loadProblem(definition.problem, dataDirectory);
  const { problem } = loaded;
  const solution = solveLoaded(loaded);
  const configuration = runConfiguration(
    settings,
    problem.dimension,
    problemFacts(problem, () => solution),
  );
  const linear = linearProblem(problem, solution);
  if ('reason' in linear) throw noOrders(linear.reason);
  const { agents: means, root } = linear;
  if (!meanSquare) return { configuration, means };
  const agents = means.map((mean, index) => ({ mean, law: problem.agent(index).observations?.() }));
  const unknown = agents.findIndex(({ law }) => law === undefined);
  if (unknown >= 0) throw noOrders(lawMissing(problem, unknown));
  return { configuration, means, observed: { agents, root } };
}

const noOrders = (reason: string, algorithm?: ScheduledAlgorithm): InputError =>
  new InputError(`worst orders${algorithm ? ` of ${algorithm.name}` : ''} cannot be searched: ${reason}`);

/** Looks after every sign of life whether somebody wants it to end. */
async function searched(
  setting: WorstSetting,
  signal: AbortSignal,
  observe: (progress: WorstProgress) => void,
): Promise<WorstSummary> {
  const search = worstOrders(setting);
  for (;;) {
    const next = search.next();
    if (next.done) {
      if ('reason' in next.value) throw noOrders(next.value.reason, setting.algorithm);
      return next.value;
    }
    const { part, soFar } = next.value;
    observe(next.value);
    await setImmediate();
    if (signal.aborted) return { ...soFar, endedAt: part };
  }
}

function timingOf({ policy, agents }: WorstSummary, { staleness, order }: WorstRow): TimingModel {
  // It has been walked.
  return orderTiming(arrivalRules(policy, agents, staleness) as ArrivalRules, order)!;
}
