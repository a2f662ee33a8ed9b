import { timingOf, type TimingModel } from './timingModel.ts';

/** When agents crash and return, by the second; of those whose times are drawn nothing is known beforehand. */
export function crashTimes(
  model: TimingModel | undefined,
  agents: number,
): { readonly at: number; readonly crashed: readonly number[]; readonly returned: readonly number[] }[] {
  if (model?.crash === undefined && !model?.agents?.some(({ crash }) => crash !== undefined)) return [];
  const times = new Map<number, { crashed: number[]; returned: number[] }>();
  const at = (time: number): { crashed: number[]; returned: number[] } => {
    const changes = times.get(time) ?? { crashed: [], returned: [] };
    times.set(time, changes);
    return changes;
  };
  for (let agent = 0; agent < agents; agent++) {
    const { crash } = timingOf(model, agent);
    if (typeof crash?.at !== 'number') continue;
    at(crash.at).crashed.push(agent);
    if (typeof crash.returnsAfter === 'number') at(crash.at + crash.returnsAfter).returned.push(agent);
  }
  return [...times].map(([time, changes]) => ({ at: time, ...changes })).sort((a, b) => a.at - b.at);
}
