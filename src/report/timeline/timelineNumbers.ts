/** The numbers of a timeline as its drawing holds them, for a page's script to read; seconds of the run's clock, and pixels. */

export interface TimelineNumbers {
  /** what is seen at first, and where the last replication ends */
  readonly view: { readonly from: number; readonly to: number };
  readonly end: number;
  /** where the inner drawing lies, and the lanes in it */
  readonly plot: {
    readonly left: number;
    readonly right: number;
    readonly top: number;
    readonly bottom: number;
  };
  readonly servers: readonly ServerNumbers[];
  readonly curves: readonly StretchedCurve[];
  readonly rows: readonly RowNumbers[];
}

/** The server's steps, with the version that each made; `middle` is the base line of their numbers. */
export interface ServerNumbers {
  readonly name: string;
  readonly middle: number;
  readonly times: readonly number[];
  readonly versions: readonly number[];
}

/** A curve, straight between its points in each stretch. */
export interface StretchedCurve {
  readonly name: string;
  /** whether its values are shares */
  readonly isShare: boolean;
  readonly stretches: readonly (readonly TimedValue[])[];
}

export type TimedValue = readonly [time: number, value: number];

/** When the agents of a group did something: rows of a height, the first of which begins at a place. */
export interface RowNumbers {
  readonly group: number;
  readonly first: number;
  readonly height: number;
  readonly count: number;
  readonly activity: string;
  readonly spans: readonly (readonly [agent: number, from: number, to: number])[];
}
