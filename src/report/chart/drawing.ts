/** A drawing of lines, circles and texts, which every format can write: pixels on a page, points (1/72 inch) in a paper; y downwards. */
import type { Place } from './paths.ts';

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export type Shape = LineShape | CircleShape | TextShape;

/** Lines, or outlines of areas where they are closed. */
export interface LineShape extends Paint {
  readonly kind: 'line';
  readonly lines: readonly (readonly Place[])[];
  readonly closed?: boolean;
}

export interface CircleShape extends Paint {
  readonly kind: 'circle';
  readonly place: Place;
  readonly radius: number;
}

interface Paint {
  readonly stroke?: string;
  readonly width?: number;
  readonly dashes?: readonly number[];
  /** ends and corners are round; butt and mitre otherwise */
  readonly round?: boolean;
  readonly fill?: string;
  /** of the fill, and of the stroke where nothing is filled */
  readonly opacity?: number;
  /** of markers on a page, and what a reader sees who points at one */
  readonly class?: 'marker';
  readonly title?: string;
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
  /** on a page: words on top of lines stay legible */
  readonly halo?: boolean;
  /** on a page: bold, before the text */
  readonly lead?: { readonly text: string; readonly colour: string };
  /** on a page: the width into which the text is squeezed */
  readonly squeezed?: number;
}

/** What goes with a paper's drawing into its file. */
export interface Description {
  readonly title: string;
  readonly caption: string;
  /** the command that made it */
  readonly command: string;
}
