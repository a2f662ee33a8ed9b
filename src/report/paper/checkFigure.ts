/** Checks what a program asks of a figure, field by field, before anything is read. */
import * as z from 'zod';
import { checkedBy } from '../../configuration/checkDefinition.ts';
import { BANDS, FIGURE_RANGES, FORMATS, LEGENDS, X_NAMES } from './options.ts';

const names = z.array(z.string()).min(1);
const flag = z.boolean();
const within = ([low, high]: readonly [number, number], number = z.number()) => number.min(low).max(high);
const { width, height, fontSize, smooth, dotsPerInch } = FIGURE_RANGES;

const figureOptions = z
  .strictObject({
    ...{ figures: names, panels: names, y: z.string() },
    ...{ x: z.enum(X_NAMES), band: z.enum(BANDS), legend: z.enum(LEGENDS) },
    ...{ scales: z.enum(['shared', 'own']), formats: z.array(z.enum(FORMATS)).min(1) },
    ...{ logX: flag, linearY: flag, overlay: flag, limits: flag, grey: flag },
    ...{ width: within(width), height: within(height), fontSize: within(fontSize) },
    ...{ font: z.string(), out: z.string() },
    smooth: within(smooth, z.int()).refine((points) => points % 2 === 1, { error: 'must be odd' }),
    dotsPerInch: within(dotsPerInch, z.int()),
  })
  .partial();

const directoryNames = z.array(z.string()).min(1);

/**
 * Checks the folders and options.
 *
 * @throws InputError in one line, naming what cannot be used, each with what would be right
 */
export function checkFigure(directories: readonly string[], options: object): void {
  checkedBy(directoryNames, directories, 'directories', 'the list');
  checkedBy(figureOptions, options, 'options', 'the object');
}
