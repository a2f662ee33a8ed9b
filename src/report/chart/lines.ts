/** Strokes of lines and opacities of bands, on pages and in papers. */
import { isMeasured, type LineStyle } from './chart.ts';
import { dotsAt, lineThrough, type Place, polyline } from './paths.ts';

/** Measured ones, those of a variant too, are lighter than what is expected, whose dots would not show on their colour. */
export interface Stroke {
  /** points */
  readonly width: number;
  /** points */
  readonly dashes?: readonly number[];
  readonly isDark: boolean;
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
  limit: { width: 1, dashes: [0.01, 2.8], isDark: true },
};

/**
 * The path of a line of a kind through the places of its stretches.
 *
 * @param dash - half of what stands for a line through one place, where that has no marker
 */
export const linePath = (line: LineStyle, stretches: readonly (readonly Place[])[], dash: number): string =>
  stretches
    .map((places) => {
      if (line === 'dots') return dotsAt(places);
      return isMeasured(line) ? polyline(places) : lineThrough(places, dash);
    })
    .join('');

/** Crashes and returns. */
export const EVENT_STROKE = { width: 0.5, dashes: [1, 1.5] } as const;

/** Fits are grey, that nobody takes them for measured. */
export const isGrey = (line: LineStyle | 'limit'): boolean => line === 'thin' || line === 'guide';

/** Opacity of bands over seeds, and of bands of an estimated error, which are narrow. */
export const BAND_OPACITY = 0.2;
export const THEORY_OPACITY = 0.35;
