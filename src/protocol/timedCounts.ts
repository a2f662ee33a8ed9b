/** Counts of a timed replication, or of several together. */
import { totalWork, type WorkDone } from './workDone.ts';

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
