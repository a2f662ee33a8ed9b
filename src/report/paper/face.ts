/** The fonts of figures: DejaVu, which has Greek, mathematics and combining marks, or a file of your own. */
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { InputError } from '../../values/failure.ts';
import { fileCause } from '../../recording/fileCause.ts';
import { readOrdinaryFile } from '../../recording/ordinaryFile.ts';

const SHIPPED: Readonly<Record<string, { readonly file: string; readonly family: string }>> = {
  sans: { file: 'DejaVuSans.ttf', family: 'DejaVu Sans' },
  condensed: { file: 'DejaVuSansCondensed.ttf', family: 'DejaVu Sans Condensed' },
};

/** What `--font` takes beside files. */
const FONT_NAMES = Object.keys(SHIPPED);

export interface Face {
  readonly family: string;
  /** of a TrueType or OpenType file */
  readonly bytes: Buffer;
  /** of a text of size 1 */
  readonly width: (text: string) => number;
}

/**
 * A shipped font by its name, or one from a file.
 *
 * @throws InputError for a name that there is not, and a file that is no font
 */
export async function faceOf(name: string): Promise<Face> {
  const shipped = SHIPPED[name];
  if (shipped === undefined && !/\.(ttf|otf)$/i.test(name)) {
    throw new InputError(
      `\`font\`: there is no font ${JSON.stringify(name)}; ${FONT_NAMES.join(', ')} or a file (.ttf, .otf) is expected`,
    );
  }
  const path =
    shipped === undefined
      ? name
      : createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${shipped.file}`);
  const { default: Document } = await import('pdfkit');
  let bytes: Buffer;
  try {
    bytes = readOrdinaryFile(path, 'font', 64, name);
  } catch (error) {
    throw new InputError(`\`font\`: ${fileCause(error)}`, { cause: error });
  }
  try {
    const measure = new Document({ font: '' }).registerFont('face', bytes).font('face').fontSize(1000);
    const widths = new Map<string, number>();
    const width = (text: string): number => {
      let found = widths.get(text);
      if (found === undefined) widths.set(text, (found = measure.widthOfString(text) / 1000));
      return found;
    };
    width('θ');
    return { family: shipped?.family ?? basename(name).replace(/\.\w+$/, ''), bytes, width };
  } catch {
    throw new InputError(`\`font\`: ${name}: is no TrueType or OpenType font`);
  }
}
