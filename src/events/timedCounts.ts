/** Counts of a timed replication, or of several together. */
import type { WorkDone } from './agentAccount.ts';

/** How often order at equal times decided whose answers the server took in. */
export interface Selections {
  /** exchanges that an answer closed */
  readonly closed: number;
  /** of these, those where another answer came at the moment of the last one and is not in them */
  readonly tied: number;
}

/** Absent of runs that are not timed, and of those that have not ended. */
export interface TimedCounts {
  readonly work?: WorkDone;
  readonly selections?: Selections;
}

/** The counts alone of what has more. */
export const countsOf = ({ work, selections }: TimedCounts): TimedCounts => ({
  ...(work && { work }),
  ...(selections && { selections }),
});

/** The counts of several together, of those that have them. */
export function totalCounts(parts: readonly TimedCounts[]): TimedCounts {
  const works = parts.flatMap(({ work }) => work ?? []);
  const selections = parts.flatMap((part) => part.selections ?? []);
  return {
    ...(works.length > 0 && { work: totalWork(works) }),
    ...(selections.length > 0 && {
      selections: {
        closed: selections.reduce((sum, { closed }) => sum + closed, 0),
        tied: selections.reduce((sum, { tied }) => sum + tied, 0),
      },
    }),
  };
}

/** The work of several together. */
export function totalWork(parts: Iterable<WorkDone>): WorkDone {
  const total = {
    ...{ dispatches: 0, localSteps: 0, bytes: 0 },
    ...{ late: 0, lost: 0, givenUp: 0, wastedSteps: 0, wastedBytes: 0 },
  };
  const counts = Object.keys(total) as (keyof WorkDone)[];
  for (const part of parts) for (const count of counts) total[count] += part[count];
  return total;
}
