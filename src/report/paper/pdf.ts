/** A drawing as PDF: vectors and text, with the glyphs that it uses embedded. The same drawing gives the same bytes. */
import type { Description, Drawing, Shape } from '../chart/drawing.ts';
import { dataOf } from '../chart/svg.ts';
import { INDEX_DROP, INDEX_SIZE, withIndices } from '../typeset.ts';
import type { Face } from './face.ts';

/** The PDF of a drawing, a page of its size. */
export async function pdfOf(
  { width, height, shapes }: Drawing,
  { title, caption, command }: Description,
  face: Face,
): Promise<Buffer> {
  const { default: Document } = await import('pdfkit');
  const document = new Document({
    size: [width, height],
    margin: 0,
    font: '',
    info: {
      Title: title,
      Subject: caption,
      Keywords: command,
      Creator: 'fedsa',
      Producer: 'pdfkit',
      // A fixed one, lest the bytes change.
      CreationDate: new Date(0),
    },
  });
  const pieces: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', resolve);
    document.on('error', reject);
  });
  document.registerFont('face', face.bytes).font('face');
  for (const shape of shapes) draw(document, shape, face);
  document.end();
  await ended;
  return Buffer.concat(pieces);
}

function draw(document: PDFKit.PDFDocument, shape: Shape, face: Face): void {
  document.save();
  if (shape.kind === 'text') {
    const { text, x, y, size, anchor, colour, upright } = shape;
    const parts = withIndices(text).map((part, k) => {
      const [letters, drop] = k % 2 === 0 ? [size, 0] : [INDEX_SIZE * size, INDEX_DROP * size];
      return { part, letters, drop, width: face.width(part) * letters };
    });
    const width = parts.reduce((sum, part) => sum + part.width, 0);
    let from = x - width * { start: 0, middle: 0.5, end: 1 }[anchor];
    if (upright) document.rotate(-90, { origin: [x, y] });
    document.fillColor(colour);
    for (const { part, letters, drop, width } of parts) {
      document.fontSize(letters).text(part, from, y + drop, { lineBreak: false, baseline: 'alphabetic' });
      from += width;
    }
  } else {
    const { stroke, width = 1, dashes, round, fill, opacity = 1 } = shape;
    document.path(dataOf(shape)).lineWidth(width);
    if (round) document.lineCap('round').lineJoin('round');
    // the types know one length alone
    if (dashes !== undefined) document.dash(dashes as unknown as number, {});
    document.fillOpacity(opacity);
    if (fill !== undefined && stroke !== undefined) document.fillAndStroke(fill, stroke);
    else if (fill !== undefined) document.fill(fill);
    else document.stroke(stroke);
  }
  document.restore();
}
