/** How much time a timeline shows at first. */
import type { TimelineGroup } from './group.ts';
import type { Stretch } from './readTrace.ts';

/** A view has about so many dispatches of an agent, and no more server steps where that leaves a few dispatches. */
const DISPATCHES = 12;
const FEW = 3;
const STEPS = 70;
/** What is seen at first: as much as is legible, from the start of the run. */
export function viewOf(groups: readonly TimelineGroup[]): Stretch {
  const wanted = groups.map(({ trace: { intervals, shownAgents, steps, stretches } }) => {
    const { to } = stretches[0]!;
    const dispatches = intervals.filter(
      ({ activity, from }) => (activity === 'computing' || activity === 'at work') && from < to,
    ).length;
    const each = (to * shownAgents) / Math.max(1, dispatches);
    return Math.max(FEW * each, Math.min(DISPATCHES * each, steps[STEPS]?.time ?? Infinity));
  });
  const ends = groups.map(({ trace: { cut, stretches } }) => (cut ? stretches[0]!.to : Infinity));
  const longest = Math.max(...groups.map(({ trace: { stretches } }) => stretches[0]!.to));
  // Of a slow and a fast one neither is illegible at the geometric mean.
  const middle = Math.exp(wanted.reduce((sum, value) => sum + Math.log(value), 0) / wanted.length);
  const to = Math.min(...ends, longest, middle);
  const isWhole = to === longest && groups.every(({ trace }) => !trace.cut);
  return { from: 0, to: isWhole ? to : roundedDown(to) };
}

/** To two digits. */
function roundedDown(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / unit) * unit).toPrecision(2));
}

/** 1, 2 or 5 times a power of ten, at most the value. */
export function niceBelow(value: number): number {
  const power = Math.floor(Math.log10(value));
  const digit = [5, 2, 1].find((candidate) => Number(`${candidate}e${power}`) <= value) ?? 1;
  return Number(`${digit}e${power}`);
}
