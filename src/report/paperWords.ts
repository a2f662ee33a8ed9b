/** What a page says of the paper: its sentence, and where the run differs from it. */
import type { PaperFields } from '../configuration/paperField.ts';
import { html, type Html } from './html.ts';
import { typeset } from './typeset.ts';

type SaidOfPaper = PaperFields & { readonly reproduces: string | null };

/** The paper's sentence with its place. */
export const quoteOf = ({ paper, reproduces }: SaidOfPaper): Html | undefined =>
  paper &&
  html`<blockquote>
    <p>“${typeset(paper.says)}”</p>
    <footer>${reproduces === null ? '' : `${reproduces}, `}${paper.where}</footer>
  </blockquote> `;

/** Where this differs. */
export const differencesOf = ({ differs = [] }: PaperFields): Html | undefined =>
  differs.length === 0
    ? undefined
    : html`<section class="differs">
        <h2>Where this differs from the paper, or chooses what it leaves open</h2>
        <ul>
          ${differs.map((sentence) => html`<li>${typeset(sentence)}</li> `)}
        </ul>
      </section> `;

/** In what the runs are of another size than the scenario: once where it is the same in all. */
export function sizesText(
  panels: readonly { readonly title: string; readonly sizes: readonly string[] | undefined }[],
): string | undefined {
  const texts = panels.map(({ sizes = [] }) => sizes.join(', '));
  const [first] = texts;
  const each = panels.flatMap(({ title }, k) => (texts[k] === '' ? [] : `${title}: ${texts[k]!}`));
  if (each.length === 0) return undefined;
  return `not at the scenario’s own size: ${texts.every((text) => text === first) ? first! : each.join('; ')}`;
}
