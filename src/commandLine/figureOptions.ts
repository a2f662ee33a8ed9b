/** The options of `fedsa figure`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BANDS, FIGURE_DEFAULTS, FIGURE_RANGES, FORMATS, LEGENDS, X_NAMES } from '../report/paper/options.ts';
import { whole } from './sweepOptions.ts';

/** Names with commas between them. */
const names = (text: string): readonly string[] => {
  const list = text.split(',').map((name) => name.trim());
  if (list.includes('')) throw new InvalidArgumentError('It must be names separated by commas.');
  return [...new Set(list)];
};

const formats = (text: string): readonly string[] => {
  const unknown = names(text).find((candidate) => !(FORMATS as readonly string[]).includes(candidate));
  if (unknown !== undefined) throw new InvalidArgumentError(`${unknown} is none of ${FORMATS.join(', ')}.`);
  return names(text);
};

const odd = (text: string): number => {
  const value = whole(...FIGURE_RANGES.smooth)(text);
  if (value % 2 === 0)
    throw new InvalidArgumentError('It must be odd: a point and equally many on either side.');
  return value;
};

/** Says what the command takes. */
export const addFigureOptions = (command: Command): Command =>
  command
    .option(
      '--figure <names>',
      'figures of the report, by the names of their files: error, drift, final, … (paper: the paper’s own); one file each',
      names,
    )
    .addOption(new Option('--x <quantity>', 'horizontal axis').choices(X_NAMES))
    .option('--y <column>', 'vertical axis, a column of rounds.csv')
    .option('--log-x', 'logarithmic horizontal axis')
    .option('--linear-y', 'linear vertical axis, from 0')
    .option('--panels <names>', 'only these of a scenario’s panels', names)
    .option(
      '--overlay',
      'runs or panels in the same axes: all in one, or one for each algorithm that occurs several times',
    )
    .addOption(
      new Option(
        '--band <kind>',
        'band around means over seeds: standard error, 95 % confidence interval, range, 10th to 90th percentile',
      ).choices(BANDS),
    )
    .option(
      '--smooth <points>',
      'average this many adjacent points; the caption says so',
      odd,
      FIGURE_DEFAULTS.smooth,
    )
    .option(
      '--width <length>',
      'width of the whole figure, in in, cm, mm, pt or px',
      `${FIGURE_DEFAULTS.width / 72}in`,
    )
    .option('--height <length>', 'height of the whole figure (default: from the rows of axes)')
    .option(
      '--font-size <length>',
      'size of axes titles, at least 7pt; ticks and legend are a tenth smaller, but at least 7pt',
      `${FIGURE_DEFAULTS.fontSize}pt`,
    )
    .option(
      '--font <name>',
      'sans, condensed, or a font file (.ttf, .otf); LaTeX takes its own',
      FIGURE_DEFAULTS.font,
    )
    .addOption(
      new Option('--legend <place>', 'place of the legend').choices(LEGENDS).default(FIGURE_DEFAULTS.legend),
    )
    .option('--grey', 'shades of grey')
    .option(
      '--format <formats>',
      'svg, pdf, pgf (pgfplots, for LaTeX), png, separated by commas (default: pdf)',
      formats,
    )
    .option(
      '--dpi <dots>',
      'dots per inch of PNG',
      whole(...FIGURE_RANGES.dotsPerInch),
      FIGURE_DEFAULTS.dotsPerInch,
    )
    .option('--out <path>', 'a file, or a folder (default: the current one)')
    .option('--quiet', 'print only the paths of files')
    .addHelpText(
      'after',
      `
Each figure comes with a CSV of its data, a row for each place on the horizontal
axis. Run directories are only read. The same command makes the same bytes.

Examples:
  fedsa figure runs/first --width 3.25in
  fedsa figure runs/first --format pgf,pdf --out paper/figures
  fedsa figure runs/first runs/second --overlay --x seconds --band confidence
  fedsa figure runs/panels --panels a,b --log-x --grey --out paper/drift.pdf
  fedsa figure runs/grid --width 14cm`,
    );
