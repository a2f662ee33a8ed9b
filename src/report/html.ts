/** Parts of pages: HTML in which everything is escaped unless it says that it is HTML, with the files of the figures in it. */
import { visible } from '../values/foreignText.ts';

/** A part of a page. */
export interface Html {
  readonly html: string;
  /** what lies in the folder `figures` for it, in the order in which the page has it */
  readonly files?: readonly PageFile[];
}

export type PageFile = readonly [name: string, content: string];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For element content and quoted attribute values. Control characters are visible: SVG with one of them is not well-formed. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** The text of a part that this program wrote. */
export const textOf = (part: string): string =>
  Object.entries(ENTITIES).reduceRight(
    (text, [character, entity]) => text.replaceAll(entity, character),
    part.replaceAll('<sub>', '_').replace(/<[^>]*>/g, ''),
  );

/** Takes a string for HTML: only for what this program wrote itself. */
export const trusted = (text: string): Html => ({ html: text });

type Part = string | number | Html | readonly Part[] | undefined;

/** No line of a page ends between a number and its %. */
const whole = (text: string): string => text.replace(/(?<=\d)\s+(?=%)/g, '\u00a0');

/** A template whose values are escaped, but for {@link Html}, whose files it has as well; lists are joined, `undefined` is nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  const files: PageFile[] = [];
  const render = (part: Part): string => {
    if (part === undefined) return '';
    if (typeof part === 'string') return escapeHtml(part);
    if (typeof part === 'number') return String(part);
    if (!('html' in part)) return part.map(render).join('');
    if (part.files !== undefined) files.push(...part.files);
    return part.html;
  };
  let text = whole(strings[0]!);
  values.forEach((value, index) => {
    text += render(value) + whole(strings[index + 1]!);
  });
  return files.length === 0 ? { html: text } : { html: text, files };
}
