/** An SVG as PNG, by resvg as WebAssembly: the same bytes on every machine. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { InputError } from '../../values/failure.ts';
import type { Face } from './face.ts';

let ready: Promise<void> | undefined;

/** Of four bytes each, in memory of at most four gibibytes that also holds the PNG. */
const MOST_PIXELS = 2 ** 29;

/**
 * The PNG of an SVG, with so many pixels across.
 *
 * @throws InputError for more pixels than can be drawn
 */
export async function pngOf(svg: string, pixels: number, face: Face): Promise<Buffer> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  const { resolve } = createRequire(import.meta.url);
  ready ??= readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm);
  await ready;
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'width', value: pixels },
    font: { fontBuffers: [face.bytes], defaultFontFamily: face.family, loadSystemFonts: false },
  });
  const down = Math.round((pixels * drawing.height) / drawing.width);
  if (pixels * down > MOST_PIXELS)
    throw new InputError(
      `\`dotsPerInch\`: ${pixels} × ${down} pixels are too many for a PNG of at most ${MOST_PIXELS}`,
    );
  return Buffer.from(drawing.render().asPng());
}
