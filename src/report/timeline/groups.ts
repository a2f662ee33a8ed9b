/** From a traced run to what its timeline shows: a group for each set of algorithms whose agents did the same at the same times. */
import { crashTimes } from '../../theory/survivors.ts';
import type { PanelData } from '../panelData.ts';
import type { Styles } from '../palette.ts';
import { readAgents } from '../readAgents.ts';
import type { StepCurve, TimelineGroup } from './drawTimeline.ts';
import { readTrace, type TracedReplication } from './readTrace.ts';

/** A run with its folder. */
export interface TracedRun extends Pick<PanelData, 'manifest' | 'data'> {
  readonly directory: string;
  readonly styles: Styles;
}

/**
 * The first replication of each algorithm; none of a run that was not traced.
 *
 * @param panels - on the same page
 */
export function tracesOf(
  { directory, manifest: { configuration, problem } }: TracedRun,
  panels = 1,
): TracedReplication[] {
  if (!configuration.trace) return [];
  return readTrace(
    directory,
    crashTimes(configuration.timing, problem.agents).map(({ at }) => at),
    panels * configuration.algorithms.length,
  );
}

/**
 * The groups of a run.
 *
 * @param column - what the curves are of
 */
export function groupsOf(
  { directory, data, styles }: TracedRun,
  traces: readonly TracedReplication[],
  column: string,
): TimelineGroup[] {
  const [first] = traces;
  if (first === undefined) return [];
  const accounts = readAgents(directory, first.seed);
  const alike = new Map<string, TracedReplication[]>();
  for (const trace of traces) {
    const { intervals, steps, updates } = trace;
    const key = JSON.stringify([intervals, steps, updates]);
    alike.set(key, [...(alike.get(key) ?? []), trace]);
  }
  return [...alike.values()].map((same): TimelineGroup => {
    const [trace] = same as [TracedReplication];
    const curves = same.flatMap(({ algorithm, seed }): StepCurve[] => {
      const own = data.find((one) => one.algorithm === algorithm)?.series.find((one) => one.seed === seed);
      if (own === undefined) return [];
      return [{ ...styles(algorithm), times: own.columns.time, values: own.columns[column]! }];
    });
    const agents = trace.seed === first.seed ? accounts : readAgents(directory, trace.seed);
    return {
      title: same.map(({ algorithm }) => styles(algorithm).title).join(', '),
      hue: styles(trace.algorithm).hue,
      trace,
      curves,
      accounts:
        agents.find(({ algorithm }) => algorithm === trace.algorithm)?.agents.slice(0, trace.shownAgents) ??
        [],
    };
  });
}
