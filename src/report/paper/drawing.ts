/** A drawing of paths and texts, which every format can write. Lengths in points (1/72 inch), y downwards. */

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export type Shape = PathShape | TextShape;

export interface PathShape {
  readonly kind: 'path';
  /** SVG path data, absolute M, L, Z, and arcs */
  readonly d: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly dashes?: readonly number[];
  /** ends and corners are round; butt and mitre otherwise */
  readonly round?: boolean;
  readonly fill?: string;
  /** of the fill */
  readonly opacity?: number;
}

export interface TextShape {
  readonly kind: 'text';
  readonly text: string;
  /** of the anchor, on the base line */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly colour: string;
  /** read from below */
  readonly upright?: boolean;
}

/** What goes with a drawing into its file. */
export interface Description {
  readonly title: string;
  readonly caption: string;
  /** the command that made it */
  readonly command: string;
}
