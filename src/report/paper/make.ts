/** Figures for papers, from directories to files: all are made before the first is written. */
import { basename, dirname, extname, join } from 'node:path';
import { InputError } from '../../values/failure.ts';
import { holdsSweep } from '../../recording/sweepFile.ts';
import { isFolder } from '../../recording/ordinaryFile.ts';
import { createFolder } from '../../recording/createFolder.ts';
import { writeWhole } from '../wholeFile.ts';
import type { Description } from '../chart/drawing.ts';
import { type Face, faceOf } from './face.ts';
import { readRuns } from './inputs.ts';
import { type Layout, layOut } from './layout.ts';
import type { Looks, PaperFormat, PlotChoice } from './options.ts';
import type { PaperFigure } from './paperFigure.ts';
import { pgfOf, standaloneOf } from './pgfplots.ts';
import { planAcross, planSweep } from './planFloors.ts';
import { planReach } from './planReach.ts';
import { isOpen, planLeading } from './planLeading.ts';
import { planRuns } from './planRuns.ts';
import { drawingOf } from './shapes.ts';
import { svgOf } from './svg.ts';
import { wideTable } from './wideTable.ts';
import { pathSegment } from '../../recording/pathSegment.ts';

export interface PaperRequest {
  readonly choice: PlotChoice;
  readonly looks: Looks;
  /** PDF where it is missing, or what the name of a file says */
  readonly formats?: readonly PaperFormat[] | undefined;
  /** a shipped one by name, or a file */
  readonly font: string;
  /** of PNG */
  readonly dotsPerInch: number;
  /** a file, or a folder; the current one where it is missing */
  readonly out?: string | undefined;
  /** what goes into the files as what made them */
  readonly command: string;
}

export interface MadeFigure {
  readonly caption: string;
  /** paths, the data last */
  readonly files: readonly string[];
}

const EXTENSIONS: Readonly<Record<PaperFormat, string>> = {
  svg: '.svg',
  pdf: '.pdf',
  pgf: '.tex',
  png: '.png',
};

/**
 * Makes the figures of some run directories and folders of panels, or of one sweep.
 *
 * @throws InputError, one line; nothing is written then
 */
export async function makePaperFigures(
  directories: readonly string[],
  { choice, looks, font, dotsPerInch, command, ...files }: PaperRequest,
): Promise<MadeFigure[]> {
  const figures = await figuresOf(directories, choice);
  const { formats, pathOf } = targets(files, figures);
  const face = await faceOf(font);
  const made: { readonly caption: string; readonly files: (readonly [string, string | Buffer])[] }[] = [];
  for (const figure of figures) {
    const layout = layOut(figure, looks, face.width);
    const description = { title: figure.title, caption: captionOf(figure, layout), command };
    const base = pathOf(figure);
    const contents: (readonly [string, string | Buffer])[] = [];
    for (const format of formats) {
      const path = base + EXTENSIONS[format];
      contents.push([
        path,
        await contentOf(format, figure, layout, description, face, { base, looks, dotsPerInch }),
      ]);
      if (format === 'pgf') contents.push([`${base}-standalone.tex`, standaloneOf(basename(path))]);
    }
    contents.push([`${base}.csv`, wideTable(figure)]);
    made.push({ caption: description.caption, files: contents });
  }
  for (const [path, content] of made.flatMap(({ files: all }) => all)) {
    createFolder(dirname(path));
    await writeWhole(path, content);
  }
  return made.map(({ caption, files: all }) => ({ caption, files: all.map(([path]) => path) }));
}

async function figuresOf(directories: readonly string[], choice: PlotChoice): Promise<PaperFigure[]> {
  const sweep = directories.find(holdsSweep);
  if (sweep === undefined) {
    const inputs = await readRuns(directories, choice.panels);
    if (inputs.leading !== undefined && isOpen(choice)) return [planLeading(inputs, choice)];
    return (choice.figures ?? [undefined]).map((name) => {
      if (name === 'paper') return planLeading(inputs, choice);
      if (name === 'final') return planAcross(inputs);
      return name === 'reach' ? planReach(inputs, choice) : planRuns(inputs, name, choice);
    });
  }
  if (directories.length > 1) throw new InputError(`${sweep}: is a sweep, which is drawn alone`);
  const { x, y, panels, logX, linearY, band, smooth, overlay } = choice;
  const ofRuns = Object.entries({ x, y, panels, logX, linearY, band, smooth: smooth > 1, overlay });
  const given = ofRuns.find(([, value]) => value !== undefined && value !== false)?.[0];
  if (given !== undefined)
    throw new InputError(
      `\`${given}\`: is for runs; ${sweep} is a sweep, and its final errors are drawn against the swept names`,
    );
  return (choice.figures ?? [undefined]).map((name) => planSweep(sweep, name));
}

/** Formats, and where a figure goes, without extension. */
function targets(
  { formats, out }: Pick<PaperRequest, 'formats' | 'out'>,
  figures: readonly PaperFigure[],
): { readonly formats: readonly PaperFormat[]; readonly pathOf: (figure: PaperFigure) => string } {
  const extension = out === undefined ? '' : extname(out);
  const named = Object.entries(EXTENSIONS).find(([, known]) => known === extension)?.[0] as
    PaperFormat | undefined;
  const isInFolder = out === undefined || isFolder(out) || named === undefined;
  if (isInFolder)
    return { formats: formats ?? ['pdf'], pathOf: ({ name }) => join(out ?? '.', pathSegment(name)) };
  if (figures.length > 1) {
    throw new InputError(
      `\`out\`: ${out} is one file, and there are ${figures.length} figures; name a folder`,
    );
  }
  if (formats !== undefined && !formats.includes(named)) {
    throw new InputError(
      `\`out\`: ${out} is no file of the formats that \`formats\` names, ${formats.join(', ')}`,
    );
  }
  return { formats: formats ?? [named], pathOf: () => out.slice(0, -extension.length) };
}

async function contentOf(
  format: PaperFormat,
  figure: PaperFigure,
  layout: Layout,
  description: Description,
  face: Face,
  { base, looks, dotsPerInch }: Pick<PaperRequest, 'looks' | 'dotsPerInch'> & { readonly base: string },
): Promise<string | Buffer> {
  if (format === 'pgf') return pgfOf(figure, layout, description, `${basename(base)}.csv`, looks.grey);
  const drawing = drawingOf(layout, looks.grey);
  if (format === 'pdf') return (await import('./pdf.ts')).pdfOf(drawing, description, face);
  const svg = svgOf(drawing, description, face.family);
  if (format === 'svg') return svg;
  return (await import('./png.ts')).pngOf(svg, Math.round((layout.width / 72) * dotsPerInch), face);
}

/** What the figure shows, and which of its lines cover one another. */
function captionOf({ title, names, caption, axes }: PaperFigure, { coincidences }: Layout): string {
  const titles = (keys: readonly string[]): string => keys.map((key) => names.get(key)!).join(', ');
  const { everywhere, somewhere } = coincidences;
  const covered = [
    ...everywhere.map((keys) => `${titles(keys)} agree to within the width of a line.`),
    ...somewhere.map(({ keys, axes: where }) => {
      const places = where
        .map((k) => (axes.length === 1 ? '' : `(${String.fromCharCode(97 + k)})`))
        .join(', ');
      return `In ${places} ${titles(keys)} agree to within the width of a line.`;
    }),
  ];
  return [`${title}.`, ...caption, ...covered].join(' ');
}
