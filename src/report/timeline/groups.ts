/** From a traced run to what its timeline shows: a group for each set of algorithms whose agents did the same at the same times. */
import { crashTimes } from '../../timing/crashTimes.ts';
import type { PanelData } from '../panelData.ts';
import type { Styles } from '../palette.ts';
import { readAgents } from '../readAgents.ts';
import type { Series } from '../readRounds.ts';
import type { StepCurve, TimelineGroup } from './group.ts';
import { mostActivities, readTrace, type TracedReplication } from './readTrace.ts';
import { readUpdates, waitingBetweenSteps } from './readUpdates.ts';

/** A run with its folder. */
export interface TracedRun extends Pick<PanelData, 'manifest' | 'data'> {
  readonly directory: string;
  readonly styles: Styles;
}

/**
 * The first replication of each algorithm, from its trace or else from its updates; none of a run that recorded neither.
 *
 * @param panels - on the same page
 */
export function tracesOf(
  { directory, data, manifest: { configuration, problem } }: TracedRun,
  panels = 1,
): TracedReplication[] {
  const among = panels * configuration.algorithms.length;
  if (configuration.trace) {
    const moments = crashTimes(configuration.timing, problem.agents).map(({ at }) => at);
    return readTrace(directory, moments, among);
  }
  if (!configuration.updates) return [];
  // An update is two activities: receiving and being at work.
  return readUpdates(directory, data, problem.agents, Math.floor(mostActivities(among) / 2));
}

/**
 * The groups of a run.
 *
 * @param column - what the curves are of
 */
export function groupsOf(
  { directory, data, manifest, styles }: TracedRun,
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
    const seriesOf = ({ algorithm, seed }: TracedReplication): Series | undefined =>
      data
        .find((candidate) => candidate.algorithm === algorithm)
        ?.series.find((series) => series.seed === seed);
    const curves = same.flatMap((tracedReplication): StepCurve[] => {
      const series = seriesOf(tracedReplication);
      if (series === undefined) return [];
      return [
        {
          ...styles(tracedReplication.algorithm),
          times: series.columns.time,
          values: series.columns[column]!,
        },
      ];
    });
    const series = manifest.configuration.trace ? undefined : seriesOf(trace);
    const agents = trace.seed === first.seed ? accounts : readAgents(directory, trace.seed);
    return {
      title: same.map(({ algorithm }) => styles(algorithm).title).join(', '),
      hue: styles(trace.algorithm).hue,
      trace,
      curves,
      ...(series && { waiting: waitingBetweenSteps(series) }),
      accounts:
        agents.find(({ algorithm }) => algorithm === trace.algorithm)?.agents.slice(0, trace.shownAgents) ??
        [],
    };
  });
}
