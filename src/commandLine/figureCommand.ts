/** `fedsa figure`: figures for a paper. */
import { EXIT } from './exitStatus.ts';
import { lengthOf } from './length.ts';
import {
  type Band,
  FIGURE_RANGES,
  type Legend,
  type PaperFormat,
  type X_NAMES,
} from '../report/paper/options.ts';
import { makePaperFigures } from '../report/paper/make.ts';
import { print } from './print.ts';
import { shellWord } from '../values/shellWord.ts';

export interface FigureOptions {
  figure?: readonly string[];
  width: string;
  height?: string;
  fontSize: string;
  font: string;
  format?: readonly PaperFormat[];
  dpi: number;
  x?: (typeof X_NAMES)[number];
  y?: string;
  logX?: boolean;
  linearY?: boolean;
  grey?: boolean;
  panels?: readonly string[];
  overlay?: boolean;
  band?: Band;
  smooth: number;
  legend: Legend;
  out?: string;
  quiet?: boolean;
}

/**
 * Makes the figures, and prints their files and captions.
 *
 * @returns the exit status
 */
export async function figureCommand(
  directories: readonly string[],
  options: FigureOptions,
  words: readonly string[],
): Promise<number> {
  const {
    figure,
    format,
    dpi,
    font,
    out,
    grey = false,
    logX = false,
    linearY = false,
    overlay = false,
  } = options;
  const { panels, x, y, band, smooth, legend } = options;
  const made = await makePaperFigures(directories, {
    choice: { figures: figure, panels, x, y, logX, linearY, band, smooth, overlay },
    looks: {
      width: lengthOf(options.width, '--width', ...FIGURE_RANGES.width),
      height:
        options.height === undefined
          ? undefined
          : lengthOf(options.height, '--height', ...FIGURE_RANGES.height),
      fontSize: lengthOf(options.fontSize, '--font-size', ...FIGURE_RANGES.fontSize),
      ...{ grey, legend },
    },
    ...{ formats: format, font, dotsPerInch: dpi, out },
    command: ['fedsa', ...words].map(shellWord).join(' '),
  });
  for (const { caption, files } of made) {
    print(`${files.join('\n')}\n`);
    if (!options.quiet) print(`  ${caption}\n`);
  }
  return EXIT.done;
}
