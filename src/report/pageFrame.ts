/** What every page has: head, style, header, footer and the button for light and dark. */
import { readFileSync } from 'node:fs';
import { builtFile } from '../values/builtProgram.ts';
import { html, type Html, trusted } from './html.ts';
import { SWITCH_STYLE } from './axisSwitch.ts';
import { STYLE } from './style.ts';
import { typeset } from './typeset.ts';

let script: string | undefined;

/** What every page runs; it is built of src/browser. */
const pageScript = (): string => (script ??= readFileSync(builtFile('program/reportPage.js'), 'utf8').trim());

export interface PageContent {
  readonly title: string;
  readonly question: string;
  /** what came of it: a sentence or two, under the question */
  readonly answer?: string | undefined;
  /** under the answer: quantity, rounds, seeds, agents */
  readonly measured?: Html | undefined;
  readonly reproduces: string | null;
  /** what the paper says of it, instead of its name */
  readonly quote?: Html | undefined;
  /** the picture that answers, before the facts */
  readonly first?: Html | undefined;
  /** a few words each */
  readonly facts: readonly (string | Html)[];
  /** what a reader must know first */
  readonly notice: Html | undefined;
  readonly main: Html;
  readonly footer: string;
  /** beside the style of all pages */
  readonly head?: Html;
}

/** The sentences of an answer; no line ends between a number and its unit. */
export const answerSentences = (answer: string): string[] =>
  answer.replace(/(?<=\d) (?=(?:%|s)(?!\w))/g, '\u00a0').split(/(?<=[.!?]) (?=[^a-z\d])/);

/** The whole page, which needs nothing beside itself; every string is escaped. */
export function pageFrame(content: PageContent): Html {
  const { title, question, answer, measured, first, reproduces, quote, facts, notice, main, footer, head } =
    content;
  const about = html`${quote ?? (reproduces === null ? undefined : html`<p class="muted">Reproduces ${reproduces}</p> `)}
    <ul class="facts">
      ${facts.map((fact) => html`<li>${typeof fact === 'string' ? typeset(fact) : fact}</li>`)}
    </ul> `;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${trusted(STYLE + SWITCH_STYLE)}
        </style>
        ${head}
      </head>
      <body>
        <header>
          <button class="theme" type="button" aria-label="switch between light and dark" hidden></button>
          <h1>${title}</h1>
          <h2 class="question">${typeset(question)}</h2>
          ${answer === undefined ? undefined : html`<p class="lead">${typeset(answerSentences(answer).join(' '))}</p> `}
          ${measured === undefined ? undefined : html`<p class="measured">${measured}</p> `}
          ${first === undefined ? about : undefined} ${notice}
        </header>
        <main>${first === undefined ? undefined : html`${first} ${about}`} ${main}</main>
        <footer>${footer}</footer>
        <script>
          ${trusted(pageScript())};
        </script>
      </body>
    </html> `;
}
