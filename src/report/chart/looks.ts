/** How curves are kept apart without colour: each has a marker of its own beside its hue. */
import { type Hue, HUES } from '../palette.ts';
import type { Place } from './paths.ts';

export type Marker =
  | 'circle'
  | 'square'
  | 'triangle'
  | 'diamond'
  | 'down'
  | 'plus'
  | 'cross'
  | 'ring'
  | 'box'
  | 'kite'
  | 'tent'
  | 'funnel';

const MARKERS: readonly Marker[] = [
  'circle',
  'square',
  'triangle',
  'diamond',
  'down',
  'ring',
  'box',
  'kite',
  'plus',
  'cross',
  'tent',
  'funnel',
];

/** Shades that stay apart in print; what has the same one differs by its marker. */
const GREYS = ['#404040', '#7d7d7d', '#ababab'] as const;

export interface Look {
  /** of measured lines */
  readonly line: string;
  /** of what is expected, which lies on measured lines */
  readonly dark: string;
  readonly marker: Marker;
}

/**
 * A look for each curve: its hue's marker, as its hue is the same in all figures; those in shades of one hue
 * take markers in their order.
 */
export function looksOf(curves: ReadonlyMap<string, Hue>, grey: boolean): ReadonlyMap<string, Look> {
  const markers = markersOf([...curves.values()]);
  return new Map(
    [...curves].map(([key, hue], index) => {
      const shade = GREYS[index % GREYS.length]!;
      return [
        key,
        {
          line: grey ? shade : hue.line.light,
          dark: grey ? '#000000' : darkened(hue.words.light),
          marker: markers[index]!,
        },
      ];
    }),
  );
}

/** A marker for each curve, by its hue: that of the hue in all figures, another one where it is taken. */
export function markersOf(hues: readonly Hue[]): Marker[] {
  const taken = new Set<number>();
  return hues.map((hue, index) => {
    const hueIndex = HUES.indexOf(hue);
    let place = hueIndex >= 0 ? hueIndex : index;
    while (taken.has(place % MARKERS.length) && taken.size < MARKERS.length) place++;
    taken.add(place % MARKERS.length);
    return MARKERS[place % MARKERS.length]!;
  });
}

/** A colour with a third of black in it. */
const darkened = (hex: string): string =>
  `#${(hex.slice(1).match(/../g) ?? [])
    .map((two) =>
      Math.round(parseInt(two, 16) * 0.67)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Whether a marker is white inside. */
export const isOpen = (marker: Marker): boolean => ['ring', 'box', 'kite', 'tent', 'funnel'].includes(marker);

/** Whether a marker is made of strokes alone. */
export const isCrossed = (marker: Marker): boolean => marker === 'plus' || marker === 'cross';

/** The lines of a marker around a place, but for circles; `r` is the radius of those, and areas are much the same. */
export function markerLines(marker: Exclude<Marker, 'circle' | 'ring'>, [x, y]: Place, r: number): Place[][] {
  const through = (...offsets: readonly Place[]): Place[] =>
    offsets.map(([dx, dy]) => [x + dx * r, y + dy * r]);
  switch (marker) {
    case 'square':
    case 'box':
      return [through([-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9])];
    case 'triangle':
    case 'tent':
      return [through([0, -1.3], [1.15, 0.75], [-1.15, 0.75])];
    case 'down':
    case 'funnel':
      return [through([0, 1.3], [1.15, -0.75], [-1.15, -0.75])];
    case 'diamond':
    case 'kite':
      return [through([0, -1.35], [1.15, 0], [0, 1.35], [-1.15, 0])];
    case 'plus':
      return [through([-1.3, 0], [1.3, 0]), through([0, -1.3], [0, 1.3])];
    case 'cross':
      return [through([-1, -1], [1, 1]), through([-1, 1], [1, -1])];
  }
}
