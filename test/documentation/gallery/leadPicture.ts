/** The picture that leads a page, as a file of its own. */

/**
 * The drawing that leads a page, in its narrow form where it has one that is not higher than wide; `undefined` where a table or several figures side by side
 * lead it.
 *
 * @param page - a report
 */
export function leadPicture(page: string): string | undefined {
  const main = page.slice(page.indexOf('<main>'));
  const first = main.indexOf('<figure');
  if (first < 0 || main.slice(0, first).includes('<table')) return undefined;
  const group = [...main.slice(0, first).matchAll(/<div class="(main|further|row row-\d)">/g)].at(-1)?.[1];
  const isAlone = group === 'main' || group === 'row row-1';
  if (!isAlone) return undefined;
  const figure = main.slice(first, main.indexOf('</figure>', first));
  const drawings = figure.match(/<svg [^]*?<\/svg>/g)!;
  const [wide, narrow = wide] = drawings as [string, ...string[]];
  return standalone(isHigh(narrow) ? wide : narrow);
}

/** Whether a drawing is higher than wide: what a phone shows below one another. */
function isHigh(svg: string): boolean {
  const [width, height] = / viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)!.slice(1).map(Number);
  return height! > width!;
}

/** Fixed colours, and nothing that a page's script reads or a reader points at. */
const standalone = (svg: string): string =>
  `${svg
    .replaceAll(/var\(--[\w-]+, (#[0-9a-f]{6})\)/g, '$1')
    .replaceAll(/<metadata>[^]*?<\/metadata>| data-plot="[^"]*"/g, '')
    .replaceAll(/(<path [^>]*)><title>[^<]*<\/title><\/path>/g, '$1/>')}\n`;
