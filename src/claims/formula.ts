/** Formulas of claims, whose source writes `γ^{3/2}` and `ζ_{*,1}`: raised and lowered on pages, in parentheses in lines. */
import { html, type Html, trusted } from '../report/html.ts';
import { typeset } from '../report/typeset.ts';

/** `^{…}`, `^(…)` and `_{…}`, and a power or an index without braces that typeset does not know. */
const RAISED = /([_^])(?:\{([^{}]*)\}|(\([^()]*\))|(?<=\^)([\p{L}\d*⋆−]+)|(?<=_)([∞ω]|\p{L}{3}))/u;

/** A claim's text as HTML. */
export function typesetFormulas(text: string): Html {
  const parts: readonly (string | undefined)[] = text.split(RAISED);
  const out: Html[] = [];
  for (let at = 0; at < parts.length; at += 6) {
    out.push(typeset(parts[at]!));
    const mark = parts[at + 1];
    if (mark === undefined) continue;
    const inner = parts.slice(at + 2, at + 6).find((part) => part !== undefined)!;
    const tag = mark === '^' ? 'sup' : 'sub';
    out.push(html`${trusted(`<${tag}>`)}${inner}${trusted(`</${tag}>`)}`);
  }
  return html`${out}`;
}

/** A claim's text on one line. */
export const plainFormulas = (text: string): string =>
  text
    .replace(/\^\{([^{}]*)\}/g, (_, inner: string) =>
      /^[\p{L}\d−]+$/u.test(inner) ? `^${inner}` : `^(${inner})`,
    )
    .replace(/_\{([^{}]*)\}/g, (_, inner: string) => `_${inner.replaceAll(',', '')}`);
