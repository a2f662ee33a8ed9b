/** Strokes of lines and opacities of bands, on pages and in papers. */
import { isMeasured, type LineStyle } from './chart.ts';
import type { Place } from './paths.ts';

/** Measured ones, those of a variant too, are lighter than what is expected, whose dots would not show on their colour. */
export interface Stroke {
  /** points */
  readonly width: number;
  /** points */
  readonly dashes?: readonly number[];
  readonly isDark: boolean;
  readonly opacity?: number;
}

export const STROKES: Readonly<Record<LineStyle | 'limit', Stroke>> = {
  solid: { width: 1.1, isDark: false },
  variant: { width: 1.1, dashes: [6, 3], isDark: false },
  // Thinner than the measured line, which shows on both sides of it.
  dashed: { width: 0.7, dashes: [3.6, 2.2], isDark: true },
  dots: { width: 2.6, isDark: true },
  'dash-dotted': { width: 0.9, dashes: [4, 2, 0.01, 2], isDark: true },
  'dash-dot-dotted': { width: 0.9, dashes: [4, 1.8, 0.01, 1.8, 0.01, 1.8], isDark: true },
  dotted: { width: 1, dashes: [0.01, 2.8], isDark: true },
  thin: { width: 0.5, isDark: false },
  guide: { width: 0.5, dashes: [5, 2.5], isDark: false },
  pale: { width: 2.4, opacity: 0.35, isDark: false },
  limit: { width: 1, dashes: [0.01, 2.8], isDark: true },
};

/**
 * What is drawn of a line of a kind: its stretches, dots at their places, or a dash where a stretch is one place without a marker.
 *
 * @param half - of that dash
 */
export const linesOf = (
  line: LineStyle,
  stretches: readonly (readonly Place[])[],
  half: number,
): (readonly Place[])[] =>
  stretches.flatMap((places): (readonly Place[])[] => {
    const [[x, y] = [0, 0]] = places;
    if (line === 'dots') return places.map((place) => [place, place]);
    return isMeasured(line) || places.length > 1 ? [places] : [[[x - half, y], [x + half, y]]]; // prettier-ignore
  });

/** Crashes and returns. */
export const EVENT_STROKE = { width: 0.5, dashes: [1, 1.5] } as const;

/** Fits are grey, that nobody takes them for measured. */
export const isGrey = (line: LineStyle | 'limit'): boolean => line === 'thin' || line === 'guide';

/** Opacity of bands over seeds, and of bands of an estimated error, which are narrow. */
export const BAND_OPACITY = 0.2;
export const THEORY_OPACITY = 0.35;
