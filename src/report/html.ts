/** HTML as strings in which everything is escaped unless it says that it is HTML. */
import { visible } from '../values/foreignText.ts';

/** A string that is HTML already. */
export interface Html {
  readonly html: string;
}

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

/** Takes a string for HTML: only for what this program wrote itself. */
export const trusted = (text: string): Html => ({ html: text });

type Part = string | number | Html | readonly Part[] | undefined;

/** A template whose values are escaped, but for {@link Html}; lists are joined, `undefined` is nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  let text = strings[0]!;
  values.forEach((value, index) => {
    text += render(value) + strings[index + 1]!;
  });
  return { html: text };
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map(render).join('');
}
